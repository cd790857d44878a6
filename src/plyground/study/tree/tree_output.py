"""A searched tree as text for a terminal, as plain values for JSON, and as a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from plyground.core.position import Position
from plyground.report.markup import Markup, element
from plyground.report.page import cards, page, section
from plyground.search.score import INFINITY, as_points
from plyground.study.tree.columns import NOBODY, ROOT, Tree
from plyground.study.tree.grown_tree import GrownTree, grow
from plyground.study.tree.shown_searches import DRAWN_NODES, TreeSearch
from plyground.study.tree.tree_course import Course
from plyground.study.tree.tree_svg import STYLE, NodeLook, draw_tree
from plyground.study.tree.tree_wording import counted, told_cut, told_saving, told_score, told_window
from plyground.study.tree.watching import Watch

USUAL_DEPTH = 3
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
    saving = told_saving(grown.minimax, grown.alphabeta)
    return "\n".join([*heading, "", *trimmed(lines, most_lines), "", saving])


def trimmed(lines: list[str], most: int) -> list[str]:
    """Return the first lines, and how many more there are."""
    if len(lines) <= most:
        return lines
    return [*lines[:most], f"... and {counted(len(lines) - most, 'more line')} (--lines shows more)"]


def node_prefix(tree: Tree, node: int, is_marked: bool) -> str:
    """Return what stands before a node: room for its ply, a star if it is marked, and its move."""
    if node == ROOT:
        return ""
    return f"{INDENT * tree.plies[node]}{'* ' if is_marked else '  '}{tree.moves[node]} "


def _node_lines(course: Course, node: int, chosen: set[int], *, shows_windows: bool) -> Iterator[str]:
    tree = course.tree
    window, score = course.windows[node], course.scores[node]
    prefix = node_prefix(tree, node, node in chosen)
    if tree.leaves[node] is not None:
        yield f"{prefix}{told_score(score)}"
        return
    told = f"  [{told_window(window)}]" if shows_windows else ""
    yield f"{prefix}{tree.role(node)} {told_score(score)}{told}"
    for child in tree.children[node]:
        if not course.skipped(child):
            yield from _node_lines(course, child, chosen, shows_windows=shows_windows)
    cut = course.cuts.get(node)
    left = [child for child in tree.children[node] if course.skipped(child)]
    if cut is not None and left:
        indent = INDENT * (tree.plies[node] + 1)
        yield f"{indent}  cut: {told_cut(course, node, cut)}; not looked at: {_named(course, left)}"


def _named(course: Course, nodes: list[int]) -> str:
    named = [course.tree.moves[node] for node in nodes[:MOST_NAMED]]
    more = len(nodes) - len(named)
    return " ".join(named) + (f" and {more} more" if more else "")


NAMES = {"minimax": "Minimax", "alphabeta": "Alpha-beta"}


def tree_page(grown: GrownTree, algorithm: str, most_nodes: int, command: str) -> str:
    """Return the search of a tree in HTML; of a large tree it shows the first nodes."""
    course = grown.course(algorithm)
    saved = 1 - grown.alphabeta.nodes / grown.minimax.nodes
    first, second = grown.tree.players
    return search_page(
        NAMES[algorithm],
        grown.title,
        told_saving(grown.minimax, grown.alphabeta).capitalize(),
        command,
        section(
            "The tree",
            element(
                "p",
                f"▲ is MAX ({first}), ▼ is MIN ({second}); scores are for MAX. The chosen line is thick."
                " What alpha-beta never looked at is grey. Point at a node for its alpha and beta, and at"
                " a grey one for the reason.",
            ),
            _scrolled_course(course, most_nodes),
        ),
        section("What it took", _cards(grown, saved)),
    )


def search_page(name: str, title: str, lead: str, command: str, *sections: Markup) -> str:
    """Return the page of a search: its name, what it searched, what came out, and how to have it again."""
    return page(
        f"{name}: {title}",
        element("style", STYLE),
        element(
            "header",
            element("p", title, class_="kicker"),
            element("h1", f"{name}, node by node"),
            element("p", f"{lead}.", class_="lead"),
            element("pre", element("code", command), class_="command"),
        ),
        element("main", *sections),
        element("footer", "Made by Plyground."),
    )


MOST_EVENTS = 400


def event_list(title: str, told: list[str]) -> Markup:
    """Return what happened, event by event; of many the first ones."""
    left = len(told) - MOST_EVENTS
    return section(
        title,
        element("ol", *(element("li", sentence) for sentence in told[:MOST_EVENTS])),
        element("p", f"{counted(left, 'more event')} are not listed.", class_="note") if left > 0 else "",
    )


def _cards(grown: GrownTree, saved: float) -> Markup:
    minimax, alphabeta = grown.minimax, grown.alphabeta
    return cards(
        [
            ("Score", told_score(minimax.score), "for MAX, by both searches"),
            ("Minimax", f"{minimax.nodes:,}", f"nodes, {minimax.evaluations:,} of them evaluated"),
            ("Alpha-beta", f"{alphabeta.nodes:,}", f"nodes, {alphabeta.evaluations:,} of them evaluated"),
            ("Saved", f"{saved:.0%}", f"by {counted(len(alphabeta.cuts), 'cut')}"),
        ]
    )


def _scrolled_course(course: Course, most_nodes: int) -> Markup:
    shown = first_nodes(course.tree, most_nodes, course.skipped)
    return scrolled(draw_course(course, most_nodes), len(course.tree) - len(shown))


def draw_course(course: Course, most_nodes: int) -> Markup:
    """Draw the tree with what the search found; of a large one the first nodes."""
    tree = course.tree
    chosen = set(course.line())
    shown = set(first_nodes(tree, most_nodes, course.skipped))

    def look(node: int) -> NodeLook | None:
        return _look(course, node, is_chosen=node in chosen) if node in shown else None

    label = f"The tree of a search, {counted(len(shown), 'node')}"
    return draw_tree(tree, look, label, f"Its score is {told_score(course.score)}.")


def scrolled(drawing: Markup, left: int) -> Markup:
    """Return a drawing that may be wider than the page, and how many nodes are left out of it."""
    note = element("p", f"{counted(left, 'more node')} of this tree are not drawn.", class_="note")
    scroll = element("div", drawing, class_="scroll", tabindex="0", role="region", aria_label="Tree")
    return element("div", scroll, note if left > 0 else "")


def first_nodes(tree: Tree, most: int, is_end: Callable[[int], bool] = lambda node: False) -> list[int]:
    """Return the nodes to draw: ply by ply, and nothing below those that are an end."""
    found = [ROOT]
    for node in found:
        if not is_end(node):
            found.extend(tree.children[node])
        if len(found) >= most:
            break
    return found[:most]


def _look(course: Course, node: int, *, is_chosen: bool) -> NodeLook:
    if course.skipped(node):
        cut = course.cut_of(node)
        told = "" if cut is None else told_cut(course, course.tree.parents[node], cut)
        return NodeLook(course.tree.moves[node], told=told, is_cut=True)
    told = told_window(course.windows[node])
    own = course.cuts.get(node)
    if own is not None:
        told = f"{told}; cut: {told_cut(course, node, own)}"
    return NodeLook(
        course.tree.moves[node], told_score(course.scores[node]).replace("-", "−"), told, is_chosen
    )


@dataclass(frozen=True)
class _ShownTree:
    grown: GrownTree
    algorithm: str

    def text(self, most_lines: int) -> str:
        return tree_text(self.grown, self.algorithm, most_lines)

    def data(self) -> dict[str, Any]:
        return tree_json(self.grown, self.algorithm)

    def page(self, command: str) -> str:
        return tree_page(self.grown, self.algorithm, DRAWN_NODES, command)

    def picture(self) -> Markup:
        return draw_course(self.grown.course(self.algorithm), DRAWN_NODES)


def _search(position: Position, algorithm: str, options: Mapping[str, Any], watch: Watch) -> _ShownTree:
    depth = options.get("depth", USUAL_DEPTH)
    return _ShownTree(grow(position, depth, options.get("evaluate"), options.get("order"), watch), algorithm)


SEARCH = TreeSearch(("minimax", "alphabeta"), ("depth", "evaluate", "order"), _search)
