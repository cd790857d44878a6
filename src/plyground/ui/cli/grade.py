"""`plyground grade`: files that a class handed in, against a field."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from plyground.system.prctl import hide_memory
from plyground.ui.cli import _options as option
from plyground.ui.cli._game_command import GameCommand
from plyground.ui.cli._output import StatusLine, typed_command
from plyground.ui.cli._runs import RunOptions, tell, time_left

if TYPE_CHECKING:
    from plyground.core.position import Position
    from plyground.grading.handed_in import HandIn
    from plyground.grading.kept_grading import KeptGrading
    from plyground.store import Store
    from plyground.tournament.contest_running import ContestProgress
    from plyground.tournament.game_pools import GamePool


class GradeCommand(GameCommand):
    """A command about a game that takes no file for the game unless an option says so.

    Whoever forgets to name the game gives a hand-in first, and that must not be loaded here.
    """

    def find_name(self, context: click.Context, args: list[str]) -> str | None:
        """Return the game that is asked for.

        Raises:
            UsageError: it is a file, and not given with --game.
        """
        name = super().find_name(context, args)
        is_given = any(word == "--game" or word.startswith("--game=") for word in args)
        if name is not None and name.endswith(".py") and not is_given:
            raise click.UsageError(f"which game? {name} comes first; a game in a file is given with --game")
        return name


@click.command(cls=GradeCommand, shared=("seed",))
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--against", multiple=True, metavar="PLAYER", help="An opponent; may be repeated.")
@click.option("--class", "meets_class", is_flag=True, help="Let all hand-ins play each other.")
@click.option(
    "--as",
    "play_as",
    default="greedy",
    metavar="PLAYER",
    help="What heuristics play as: greedy, alphabeta:depth=3.",
)
@option.number("--games", "Games against each opponent.", default=10, least=1)
@click.option("--seconds", type=float, default=2.0, metavar="S", help="Time per move; 2 by default.")
@click.option("--memory", type=int, default=1024, metavar="MB", help="Memory of a hand-in; 1024 by default.")
@option.choice("--sandbox", ("auto", "always", "never"), "auto", "Use bubblewrap, or go without.")
@click.option(
    "--forbid",
    multiple=True,
    type=click.Choice(("engine",)),
    help="What hand-ins may not use: engine, the search of Plyground.",
)
@option.number("--opening-plies", "Random plies first; 4 by default.", default=4, least=0)
@option.seed
@option.gathered(
    RunOptions,
    "run",
    option.processes("0: referee in this process"),
    option.store,
    option.file("--html", "Write a report."),
    option.file("--csv", "Write a row for every hand-in."),
)
@option.file("--gradescope", "Write results.json of Gradescope: a file, or one each into a folder.", "PLACE")
@option.json
def command(
    position: Position,
    files: tuple[str, ...],
    against: tuple[str, ...],
    meets_class: bool,
    play_as: str,
    games: int,
    seconds: float,
    memory: int,
    sandbox: str,
    forbid: tuple[str, ...],
    opening_plies: int,
    seed: int,
    gradescope: Path | None,
    run: RunOptions,
) -> None:
    """Let hand-ins play GAME against a field, each other, or both.

    Each FILE holds somebody's heuristic or player; FILE.py:NAME says which one is meant, and a
    folder stands for all Python files in it and below. Every hand-in runs in a process of its own,
    with limits, in a sandbox.
    """
    _check_system()
    if not against and not meets_class:
        raise click.UsageError("no opponents: give --against PLAYER, --class, or both")
    from plyground.grading.grading import Terms, prepare
    from plyground.grading.kept_grading import KeptGrading
    from plyground.grading.limits import HandInLimits
    from plyground.grading.sandbox import is_wanted
    from plyground.store import Store
    from plyground.tournament.contest import read_entrant

    if gradescope is not None and gradescope.suffix == ".json" and not _is_one(files):
        raise click.UsageError(f"{gradescope} holds the result of one hand-in; give a folder for several")
    run.check()
    if gradescope is not None:
        _check_gradescope(gradescope)
    terms = Terms(
        start=position,
        field=tuple(map(read_entrant, against)),
        play_as=play_as,
        pairs=-(-games // 2),
        opening_plies=opening_plies,
        limits=HandInLimits(seconds, memory),
        has_sandbox=is_wanted(sandbox),
        seed=seed,
        meets_class=meets_class,
        forbidden=tuple(dict.fromkeys(forbid)),
    )
    pool = run.pool()
    if is_root():
        tell("warning: do not grade as root: some limits do not hold for root")
    with Store(run.store) as opened:
        with StatusLine() as line:
            grading = prepare(files, terms, lambda *place: line.show(_looking(*place)))
        _grade(KeptGrading.begin(opened, grading, typed_command()), pool, run, gradescope)


def resume(opened: Store, id: str, run: RunOptions) -> None:
    """Resume a grading; one that is over shows its result again."""
    _check_system()
    from plyground.grading.kept_grading import KeptGrading

    _grade(KeptGrading.open(opened, id), run.pool(), run)


def _grade(kept: KeptGrading, pool: GamePool, run: RunOptions, gradescope: Path | None = None) -> None:
    """Play what is left of a grading, and show the marks."""
    from plyground.grading import written
    from plyground.grading.marks import marks_of
    from plyground.system.files import write_file

    with run.resumable(kept) as status:
        games = kept.run(pool, lambda progress: status.show(_playing(progress)))
    grading, marks = kept.settings, marks_of(kept.settings, games)
    run.write(
        lambda: written.marks_json(kept.id, grading, marks),
        lambda: written.marks_text(grading, marks),
        page=lambda: written.marks_page(kept.id, grading, marks),
        rows=lambda: written.marks_csv(marks),
    )
    if gradescope is not None:
        for file, mark in written.gradescope_files(gradescope, marks).items():
            write_file(file, json.dumps(written.gradescope_results(grading, mark), indent=1))


def _check_gradescope(place: Path) -> None:
    from plyground.system.files import check_place

    if place.suffix == ".json":
        check_place(place)
    else:
        place.mkdir(parents=True, exist_ok=True)


def is_root() -> bool:
    """Tell whether the system lets this user do anything."""
    return os.geteuid() == 0


def _check_system() -> None:
    """Refuse to run files of strangers where nothing would hold them back, and hide from them."""
    if sys.platform != "linux":
        raise click.UsageError("grade needs Linux, which confines the hand-ins")
    hide_memory()


def _is_one(files: tuple[str, ...]) -> bool:
    """Tell whether one hand-in is given, be it in a folder."""
    from plyground.grading.handed_in import read_hand_ins

    return len(read_hand_ins(files)) == 1


def _looking(number: int, count: int, hand_in: HandIn) -> str:
    return f"looking at hand-in {number + 1} of {count}: {hand_in.name}"


def _playing(progress: ContestProgress) -> str:
    return f"game {len(progress.results)} of {progress.total}{time_left(progress.seconds_left)}"
