"""A tree that has grown, as people and reports see it: moves, visits and values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from plyground.core.position import Move, Position
from plyground.search.mcts.tree import DRAWN, EXPANDED, LOST, RESULT, ROOT, UNKNOWN, WON
from plyground.search.proof import Proof, Value
from plyground.search.report import Line, Report
from plyground.search.score import DRAW, UNIT, WIN
from plyground.search.workspace import MOST_PLIES

_VALUES: dict[int, Value] = {WON: "win", LOST: "loss", DRAWN: "draw"}


@dataclass(frozen=True)
class Edge:
    """A move from a node: its visits, its mean result for who plays it, and what is proved about it."""

    code: int
    visits: int
    total: int
    proof: int
    distance: int
    tree: int  # of several, the one that visited it most
    node: int

    @property
    def mean(self) -> float:
        """The mean result, from -1 to 1."""
        return self.total / (self.visits * RESULT) if self.visits else 0.0

    @property
    def rank(self) -> tuple[int, int, float]:
        """How good it is to play: proved wins come first, the quickest at the top, proved losses last.

        Of these the slowest is best. In between visits decide, and among equals the mean.
        """
        if self.proof == WON:
            return (2, -self.distance, self.mean)
        return (0, self.distance, self.mean) if self.proof == LOST else (1, self.visits, self.mean)


@dataclass(frozen=True)
class GrownTree:
    """One tree, or several of the same root that are added up, as plain arrays that still may change."""

    root: Position
    trees: tuple[Any, ...]

    def edges(self) -> list[Edge]:
        """Return the moves of the root, the best first."""
        found: dict[int, Edge] = {}
        for number, nodes in enumerate(self.trees):
            for edge in _edges_of(nodes, ROOT, number):
                other = found.get(edge.code)
                found[edge.code] = edge if other is None else _added(edge, other)
        return sorted(found.values(), key=lambda each: each.rank, reverse=True)

    def visits(self) -> dict[Move, int]:
        """Return how often each move of the root was visited."""
        by_code = {edge.code: edge.visits for edge in self.edges()}
        return {move: by_code.get(move.code, 0) for move in self.root.moves()}

    def report(
        self, simulations: int, seconds: float, lines: int, fill: float, *, is_complete: bool
    ) -> Report:
        """Report the best moves."""
        edges = self.edges()
        found = tuple(self._line(edge) for edge in edges[:lines])
        if not found:  # stopped before the first simulation
            found = (Line(self.root, (self.root.moves()[0].code,), DRAW),)
        depth = max(len(line.codes) for line in found)
        return Report(found, depth, depth + (not is_complete), simulations, seconds, fill)

    def _line(self, edge: Edge) -> Line:
        nodes, codes, node = self.trees[edge.tree], [edge.code], edge.node
        while len(codes) < MOST_PLIES:
            below = max(_edges_of(nodes, node, edge.tree), key=lambda each: each.rank, default=None)
            if below is None or below.visits == 0:
                break
            codes.append(below.code)
            node = below.node
        score, proof = round(edge.mean * UNIT), None
        if edge.proof != UNKNOWN:
            plies, value = edge.distance + 1, _VALUES[edge.proof]
            score = {"win": WIN - plies * UNIT, "draw": DRAW, "loss": plies * UNIT - WIN}[value]
            proof = Proof(value, distance=plies if value != "draw" and plies <= 1 else None)
        return Line(self.root, tuple(codes), score, proof, edge.visits)


def _edges_of(nodes: Any, node: int, tree: int) -> Iterator[Edge]:
    """Yield the moves from a node, if it is expanded."""
    record = nodes[node]
    if record["expansion"] != EXPANDED:
        return
    first, count = int(record["first_child"]), int(record["child_count"])
    for index in range(first, first + count):
        child = nodes[index]
        code, visits, total, proof, distance = (
            int(child[name]) for name in ("move", "visits", "total", "proof", "distance")
        )
        yield Edge(code, visits, total, proof, distance, tree, index)


def _added(one: Edge, other: Edge) -> Edge:
    """Add up what two trees found about the same move; a proof of one of them holds."""
    larger = max(one, other, key=lambda each: (each.proof != UNKNOWN, each.visits))
    return Edge(
        larger.code,
        one.visits + other.visits,
        one.total + other.total,
        larger.proof,
        larger.distance,
        larger.tree,
        larger.node,
    )
