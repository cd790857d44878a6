"""`plyground learn`: an evaluation learned from games of self-play."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from plyground.ui.cli._game_command import game_command
from plyground.ui.cli._output import Destination, json_option

if TYPE_CHECKING:
    from plyground.core.position import Position

FILE = click.Path(path_type=Path, dir_okay=False)


@game_command(shared=("seed",))
@click.option("--minutes", type=float, metavar="M", help="How long to learn; 5 by default.")
@click.option(
    "--games",
    type=click.IntRange(1),
    metavar="N",
    help="Learn from N games instead: the same seed gives the same weights.",
)
@click.option("--seed", type=int, metavar="N", help="Seed of all random choices.")
@click.option("--nodes", type=click.IntRange(1), default=1000, metavar="N", help="Budget of each move.")
@click.option(
    "--from", "start", metavar="HEURISTIC", help="The evaluation of the first games, or 'neutral' for none."
)
@click.option(
    "--features",
    metavar="NAMES",
    help="Heuristics to weigh beside the patterns, as in 'piece,mobility'; those that the game names.",
)
@click.option(
    "--front", metavar="NAME", default="", help="A heuristic that counts alone wherever it is not 0."
)
@click.option("--output", type=FILE, metavar="FILE", help="Where the weights go; else --evaluate learned.")
@click.option(
    "--processes", type=click.IntRange(1), metavar="N", help="Games at once; one per core by default."
)
@click.option("--cluster", metavar="ADDRESS", help="Play on the Dask cluster behind this scheduler.")
@click.option("--store", type=FILE, metavar="FILE", help="Where the run is kept.")
@click.option("--html", type=FILE, metavar="FILE", help="Write a report with the learning curve.")
@json_option
def command(
    position: Position,
    minutes: float | None,
    games: int | None,
    seed: int | None,
    nodes: int,
    start: str | None,
    features: str | None,
    front: str,
    output: Path | None,
    processes: int | None,
    cluster: str | None,
    store: Path | None,
    html: Path | None,
    as_json: bool,
) -> None:
    """Learn an evaluation of GAME from games that it plays against itself.

    Each generation plays games, fits the weights of patterns of squares to them, and is accepted if it
    beats the one before in a match. The best one is written to a file of weights: by default to where
    --evaluate learned finds it.
    """
    from plyground.evaluation import find_evaluation, find_feature
    from plyground.evaluation.learned.finding import WEIGHTS
    from plyground.learning.kept_learning import LearnSettings
    from plyground.learning.learn import DEFAULT_MINUTES, DEFAULT_SEED, chosen_pool, first_evaluation
    from plyground.ui.cli._learn_runs import begin_learning

    game = position.game
    if position != game.start():
        raise click.UsageError("games are learned from their start; leave --position and --play out")
    if minutes is not None and games is not None:
        raise click.UsageError("--minutes and --games are two ways to say how long; give one of them")
    if minutes is None and games is None:
        minutes = DEFAULT_MINUTES
    if output is None:
        output = WEIGHTS.folder / WEIGHTS.name(game.name, game.rows, game.columns)
    start = first_evaluation(game) if start is None else start
    named = game.rules.learned_features if features is None else tuple(_names_in(features))
    find_evaluation(game, start)
    for each in (*named, *filter(None, (front,))):
        find_feature(game, each)
    settings = LearnSettings.of(
        game,
        start=start,
        seed=DEFAULT_SEED if seed is None else seed,
        nodes=nodes,
        minutes=minutes,
        games=games,
        output=str(output.absolute()),
        features=named,
        front=front,
    )
    begin_learning(settings, game, store, chosen_pool(processes, cluster), Destination(as_json, html))


def _names_in(text: str) -> Iterator[str]:
    """Yield the names of a list with commas."""
    return (name.strip() for name in text.split(",") if name.strip())
