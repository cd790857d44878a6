"""`plyground tournament`: many players, in one of several formats."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plyground.ui.cli._contest_options import contest_options, make_contest
from plyground.ui.cli._contest_runs import ContestOutput, begin_contest, chosen_pool
from plyground.ui.cli._game_command import game_command

if TYPE_CHECKING:
    from plyground.core.position import Position

FORMATS = ("round-robin", "gauntlet", "swiss", "knockout")


@game_command(shared=("seed",), evaluates=True)
@click.argument("players", nargs=-1, required=True, metavar="PLAYER...")
@click.option("--format", type=click.Choice(FORMATS), default="round-robin", help="Who meets whom.")
@click.option("--games", type=click.IntRange(1), default=10, metavar="N", help="Games of each encounter.")
@click.option("--rounds", type=click.IntRange(1), metavar="N", help="Rounds of a Swiss tournament.")
@contest_options
def command(
    position: Position,
    players: tuple[str, ...],
    format: str,
    games: int,
    rounds: int | None,
    store: Path | None,
    processes: int | None,
    cluster: str | None,
    html: Path | None,
    csv: Path | None,
    as_json: bool,
    **settings: Any,
) -> None:
    """Play a tournament of GAME between many players.

    round-robin: everybody meets everybody. gauntlet: the first meets all others. swiss: players
    with similar scores meet. knockout: the loser of an encounter is out.
    """
    contest = make_contest(
        position,
        players,
        format=format,
        pairs=-(-games // 2),
        rounds=rounds or max(1, (len(players) - 1).bit_length()),
        **settings,
    )
    begin_contest(
        contest,
        "tournament",
        store=store,
        pool=chosen_pool(processes, cluster),
        output=ContestOutput(as_json, html, csv),
    )
