"""Scores, ways, cuts and savings in words."""

from __future__ import annotations

from collections.abc import Callable

from plyground.report.formats import plural
from plyground.search.score import INFINITY, as_points, plies_to_end
from plyground.study.tree.columns import ROOT, Tree
from plyground.study.tree.tree_course import Course, Cut, Window

ARROW = " → "


def told_score(score: int) -> str:
    """Write a score for MAX: points, or "W3" and "L3" for a game won or lost in three plies.

    >>> told_score(1500), told_score(-2000), told_score(-(10**9) + 3000)
    ('1.5', '-2', 'L3')
    """
    if abs(score) == INFINITY:
        return "inf" if score > 0 else "-inf"
    plies = plies_to_end(score)
    if plies is not None:
        return f"{'W' if score > 0 else 'L'}{plies}"
    points = as_points(score)
    return str(points) if isinstance(points, int) else f"{points:.3f}".rstrip("0")


def told_window(window: Window) -> str:
    """Write alpha and beta."""
    return f"alpha {told_score(window.alpha)}, beta {told_score(window.beta)}"


def told_cut(course: Course, node: int, cut: Cut) -> str:
    """Say why a node was cut off: who would never let it come to this.

    The other side has something better already, so what is left here cannot matter.
    """
    tree = course.tree
    is_max = tree.is_max(node)
    sign, bound = (">=", "beta") if is_max else ("<=", "alpha")
    other = tree.players[1 if is_max else 0]
    why = "has as much already" if cut.score == cut.bound else "would never allow this"
    return f"{told_score(cut.score)} {sign} {bound} {told_score(cut.bound)}: {other} {why}"


def told_saving(minimax: Course, alphabeta: Course) -> str:
    """Say how much of the tree alpha-beta did not look at."""
    saved = minimax.nodes - alphabeta.nodes
    share = saved / minimax.nodes
    return (
        f"minimax looks at {plural(minimax.nodes, 'node')}, alpha-beta at {alphabeta.nodes:,}:"
        f" {saved:,} saved ({share:.0%}) by {plural(len(alphabeta.cuts), 'cut')}, the same score"
    )


def told_way(tree: Tree, node: int, told: Callable[[int], str], longest: int) -> list[str]:
    """Say something about every node on the way from the root, and leave the middle of a long way out."""
    way: list[str] = []
    while node != ROOT:
        way.insert(0, f"{tree.moves[node]} ({told(node)})")
        node = tree.parents[node]
    if len(way) > longest:
        way[longest // 2 : -longest // 2] = ["…"]
    return way
