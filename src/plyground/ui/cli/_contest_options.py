"""The options that `match` and `tournament` share, and what they make of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plyground.ui.cli._output import file_option, html_option, json_option, seed_option, store_option

if TYPE_CHECKING:
    from plyground.core.position import Position
    from plyground.tournament.contest import Contest

MOST_LAYOUTS = 8
"""As many as two players can be kept ready for (`game_task.MOST_PLAYERS_KEPT`)."""

_OPTIONS = (
    click.option("--seconds", type=float, metavar="S", help="Time per move."),
    click.option("--clock", metavar="S+I", help="S seconds for the game and I more per move."),
    file_option("--openings", "Start positions."),
    click.option(
        "--opening-plies", type=int, default=4, metavar="N", help="Random plies to start with; 4 by default."
    ),
    click.option("--biased", is_flag=True, help="Random openings between win and draw, not even ones."),
    click.option(
        "--layouts",
        type=click.IntRange(1, MOST_LAYOUTS),
        default=1,
        metavar="N",
        help="Play on N layouts of a board that chance lays out, in turn.",
    ),
    click.option("--resign", metavar="P,N", help="Adjudicate a loss: P points behind for N moves."),
    click.option(
        "--draw", metavar="P,N,M", help="Adjudicate a draw: within P points for N moves, after M moves."
    ),
    click.option("--adjudicate", type=click.Choice(["proved"]), help="End a game when its result is proved."),
    click.option("--most-moves", type=int, metavar="N", help="Adjudicate a draw after N moves each."),
    seed_option,
    click.option(
        "--processes", type=click.IntRange(0), metavar="N", help="Games at once; 0 plays in this process."
    ),
    click.option("--cluster", metavar="ADDRESS", help="Play on the Dask cluster behind this scheduler."),
    store_option,
    html_option,
    file_option("--csv", "Write a row for every game."),
    json_option,
)


def contest_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options to a command."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def make_contest(
    position: Position,
    players: tuple[str, ...],
    *,
    seconds: float | None,
    clock: str | None,
    openings: Path | None,
    opening_plies: int,
    resign: str | None,
    draw: str | None,
    most_moves: int | None,
    adjudicate: str | None,
    seed: int,
    **settings: Any,
) -> Contest:
    """Make a contest from what was given on the command line, and check all of it."""
    from plyground.core.discovery import source_of
    from plyground.match.judging import Conditions, read_adjudication
    from plyground.search.limit import Clock, Limit
    from plyground.tournament.contest import Contest, read_entrant
    from plyground.tournament.openings import read_openings

    game = position.game
    Limit(seconds=seconds)  # complains of what is no time
    contest = Contest(
        game=source_of(game.rules),
        options=game.option_texts,
        entrants=tuple(map(read_entrant, players)),
        start="" if position == game.start() else position.text,
        opening_plies=opening_plies,
        positions=tuple(read_openings(game, openings)) if openings is not None else (),
        conditions=Conditions(
            seconds,
            None if clock is None else Clock.read(clock),
            read_adjudication(resign, draw, most_moves, adjudicate),
        ),
        seed=seed,
        **settings,
    )
    contest.check()
    return contest
