"""`plyground study exercise`: sheets about minimax and alpha-beta for a class."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plyground.ui.cli._output import file_option, json_option, write_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from plyground.study.tree.proof.proof_exercises import ProofExercise
    from plyground.study.tree.tree_exercises import Exercise


@click.command()
@click.option("--seed", type=int, default=0, metavar="N", help="The same seed makes the same sheet.")
@click.option(
    "--kind",
    metavar="KIND",
    help="mixed (the default), abstract, proof (proof numbers), or the name of a game.",
)
@click.option("--game", "game_file", metavar="FILE", help="Exercises of the game in this Python file.")
@click.option(
    "--count", type=click.IntRange(1, 50), default=4, metavar="N", help="Number of exercises. Default: 4."
)
@file_option("--html", "Write a sheet to be printed.")
@click.option("--solutions", is_flag=True, help="With the solutions.")
@json_option
def command(
    seed: int,
    kind: str | None,
    game_file: str | None,
    count: int,
    html: Path | None,
    solutions: bool,
    as_json: bool,
) -> None:
    """Make a sheet of exercises: trees whose values are to be filled in and whose cuts are to be marked."""
    from plyground.report.files import check_place, write_file
    from plyground.study.tree.proof.proof_exercises import make_proof_sheet
    from plyground.study.tree.sheet import sheet_page
    from plyground.study.tree.tree_exercises import PROOF, make_sheet

    if html is not None:
        check_place(html)
    kind = _chosen_kind(kind, game_file)
    exercises = make_proof_sheet(seed, count) if kind == PROOF else make_sheet(seed, kind, count)
    described = [_described(exercise, solutions) for exercise in exercises]
    if as_json:
        write_json({"seed": seed, "kind": kind, "exercises": described})
    else:
        click.echo("\n\n".join("\n".join(_lines(each)) for each in described))
    if html is not None:
        told = shlex.join(["plyground", *sys.argv[1:]])
        write_file(html, sheet_page(exercises, with_solutions=solutions, command=told))


def _chosen_kind(kind: str | None, game_file: str | None) -> str:
    from plyground.core.discovery import load_file
    from plyground.study.tree.tree_exercises import ABSTRACT, MIXED, PROOF

    if game_file is None:
        return kind or MIXED
    rules = load_file(game_file)
    if kind not in (None, rules.name, MIXED, ABSTRACT, PROOF):
        raise click.UsageError(f"--kind {kind} and --game {game_file} are two games; give one of them")
    return kind or rules.name


def _described_proof(exercise: ProofExercise, with_solution: bool) -> dict[str, Any]:
    from plyground.study.tree.proof.proof_wording import told_numbers

    tree, numbers = exercise.course.tree, exercise.course.numbers
    described: dict[str, Any] = {
        "number": exercise.number,
        "kind": exercise.kind,
        "told": exercise.told,
        "position": None,
        "tree": exercise.text,
    }
    if with_solution:
        described["numbers"] = {tree.name(node): told_numbers(numbers[node]) for node in exercise.asked}
        described["most_proving"] = tree.name(exercise.most_proving)
    return described


def _described(exercise: Exercise | ProofExercise, with_solution: bool) -> dict[str, Any]:
    from plyground.search.score import as_points
    from plyground.study.tree.abstract import write_tree
    from plyground.study.tree.answer_checking import first_skipped
    from plyground.study.tree.proof.proof_exercises import ProofExercise

    if isinstance(exercise, ProofExercise):
        return _described_proof(exercise, with_solution)
    tree = exercise.tree
    described: dict[str, Any] = {
        "number": exercise.number,
        "kind": exercise.kind,
        "told": exercise.told,
        "position": exercise.position and exercise.position.text,
        "tree": write_tree(tree),
    }
    if with_solution:
        inner = [node for node, leaf in enumerate(tree.leaves) if leaf is None]
        minimax, alphabeta = exercise.minimax, exercise.alphabeta
        described["values"] = {tree.name(node): as_points(minimax.scores[node]) for node in inner}
        described["cut"] = [tree.name(node) for node in first_skipped(alphabeta)]
    return described


def _lines(described: dict[str, Any]) -> Iterator[str]:
    """Write an exercise for people: what is not there has no line."""
    yield f"{described['number']}. {described['told']}"
    if described["position"]:
        yield f"   position: {described['position']}"
    yield f"   {described['tree']}"
    if "values" in described:
        values = (f"{name} = {value}" for name, value in described["values"].items())
        yield f"   values: {'; '.join(values)}"
        yield f"   never looked at: {'; '.join(described['cut']) or 'nothing'}"
    if "numbers" in described:
        numbers = (f"{name} = {pair}" for name, pair in described["numbers"].items())
        yield f"   numbers: {'; '.join(numbers)}"
        yield f"   most-proving node: {described['most_proving']}"
