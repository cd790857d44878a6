"""A UCT search as text for a terminal, as plain values for JSON, and as a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from plyground.core.position import Position
from plyground.report.markup import Markup, element
from plyground.report.page import cards, section
from plyground.search.score import as_points
from plyground.study.tree.columns import NOBODY, ROOT
from plyground.study.tree.shown_searches import DRAWN_NODES, TreeSearch
from plyground.study.tree.tree_output import (
    event_list,
    first_nodes,
    node_prefix,
    scrolled,
    search_page,
    trimmed,
)
from plyground.study.tree.tree_svg import NodeLook, draw_tree
from plyground.study.tree.tree_wording import counted
from plyground.study.tree.uct.uct_course import BACK_UP, EXPAND, SELECT, SIMULATE
from plyground.study.tree.uct.uct_tree import UctTree, grow_uct
from plyground.study.tree.uct.uct_wording import told_bound, told_choice, told_end, told_mean, told_steps
from plyground.study.tree.watching import Watch

STEPS = {SELECT: "select", EXPAND: "expand", SIMULATE: "simulate", BACK_UP: "back up"}


def uct_json(uct: UctTree) -> dict[str, Any]:
    """Return everything about a search; sums and means are for MAX, bounds for who moves to a node."""
    course, compared = uct.course, uct.compared
    counts = course.counts
    steps = zip(course.steps(), told_steps(uct), strict=True)
    return {
        "players": list(course.tree.players),
        "position": uct.position.text if uct.position else None,
        "algorithm": "uct",
        "exploration": course.exploration,
        "seed": uct.seed,
        "simulations": len(course.simulations),
        "line": [course.tree.moves[node] for node in counts.line()],
        "alphabeta": compared
        and {
            "move": compared.move,
            "nodes": compared.nodes,
            "scores": {move: as_points(score) for move, score in compared.scores.items()},
        },
        "nodes": [_node(uct, node) for node in range(len(course.tree))],
        "events": [
            {
                "event": STEPS[step.kind],
                "node": step.node,
                "result": None if step.kind in (SELECT, EXPAND) else step.simulation.result,
                "told": told,
            }
            for step, told in steps
        ],
    }


def _node(uct: UctTree, node: int) -> dict[str, Any]:
    tree, counts = uct.course.tree, uct.course.counts
    parent = tree.parents[node]
    return {
        "parent": None if parent == NOBODY else parent,
        "move": tree.moves[node] or None,
        "role": tree.role(node),
        "result": tree.leaves[node],
        "visits": counts.visits[node],
        "sum": counts.sums[node],
        "bound": None if node == ROOT else counts.bound(node),
    }


def uct_text(uct: UctTree, most_lines: int, *, with_events: bool = False) -> str:
    """Return a search as text: the tree with visits, means and bounds, or what happened step by step.

    Moves of the principal variation are marked by a star.
    """
    first, second = uct.course.tree.players
    heading = [
        uct.title,
        f"visits, and the mean result for MAX ({first}), who is to move; MIN ({second}) answers",
        "bounds are for the player who moves there",
    ]
    told = [f"{number:>4}. {sentence}" for number, sentence in enumerate(told_steps(uct), start=1)]
    lines = told if with_events else list(_node_lines(uct))
    ending = [told_choice(uct), *([uct.compared.told] if uct.compared else [])]
    return "\n".join([*heading, "", *trimmed(lines, most_lines), "", *ending])


def _node_lines(uct: UctTree) -> Iterator[str]:
    tree, counts = uct.course.tree, uct.course.counts
    marked = set(counts.line())
    for node in range(len(tree)):
        role = f"{tree.role(node)} " if tree.leaves[node] is None else ""
        bound = "" if node == ROOT else f"  [{told_bound(counts, node)}]"
        end = told_end(uct, node)
        yield (
            f"{node_prefix(tree, node, node in marked)}{role}{counted(counts.visits[node], 'visit')},"
            f" {told_mean(counts.mean(node))}{bound}{f'  {end}' if end else ''}"
        )


def uct_page(uct: UctTree, most_nodes: int, command: str) -> str:
    """Return the search in HTML; of a large one it shows the first nodes and steps."""
    first, second = uct.course.tree.players
    return search_page(
        "UCT",
        uct.title,
        told_choice(uct),
        command,
        section(
            "The tree",
            element(
                "p",
                f"▲ is MAX ({first}), ▼ is MIN ({second}). Each node has its visits and its mean result for"
                " MAX, from −1 to 1. The principal variation is thick. Point at a node for its bound.",
            ),
            scrolled(draw_uct(uct, most_nodes), len(uct.course.tree) - most_nodes),
        ),
        section("What came out", _cards(uct)),
        event_list("Step by step", list(told_steps(uct))),
    )


def draw_uct(uct: UctTree, most_nodes: int) -> Markup:
    """Draw the tree as it stands when the search is over; of a large one the first nodes."""
    tree, counts = uct.course.tree, uct.course.counts
    marked = set(counts.line())
    shown = set(first_nodes(tree, most_nodes))

    def look(node: int) -> NodeLook | None:
        if node not in shown:
            return None
        value = f"{counts.visits[node]} · {told_mean(counts.mean(node))}".replace("-", "−")
        told = "" if node == ROOT else f"bound {told_bound(counts, node)}"
        return NodeLook(tree.moves[node], value, told or told_choice(uct), is_chosen=node in marked)

    label = f"The tree of UCT, {counted(len(shown), 'node')}"
    return draw_tree(tree, look, label, f"{told_choice(uct)}.")


def _cards(uct: UctTree) -> Markup:
    counts, compared = uct.course.counts, uct.compared
    line = counts.line()
    move = counts.tree.moves[line[0]] if line else "none"
    other = (
        [("Alpha-beta", compared.move, f"{counted(compared.nodes, 'node')}, {compared.title}")]
        if compared
        else []
    )
    return cards(
        [
            ("UCT", move, f"{counted(counts.visits[ROOT], 'simulation')}"),
            ("Mean", told_mean(counts.mean(ROOT)), f"at the root, for {counts.tree.players[0]}"),
            (
                "Nodes",
                f"{len(counts.tree):,}",
                "one more with every simulation that ends at no finished game",
            ),
            *other,
        ]
    )


@dataclass(frozen=True)
class _ShownUct:
    uct: UctTree
    with_events: bool

    def text(self, most_lines: int) -> str:
        return uct_text(self.uct, most_lines, with_events=self.with_events)

    def data(self) -> dict[str, Any]:
        return uct_json(self.uct)

    def page(self, command: str) -> str:
        return uct_page(self.uct, DRAWN_NODES, command)

    def picture(self) -> Markup:
        return draw_uct(self.uct, DRAWN_NODES)


def _search(position: Position, algorithm: str, options: Mapping[str, Any], watch: Watch) -> _ShownUct:
    settings = {name: value for name, value in options.items() if name != "events"}
    return _ShownUct(grow_uct(position, watch=watch, **settings), with_events="events" in options)


SEARCH = TreeSearch(("uct",), ("simulations", "exploration", "seed", "depth", "events"), _search)
