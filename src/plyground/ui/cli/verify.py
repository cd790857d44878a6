"""`plyground verify`: does a game keep its promises?"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import click

from plyground.errors import IllegalMoveError, NotationError, PositionError
from plyground.ui.cli import _options as option
from plyground.ui.cli._game_command import game_command
from plyground.ui.cli._output import write_json

if TYPE_CHECKING:
    from plyground.core.position import Position


@game_command()
@click.option(
    "--plies", type=click.IntRange(1), default=500, show_default=True, help="How many moves to play."
)
@click.option("--walk", "walk_seed", type=int, default=0, show_default=True, help="Seed of the random moves.")
@option.json
def command(position: Position, plies: int, walk_seed: int, as_json: bool) -> None:
    """Check the rules of GAME along random games: moves, texts, symmetries, hashes, results.

    If the game brings its own exact search, its values near the end are compared with plain minimax; early
    decisions are compared with a solver that does not know them. Illustrations, lessons and openings with
    names have to be legal.
    """
    from plyground.core.conformance import ConformanceError, check_game
    from plyground.core.lessons import TeachingError, check_teaching
    from plyground.core.opening_names import check_openings
    from plyground.solving.solver_conformance import check_decided, check_exact_search

    chance = random.Random(walk_seed)
    choices = [chance.randrange(1 << 16) for _ in range(plies)]
    try:
        checked = check_game(position.game, choices)
        check_teaching(position.game)
        check_openings(position.game)
        check_exact_search(position.game, choices)
        decisions = check_decided(position.game, choices)
    except (ConformanceError, TeachingError, NotationError, PositionError, IllegalMoveError) as error:
        # The command was used well: it is the game that failed.
        raise click.ClickException(str(error)) from error
    if as_json:
        write_json({"game": position.game.name, "positions": checked, "decisions": decisions._asdict()})
        return
    click.echo(f"{position.game.name} keeps every promise at {checked} positions")
    if decisions.met:
        told = f"{decisions.confirmed} of {decisions.met} early decisions"
        click.echo(f"{told} are confirmed by a search without them")
