"""Both searches of a tree: the same value, and cuts for true reasons."""

from __future__ import annotations

import pytest

from plyground.study.tree.abstract import read_tree
from plyground.study.tree.tree_course import search_tree, told_cut, told_saving, told_score

from .small import CLASSIC, random_tree, slow_minimax

SEEDS = range(60)


@pytest.mark.parametrize("seed", SEEDS)
def test_both_find_the_value_that_a_slow_twin_finds(seed: int) -> None:
    tree = random_tree(seed)
    minimax, alphabeta = (search_tree(tree, prunes=prunes) for prunes in (False, True))
    assert minimax.score == alphabeta.score == slow_minimax(tree)
    assert minimax.nodes == len(tree)
    assert all(minimax.scores[node] == slow_minimax(tree, node) for node in range(len(tree)))


@pytest.mark.parametrize("seed", SEEDS)
def test_every_cut_has_its_reason_and_nothing_else_is_skipped(seed: int) -> None:
    tree = random_tree(seed)
    course = search_tree(tree, prunes=True)
    for node, cut in course.cuts.items():
        assert cut.score == course.scores[node]
        assert cut.score >= cut.bound if tree.is_max(node) else cut.score <= cut.bound
        # The other side has the bound for certain: some node above is worth that already.
        above, seen = tree.parents[node], []
        while above >= 0:
            seen += [course.scores.get(child) for child in tree.children[above]]
            above = tree.parents[above]
        assert cut.bound in seen
    for node in range(1, len(tree)):
        parent = tree.parents[node]
        is_behind_a_cut = parent in course.cuts and node > course.cuts[parent].child
        assert course.skipped(node) == (is_behind_a_cut or course.skipped(parent))
        assert (course.cut_of(node) is not None) == course.skipped(node)


def test_the_classic_tree_in_words() -> None:
    tree = read_tree(CLASSIC)
    course = search_tree(tree, prunes=True)
    assert course.events == "eeevluevlevllueevlucleevluevluevlucll"
    assert [tree.name(node) for node in range(len(tree)) if course.skipped(node)] == ["b b", "b c"]
    reason = told_cut(course, 5, course.cuts[5])
    assert reason == "2 <= alpha 3: MAX would never allow this"
    assert told_saving(search_tree(tree, prunes=False), course) == (
        "minimax looks at 13 nodes, alpha-beta at 11: 2 saved (15%) by 2 cuts, the same score"
    )


def test_equal_values_cut_for_another_reason() -> None:
    course = search_tree(read_tree("((3 5) (3 9))"), prunes=True)
    assert told_cut(course, 4, course.cuts[4]) == "3 <= alpha 3: MAX has as much already"


def test_max_cuts_by_beta() -> None:
    tree = read_tree("(((5 1) (7 2)) (4 4))")
    course = search_tree(tree, prunes=True)
    assert told_cut(course, 5, course.cuts[5]) == "7 >= beta 5: MIN would never allow this"


@pytest.mark.parametrize(
    ("score", "told"),
    [
        (0, "0"),
        (1500, "1.5"),
        (-2000, "-2"),
        (-1, "-0.001"),
        (10**9 - 3000, "W3"),
        (-(10**9), "L0"),
        (2 * 10**9, "inf"),
    ],
)
def test_scores_in_words(score: int, told: str) -> None:
    assert told_score(score) == told
