"""Proof-number search over positions, to read. The oracle of the compiled one; never optimised.

The question is whether the side to move at the root gets a margin of at least `goal`. A node's `proof` is how
many leaves have to be answered at least until the answer for its side to move is yes, its `disproof` how many
until it is no. For a node whose children have been made,

    proof = the smallest disproof of a child: one child where the opponent fails is enough;
    disproof = the sum of the proofs of all children: the opponent has to succeed in every one.

Each step makes the children of the most proving leaf, the one that both sides would choose, and updates the
numbers above it. The root is answered when one of its numbers is 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from plyground.solving.solution import final_margin

Observer = Callable[["Node"], None]
"""Is shown the root after every step."""


class Playable(Protocol):
    """What the search asks of a position; a node of a tree without a game has as much."""

    @property
    def outcome(self) -> object:
        """What the game ended with, None while it goes on."""

    def moves(self) -> Sequence[Any]:
        """Return the legal moves."""

    def play(self, move: Any) -> Playable:
        """Return the position after a move."""


@dataclass(eq=False)
class Node:
    """A position of the tree, the question that its side to move asks, and both numbers.

    `margin` returns the margin of a finished game for the side to move.
    """

    position: Playable
    goal: int
    parent: Node | None = None
    proof: float = 1
    disproof: float = 1
    children: list[Node] = field(default_factory=list)
    margin: Callable[[Any], int] = final_margin

    def __post_init__(self) -> None:
        if self.position.outcome is not None:
            is_reached = self.margin(self.position) >= self.goal
            self.proof, self.disproof = (0, math.inf) if is_reached else (math.inf, 0)

    @property
    def is_answered(self) -> bool:
        """Whether one of the numbers is 0."""
        return self.proof == 0 or self.disproof == 0


def prove(
    position: Playable,
    goal: int = 1,
    *,
    observe: Observer | None = None,
    margin: Callable[[Any], int] = final_margin,
) -> bool:
    """Tell whether the side to move gets a margin of at least `goal`, however the other side plays.

    >>> import plyground as ply
    >>> prove(ply.game("konane", size=4).start())
    False
    """
    root = Node(position, goal, margin=margin)
    while not root.is_answered:
        leaf = most_proving(root)
        expand(leaf)
        for node in _upwards(leaf):
            update(node)
        if observe is not None:
            observe(root)
    return root.proof == 0


def most_proving(node: Node) -> Node:
    """Follow the child that fails its own question soonest, down to a leaf."""
    while node.children:
        node = min(node.children, key=lambda child: child.disproof)
    return node


def expand(node: Node) -> None:
    """Make the children of a leaf. A side gets `goal` unless the other one gets more than its opposite."""
    position = node.position
    node.children = [
        Node(position.play(move), 1 - node.goal, node, margin=node.margin) for move in position.moves()
    ]


def update(node: Node) -> None:
    """Work out the numbers of a node from those of its children."""
    node.proof = min(child.disproof for child in node.children)
    node.disproof = sum(child.proof for child in node.children)


def _upwards(node: Node | None) -> Iterator[Node]:
    while node is not None:
        yield node
        node = node.parent
