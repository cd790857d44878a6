"""How UCT grows a tree, simulation by simulation. The search is the textbook's."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from plyground.core.position import Position
from plyground.search.textbook import uct
from plyground.search.textbook.uct import Node, Playout, Step
from plyground.study.tree.columns import NOBODY, ROOT, Tree, in_columns, plies_to

SELECT, EXPAND, SIMULATE, BACK_UP = "sxpb"
"""The steps of a simulation, a letter each. One that ends at a finished game expands nothing."""


class Simulation(NamedTuple):
    """The node whose result was backed up, whether it was new, and the result for MAX."""

    node: int
    is_new: bool
    result: int


class UctStep(NamedTuple):
    """A step of a simulation at a node: where selection ended, what was added, played out or backed up."""

    kind: str
    node: int
    simulation: Simulation


class VisitCounts:
    """Visits and sums of results of all nodes, after some simulations."""

    def __init__(self, tree: Tree, exploration: float) -> None:
        self.tree = tree
        self.exploration = exploration
        self.visits = [0] * len(tree)
        self.sums = [0] * len(tree)

    def add(self, simulation: Simulation) -> None:
        """Back the result of a simulation up."""
        node = simulation.node
        while node != NOBODY:
            self.visits[node] += 1
            self.sums[node] += simulation.result
            node = self.tree.parents[node]

    def children(self, node: int) -> list[int]:
        """Return the children that a node has by now."""
        return [child for child in self.tree.children[node] if self.visits[child] > 0]

    def mean(self, node: int) -> float:
        """Return the mean result for MAX, 0 before the first."""
        return self.sums[node] / self.visits[node] if self.visits[node] else 0.0

    def mean_for_chooser(self, node: int) -> float:
        """Return the mean result for the player who moves to a node."""
        return -self.mean(node) if self.tree.is_max(node) else self.mean(node)

    def trial(self, node: int) -> float:
        """Return the term of the bound that is large while a node has few visits."""
        above = self.visits[self.tree.parents[node]]
        return self.exploration * math.sqrt(math.log(above) / self.visits[node])

    def bound(self, node: int) -> float:
        """Return the upper confidence bound of a node, for the player who moves to it."""
        return self.mean_for_chooser(node) + self.trial(node)

    def selected(self, node: int) -> int:
        """Return the child with the largest bound; of equal ones the first."""
        return max(self.children(node), key=self.bound)

    def line(self) -> list[int]:
        """Return the nodes of the principal variation: the most visited child of every node."""
        nodes, node = list[int](), ROOT
        while below := self.children(node):
            node = max(below, key=self.visits.__getitem__)
            nodes.append(node)
        return nodes


@dataclass(frozen=True)
class UctCourse:
    """What the search did: `tree` has every node that it made, with the results for MAX of finished games."""

    tree: Tree
    exploration: float
    simulations: tuple[Simulation, ...]

    @cached_property
    def counts(self) -> VisitCounts:
        """Visits and sums when the search was over."""
        found = VisitCounts(self.tree, self.exploration)
        for simulation in self.simulations:
            found.add(simulation)
        return found

    def steps(self) -> Iterator[UctStep]:
        """Return every step, in their order."""
        for simulation in self.simulations:
            node, is_new, _ = simulation
            yield UctStep(SELECT, self.tree.parents[node] if is_new else node, simulation)
            if is_new:
                yield UctStep(EXPAND, node, simulation)
            yield UctStep(SIMULATE, node, simulation)
            yield UctStep(BACK_UP, node, simulation)


def walk_uct(
    position: Position,
    players: tuple[str, str],
    simulations: int,
    playout: Playout,
    exploration: float,
) -> UctCourse:
    """Run the textbook's search, and write down what every simulation did."""
    recorder = _Recorder()
    searched = uct(position, simulations, playout, exploration=exploration, observer=recorder.observe)
    return recorder.course(searched.root, players, exploration)


class _Recorder:
    def __init__(self) -> None:
        self._found: list[tuple[Node, bool, int]] = []
        self._new: Node | None = None

    def observe(self, step: Step) -> None:
        if step.kind == "expand":
            self._new = step.node
        elif step.kind == "simulate":
            result = round(step.value or 0)
            for_max = result if plies_to(step.node) % 2 else -result
            self._found.append((step.node, step.node is self._new, for_max))
            self._new = None

    def course(self, root: Node, players: tuple[str, str], exploration: float) -> UctCourse:
        tree, numbers = in_columns(
            players,
            root,
            lambda node: [(child, child.move) for child in node.children],
            lambda node: _result_for_max(node, players),
        )
        found = tuple(Simulation(numbers[id(node)], is_new, result) for node, is_new, result in self._found)
        return UctCourse(tree, exploration, found)


def _result_for_max(node: Node, players: tuple[str, str]) -> int | None:
    outcome = node.position.outcome
    if outcome is None:
        return None
    return 0 if outcome.winner is None else 1 if outcome.winner == players[0] else -1
