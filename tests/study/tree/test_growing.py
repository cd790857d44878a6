"""The tree of a position is what the textbook looks at, node by node."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.core.position import Position
from plyground.errors import HeuristicError, OptionError, UncompiledWarning
from plyground.evaluation import find_evaluation
from plyground.jit import plain_python
from plyground.study.timed_searching import chosen_evaluation
from plyground.study.tree.columns import Tree
from plyground.study.tree.growing import grow_tree
from plyground.study.tree.tree_course import Window, grow, search_tree
from plyground.study.tree.watching import TreeProgress

from .small import BOARDS, LETTERS, start, watched

ORDERS = [("breakthrough", "4x4", 3, "reckless"), ("othello", "4", 4, "squares"), ("duel", "3", 2, "moves")]

WON = 10**8
"""Scores from here on are those of finished games."""

SLOW = """
import time
from plyground.core.heuristics import heuristic

@heuristic("breakthrough")
def slow(board, state):
    time.sleep(0.02)
    return 0
"""
FAILING = """
from plyground.core.heuristics import heuristic

@heuristic("breakthrough")
def failing(board, state):
    return 1 // (state.own - state.own)
"""


def grown(position: Position, depth: int, order: str | None = None) -> Tree:
    """Grow a tree with the evaluation of the game's source."""
    game = position.game
    ordering = None if order is None else find_evaluation(game, order)
    return grow_tree(position, depth, chosen_evaluation(game), order=ordering)


@pytest.mark.parametrize(("name", "size", "depth"), BOARDS)
def test_a_tree_has_the_nodes_of_minimax(name: str, size: str, depth: int) -> None:
    position = start(name, size)
    tree = grown(position, depth)
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
    tree = grown(position, depth)
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


def textbook_leaves(position: Position, depth: int, order: str | None = None) -> list[int | None]:
    """Return the leaves as the textbook scores them, for the side that moves at the root."""
    ordering = None if order is None else find_evaluation(position.game, order)
    _, events = watched(position, depth, prunes=False, order=ordering)
    leaves: list[int | None] = []
    for event in events:
        if event.kind == "enter":
            leaves.append(None)
        elif event.kind == "evaluate" and event.score is not None:
            leaves[-1] = event.score if event.position.to_move == position.to_move else -event.score
    return leaves


@pytest.mark.parametrize(("name", "size", "depth"), BOARDS)
def test_leaves_are_scored_as_the_textbook_scores_them(name: str, size: str, depth: int) -> None:
    position = start(name, size)
    assert list(grown(position, depth).leaves) == textbook_leaves(position, depth)


@pytest.mark.parametrize(("name", "size", "depth", "order"), ORDERS)
def test_an_order_is_that_of_the_textbook(name: str, size: str, depth: int, order: str) -> None:
    position = start(name, size)
    tree = grown(position, depth, order)
    found, events = watched(position, depth, prunes=False, order=find_evaluation(position.game, order))
    entered = [event.position for event in events if event.kind == "enter"]
    assert [tree.path(node) for node in range(found.nodes)] == [
        [str(each.last_move) for each in there.line()[1:]] for there in entered
    ]
    assert list(tree.leaves) == textbook_leaves(position, depth, order)


def test_games_that_end_are_leaves_with_their_distance() -> None:
    position = start("breakthrough", "4x4").game.position("b3/b3/3w/4 black")
    tree = grown(position, 4)
    leaves = textbook_leaves(position, 4)
    assert list(tree.leaves) == leaves
    ended = {score for score in leaves if score is not None and abs(score) >= WON}
    assert ended
    assert len({tree.plies[node] for node, leaf in enumerate(leaves) if leaf is not None}) > 1


def test_repetitions_count_the_game_before() -> None:
    position = start("duel", "3").game.position("w2/3/2W adversary")
    for move in ("c3-c2", "a1-a2", "c2-c3", "a2-a1") * 2:
        position = position.play(move)
        if position.outcome is not None:
            break
    assert position.previous is not None
    before = position.previous
    tree = grown(before, 3)
    drawn = [node for node, leaf in enumerate(tree.leaves) if leaf == 0 and tree.plies[node] < 3]
    assert drawn
    assert list(tree.leaves) == textbook_leaves(before, 3)
    alone = before.game.position(before.text)
    assert len(grown(alone, 3)) > len(tree)


def test_the_same_tree_uncompiled() -> None:
    position = start("breakthrough", "4x4")
    compiled = grown(position, 2, "reckless")
    with plain_python():
        assert grown(position, 2, "reckless") == compiled


def test_an_order_sorts_the_children_and_moves_the_cuts() -> None:
    position = start("othello", "4")
    plain = grown(position, 4)
    ordered = grown(position, 4, chosen_evaluation(position.game).name)
    assert len(plain) == len(ordered)
    assert sorted(plain.moves) == sorted(ordered.moves)
    courses = [search_tree(tree, prunes=True) for tree in (plain, ordered)]
    assert courses[0].score == courses[1].score
    assert courses[0].events != courses[1].events


def test_what_is_too_large_is_refused_in_one_line() -> None:
    position = start("breakthrough", "4x4")
    evaluate = chosen_evaluation(position.game)
    size = len(grow_tree(position, 2, evaluate))
    assert len(grow_tree(position, 2, evaluate, most_nodes=size)) == size
    with pytest.raises(OptionError, match=f"has more than {size - 1} nodes; take a smaller depth"):
        grow_tree(position, 2, evaluate, most_nodes=size - 1)


@pytest.mark.parametrize("depth", [-1, 0, 31])
def test_a_depth_makes_sense(depth: int) -> None:
    position = start("breakthrough", "4x4")
    with pytest.raises(OptionError, match="give 1 to 30"):
        grown(position, depth)


def test_who_watches_sees_how_far_it_is_and_may_stop_it(tmp_path: Path) -> None:
    file = tmp_path / "slow.py"
    file.write_text(SLOW)
    seen: list[TreeProgress] = []

    def watch(progress: TreeProgress) -> None:
        if progress.total is not None:
            seen.append(progress)
        if len(seen) == 3:
            raise KeyboardInterrupt

    position = start("breakthrough", "4x4")
    with pytest.warns(UncompiledWarning), pytest.raises(KeyboardInterrupt):
        grow(position, 3, f"{file}:slow", None, watch)
    total = sum(leaf is not None and abs(leaf) < WON for leaf in grown(position, 3).leaves)
    assert {progress.total for progress in seen} == {total}
    counts = [progress.nodes for progress in seen]
    assert counts == sorted(counts)
    assert counts[-1] < total
    assert str(seen[0]).startswith("scoring leaves: ")


def test_a_heuristic_that_fails_is_told_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "failing.py"
    file.write_text(FAILING)
    with pytest.raises(HeuristicError, match=r"failing: line 6: .*divi.* by zero"):
        grow(start("breakthrough", "4x4"), 2, f"{file}:failing", None)
