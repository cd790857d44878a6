"""What is kept of a tree when the game moves on, or when the pool is full: nodes, copied close together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from plyground.core.bits import highest
from plyground.core.instructions import at, larger
from plyground.core.pointers import address_of
from plyground.core.position import Position
from plyground.jit import kernel
from plyground.search.mcts.tree import EXPANDED, LEAF, ROOT, Tree, nodes_at

ALL = 1
"""The visits of a node whose children are kept, whatever they are."""

PORTION = 1 << 14
"""Nodes between two looks whether the search is over: a millisecond or two, with pages touched first here."""

IsOver = Callable[[], bool]


def _never() -> bool:
    return False


def keep_subtree(tree: Tree, before: Position, position: Position, is_over: IsOver = _never) -> bool:
    """Make the node of a position the root, if it comes after the former root and the tree has it.

    Where that is not so, or where `is_over` returns True meanwhile, the tree is left as it is.
    """
    past, line = before.line(), position.line()
    if line[: len(past)] != past:
        return False
    node: int | None = ROOT
    for after in line[len(past) :]:
        code = None if after.last_move is None else after.last_move.code
        node = None if node is None or code is None else child_of(tree.nodes, node, code)
    if node is None or tree.nodes[node]["visits"] == 0:
        return False
    return node == ROOT or _copy(tree, node, ALL, is_over)


def make_room(tree: Tree, is_over: IsOver = _never) -> None:
    """Forget what lies below nodes with few visits, until at most half of the pool is in use.

    Where `is_over` returns True meanwhile, the tree is left as it is.
    """
    children = np.zeros(64, np.int64)
    for first in range(0, tree.used, PORTION):
        if is_over():
            return
        last = min(first + PORTION, tree.used)
        count_children(address_of(tree.nodes), len(tree.nodes), first, last, children)
    kept = 1 + children[::-1].cumsum()[::-1]
    power = next(power for power in range(1, 64) if kept[power] <= len(tree.nodes) // 2)
    _copy(tree, ROOT, 1 << power, is_over)


def child_of(nodes: Any, node: int, code: int) -> int | None:
    """Return the child that a move leads to, None if there is none."""
    record = nodes[node]
    if record["expansion"] != EXPANDED:
        return None
    first, count = int(record["first_child"]), int(record["child_count"])
    moves = nodes["move"][first : first + count].tolist()
    return first + moves.index(code) if code in moves else None


def _copy(tree: Tree, root: int, least: int, is_over: IsOver) -> bool:
    """Copy a node and what is below it to the other half, and use that; tell whether it was finished.

    Nodes with fewer than `least` visits become leaves; all visits but their first are forgotten ones.
    """
    tree.spare[ROOT] = tree.nodes[root]
    used, copied = 1, 0
    while copied < used:
        if is_over():
            return False
        last = min(copied + PORTION, used)
        used = int(
            copy_children(
                address_of(tree.nodes), address_of(tree.spare), len(tree.nodes), copied, last, used, least
            )
        )
        copied = last
    tree.swap(used)
    return True


@kernel
def count_children(source_address: Any, length: int, first: int, last: int, children: Any) -> None:
    """Count the children of some nodes by the highest bit of the visits of their parents."""
    nodes = nodes_at(source_address, length)
    for index in range(first, last):
        record = nodes[at(index)]
        if record.expansion == EXPANDED and record.visits > 0:
            children[at(highest(at(record.visits)))] += record.child_count


@kernel
def copy_children(
    source_address: Any, target_address: Any, length: int, first: int, last: int, used: int, least: int
) -> int:
    """Copy the children of some nodes that were copied themselves; return how many nodes that makes."""
    nodes, target = nodes_at(source_address, length), nodes_at(target_address, length)
    for index in range(first, last):
        record = target[at(index)]
        if record.expansion == EXPANDED and (index == 0 or record.visits >= least):
            for child in range(record.child_count):
                target[at(used + child)] = nodes[at(record.first_child + child)]
            record.first_child = used
            used += record.child_count
        else:
            record.expansion, record.child_count = LEAF, 0
            record.forgotten = larger(record.visits - 1, 0)
    return used
