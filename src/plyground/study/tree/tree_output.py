"""Minimax and alpha-beta of a tree as text, JSON, a page and a picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from plyground.core.position import Position
from plyground.report.formats import plural
from plyground.search.score import INFINITY, as_points
from plyground.study.tree.columns import ROOT
from plyground.study.tree.shown_searches import INDENT, ShownSearch, TreeSearch
from plyground.study.tree.tree_course import (
    Course,
    GrownTree,
    grow,
    told_cut,
    told_saving,
    told_score,
    told_window,
)
from plyground.study.tree.tree_svg import NodeLook
from plyground.study.tree.watching import Watch

USUAL_DEPTH = 3
MOST_NAMED = 6
NAMES = {"minimax": "Minimax", "alphabeta": "Alpha-beta"}
EVENTS = {"e": "enter", "v": "evaluate", "u": "update", "c": "cut", "l": "leave"}


def counts(course: Course) -> dict[str, int]:
    """Count what a search did."""
    return {"nodes": course.nodes, "evaluations": course.evaluations, "cuts": len(course.cuts)}


@dataclass(frozen=True)
class ShownTree(ShownSearch[GrownTree]):
    """One of the two searches of a tree: moves of its best line are marked, and what was cut off is grey."""

    kind: ClassVar[str] = "a search"

    algorithm: str

    @cached_property
    def _course(self) -> Course:
        return self.found.course(self.algorithm)

    @cached_property
    def _chosen(self) -> set[int]:
        return set(self._course.line())

    @property
    def _name(self) -> str:
        return NAMES[self.algorithm]

    @property
    def _lead(self) -> str:
        return told_saving(self.found.minimax, self.found.alphabeta).capitalize()

    def _ending(self) -> list[str]:
        return [told_saving(self.found.minimax, self.found.alphabeta)]

    def _description(self) -> str:
        return f"Its score is {told_score(self._course.score)}."

    def _heading(self) -> list[str]:
        if self.found.origin is None:
            return ["MAX moves at the root, and scores are for MAX"]
        first, second = self.found.tree.players
        return [f"scores are for MAX ({first}), who is to move; MIN ({second}) answers"]

    def _note(self) -> str:
        first, second = self.found.tree.players
        return (
            f"▲ is MAX ({first}), ▼ is MIN ({second}); scores are for MAX. The chosen line is thick."
            " What alpha-beta never looked at is grey. Point at a node for its alpha and beta, and at"
            " a grey one for the reason."
        )

    def _cards(self) -> list[tuple[str, str, str]]:
        minimax, alphabeta = self.found.minimax, self.found.alphabeta
        return [
            ("Score", told_score(minimax.score), "for MAX, by both searches"),
            ("Minimax", f"{minimax.nodes:,}", f"nodes, {minimax.evaluations:,} of them evaluated"),
            ("Alpha-beta", f"{alphabeta.nodes:,}", f"nodes, {alphabeta.evaluations:,} of them evaluated"),
            (
                "Saved",
                f"{1 - alphabeta.nodes / minimax.nodes:.0%}",
                f"by {plural(len(alphabeta.cuts), 'cut')}",
            ),
        ]

    def _data(self, nodes: list[dict[str, Any]]) -> dict[str, Any]:
        """Return what the search found; scores are points for MAX, bounds may be null."""
        grown, origin = self.found, self.found.origin
        return {
            "depth": origin.depth if origin else max(self.found.tree.plies),
            "evaluate": origin.evaluate if origin else None,
            "order": origin.order if origin else None,
            "algorithm": self.algorithm,
            "score": as_points(self._course.score),
            "line": [self.found.tree.moves[node] for node in self._course.line()],
            "counts": {"minimax": counts(grown.minimax), "alphabeta": counts(grown.alphabeta)},
            "nodes": nodes,
            "events": self._course.events,
            "event_names": EVENTS,
        }

    def _node_data(self, node: int) -> dict[str, Any]:
        course = self._course
        window, score, cut = course.windows.get(node), course.scores.get(node), course.cuts.get(node)
        return {
            "role": self.found.tree.role(node),
            "is_leaf": self.found.tree.leaves[node] is not None,
            "is_searched": window is not None,
            "score": None if score is None else as_points(score),
            "alpha": _bound(window and window.alpha),
            "beta": _bound(window and window.beta),
            "cut": None if cut is None else told_cut(course, node, cut),
        }

    def _node_lines(self, node: int = ROOT) -> Iterator[str]:
        """Write a node and all below it; what was cut off stands where it would have been looked at."""
        course, tree = self._course, self.found.tree
        prefix, score = self._prefix(node, node in self._chosen), told_score(course.scores[node])
        if tree.leaves[node] is not None:
            yield f"{prefix}{score}"
            return
        told = f"  [{told_window(course.windows[node])}]" if self.algorithm == "alphabeta" else ""
        yield f"{prefix}{tree.role(node)} {score}{told}"
        for child in tree.children[node]:
            if not course.skipped(child):
                yield from self._node_lines(child)
        cut = course.cuts.get(node)
        left = [child for child in tree.children[node] if course.skipped(child)]
        if cut is not None and left:
            indent = INDENT * (tree.plies[node] + 1)
            yield f"{indent}  cut: {told_cut(course, node, cut)}; not looked at: {self._named(left)}"

    def _named(self, nodes: list[int]) -> str:
        named = [self.found.tree.moves[node] for node in nodes[:MOST_NAMED]]
        more = len(nodes) - len(named)
        return " ".join(named) + (f" and {more} more" if more else "")

    def _is_end(self, node: int) -> bool:
        return self._course.skipped(node)

    def _look(self, node: int) -> NodeLook:
        course, move = self._course, self.found.tree.moves[node]
        if course.skipped(node):
            cut = course.cut_of(node)
            told = "" if cut is None else told_cut(course, self.found.tree.parents[node], cut)
            return NodeLook(move, told=told, is_cut=True)
        told = told_window(course.windows[node])
        own = course.cuts.get(node)
        if own is not None:
            told = f"{told}; cut: {told_cut(course, node, own)}"
        value = told_score(course.scores[node]).replace("-", "−")
        return NodeLook(move, value, told, is_chosen=node in self._chosen)


def _bound(bound: int | None) -> float | None:
    return None if bound is None or abs(bound) == INFINITY else as_points(bound)


def _search(position: Position, algorithm: str, options: Mapping[str, Any], watch: Watch) -> ShownTree:
    depth = options.get("depth", USUAL_DEPTH)
    return ShownTree(grow(position, depth, options.get("evaluate"), options.get("order"), watch), algorithm)


SEARCH = TreeSearch(("minimax", "alphabeta"), ("depth", "evaluate", "order"), _search)
