"""Learning from the command line: with its progress, and so that a run can be resumed."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plyground.errors import WeightsError
from plyground.ui.cli._output import Destination, StatusLine, write_json
from plyground.ui.cli._resumable import (
    EXIT_INTERRUPTED,
    announce_resuming,
    resume_command,
    stopped_by_interrupt,
    tell,
)

if TYPE_CHECKING:
    from plyground.core.position import Game
    from plyground.learning.kept_learning import KeptLearning, LearnSettings
    from plyground.learning.pools import TaskPool
    from plyground.learning.progress import Generation
    from plyground.store import Store


def begin_learning(
    settings: LearnSettings, game: Game, store: Path | None, pool: TaskPool, output: Destination
) -> None:
    """Begin a new run, and show what it learns."""
    from plyground.learning.kept_learning import KeptLearning
    from plyground.store import Store
    from plyground.system.files import check_place

    output.check()
    place = Path(settings.output)
    if place.exists() and not place.is_file():
        raise WeightsError(f"{place} is not a file")
    place.parent.mkdir(parents=True, exist_ok=True)
    check_place(place)
    with Store(store) as opened:
        kept = KeptLearning.begin(opened, settings, game)
        show_run(kept, store, pool, output)


def resume_learning(opened: Store, id: str, store: Path | None, pool: TaskPool, output: Destination) -> None:
    """Resume a run; one that is over shows its result again."""
    from plyground.learning.kept_learning import KeptLearning
    from plyground.learning.progress import Generation

    output.check()
    kept = KeptLearning.open(opened, id)
    result = kept.result()
    if result is None:
        show_run(kept, store, pool, output)
        return
    _show(kept, [Generation.of(each) for each in kept.generations()], result["output"], output)


def show_run(kept: KeptLearning, store: Path | None, pool: TaskPool, output: Destination) -> None:
    """Learn to the end or to Ctrl-C, and show the learning curve."""
    from plyground.learning.generations import LearningRun

    announce_resuming(kept.id, store)
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
        tell(f"{resume_command(kept.id, store)} resumes it")
        raise click.exceptions.Exit(EXIT_INTERRUPTED)
    _show(kept, run.generations, kept.settings.output, output)


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


def _show(kept: KeptLearning, generations: list[Generation], file: str | None, output: Destination) -> None:
    from plyground.learning.report import curve_text, learning_page, summary
    from plyground.system.files import write_file

    settings = kept.settings
    if output.as_json:
        content: dict[str, Any] = summary(settings, generations, file)
        write_json({**content, "id": kept.id})
    else:
        click.echo(curve_text(generations))
        click.echo(f"weights: {file}" if file else f"nothing was better than {settings.start}")
    if output.html is not None:
        command = shlex.join(["plyground", *sys.argv[1:]])
        write_file(output.html, learning_page(kept.id, settings, generations, file, command))
