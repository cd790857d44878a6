"""A searched tree for a program to read."""

from __future__ import annotations

from typing import Any

from plyground.search.score import INFINITY, as_points
from plyground.study.tree.columns import NOBODY
from plyground.study.tree.course import Course
from plyground.study.tree.grown import GrownTree
from plyground.study.tree.telling import told_cut

EVENTS = {"e": "enter", "v": "evaluate", "u": "update", "c": "cut", "l": "leave"}


def tree_json(grown: GrownTree, algorithm: str) -> dict[str, Any]:
    """Return everything about a search of a tree; scores are points for MAX, bounds may be null."""
    tree, course, origin = grown.tree, grown.course(algorithm), grown.origin
    return {
        "players": list(tree.players),
        "position": origin.position.text if origin else None,
        "depth": origin.depth if origin else max(tree.plies),
        "evaluate": origin.evaluate if origin else None,
        "order": origin.order if origin else None,
        "algorithm": algorithm,
        "score": as_points(course.score),
        "line": [tree.moves[node] for node in course.line()],
        "counts": {"minimax": counts(grown.minimax), "alphabeta": counts(grown.alphabeta)},
        "nodes": [_node(course, node) for node in range(len(tree))],
        "events": course.events,
        "event_names": EVENTS,
    }


def counts(course: Course) -> dict[str, int]:
    """Count what a search did."""
    return {"nodes": course.nodes, "evaluations": course.evaluations, "cuts": len(course.cuts)}


def _node(course: Course, node: int) -> dict[str, Any]:
    tree, window, score = course.tree, course.windows.get(node), course.scores.get(node)
    cut = course.cuts.get(node)
    parent = tree.parents[node]
    return {
        "parent": None if parent == NOBODY else parent,
        "move": tree.moves[node] or None,
        "role": tree.role(node),
        "is_leaf": tree.leaves[node] is not None,
        "is_searched": window is not None,
        "score": None if score is None else as_points(score),
        "alpha": _bound(window and window.alpha),
        "beta": _bound(window and window.beta),
        "cut": None if cut is None else told_cut(course, node, cut),
    }


def _bound(bound: int | None) -> float | None:
    return None if bound is None or abs(bound) == INFINITY else as_points(bound)
