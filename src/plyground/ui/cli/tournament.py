"""`plyground tournament`: many players, in one of several formats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from plyground.ui.cli import _options as option
from plyground.ui.cli._contests import begin_contest, contest_options, make_contest
from plyground.ui.cli._game_command import game_command
from plyground.ui.cli._runs import RunOptions

if TYPE_CHECKING:
    from plyground.core.position import Position

FORMATS = ("round-robin", "gauntlet", "swiss", "knockout")


@game_command(shared=("seed",), evaluates=True)
@click.argument("players", nargs=-1, required=True, metavar="PLAYER...")
@option.choice("--format", FORMATS, "round-robin", "Who meets whom.")
@option.number("--games", "Games of each encounter.", default=10, least=1)
@option.number("--rounds", "Rounds of a Swiss tournament.", least=1)
@contest_options
def command(
    position: Position,
    players: tuple[str, ...],
    format: str,
    games: int,
    rounds: int | None,
    run: RunOptions,
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
    begin_contest(contest, "tournament", run)
