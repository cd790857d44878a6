"""Solving by textbook, slow and plain: minimax, retrograde analysis and proof-number search."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from plyground.core.position import Position
from plyground.solving.solution import final_margin, largest_margin


def exact_margin(position: Position) -> int:
    """Return the margin for the side to move if both sides play their best.

    >>> import plyground as ply
    >>> exact_margin(ply.game("konane", size=3).start())
    -1
    """
    return _Minimax().margin(position)


class _Minimax:
    def __init__(self) -> None:
        self._known: dict[Position, int] = {}

    def margin(self, position: Position) -> int:
        if position not in self._known:
            self._known[position] = self._work_out(position)
        return self._known[position]

    def _work_out(self, position: Position) -> int:
        if position.outcome is not None:
            return final_margin(position)
        # What the opponent wins by after a move is what the side to move loses by.
        return max(-self.margin(position.play(move)) for move in position.moves())


class Solved(NamedTuple):
    """The margin of a position for the side to move, and the plies to the end if only winning counts."""

    margin: int
    distance: int | None


def solve_all(root: Position) -> dict[Any, Solved]:
    """Solve all positions that can be reached; the keys are their states without counters.

    >>> import plyground as ply
    >>> root = ply.game("konane", size=3).start()
    >>> solve_all(root)[root.state]
    Solved(margin=-1, distance=4)
    """
    children, ends = _list_positions(root)
    solved: dict[Any, Solved] = {key: Solved(0, None) for key, margin in ends.items() if margin == 0}
    for margin in range(largest_margin(root), 0, -1):
        solved |= {key: Solved(end, 0) for key, end in ends.items() if abs(end) == margin}
        _solve_by(margin, children, solved)
    draws = {key: Solved(0, None) for key in children if key not in solved}
    if largest_margin(root) > 1:
        return {key: Solved(each.margin, None) for key, each in (solved | draws).items()}
    return solved | draws


def _list_positions(root: Position) -> tuple[dict[Any, list[Any]], dict[Any, int]]:
    """Return the children of every position, and the margins of finished ones."""
    children: dict[Any, list[Any]] = {}
    ends: dict[Any, int] = {}
    waiting = [root.repetition_key]
    while waiting:
        key = waiting.pop()
        if key in children:
            continue
        position = Position(root.game, key)  # without a past, in which it might occur
        if position.outcome is not None:
            ends[key] = final_margin(position)
        children[key] = [position.play(move).repetition_key for move in position.moves()]
        waiting += children[key]
    return children, ends


def _solve_by(margin: int, children: dict[Any, list[Any]], solved: dict[Any, Solved]) -> None:
    """Solve every position in which one side can win by this margin, and by no larger one."""
    distance = 0
    while True:
        distance += 1
        found: dict[Any, Solved] = {}
        for key, after in children.items():
            if key in solved or not after:
                continue
            margins = [solved[each].margin if each in solved else 0 for each in after]
            if min(margins) <= -margin:
                found[key] = Solved(margin, distance)
            elif min(margins) >= margin:
                found[key] = Solved(-margin, distance)
        if not found:
            return
        solved |= found


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
