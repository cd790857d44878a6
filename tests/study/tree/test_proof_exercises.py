"""Exercises about proof numbers: the same for everybody, with true solutions, and every answer explained."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.errors import OptionError
from plyground.study.tree.exercise_families import make_sheet
from plyground.study.tree.proof.proof_exercises import (
    PROOF,
    make_proof_exercise,
    read_numbers,
)
from plyground.study.tree.proof.proof_tree import Numbers
from plyground.study.tree.sheet import sheet_page
from tests.ui.cli.running import json_of, output_of

from .test_proof import slow_numbers

SEEDS = range(1, 31)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_solution_is_what_a_slow_twin_finds(seed: int) -> None:
    exercise = make_proof_exercise(seed, 1)
    course, asked = exercise.course, exercise.asked
    tree = course.tree
    numbers = {node: slow_numbers(tree, node, set(asked), course) for node in asked}
    assert 4 <= len(asked) <= 6
    leaf = 0
    while not tree.is_leaf(leaf):
        column = 0 if tree.is_max(leaf) else 1
        below = tree.children[leaf]
        leaf = min(below, key=lambda child: slow_numbers(tree, child, set(asked), course)[column])
    checked = exercise.judge(numbers, [leaf])
    assert checked.is_solved
    assert checked.cuts[0].told.startswith("Select the most-proving node, root → ")
    assert leaf in exercise.candidates


def test_a_seed_makes_a_sheet() -> None:
    assert make_sheet(7, PROOF, 3) == make_sheet(7, PROOF, 3)
    assert make_sheet(7, PROOF, 3) != make_sheet(8, PROOF, 3)
    assert len({each.text for each in make_sheet(7, PROOF, 10)}) > 5


def test_wrong_answers_are_explained() -> None:
    exercise = make_proof_exercise(3, 1)
    assert exercise.text == "(((1/1 1/1) (0/∞ ∞/0)) (1/1 0/∞ 1/1))"
    right = {node: exercise.course.numbers[node] for node in exercise.asked}
    tree = exercise.course.tree
    named = {tree.name(node): node for node in range(len(tree))}
    a, b = named["a"], named["b"]

    def told(node: int, given: Numbers, **others: Numbers) -> str:
        answers = {**right, **{named[name]: numbers for name, numbers in others.items()}, node: given}
        [verdict] = [each for each in exercise.judge(answers, []).values if each.node == node]
        assert not verdict.is_right
        return verdict.told

    assert (
        told(b, Numbers(1, 2))
        == "The other way round, the proof number first: pn = 1 + 0 + 1 = 2, dn = min(1, ∞, 1) = 1."
    )
    assert told(b, Numbers(5, 5)) == "It is not 5/5. AND: pn = 1 + 0 + 1 = 2, dn = min(1, ∞, 1) = 1."
    first = told(0, Numbers(5, 5), a=Numbers(9, 9))
    assert first == "First find the numbers below it; then OR has the smallest pn, and the sum of their dn."
    assert a in right


def test_a_wrong_leaf_is_explained_to_who_found_the_numbers() -> None:
    exercise = make_proof_exercise(3, 1)
    right = {node: exercise.course.numbers[node] for node in exercise.asked}
    tree = exercise.course.tree
    named = {tree.name(node): node for node in exercise.candidates}
    assert exercise.judge(right, [named["b a"]]).cuts[0].told == (
        "At the root (OR) the path does not lead to b: a has pn 1, less than 2."
    )
    assert exercise.judge(right, [named["a a b"]]).cuts[0].told == (
        "At a a (OR) the path does not lead to a a b: a a a has the same pn, 1, and comes first."
    )
    assert exercise.judge({}, [named["b a"]]).cuts[0].told == (
        "It is another one. First find all numbers; they lead to it from the root."
    )
    checked = exercise.judge(right, [0, 999])
    assert checked.cuts == []
    assert checked.has_open_cuts
    assert not checked.is_solved


def test_pairs_are_read() -> None:
    assert read_numbers("2/3") == Numbers(2, 3)
    assert read_numbers(" ∞ / 0 ") == read_numbers("inf/0") == Numbers(float("inf"), 0)
    for text in ("", "2", "2/", "-1/2", "1e3/2", "2/3/4", "nan/0"):
        with pytest.raises(OptionError, match="is no pair of numbers, such as 2/3"):
            read_numbers(text)


def test_a_sheet_hides_what_its_solutions_show() -> None:
    sheet = make_sheet(3, PROOF, 2)
    plain, solved = (sheet_page(sheet, with_solutions=each, command="plyground") for each in (False, True))
    assert "Proof numbers, sheet 3" in plain
    assert plain.count('class="exercise"') == 2
    assert "Select the most-proving node" not in plain
    assert "Select the most-proving node" in solved
    assert 'class="branch chosen"' not in plain
    assert 'class="branch chosen"' in solved


def test_the_command_makes_a_sheet(tmp_path: Path) -> None:
    words = ["study", "exercise", "--seed", "3", "--kind", "proof", "--count", "1"]
    assert "numbers:" not in output_of(*words, "--html", str(tmp_path / "sheet.html"))
    assert output_of(*words, "--solutions").splitlines()[2:] == [
        "   numbers: the root = 1/3; a = 1/2; a a = 1/2; a b = 0/∞; b = 2/1",
        "   most-proving node: a a a",
    ]
    [exercise] = json_of(*words, "--solutions")["exercises"]
    assert (exercise["numbers"]["a b"], exercise["most_proving"]) == ("0/∞", "a a a")
