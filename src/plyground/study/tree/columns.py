"""A game tree as columns: one row a node, in the order in which a search without cuts enters them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from plyground.core.position import Position

ROOT = 0
NOBODY = -1

MAX, MIN = "MAX", "MIN"
ABSTRACT_PLAYERS = MAX, MIN
"""The players of a tree that stands for no game."""


@dataclass(frozen=True)
class Tree:
    """Who moves at the root and who answers; for every node its parent, its move, and a leaf's score.

    A node stands behind its parent and before its next sibling. Inner nodes have no score.
    """

    players: tuple[str, str]
    parents: tuple[int, ...]
    moves: tuple[str, ...]
    leaves: tuple[int | None, ...]

    def __len__(self) -> int:
        return len(self.parents)

    @cached_property
    def children(self) -> list[list[int]]:
        """The children of every node, in the order in which they are searched."""
        found: list[list[int]] = [[] for _ in self.parents]
        for node, parent in enumerate(self.parents[1:], start=1):
            found[parent].append(node)
        return found

    @cached_property
    def plies(self) -> list[int]:
        """How many moves lead to every node."""
        found = [0] * len(self)
        for node, parent in enumerate(self.parents[1:], start=1):
            found[node] = found[parent] + 1
        return found

    def is_leaf(self, node: int) -> bool:
        """Tell whether nothing follows on a node."""
        return not self.children[node]

    def is_max(self, node: int) -> bool:
        """Tell whether the one who moves at the root moves at a node, too."""
        return self.plies[node] % 2 == 0

    def role(self, node: int) -> str:
        """Return what the one who moves at a node is called in textbooks."""
        return MAX if self.is_max(node) else MIN

    def path(self, node: int) -> list[str]:
        """Return the moves from the root to a node."""
        moves = []
        while node != ROOT:
            moves.append(self.moves[node])
            node = self.parents[node]
        return moves[::-1]

    def name(self, node: int) -> str:
        """Name a node by the moves that lead to it."""
        return " ".join(self.path(node)) or "the root"


def max_and_min(position: Position) -> tuple[str, str]:
    """Return who moves at the root, and who answers."""
    first, second = position.game.players
    return (first, second) if position.player == 0 else (second, first)


def in_columns(
    players: tuple[str, str],
    root: Any,
    following: Callable[[Any], Iterable[tuple[Any, Any]]],
    leaf: Callable[[Any], int | None],
) -> tuple[Tree, dict[int, int]]:
    """Return the tree of the nodes that a search made, and their numbers by identity.

    `following` returns the children of a node with their moves, `leaf` the score of one.
    """
    numbers: dict[int, int] = {}
    rows: list[tuple[int, str, int | None]] = []
    waiting: list[tuple[Any, int, str]] = [(root, NOBODY, "")]
    while waiting:
        node, parent, move = waiting.pop()
        number = numbers[id(node)] = len(rows)
        rows.append((parent, move, leaf(node)))
        waiting += [(child, number, str(by)) for child, by in following(node)][::-1]
    return Tree(players, *zip(*rows, strict=True)), numbers


def plies_to(node: Any) -> int:
    """Return how many moves lead to a node of a search, which knows its parent."""
    plies = 0
    while node.parent is not None:
        node, plies = node.parent, plies + 1
    return plies


def narrowed(tree: Tree, kept: dict[int, list[int]]) -> Tree:
    """Return the tree in which nodes have only those children that are kept for them."""
    numbers = {ROOT: ROOT}
    order = [ROOT]

    def keep(node: int) -> None:
        for child in kept[node]:
            numbers[child] = len(order)
            order.append(child)
            if tree.leaves[child] is None:
                keep(child)

    keep(ROOT)
    return Tree(
        players=tree.players,
        parents=tuple(NOBODY if node == ROOT else numbers[tree.parents[node]] for node in order),
        moves=tuple(tree.moves[node] for node in order),
        leaves=tuple(tree.leaves[node] for node in order),
    )
