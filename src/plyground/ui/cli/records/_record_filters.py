"""Which games of which store: the options that the commands about records share."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import click

from plyground.errors import OptionError, UnknownRecordError, nearest, shortened
from plyground.ui.cli import _options as option
from plyground.ui.cli._game_command import complete_game

if TYPE_CHECKING:
    from datetime import datetime

    from plyground.store import Selection, Store, StoredGame
    from plyground.store.records import Termination

_LARGEST_ID = 2**63 - 1  # of SQLite

game_id = click.IntRange(1, _LARGEST_ID)

store_option = click.option(
    "--store", "store_file", metavar="FILE", help="The file of games, if not the usual one."
)

filters = option.together(
    [
        click.option(
            "--game", metavar="GAME", shell_complete=complete_game, help="Games of this name or file."
        ),
        click.option("--player", metavar="NAME", help="Games of this player, or you; * stands for anything."),
        click.option("--winner", metavar="WHO", help="Games won by this side or player, or draw."),
        click.option("--termination", metavar="HOW", help="Games that ended so, such as normal or time."),
        click.option("--event", metavar="ID", help="Games of this match or tournament."),
        click.option(
            "--since", metavar="DATE", help="Games since this day, or day and time: 2026-07-24T18:00."
        ),
    ]
)
"""The options that select games; `selection_of` takes their values."""


def selection_of(
    asked: Mapping[str, str | None], ids: tuple[int, ...] = (), store: Store | None = None
) -> Selection:
    """Return the selection that the values of the filters ask for; a store has the name of its person."""
    from plyground.core.discovery import find_rules
    from plyground.store import Selection
    from plyground.ui.playing.player_names import YOU, meant_players, own_name

    game, winner, termination, since = (asked[name] for name in ("game", "winner", "termination", "since"))
    name = None if game is None else find_rules(game).name
    you = YOU if store is None else own_name(store)
    side = None if winner is None else _side(winner, name)
    is_draw = winner == "draw"
    return Selection(
        ids=ids or None,
        game=name,
        player=None if asked["player"] is None else meant_players(asked["player"], you),
        winner=side,
        won_by=winner if side is None and not is_draw else None,
        is_draw=is_draw,
        termination=None if termination is None else _termination(termination),
        event=asked["event"],
        since=None if since is None else _moment(since),
    )


def _side(name: str, game: str | None) -> int | None:
    """Return the number of the side with this name, None if it is the name of a player."""
    from plyground.core.discovery import known_games

    games = known_games().values()
    asked = [rules for rules in games if name in rules.players and game in (None, rules.name)]
    sides = {rules.players.index(name) for rules in asked}
    if len(sides) > 1:
        raise OptionError(f"{name} moves first in some games and second in others; add --game")
    return sides.pop() if sides else None


def _termination(text: str) -> Termination:
    from plyground.store.records import Termination

    known = [str(each) for each in Termination]
    if text not in known:
        hint = nearest(text, known) or f" (there are: {', '.join(known)})"
        raise OptionError(f"no game ends by {shortened(text)}{hint}")
    return Termination(text)


def _moment(text: str) -> datetime:
    from datetime import datetime

    try:
        return datetime.fromisoformat(text).astimezone()  # without a zone it is the time of this place
    except (ValueError, OverflowError) as error:
        raise OptionError(f"{shortened(text)} is not a date; write 2026-07-24 or 2026-07-24T18:00") from error


@contextlib.contextmanager
def store_to_read(file: str | None) -> Iterator[Store | None]:
    """Open a store; None before the first game was kept in the usual one."""
    from plyground.store import Store, default_store_file

    if file is None and not default_store_file().exists():
        yield None
        return
    with Store(file, read_only=True) as store:
        yield store


def find_game(store_file: str | None, game_number: int) -> StoredGame:
    """Return one game."""
    with store_to_read(store_file) as store:
        if store is None:
            raise UnknownRecordError(f"there is no game {game_number}")
        return store.game(game_number)
