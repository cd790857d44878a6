"""A searched tree as text for a terminal, and as plain values for JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from plyground.search.score import INFINITY, as_points
from plyground.study.tree.columns import NOBODY, ROOT
from plyground.study.tree.grown_tree import GrownTree
from plyground.study.tree.tree_course import Course
from plyground.study.tree.tree_wording import counted, told_cut, told_saving, told_score, told_window

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


INDENT = "    "
MOST_NAMED = 6


def tree_text(grown: GrownTree, algorithm: str, most_lines: int) -> str:
    """Return a tree as indented text; moves of the best line are marked by a star.

    What was cut off stands where it would have been looked at, in one line.
    """
    course = grown.course(algorithm)
    first, second = grown.tree.players
    heading = [
        grown.title,
        f"scores are for MAX ({first}), who is to move; MIN ({second}) answers"
        if grown.origin
        else "MAX moves at the root, and scores are for MAX",
    ]
    lines = list(_node_lines(course, ROOT, set(course.line()), shows_windows=algorithm == "alphabeta"))
    shown = lines[:most_lines]
    if len(lines) > most_lines:
        shown.append(f"... and {counted(len(lines) - most_lines, 'more line')} (--lines shows more)")
    return "\n".join([*heading, "", *shown, "", told_saving(grown.minimax, grown.alphabeta)])


def _node_lines(course: Course, node: int, chosen: set[int], *, shows_windows: bool) -> Iterator[str]:
    tree = course.tree
    window, score = course.windows[node], course.scores[node]
    indent = INDENT * tree.plies[node]
    star = "* " if node in chosen else "  " if node != ROOT else ""
    name = f"{tree.moves[node]} " if node != ROOT else ""
    if tree.leaves[node] is not None:
        yield f"{indent}{star}{name}{told_score(score)}"
        return
    told = f"  [{told_window(window)}]" if shows_windows else ""
    yield f"{indent}{star}{name}{tree.role(node)} {told_score(score)}{told}"
    for child in tree.children[node]:
        if not course.skipped(child):
            yield from _node_lines(course, child, chosen, shows_windows=shows_windows)
    cut = course.cuts.get(node)
    left = [child for child in tree.children[node] if course.skipped(child)]
    if cut is not None and left:
        yield f"{indent}{INDENT}  cut: {told_cut(course, node, cut)}; not looked at: {_named(course, left)}"


def _named(course: Course, nodes: list[int]) -> str:
    named = [course.tree.moves[node] for node in nodes[:MOST_NAMED]]
    more = len(nodes) - len(named)
    return " ".join(named) + (f" and {more} more" if more else "")
