"""The tree of a position is what the textbook looks at, node by node."""

from __future__ import annotations

import pytest

from plyground.errors import OptionError
from plyground.study.tree.course import Window, search_tree
from plyground.study.tree.growing import grow_tree

from .small import BOARDS, LETTERS, evaluation, start, watched


@pytest.mark.parametrize(("name", "size", "depth"), BOARDS)
def test_a_tree_has_the_nodes_of_minimax(name: str, size: str, depth: int) -> None:
    position = start(name, size)
    tree = grow_tree(position, depth, evaluation(position.game))
    found, events = watched(position, depth, prunes=False)
    assert len(tree) == found.nodes
    entered = [event.position for event in events if event.kind == "enter"]
    for node, there in enumerate(entered):
        assert tree.path(node) == [str(each.last_move) for each in there.line()[1:]]
        assert tree.is_max(node) == (there.to_move == position.to_move)
    assert tree.players == position.game.players


@pytest.mark.parametrize(("name", "size", "depth"), BOARDS)
@pytest.mark.parametrize("prunes", [False, True], ids=["minimax", "alphabeta"])
def test_the_search_of_a_tree_is_that_of_the_textbook(
    name: str, size: str, depth: int, *, prunes: bool
) -> None:
    position = start(name, size)
    tree = grow_tree(position, depth, evaluation(position.game))
    course = search_tree(tree, prunes=prunes)
    found, events = watched(position, depth, prunes=prunes)
    assert course.events == "".join(LETTERS[event.kind] for event in events)
    assert (course.nodes, course.score) == (found.nodes, found.score)
    assert [tree.moves[node] for node in course.line()] == [str(move) for move in found.line]
    entered = [event for event in events if event.kind == "enter"]
    looked_at = sorted(course.windows)
    assert len(looked_at) == len(entered)
    for node, event in zip(looked_at, entered, strict=True):
        window = Window(event.alpha, event.beta)
        assert course.windows[node] == (window if tree.is_max(node) else Window(-window.beta, -window.alpha))


def test_an_order_sorts_the_children_and_moves_the_cuts() -> None:
    position = start("othello", "4")
    evaluate = evaluation(position.game)
    plain = grow_tree(position, 4, evaluate)
    ordered = grow_tree(position, 4, evaluate, order=evaluate)
    assert len(plain) == len(ordered)
    assert sorted(plain.moves) == sorted(ordered.moves)
    courses = [search_tree(tree, prunes=True) for tree in (plain, ordered)]
    assert courses[0].score == courses[1].score
    assert courses[0].events != courses[1].events


def test_what_is_too_large_is_refused_in_one_line() -> None:
    position = start("breakthrough", "4x4")
    evaluate = evaluation(position.game)
    size = len(grow_tree(position, 2, evaluate))
    assert len(grow_tree(position, 2, evaluate, most_nodes=size)) == size
    with pytest.raises(OptionError, match=f"has more than {size - 1} nodes; take a smaller depth"):
        grow_tree(position, 2, evaluate, most_nodes=size - 1)


@pytest.mark.parametrize("depth", [-1, 0, 31])
def test_a_depth_makes_sense(depth: int) -> None:
    position = start("breakthrough", "4x4")
    with pytest.raises(OptionError, match="give 1 to 30"):
        grow_tree(position, depth, evaluation(position.game))
