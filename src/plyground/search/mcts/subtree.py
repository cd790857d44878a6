"""What is kept of a tree when the game moves on, or when the pool is full: nodes, copied close together."""

from __future__ import annotations

from typing import Any

from plyground.core.instructions import at, larger
from plyground.core.pointers import address_of
from plyground.core.position import Position
from plyground.jit import kernel
from plyground.search.mcts.tree import EXPANDED, LEAF, ROOT, Tree, nodes_at

ALL = 1
"""The visits of a node whose children are kept, whatever they are."""


def keep_subtree(tree: Tree, before: Position, position: Position) -> bool:
    """Make the node of a position the root, if it comes after the former root and the tree has it.

    Where that is not so the tree is left as it is.
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
    if node != ROOT:
        tree.swap(_copied(tree, node, ALL))
    return True


def make_room(tree: Tree) -> None:
    """Forget what lies below nodes with few visits, until at most half of the pool is in use."""
    least = ALL
    while True:
        least *= 2
        used = _copied(tree, ROOT, least)
        if used <= len(tree.nodes) // 2 or used <= int(tree.nodes[ROOT]["child_count"]) + 1:
            tree.swap(used)
            return


def child_of(nodes: Any, node: int, code: int) -> int | None:
    """Return the child that a move leads to, None if there is none."""
    record = nodes[node]
    if record["expansion"] != EXPANDED:
        return None
    first, count = int(record["first_child"]), int(record["child_count"])
    moves = nodes["move"][first : first + count].tolist()
    return first + moves.index(code) if code in moves else None


def _copied(tree: Tree, root: int, least: int) -> int:
    """Copy a node and what is below it to the other half; return how many nodes that are."""
    return int(copy_subtree(address_of(tree.nodes), address_of(tree.spare), len(tree.nodes), root, least))


@kernel
def copy_subtree(source_address: Any, target_address: Any, length: int, root: int, least: int) -> int:
    """Copy a node and what is below it, breadth first; return how many nodes that are.

    Nodes with fewer than `least` visits become leaves; all visits but their first are forgotten ones.
    """
    nodes, target = nodes_at(source_address, length), nodes_at(target_address, length)
    target[0] = nodes[at(root)]
    used, index = 1, 0
    while index < used:
        record = target[at(index)]
        if record.expansion == EXPANDED and (index == 0 or record.visits >= least):
            for child in range(record.child_count):
                target[at(used + child)] = nodes[at(record.first_child + child)]
            record.first_child = used
            used += record.child_count
        else:
            record.expansion, record.child_count = LEAF, 0
            record.forgotten = larger(record.visits - 1, 0)
        index += 1
    return used
