"""MCTS-Solver: UCT that backs up what is certain, as the textbooks have it.

The result of a finished game is exact, and goes up the tree as a proof:

- one move that wins for certain wins the game for the side to move;
- where all moves are proved, the best of them is the value of the node.

A proved node is not searched again: a proved loss is never selected, a proved result counts instead of the
mean, and the search ends when the root is proved. (M. Winands, Y. Björnsson and J.-T. Saito, "Monte-Carlo
tree search solver", 2008.)
"""

from __future__ import annotations

from collections.abc import Callable

from plyground.core.position import Position
from plyground.search.textbook.uct import EXPLORATION, Node, Playout, SearchedTree, Step, expand, simulate


def mcts_solver(
    position: Position,
    simulations: int,
    playout: Playout,
    *,
    exploration: float = EXPLORATION,
    observer: Callable[[Step], None] | None = None,
) -> SearchedTree:
    """Grow a tree until the root is proved, or by some number of simulations, and return it."""
    observe = observer or (lambda step: None)
    root = Node(position)
    for _ in range(simulations):
        if root.proof is not None:
            break
        node = _select(root, exploration, observe)
        if node.proof is None and node.position.outcome is None:
            node = expand(node)
            observe(Step("expand", node))
        value = simulate(node, playout) if node.proof is None else node.proof
        if node.position.outcome is not None:
            node.proof = value
        observe(Step("simulate", node, value))
        _back_up(node, value, observe)
    return SearchedTree(root)


def _select(node: Node, exploration: float, observe: Callable[[Step], None]) -> Node:
    """Walk down to a node that is proved or where the tree ends, past all moves that lose for certain."""
    observe(Step("select", node))
    while node.proof is None and node.position.outcome is None and node.is_fully_expanded:
        hopeful = [child for child in node.children if child.proof != -1.0]
        node = max(hopeful, key=lambda child: _bound(child, exploration))
        observe(Step("select", node))
    return node


def _bound(child: Node, exploration: float) -> float:
    """Return the upper confidence bound, around the proved result if there is one."""
    bound = child.bound(exploration)
    return bound if child.proof is None else bound - child.mean + child.proof


def _back_up(node: Node | None, value: float, observe: Callable[[Step], None]) -> None:
    """Add a result to a node and to all above it; from where a proof begins, the proved one."""
    while node is not None:
        if node.proof is None:
            node.proof = _proof(node)
        if node.proof is not None:
            value = node.proof
        node.visits += 1
        node.total += value
        observe(Step("back up", node, value))
        node, value = node.parent, -value


def _proof(node: Node) -> float | None:
    """Return what the children prove of a node, for the player who moved there."""
    proofs = [child.proof for child in node.children]
    if 1.0 in proofs:
        return -1.0
    known = [proof for proof in proofs if proof is not None]
    is_open = not node.is_fully_expanded or len(known) < len(proofs)
    return None if is_open else -max(known)
