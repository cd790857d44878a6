"""A UCT search as text, JSON, a page and a picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from plyground.core.position import Position
from plyground.report.formats import plural
from plyground.search.score import as_points
from plyground.study.tree.columns import ROOT
from plyground.study.tree.shown_searches import ShownSearch, TreeSearch
from plyground.study.tree.tree_svg import NodeLook
from plyground.study.tree.uct.uct_tree import (
    BACK_UP,
    EXPAND,
    SELECT,
    SIMULATE,
    UctTree,
    VisitCounts,
    grow_uct,
    told_bound,
    told_choice,
    told_end,
    told_mean,
    told_steps,
)
from plyground.study.tree.watching import Watch

STEPS = {SELECT: "select", EXPAND: "expand", SIMULATE: "simulate", BACK_UP: "back up"}


@dataclass(frozen=True)
class ShownUct(ShownSearch[UctTree]):
    """A UCT search with visits, means and bounds; moves of the principal variation are marked."""

    kind: ClassVar[str] = "UCT"
    _name: ClassVar[str] = "UCT"
    cards_title: ClassVar[str] = "What came out"
    events_title: ClassVar[str] = "Step by step"

    @property
    def _counts(self) -> VisitCounts:
        return self.found.course.counts

    @cached_property
    def _marked(self) -> set[int]:
        return set(self._counts.line())

    @property
    def _lead(self) -> str:
        return told_choice(self.found)

    def _ending(self) -> list[str]:
        return [self._lead, *([self.found.compared.told] if self.found.compared else [])]

    def _heading(self) -> list[str]:
        first, second = self.found.tree.players
        return [
            f"visits, and the mean result for MAX ({first}), who is to move; MIN ({second}) answers",
            "bounds are for the player who moves there",
        ]

    def _note(self) -> str:
        first, second = self.found.tree.players
        return (
            f"▲ is MAX ({first}), ▼ is MIN ({second}). Each node has its visits and its mean result for"
            " MAX, from −1 to 1. The principal variation is thick. Point at a node for its bound."
        )

    def _cards(self) -> list[tuple[str, str, str]]:
        counts, compared, tree = self._counts, self.found.compared, self.found.tree
        line = counts.line()
        found = [
            (
                "UCT",
                tree.moves[line[0]] if line else "none",
                f"{plural(counts.visits[ROOT], 'simulation')}",
            ),
            ("Mean", told_mean(counts.mean(ROOT)), f"at the root, for {tree.players[0]}"),
            ("Nodes", f"{len(tree):,}", "one more with every simulation that ends at no finished game"),
        ]
        if compared:
            took = f"{plural(compared.nodes, 'node')}, {compared.title}"
            found.append(("Alpha-beta", compared.move, took))
        return found

    def _data(self, nodes: list[dict[str, Any]]) -> dict[str, Any]:
        """Return what the search found; sums and means are for MAX, bounds for who moves to a node."""
        course, compared = self.found.course, self.found.compared
        return {
            "algorithm": "uct",
            "exploration": course.exploration,
            "seed": self.found.seed,
            "simulations": len(course.simulations),
            "line": [course.tree.moves[node] for node in course.counts.line()],
            "alphabeta": compared
            and {
                "move": compared.move,
                "nodes": compared.nodes,
                "scores": {move: as_points(score) for move, score in compared.scores.items()},
            },
            "nodes": nodes,
            "events": [
                {
                    "event": STEPS[step.kind],
                    "node": step.node,
                    "result": None if step.kind in (SELECT, EXPAND) else step.simulation.result,
                    "told": told,
                }
                for step, told in zip(course.steps(), self._events(), strict=True)
            ],
        }

    def _node_data(self, node: int) -> dict[str, Any]:
        counts = self._counts
        return {
            "role": self.found.tree.role(node),
            "result": self.found.tree.leaves[node],
            "visits": counts.visits[node],
            "sum": counts.sums[node],
            "bound": None if node == ROOT else counts.bound(node),
        }

    def _events(self) -> list[str]:
        return list(told_steps(self.found))

    def _node_lines(self) -> Iterator[str]:
        tree, counts = self.found.tree, self._counts
        for node in range(len(tree)):
            role = f"{tree.role(node)} " if tree.leaves[node] is None else ""
            bound = "" if node == ROOT else f"  [{told_bound(counts, node)}]"
            end = told_end(self.found, node)
            yield (
                f"{self._prefix(node, node in self._marked)}{role}{plural(counts.visits[node], 'visit')},"
                f" {told_mean(counts.mean(node))}{bound}{f'  {end}' if end else ''}"
            )

    def _look(self, node: int) -> NodeLook:
        counts = self._counts
        value = f"{counts.visits[node]} · {told_mean(counts.mean(node))}".replace("-", "−")
        told = self._lead if node == ROOT else f"bound {told_bound(counts, node)}"
        return NodeLook(self.found.tree.moves[node], value, told, is_chosen=node in self._marked)


def _search(position: Position, algorithm: str, options: Mapping[str, Any], watch: Watch) -> ShownUct:
    settings = {name: value for name, value in options.items() if name != "events"}
    return ShownUct(grow_uct(position, watch=watch, **settings), with_events="events" in options)


SEARCH = TreeSearch(("uct",), ("simulations", "exploration", "seed", "depth", "events"), _search)
