"""Abstract trees are read strictly, and exercises write them so that they can be read again."""

from __future__ import annotations

import pytest

from plyground.errors import NotationError
from plyground.study.tree.abstract import move_name, read_tree
from plyground.study.tree.tree_exercises import Exercise

from .small import CLASSIC, random_tree


def test_a_tree_in_columns() -> None:
    tree = read_tree("[[3, -1.5] 7]")
    assert tree.parents == (-1, 0, 1, 1, 0)
    assert tree.moves == ("", "a", "a", "b", "b")
    assert tree.leaves == (None, None, 3000, -1500, 7000)
    assert tree.name(3) == "a b"
    assert tree.name(0) == "the root"
    assert [tree.role(node) for node in range(3)] == ["MAX", "MIN", "MAX"]


def test_what_was_written_can_be_read() -> None:
    assert Exercise(0, "abstract", 1, read_tree(CLASSIC)).text == CLASSIC
    for seed in range(20):
        tree = random_tree(seed)
        assert read_tree(Exercise(seed, "abstract", 1, tree).text) == tree


def test_moves_have_letters() -> None:
    assert [move_name(index) for index in (0, 25, 26, 27, 701, 702)] == ["a", "z", "aa", "ab", "zz", "aaa"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "a bracket is missing (character 1"),
        ("3", "a tree begins with a bracket (character 1"),
        ("((3 4) (5", "a bracket is missing (character 10"),
        ("((3 4)) 5", "there is something behind the tree (character 8"),
        (")", "a bracket closes that was never opened (character 1"),
        ("(3 ())", "a node needs at least one branch (character 5"),
        ("(3 x)", "a tree has brackets and numbers (character 3"),
        ("(3 12a)", "a tree has brackets and numbers (character 3"),
        ("(3 1.2345)", "a tree has brackets and numbers (character 3"),
        ("(200000)", "a leaf has at most 100,000 points (character 2"),
        ("(" * 40 + "1" + ")" * 40, "a tree has at most 30 plies"),
    ],
)
def test_what_is_no_tree_is_refused_with_its_place(text: str, problem: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_tree(text)
    assert problem in str(caught.value)
