"""`plyground match`: two players, many games, and what they say about the two."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from plyground.ui.cli import _options as option
from plyground.ui.cli._contests import begin_contest, contest_options, make_contest
from plyground.ui.cli._game_command import game_command
from plyground.ui.cli._runs import RunOptions

if TYPE_CHECKING:
    from plyground.core.position import Position

DEFAULT_GAMES = 100
MOST_GAMES_OF_A_TEST = 20_000


@game_command(shared=("seed",), evaluates=True)
@click.argument("players", nargs=2, metavar="PLAYER PLAYER")
@option.number("--games", "How many games; 100 by default.", least=1)
@click.option("--sprt", metavar="E0,E1", help="Stop when it is clear whether PLAYER is E0 or E1 Elo better.")
@contest_options
def command(
    position: Position,
    players: tuple[str, str],
    games: int | None,
    sprt: str | None,
    run: RunOptions,
    **settings: Any,
) -> None:
    """Play a match of GAME between two players, in pairs of games with the sides swapped.

    A player is a text such as random, greedy:best, engine:seconds=1, level:3, program:COMMAND,
    plyground:PATH (another installed Plyground) or FILE.py:NAME; strong=engine:seconds=1 gives it a name.
    """
    if sprt is not None:
        from plyground.tournament.sprt import Sprt

        Sprt.read(sprt)  # complains of what is no test
    count = games or (DEFAULT_GAMES if sprt is None else MOST_GAMES_OF_A_TEST)
    contest = make_contest(position, players, pairs=-(-count // 2), sprt=sprt, **settings)
    begin_contest(contest, "match", run)
