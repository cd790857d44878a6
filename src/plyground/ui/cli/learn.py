"""`plyground learn`: an evaluation learned from games of self-play."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from plyground.errors import WeightsError
from plyground.ui.cli import _options as option
from plyground.ui.cli._game_command import game_command
from plyground.ui.cli._output import StatusLine, typed_command
from plyground.ui.cli._runs import EXIT_INTERRUPTED, RunOptions, stopped_by_interrupt, tell

if TYPE_CHECKING:
    from plyground.core.position import Position
    from plyground.learning.kept_learning import KeptLearning
    from plyground.learning.pools import TaskPool
    from plyground.learning.progress import Generation
    from plyground.store import Store


@game_command(shared=("seed",))
@click.option("--minutes", type=float, metavar="M", help="How long to learn; 5 by default.")
@option.number("--games", "Learn from N games instead: the same seed gives the same weights.", least=1)
@option.number("--seed", "Seed of all random choices.")
@option.number("--nodes", "Budget of each move.", default=1000, least=1)
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
@option.file("--output", "Where the weights go; else --evaluate learned.", dir_okay=False)
@option.gathered(
    RunOptions,
    "run",
    option.processes("one per core by default", least=1),
    option.cluster(),
    option.file("--store", "Where the run is kept.", dir_okay=False),
    option.file("--html", "Write a report with the learning curve.", dir_okay=False),
    option.json,
)
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
    run: RunOptions,
) -> None:
    """Learn an evaluation of GAME from games that it plays against itself.

    Each generation plays games, fits the weights of patterns of squares to them, and is accepted if it
    beats the one before in a match. The best one is written to a file of weights: by default to where
    --evaluate learned finds it.
    """
    from plyground.evaluation import find_evaluation, find_feature
    from plyground.evaluation.learned.finding import WEIGHTS
    from plyground.learning.kept_learning import KeptLearning, LearnSettings
    from plyground.learning.learn import DEFAULT_MINUTES, DEFAULT_SEED, chosen_pool, first_evaluation
    from plyground.store import Store

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
    pool = chosen_pool(run.processes, run.cluster)
    run.check()
    _check_output(output)
    with Store(run.store) as opened:
        _learn(KeptLearning.begin(opened, settings, game), pool, run)


def _names_in(text: str) -> Iterator[str]:
    """Yield the names of a list with commas."""
    return (name.strip() for name in text.split(",") if name.strip())


def _check_output(file: Path) -> None:
    from plyground.system.files import check_place

    if file.exists() and not file.is_file():
        raise WeightsError(f"{file} is not a file")
    file.parent.mkdir(parents=True, exist_ok=True)
    check_place(file)


def resume(opened: Store, id: str, run: RunOptions) -> None:
    """Resume a run; one that is over shows its result again."""
    from plyground.learning.kept_learning import KeptLearning
    from plyground.learning.learn import chosen_pool
    from plyground.learning.progress import Generation

    pool = chosen_pool(run.processes or None, run.cluster)
    kept = KeptLearning.open(opened, id)
    result = kept.result()
    if result is None:
        _learn(kept, pool, run)
    else:
        _show(kept, [Generation.of(each) for each in kept.generations()], result["output"], run)


def _learn(kept: KeptLearning, pool: TaskPool, options: RunOptions) -> None:
    """Learn to the end or to Ctrl-C, and show the learning curve."""
    from plyground.learning.generations import LearningRun

    options.announce(kept.id)
    status = StatusLine()
    shown = 0

    def report(text: str) -> None:
        status.clear()
        tell(text)

    def watch(progress: object) -> None:
        nonlocal shown
        while shown < len(run.generations):  # the last one is shown below, with the result
            report(told_generation(run.generations[shown]))
            shown += 1
        status.show(progress)

    run = LearningRun(kept, pool, watch=watch, tell=report)
    shown = len(run.generations)
    try:
        with stopped_by_interrupt(run.stop):
            found = run.run()
    finally:
        status.clear()
    if found is None:
        options.remind(kept.id)
        raise click.exceptions.Exit(EXIT_INTERRUPTED)
    _show(kept, run.generations, kept.settings.output, options)


def told_generation(generation: Generation) -> str:
    """Say in one line what a generation came to."""
    from plyground.learning.progress import told_error

    judged = "accepted" if generation.is_accepted else "rejected"
    held_out = generation.held_out_error
    error = "" if held_out is None else f"; held-out error {told_error(held_out)}"
    wrong = "" if generation.wrong_moves is None else f", {generation.wrong_moves:.1%} wrong moves"
    return (
        f"generation {generation.number}: {generation.games:,} games, "
        f"{generation.elo:+.0f} ± {generation.elo_error:.0f} Elo, {judged}{error}{wrong}"
    )


def _show(kept: KeptLearning, generations: list[Generation], file: str | None, run: RunOptions) -> None:
    from plyground.learning.report import curve_text, learning_page, summary

    settings = kept.settings
    found = f"weights: {file}" if file else f"nothing was better than {settings.start}"
    run.write(
        lambda: {**summary(settings, generations, file), "id": kept.id},
        lambda: f"{curve_text(generations)}\n{found}",
        page=lambda: learning_page(kept.id, settings, generations, file, typed_command()),
    )
