"""Monte Carlo tree search with UCT, as the textbooks have it: plain Python over positions.

A tree grows by one node a simulation. Each simulation has four steps:

1. *Select*: walk down from the root, at every node to the child with the largest upper confidence bound.
2. *Expand*: add one child of the node where the tree ends.
3. *Simulate*: play the game from there to its end, by a *playout*.
4. *Back up*: add the result to all nodes on the way.

This is the oracle of `plyground.search.mcts`; `mcts_solver` adds proofs. (L. Kocsis and C. Szepesvari,
"Bandit based Monte-Carlo planning", 2006.)
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from plyground.core.position import Move, Position

EXPLORATION = math.sqrt(2)
"""The constant of UCB1: larger values try rarely visited moves more often."""

Playout = Callable[[Position], float]
"""Plays a game to its end, or guesses: the result for the side to move, from -1 (lost) to 1 (won)."""


@dataclass
class Node:
    """A position in the tree, and the results of the simulations that went through it."""

    position: Position
    move: Move | None = None
    parent: Node | None = None
    children: list[Node] = field(default_factory=list)
    visits: int = 0
    total: float = 0.0
    """The sum of the results, for the player who moved here: the parent wants it to be large."""
    proof: float | None = None
    """The exact result for the player who moved here, where `mcts_solver` has proved it."""

    @property
    def mean(self) -> float:
        """The mean result for the player who moved here, 0 before the first."""
        return self.total / self.visits if self.visits else 0.0

    @property
    def is_fully_expanded(self) -> bool:
        """Whether every move from here has a child."""
        return len(self.children) == len(self.position.moves())

    def bound(self, exploration: float) -> float:
        """Return the upper confidence bound (UCB1) that the parent goes by."""
        parent_visits = 0 if self.parent is None else self.parent.visits
        return self.mean + exploration * math.sqrt(math.log(parent_visits) / self.visits)


class Step(NamedTuple):
    """One step of a simulation: "select", "expand", "simulate" or "back up"; `value` is for `node.mean`."""

    kind: str
    node: Node
    value: float | None = None


@dataclass(frozen=True)
class SearchedTree:
    """The tree after a search."""

    root: Node

    @property
    def move(self) -> Move | None:
        """The best move: a proved win, else the one that was visited most. None if the game is over."""
        best = max(self.root.children, key=_rank, default=None)
        return None if best is None else best.move

    @property
    def line(self) -> tuple[Move, ...]:
        """The principal variation: the best move of every node."""
        moves, node = [], self.root
        while node.children:
            node = max(node.children, key=_rank)
            if node.move is not None:
                moves.append(node.move)
        return tuple(moves)


def _rank(child: Node) -> tuple[bool, bool, int]:
    """Order moves: proved wins come first and proved losses last, in between visits count."""
    return child.proof == 1.0, child.proof != -1.0, child.visits


def uct(
    position: Position,
    simulations: int,
    playout: Playout,
    *,
    exploration: float = EXPLORATION,
    observer: Callable[[Step], None] | None = None,
) -> SearchedTree:
    """Grow a tree by some number of simulations, and return it."""
    observe = observer or (lambda step: None)
    root = Node(position)
    for _ in range(simulations):
        node = _select(root, exploration, observe)
        if node.position.outcome is None:
            node = expand(node)
            observe(Step("expand", node))
        value = simulate(node, playout)
        observe(Step("simulate", node, value))
        _back_up(node, value, observe)
    return SearchedTree(root)


def _select(node: Node, exploration: float, observe: Callable[[Step], None]) -> Node:
    """Walk down to a node where the tree ends: some move has no child yet, or the game is over."""
    observe(Step("select", node))
    while node.position.outcome is None and node.is_fully_expanded:
        node = max(node.children, key=lambda child: child.bound(exploration))
        observe(Step("select", node))
    return node


def expand(node: Node) -> Node:
    """Add a child for the first move that has none."""
    move = node.position.moves()[len(node.children)]
    child = Node(node.position.play(move), move, node)
    node.children.append(child)
    return child


def simulate(node: Node, playout: Playout) -> float:
    """Return the result of one game for the player who moved to a node."""
    outcome = node.position.outcome
    if outcome is None:
        return -playout(node.position)
    if outcome.winner is None:
        return 0.0
    return -1.0 if outcome.winner == node.position.to_move else 1.0


def _back_up(node: Node | None, value: float, observe: Callable[[Step], None]) -> None:
    """Add a result to a node and to all above it; what is good for one side is bad for the other."""
    while node is not None:
        node.visits += 1
        node.total += value
        observe(Step("back up", node, value))
        node, value = node.parent, -value


def random_playout(chance: random.Random) -> Playout:
    """Return a playout of random moves."""

    def play_out(position: Position) -> float:
        player = position.to_move
        while position.outcome is None:
            position = position.play(chance.choice(position.moves()))
        if position.outcome.winner is None:
            return 0.0
        return 1.0 if position.outcome.winner == player else -1.0

    return play_out
