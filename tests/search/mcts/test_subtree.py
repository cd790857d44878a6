"""What is kept of a tree when the game moves on or the pool is full, and how that is interrupted."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np

import plyground as ply
from plyground.search.mcts.subtree import PORTION, keep_subtree, make_room
from plyground.search.mcts.tree import EXPANDED, LEAF, NODE, Tree

GAME = ply.game("breakthrough")
PARENTS = 2 * PORTION


def broad_tree() -> Tree:
    """Return a tree in three layers, of more nodes than are copied in one portion.

    The parents in the middle have 1, 2, 4, ..., 2**15 visits, again and again, and a child each.
    """
    tree = Tree(3 * PARENTS * 2 * NODE.itemsize / 2**20)
    nodes = tree.nodes
    nodes["expansion"][0], nodes["first_child"][0], nodes["child_count"][0] = EXPANDED, 1, PARENTS
    nodes["visits"][0] = 1 << 40
    middle = slice(1, 1 + PARENTS)
    nodes["visits"][middle] = 1 << np.arange(PARENTS) % 16
    nodes["move"][middle] = np.arange(PARENTS)
    nodes["expansion"][middle], nodes["child_count"][middle] = EXPANDED, 1
    nodes["first_child"][middle] = np.arange(1 + PARENTS, 1 + 2 * PARENTS)
    nodes["visits"][1 + PARENTS : 1 + 2 * PARENTS] = np.arange(PARENTS)
    tree._counts[0] = 1 + 2 * PARENTS
    return tree


def after(calls: int) -> Callable[[], bool]:
    """Return what says "not yet" some times, and then "over"."""
    counter = itertools.count()
    return lambda: next(counter) >= calls


def test_room_is_made_for_as_many_nodes_as_there_are() -> None:
    tree = broad_tree()
    make_room(tree)
    nodes = tree.nodes
    kept = nodes["expansion"][1 : 1 + PARENTS] == EXPANDED
    # With 2**8 instead it would be half of the parents, and one node more than half of the pool.
    assert nodes["visits"][1 : 1 + PARENTS][kept].min() == 1 << 9
    assert tree.used == 1 + PARENTS + kept.sum() == 1 + PARENTS + PARENTS * 7 // 16
    forgotten = nodes[1 : 1 + PARENTS][~kept]
    assert (forgotten["expansion"] == LEAF).all()
    assert (forgotten["forgotten"] == forgotten["visits"] - 1).all()


def test_an_end_while_room_is_made_leaves_the_tree_as_it_is() -> None:
    for calls in range(2 * PARENTS // PORTION + 4):
        tree = broad_tree()
        nodes, before = tree.nodes, tree.nodes.copy()
        make_room(tree, after(calls))
        assert tree.nodes is nodes
        assert (tree.nodes == before).all()


def test_an_end_while_a_subtree_is_copied_leaves_the_tree_as_it_is() -> None:
    tree = broad_tree()
    start = GAME.start()
    tree.nodes["move"][1] = start.moves()[0].code
    before = tree.nodes.copy()
    assert not keep_subtree(tree, start, start.play(start.moves()[0]), after(0))
    assert (tree.nodes == before).all()
    assert keep_subtree(tree, start, start.play(start.moves()[0]))
    assert tree.used == 2


def test_a_stop_is_heard_while_room_is_made() -> None:
    """A stop that comes with the last report before the pool is full ends the search there."""
    engine = ply.MctsEngine(GAME, algorithm="uct", megabytes=1)
    fill, reports = 0.0, engine.search(GAME.start(), ply.Limit(nodes=1_000_000))
    for report in reports:
        fill = report.table_fill
        if fill == 1.0:
            engine.stop()
            break
    *_, last = reports
    assert last.table_fill == fill
