"""Games for pages: new ones, those of the store, and those that branch off from another."""

from __future__ import annotations

import secrets
from dataclasses import replace
from itertools import islice

from plyground.core.history import GameHistory
from plyground.core.position import Position
from plyground.errors import DamagedRowError, OptionError, PlygroundError
from plyground.store import Store
from plyground.store.records import replay
from plyground.store.records.quoting import printable
from plyground.store.records.replay import first_position
from plyground.ui.playing.agreement import HUMAN, Agreement
from plyground.ui.playing.kept_game import KeptGame, find_game, unfinished_games
from plyground.ui.playing.played_game import PlayedGame
from plyground.ui.playing.player_names import own_name, told_players
from plyground.ui.web.common.game_views import GameInfo
from plyground.ui.web.common.lines import check_length
from plyground.ui.web.common.page_policy import check_player, checked_clock
from plyground.ui.web.limits import Limits
from plyground.ui.web.play.play_messages import LARGEST_SEED, NewGame, UnfinishedGame, UnfinishedGames

MOST_LOOKED_AT = 200
"""How many unfinished games are searched for those that can be resumed."""


def make_game(new: NewGame, limits: Limits) -> PlayedGame:
    """Make the game that a page asks for.

    Raises:
        PlygroundError: it cannot be played so; the message says why.
    """
    check_length(len(new.moves or ()), limits)
    start = first_position(GameHistory(new.game, new.options, new.position))
    position = start.play_all(new.moves or ())
    _check_open(position)
    agreement = _agreement(new, limits)
    _check_players(agreement, position, limits)
    return PlayedGame(position, agreement)


def branched(game: PlayedGame, ply: int, agreement: Agreement, limits: Limits) -> PlayedGame:
    """Return a new game from an earlier position of another one.

    Raises:
        PlygroundError: there is nothing to be played from there.
    """
    line = game.position.line()
    if ply >= len(line):
        raise OptionError(f"the game has {len(line) - 1} plies; there is no ply {ply}")
    _check_open(line[ply])
    _check_players(agreement, line[ply], limits)
    moves = game.moves[: max(ply - game.given, 0)]
    # Random choices must not repeat.
    return PlayedGame(line[ply], replace(agreement, seed=_new_seed()), moves=moves)


def find_kept(store: Store, event_id: str, limits: Limits) -> tuple[KeptGame, PlayedGame]:
    """Return a game of the store, and how it stands.

    Raises:
        UnknownRecordError: there is none.
        PlygroundError: it cannot be resumed here.
    """
    kept = find_game(store, event_id)
    check_length(len(kept.record.moves), limits)
    game = kept.resumed(replay(kept.record)[-1])
    if game.verdict is None:
        _check_players(game.agreement, game.position, limits)
    return kept, game


def list_unfinished(store: Store, limits: Limits) -> UnfinishedGames:
    """List the games that can be continued here, the newest first."""
    found: list[UnfinishedGame] = []
    you = own_name(store)
    damaged: list[DamagedRowError] = []
    for kept in islice(unfinished_games(store, damaged.append), MOST_LOOKED_AT):
        if not kept.record.moves:
            continue
        try:
            check_length(len(kept.record.moves), limits)
            position = replay(kept.record)[-1]
            _check_players(kept.agreement, position, limits)
        except PlygroundError:
            continue  # of a game, or by players, that are not found or not allowed here
        found.append(_described(kept, position, you))
        if len(found) == limits.listed_games:
            break
    return UnfinishedGames(found, [printable(str(error)) for error in damaged])


def _described(kept: KeptGame, position: Position, you: str) -> UnfinishedGame:
    return UnfinishedGame(
        id=kept.event,
        game=GameInfo.of(position.game),
        players=kept.record.players,
        names=told_players(kept.record.players, position.game.players, you),
        plies=len(kept.record.moves),
        to_move=position.player,
        started=kept.record.started,
        position=position.text,
    )


def _agreement(new: NewGame, limits: Limits) -> Agreement:
    checked_clock(new.seconds, new.clock, limits)
    seed = _new_seed() if new.seed is None else new.seed
    return Agreement(new.players, seed, new.seconds, new.clock)


def _check_players(agreement: Agreement, position: Position, limits: Limits) -> None:
    for player in agreement.players:
        if player != HUMAN:
            check_player(player, position.game, limits)


def _check_open(position: Position) -> None:
    if position.outcome is not None:
        raise OptionError(f"the game is over in this position: {position.outcome}")


def _new_seed() -> int:
    return secrets.randbelow(LARGEST_SEED + 1)
