"""`plyground study exercise`: sheets about minimax and alpha-beta for a class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from plyground.ui.cli import _options as option
from plyground.ui.cli._output import Output, typed_command

if TYPE_CHECKING:
    from collections.abc import Iterator

    from plyground.study.tree.exercise_families import AnyExercise


@click.command()
@option.number("--seed", "The same seed makes the same sheet.", default=0)
@click.option(
    "--kind",
    metavar="KIND",
    help="mixed (the default), abstract, proof (proof numbers), selection or backup (UCT), or a game.",
)
@click.option("--game", "game_file", metavar="FILE", help="Exercises of the game in this Python file.")
@option.number("--count", "Number of exercises. Default: 4.", default=4, least=1, most=50)
@option.file("--html", "Write a sheet to be printed.")
@click.option("--solutions", is_flag=True, help="With the solutions.")
@option.gathered(Output, "output", option.json)
def command(
    seed: int,
    kind: str | None,
    game_file: str | None,
    count: int,
    solutions: bool,
    output: Output,
) -> None:
    """Make a sheet of exercises: trees whose values are to be filled in and whose cuts are to be marked."""
    from plyground.study.tree.exercise_families import make_sheet
    from plyground.study.tree.sheet import sheet_page

    output.check()
    kind = _chosen_kind(kind, game_file)
    exercises = make_sheet(seed, kind, count)
    output.write(
        lambda: {
            "seed": seed,
            "kind": kind,
            "exercises": [_described(each, solutions) for each in exercises],
        },
        lambda: "\n\n".join("\n".join(_lines(exercise, solutions)) for exercise in exercises),
        page=lambda: sheet_page(exercises, with_solutions=solutions, command=typed_command()),
    )


def _chosen_kind(kind: str | None, game_file: str | None) -> str:
    from plyground.core.discovery import known_games, load_file
    from plyground.study.tree.tree_exercises import MIXED

    if game_file is None:
        return kind or MIXED
    rules = load_file(game_file)
    if kind != rules.name and kind in known_games():
        raise click.UsageError(f"--kind {kind} and --game {game_file} are two games; give one of them")
    return kind or rules.name


def _described(exercise: AnyExercise, with_solution: bool) -> dict[str, Any]:
    return {
        "number": exercise.number,
        "kind": exercise.kind,
        "told": exercise.told,
        "position": exercise.position and exercise.position.text,
        "tree": exercise.text,
        **(exercise.solution() if with_solution else {}),
    }


def _lines(exercise: AnyExercise, with_solution: bool) -> Iterator[str]:
    """Write an exercise for people: what is not there has no line."""
    yield f"{exercise.number}. {exercise.told}"
    if exercise.position is not None:
        yield f"   position: {exercise.position.text}"
    yield f"   {exercise.text}"
    for line in exercise.written_solution() if with_solution else ():
        yield f"   {line}"
