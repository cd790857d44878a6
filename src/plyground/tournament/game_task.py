"""One game as a task: plain values that travel to another process, and the record that comes back."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from plyground.core.history import GameHistory
from plyground.core.position import Game, Position
from plyground.match.judging import Conditions
from plyground.match.live_game import LiveGame, play_game
from plyground.players import Player, make_player
from plyground.store.records import GameRecord

MOST_PLAYERS_KEPT = 16


@dataclass(frozen=True)
class GameTask:
    """A game that is to be played: its number in the contest, who plays, from where, and how.

    `opening` is the game so far. `players` are the texts that name the players and `names` what they are
    called, both by side.
    """

    number: int
    opening: GameHistory
    players: tuple[str, str]
    names: tuple[str, str]
    conditions: Conditions
    seed: int


def play_task(task: GameTask, on_turn: Callable[[LiveGame], None] = lambda game: None) -> GameRecord:
    """Play a game, with players that are kept for the next one."""
    start = Position.of(task.opening, may_load=True)
    first, second = task.players
    players = (_kept_player(first, start.game), _kept_player(second, start.game, is_twin=first == second))
    seeds = (seed_for(task.seed, task.number, 0), seed_for(task.seed, task.number, 1))
    return play_game(LiveGame(start, task.names, task.conditions), players, seeds, on_turn)


# Compiled engines and running programs: making them takes longer than a game. A worker of a
# cluster may play several games at once, in threads.
_players: OrderedDict[tuple[int, str, bool, Game], Player] = OrderedDict()


def _kept_player(text: str, game: Game, *, is_twin: bool = False) -> Player:
    """Return a player; who plays against a player of the same text must not share its memory."""
    thread = threading.get_ident()
    key = (thread, text, is_twin, game)
    if key not in _players:
        _players[key] = make_player(text, game)
        of_thread = [each for each in list(_players) if each[0] == thread]
        if len(of_thread) > MOST_PLAYERS_KEPT:
            _players.pop(of_thread[0]).close()
    _players.move_to_end(key)
    return _players[key]


def close_players() -> None:
    """Let go of all players that this process keeps."""
    while _players:
        _, player = _players.popitem()
        player.close()


def seed_for(*place: int | str) -> int:
    """Return the seed that belongs to a place, such as a contest's seed, a game and a side.

    >>> seed_for(1, "opening", 7) == seed_for(1, "opening", 7) != seed_for(1, "opening", 8)
    True
    """
    digest = hashlib.blake2b(repr(place).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1
