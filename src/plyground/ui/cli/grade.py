"""`plyground grade`: files that a class handed in, against a field."""

from __future__ import annotations

import json
import os
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from plyground.system.prctl import hide_memory
from plyground.ui.cli._contest_runs import chosen_pool
from plyground.ui.cli._game_command import GameCommand
from plyground.ui.cli._output import (
    Destination,
    StatusLine,
    file_option,
    json_option,
    seed_option,
    store_option,
    write_json,
)
from plyground.ui.cli._resumable import resumable, time_left

if TYPE_CHECKING:
    from plyground.core.position import Position
    from plyground.grading.handed_in import HandIn
    from plyground.grading.kept_grading import KeptGrading
    from plyground.store import Store
    from plyground.store.records import GameRecord
    from plyground.tournament.contest_running import ContestProgress
    from plyground.tournament.game_pools import GamePool


@dataclass(frozen=True)
class GradingOutput(Destination):
    """What is written when a grading is over: a table or JSON, and files."""

    gradescope: Path | None = None

    def check(self) -> None:
        """Make sure that the files can be written, before there is anything to lose."""
        from plyground.system.files import check_place

        super().check()
        if self.gradescope is not None and self.gradescope.suffix == ".json":
            check_place(self.gradescope)
        elif self.gradescope is not None:
            self.gradescope.mkdir(parents=True, exist_ok=True)

    def write(self, kept: KeptGrading, games: dict[int, GameRecord]) -> None:
        """Write all of it."""
        from plyground.grading.marks import marks_of
        from plyground.grading.written import (
            gradescope_files,
            gradescope_results,
            marks_csv,
            marks_json,
            marks_page,
            marks_text,
        )
        from plyground.system.files import write_file

        marks = marks_of(kept.grading, games)
        if self.as_json:
            write_json(marks_json(kept.id, kept.grading, marks))
        else:
            click.echo(marks_text(kept.grading, marks))
        if self.html is not None:
            write_file(self.html, marks_page(kept.id, kept.grading, marks, kept.command))
        if self.csv is not None:
            write_file(self.csv, marks_csv(marks))
        if self.gradescope is not None:
            for file, mark in gradescope_files(self.gradescope, marks).items():
                write_file(file, json.dumps(gradescope_results(kept.grading, mark), indent=1))


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
@click.option("--games", type=click.IntRange(1), default=10, metavar="N", help="Games against each opponent.")
@click.option("--seconds", type=float, default=2.0, metavar="S", help="Time per move; 2 by default.")
@click.option("--memory", type=int, default=1024, metavar="MB", help="Memory of a hand-in; 1024 by default.")
@click.option(
    "--sandbox",
    type=click.Choice(("auto", "always", "never")),
    default="auto",
    help="Use bubblewrap, or go without.",
)
@click.option(
    "--forbid",
    multiple=True,
    type=click.Choice(("engine",)),
    help="What hand-ins may not use: engine, the search of Plyground.",
)
@click.option(
    "--opening-plies",
    type=click.IntRange(0),
    default=4,
    metavar="N",
    help="Random plies first; 4 by default.",
)
@seed_option
@click.option(
    "--processes", type=click.IntRange(0), metavar="N", help="Games at once; 0: referee in this process."
)
@store_option
@file_option("--html", "Write a report.")
@file_option("--csv", "Write a row for every hand-in.")
@click.option(
    "--gradescope",
    type=click.Path(path_type=Path),
    metavar="PLACE",
    help="Write results.json of Gradescope: a file, or one each into a folder.",
)
@json_option
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
    processes: int | None,
    store: Path | None,
    html: Path | None,
    csv: Path | None,
    gradescope: Path | None,
    as_json: bool,
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

    output = GradingOutput(as_json, html, csv, gradescope)
    if gradescope is not None and gradescope.suffix == ".json" and not _is_one(files):
        raise click.UsageError(f"{gradescope} holds the result of one hand-in; give a folder for several")
    output.check()
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
    pool = chosen_pool(processes, None)
    if is_root():
        click.echo("plyground: warning: do not grade as root: some limits do not hold for root", err=True)
    with Store(store) as opened:
        line = StatusLine()
        try:
            grading = prepare(files, terms, lambda *place: line.show(_looking(*place)))
        finally:
            line.clear()
        kept = KeptGrading.begin(opened, grading, shlex.join(["plyground", *sys.argv[1:]]))
        _run_kept(kept, store, pool, output)


def resume(
    opened: Store, event_id: str, store: Path | None, processes: int | None, output: GradingOutput
) -> None:
    """Resume a grading that was interrupted."""
    _check_system()
    from plyground.grading.kept_grading import KeptGrading

    _run_kept(KeptGrading.open(opened, event_id), store, chosen_pool(processes, None), output)


def _run_kept(kept: KeptGrading, store: Path | None, pool: GamePool, output: GradingOutput) -> None:
    status = StatusLine()
    with resumable(kept, store, status):
        games = kept.run(pool, lambda progress: status.show(_playing(progress)))
    output.write(kept, games)


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
