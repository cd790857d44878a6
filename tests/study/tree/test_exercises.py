"""Exercises: the same for everybody, with true solutions, and every answer explained."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from plyground.core.discovery import find_rules
from plyground.errors import OptionError
from plyground.evaluation import find_evaluation
from plyground.search.textbook import minimax
from plyground.study import tree as tree_package
from plyground.study.tree.exercise_families import (
    GivenAnswers,
    all_exercise_kinds,
    exercise_families,
    find_family,
    make_sheet,
)
from plyground.study.tree.tree_exercises import Exercise, exercise_kinds, make_exercise

from .small import evaluation, points, slow_minimax

KINDS = ["abstract", "breakthrough", "othello", "konane", "duel"]


def solution(exercise: Exercise) -> tuple[dict[int, float], list[int]]:
    tree = exercise.tree
    inner = [node for node, leaf in enumerate(tree.leaves) if leaf is None]
    return {node: points(slow_minimax(tree, node)) for node in inner}, exercise.marked


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_solution_is_the_true_minimax(kind: str, seed: int) -> None:
    exercise = make_exercise(seed, kind, 1)
    values, cuts = solution(exercise)
    assert cuts
    checked = exercise.judge(values, cuts)
    assert checked.is_solved
    assert {verdict.node for verdict in checked.values} == set(values)
    assert all(verdict.is_right for verdict in (*checked.values, *checked.cuts))


@pytest.mark.parametrize("kind", KINDS[1:])
def test_the_leaves_of_a_real_position_are_what_the_evaluation_says(kind: str) -> None:
    exercise = make_exercise(5, kind, 2)
    tree, position = exercise.tree, exercise.position
    assert position is not None
    assert exercise.evaluate is not None
    evaluate = evaluation(position.game, find_evaluation(position.game, exercise.evaluate))
    for node, leaf in enumerate(tree.leaves):
        there = position
        for move in tree.path(node):
            there = there.play(move)
        if leaf is not None:
            score = minimax(there, 0, evaluate).score
            assert leaf == (score if there.to_move == position.to_move else -score)
    assert "drawn by lot" in exercise.told


def test_a_seed_makes_a_sheet() -> None:
    sheet = make_sheet(7, "mixed", 4)
    assert [each.kind for each in sheet] == ["abstract", "breakthrough", "abstract", "duel"]
    assert [each.tree for each in make_sheet(7, "mixed", 4)] == [each.tree for each in sheet]
    assert make_sheet(8, "abstract", 3) != make_sheet(7, "abstract", 3)
    assert len({each.tree for each in make_sheet(7, "abstract", 10)}) == 10


def test_a_game_of_ones_own_changes_no_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    before = [(each.kind, each.tree) for each in make_sheet(7, "mixed", 10)]
    own = replace(find_rules("konane"), name="alquerque", aliases=())  # first in the alphabet
    monkeypatch.setattr("plyground.core.discovery._from_files", {"alquerque": own})
    assert "alquerque" in exercise_kinds()
    assert [(each.kind, each.tree) for each in make_sheet(7, "mixed", 10)] == before
    assert {kind for kind, _ in before} == set(KINDS)


def test_only_known_kinds() -> None:
    assert exercise_kinds()[:2] == ["mixed", "abstract"]
    with pytest.raises(OptionError, match="did you mean 'konane'"):
        find_family("konan")


def wrong(exercise: Exercise, node: int, value: float) -> str:
    """Give one wrong value, all others right, and return what is said about it."""
    values, cuts = solution(exercise)
    checked = exercise.judge({**values, node: value}, cuts)
    assert not checked.is_solved
    (verdict,) = [each for each in checked.values if each.node == node]
    assert not verdict.is_right
    return verdict.told


def abstract(seed: int, count: int) -> list[Exercise]:
    return [make_exercise(seed, "abstract", number) for number in range(1, count + 1)]


def flat() -> Exercise:
    """Return an exercise of two plies, whose nodes below the root have only leaves."""
    return next(each for each in abstract(3, 20) if max(each.tree.plies) == 2 and 1 in _uneven(each))


def _uneven(exercise: Exercise) -> set[int]:
    """Return the nodes with three different values below."""
    tree = exercise.tree
    return {
        node
        for node, children in enumerate(tree.children)
        if len({exercise.minimax.scores[child] for child in children}) == 3
    }


def test_a_wrong_value_is_explained() -> None:
    exercise = flat()
    low, middle, high = sorted(points(exercise.tree.leaves[leaf] or 0) for leaf in exercise.tree.children[1])
    assert wrong(exercise, 1, high).startswith(
        f"{high:g} is the largest, but MIN moves here and takes the smallest of "
    )
    assert wrong(exercise, 1, middle).startswith(
        f"It is not {middle:g}: MIN moves here and takes the smallest"
    )
    assert wrong(exercise, 1, low + 0.5).startswith(
        f"{low + 0.5:g} is none of the values below; MIN moves here"
    )


def test_values_above_wait_for_those_below() -> None:
    exercise = flat()
    checked = exercise.judge({0: -99.0}, [])
    assert (
        checked.values[0].told
        == "First find the values below it; then MAX, who moves here, takes the largest."
    )
    assert checked.open_values == 3


def test_cuts_are_explained() -> None:
    exercise = flat()
    values, cuts = solution(exercise)
    looked_at = exercise.judge(values, [1, *cuts])
    (told,) = [verdict.told for verdict in looked_at.cuts if verdict.node == 1]
    assert told == "This one is looked at: when its turn comes, alpha -inf, beta inf leave room."
    forgotten = exercise.judge(values, cuts[1:])
    (verdict,) = [each for each in forgotten.cuts if not each.is_right]
    assert verdict.node == cuts[0]
    assert verdict.told.startswith("Not marked, but it is never looked at: after ")
    assert "alpha" in verdict.told
    assert not looked_at.is_solved
    assert not forgotten.is_solved


def test_checking_gives_no_cut_away() -> None:
    exercise = flat()
    values, cuts = solution(exercise)
    for given, marked in (({}, []), (values, []), ({**values, 0: -99.0}, [1]), ({0: values[0]}, [1])):
        checked = exercise.judge(given, marked)
        assert [verdict.node for verdict in checked.cuts] == marked
        assert checked.has_open_cuts
        assert not checked.is_solved
    assert not exercise.judge(values, cuts).has_open_cuts


def test_who_marks_all_below_a_cut_has_marked_the_cut() -> None:
    exercise = next(each for each in abstract(3, 30) if any(each.tree.children[node] for node in each.marked))
    values, cuts = solution(exercise)
    top = next(node for node in cuts if exercise.tree.children[node])
    below = exercise.tree.children[top]
    instead = [*(node for node in cuts if node != top), *below]
    assert exercise.judge(values, instead).is_solved
    assert not exercise.judge(values, instead[:-1]).is_solved


def test_what_is_not_asked_about_is_passed_over() -> None:
    exercise = flat()
    values, cuts = solution(exercise)
    assert exercise.judge({**values, 900: 1.0}, [*cuts, 0, 900]).is_solved


def test_every_family_has_kinds_of_its_own_and_what_a_sheet_shows() -> None:
    families = exercise_families()
    assert [each.title for each in families] == [
        "Backing up in Monte Carlo tree search",
        "Minimax and alpha-beta",
        "Proof numbers",
        "Selection in Monte Carlo tree search",
    ]
    for family in families:
        exercise = family.make(1, family.kinds()[0], 1)
        assert find_family(exercise.kind) is family
        assert len(exercise.shown) == len(exercise.tree)
        assert exercise.asked
        assert all(exercise.look(node, with_solution=True).value for node in range(len(exercise.tree)))
        assert exercise.check(GivenAnswers({}, {}, [])).open_values == len(exercise.asked)
        assert len(exercise.written_solution()) == len(exercise.solution())
        assert {*exercise.candidates} <= {*range(len(exercise.tree))}
        assert bool(exercise.candidates) == bool(family.words.mark and not family.words.marks_many)


def test_a_new_family_is_one_more_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "counting_exercises.py").write_text(
        "from plyground.study.tree.exercise_families import ExerciseFamily, find_family\n"
        "from plyground.study.tree.proof import proof_exercises\n"
        "FAMILY = ExerciseFamily('Counting', '', ('Count.', 'Mark.'), proof_exercises.FAMILY.words,\n"
        "    lambda: ['counting'],\n"
        "    lambda seed, kind, number: find_family('proof').make(seed, kind, number))\n"
    )
    monkeypatch.setattr(tree_package, "__path__", [*tree_package.__path__, str(tmp_path)])
    exercise_families.cache_clear()
    try:
        assert find_family("counting").title == "Counting"
        assert "counting" in all_exercise_kinds()
        assert len(make_sheet(1, "counting", 2)) == 2
    finally:
        exercise_families.cache_clear()
        sys.modules.pop(f"{tree_package.__name__}.counting_exercises")
