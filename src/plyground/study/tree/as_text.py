"""A searched tree as lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from plyground.study.tree.columns import ROOT
from plyground.study.tree.course import Course
from plyground.study.tree.grown import GrownTree
from plyground.study.tree.telling import counted, told_cut, told_saving, told_score, told_window

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
