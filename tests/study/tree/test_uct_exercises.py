"""Exercises about UCT: the same for everybody, with true solutions, and every answer explained."""

from __future__ import annotations

import math

import pytest

from plyground.errors import OptionError
from plyground.study.tree.columns import ROOT
from plyground.study.tree.exercise_families import AnyExercise, GivenAnswers, make_sheet
from plyground.study.tree.sheet import sheet_page
from plyground.study.tree.uct.backup_exercises import BACKUP, make_backup_exercise, read_fraction
from plyground.study.tree.uct.selection_exercises import SELECTION, make_selection_exercise
from tests.ui.cli.running import json_of, output_of

SEEDS = range(1, 31)


def fractions(exercise: AnyExercise) -> dict[int, tuple[int, int]]:
    """Read sum and visits as they stand on the sheet."""
    shown = exercise.shown
    return {node: read_fraction(str(shown[node])) for node in range(1, len(shown))}


@pytest.mark.parametrize("seed", SEEDS)
def test_bounds_and_the_selected_child_are_right(seed: int) -> None:
    exercise = make_selection_exercise(seed, 1)
    stands = fractions(exercise)
    above = int(str(exercise.shown[ROOT])) if exercise.at == ROOT else stands[exercise.at][1]
    bounds = {
        node: stands[node][0] / stands[node][1] + 1.414 * math.sqrt(math.log(above) / stands[node][1])
        for node in exercise.asked
    }
    best = max(bounds, key=lambda node: bounds[node])
    rounded = {node: round(bound, 1) for node, bound in bounds.items()}
    assert len(bounds) > 1
    assert exercise.check(GivenAnswers(bounds, {}, [best])).is_solved
    assert exercise.check(GivenAnswers(rounded, {}, [best])).is_solved
    for other in {*exercise.candidates} - {best}:
        assert not exercise.check(GivenAnswers(bounds, {}, [other])).is_solved


@pytest.mark.parametrize("seed", SEEDS)
def test_a_result_changes_the_way_and_nothing_else(seed: int) -> None:
    exercise = make_backup_exercise(seed, 1)
    stands, tree = fractions(exercise), exercise.tree
    node, _, result = exercise.simulation
    path = tree.path(node)
    texts = {}
    for each in exercise.asked:
        total, visits = stands[each]
        moves = tree.path(each)
        if moves == path[: len(moves)]:
            total += result if len(moves) % 2 == 1 else -result  # MAX moved to odd plies
            visits += 1
        texts[each] = f"{total}/{visits}"
    assert stands[node] == (0, 0)
    assert {1, node} <= {*exercise.asked}
    assert exercise.check(GivenAnswers({}, texts, [])).is_solved
    assert not exercise.check(GivenAnswers({}, {**texts, node: "0/1"}, [])).is_solved
    assert not exercise.check(GivenAnswers({}, {1: texts[1]}, [])).is_solved


@pytest.mark.parametrize("kind", [SELECTION, BACKUP])
def test_a_seed_makes_a_sheet(kind: str) -> None:
    sheet = make_sheet(7, kind, 10)
    assert sheet == make_sheet(7, kind, 10)
    assert sheet[:3] != make_sheet(8, kind, 3)
    assert len({each.text for each in sheet}) > 5
    plain, solved = (sheet_page(sheet, with_solutions=each, command="plyground") for each in (False, True))
    first = sheet[0]
    assert first.explained()[0] not in plain
    assert first.explained()[0].replace("'", "&#x27;") in solved
    assert "Monte Carlo tree search, sheet 7" in plain


def test_wrong_bounds_are_explained() -> None:
    exercise = make_selection_exercise(3, 3)
    assert exercise.text == "10 (-1/3 (1/1 1/1) 3/7 (-1/3 (1/1 1/1) -1/1 0/2 (1/1)))"
    named = {exercise.tree.name(node): node for node in exercise.asked}
    worst, middle, best = (named[name] for name in ("b a", "b b", "b c"))
    counts = exercise.counts
    right = {node: counts.bound(node) for node in exercise.asked}

    def told(node: int, given: float) -> str:
        [verdict] = exercise.check(GivenAnswers({node: given}, {}, [])).values
        assert not verdict.is_right
        return verdict.told

    rule = "-0.33 + √2·√(ln 7 / 3) = 0.81."
    assert told(worst, -1 / 3) == f"That is the mean alone: {rule}"
    assert told(worst, counts.trial(worst)) == f"That is without the mean: {rule}"
    assert told(worst, counts.trial(worst) + 1 / 3) == f"The mean is to be added, not taken off: {rule}"
    assert told(worst, 0.42) == f"That is with the logarithm to the base 10: {rule}"
    assert told(worst, 9) == f"It is not 9: {rule}"

    def told_mark(node: int, values: dict[int, float]) -> str:
        return exercise.check(GivenAnswers(values, {}, [node])).cuts[0].told

    assert told_mark(best, right) == "c has the largest bound, 1.39 (a 0.81, b 0.97)."
    assert told_mark(middle, {}) == "It is another one. First find all bounds; the largest one is selected."
    assert told_mark(middle, right) == "b has 0.97, c has 1.39."
    assert exercise.check(GivenAnswers(right, {}, [])).has_open_cuts


def test_wrong_sums_are_explained() -> None:
    exercise = make_backup_exercise(3, 1)
    assert exercise.text == "12 (-3/5 (3/3 (-1/1 -1/1) -1/1) 1/7 (-1/3 (1/1 1/1) -1/1 0/2 (1/1 0/0)))"
    assert "UCT has just added b c b, and MAX has won" in exercise.told
    named = {exercise.tree.name(node): node for node in exercise.asked}

    def told(name: str, given: str) -> str:
        [verdict] = exercise.check(GivenAnswers({}, {named[name]: given}, [])).values
        assert not verdict.is_right
        return verdict.told

    off = "Nothing changes here: it is not on the way from b c b to the root and stays -3/5."
    assert told("a", "-2/6") == off
    rule = "MIN moved there and MAX won, so −1 and one more visit: 0/2 becomes -1/3."
    assert told("b c", "0/2") == f"It is on the way to the root, so it changes: {rule}"
    assert told("b c", "1/3") == f"The sign is wrong. {rule}"
    assert told("b c", "-1/2") == f"Every node on the way gets one more visit: {rule}"
    assert told("b c", "5/3") == f"It is not 5/3: {rule}"
    with pytest.raises(OptionError, match="'3' is no sum and visits, such as -1/3"):
        exercise.check(GivenAnswers({}, {1: "3"}, []))


def test_the_command_makes_sheets() -> None:
    words = ["study", "exercise", "--seed", "3", "--count", "1", "--solutions"]
    assert output_of(*words, "--kind", "backup").splitlines()[-1] == (
        "   answers: a = -3/5; b = 2/8; b c = -1/3; b c b = 1/1"
    )
    [exercise] = json_of(*words, "--kind", "selection")["exercises"]
    assert (exercise["answers"], exercise["marked"]) == ({"b a": "0.58", "b b": "0.85"}, "b b")
