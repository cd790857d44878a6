"""A proof-number search as text for a terminal, as plain values for JSON, and as a page."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from plyground.core.position import Position
from plyground.report.markup import Markup, element
from plyground.report.page import cards, section
from plyground.search.score import as_points
from plyground.study.tree.columns import NOBODY, ROOT
from plyground.study.tree.proof.proof_tree import WIN, ProofTree, grow_proof
from plyground.study.tree.proof.proof_wording import (
    capital,
    role,
    told_end,
    told_events,
    told_numbers,
    told_result,
)
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
from plyground.study.tree.watching import Watch

USUAL_NODES = 1000
EVENTS = {"s": "select", "x": "expand", "u": "update", "e": "end"}


def proof_json(proof: ProofTree) -> dict[str, Any]:
    """Return everything about a search; infinite numbers are null."""
    course = proof.course
    return {
        "players": list(course.tree.players),
        "position": proof.position.text if proof.position else None,
        "algorithm": "pns",
        "goal": proof.goal.text,
        "result": None if course.result is None else "proved" if course.result else "disproved",
        "counts": {"nodes": len(course.tree), "expansions": course.expansions},
        "nodes": [_node(proof, node) for node in range(len(course.tree))],
        "events": [
            {"event": EVENTS[event.kind], "node": event.node, **numbers_json(event.numbers), "told": told}
            for event, told in zip(course.events, told_events(proof), strict=True)
        ],
    }


def numbers_json(numbers: tuple[float, float]) -> dict[str, int | None]:
    """Return the proof and the disproof number."""
    proof, disproof = (None if math.isinf(number) else int(number) for number in numbers)
    return {"proof": proof, "disproof": disproof}


def _node(proof: ProofTree, node: int) -> dict[str, Any]:
    course = proof.course
    tree = course.tree
    parent, margin = tree.parents[node], tree.leaves[node]
    return {
        "parent": None if parent == NOBODY else parent,
        "move": tree.moves[node] or None,
        "role": role(tree, node),
        "is_leaf": tree.is_leaf(node),
        "margin": as_points(margin) if margin is not None and proof.position is None else margin,
        **numbers_json(course.numbers[node]),
    }


def proof_text(proof: ProofTree, most_lines: int, *, with_events: bool = False) -> str:
    """Return a search as text: the tree with both numbers at every node, or what happened event by event.

    Nodes of the solution are marked by a star; while there is none, those on the path to the
    most-proving node.
    """
    first, second = proof.course.tree.players
    told = f"pn/dn at every node; {first} moves at OR nodes, {second} at AND nodes"
    lines = list(_event_lines(proof) if with_events else _node_lines(proof))
    return "\n".join([proof.title, told, "", *trimmed(lines, most_lines), "", told_result(proof)])


def _event_lines(proof: ProofTree) -> Iterator[str]:
    told = list(told_events(proof))[:-1]  # the last one says the result
    yield from (f"{number:>4}. {sentence}" for number, sentence in enumerate(told, start=1))


def _node_lines(proof: ProofTree) -> Iterator[str]:
    course = proof.course
    tree, marked = course.tree, course.marked()
    for node in range(len(tree)):
        prefix = node_prefix(tree, node, node in marked)
        kind = f"{role(tree, node)} " if not tree.is_leaf(node) or node == ROOT else ""
        end = told_end(proof, node)
        yield f"{prefix}{kind}{told_numbers(course.numbers[node])}{f'  {end}' if end else ''}"


def proof_page(proof: ProofTree, most_nodes: int, command: str) -> str:
    """Return the search in HTML; of a large one it shows the first nodes and events."""
    first, second = proof.course.tree.players
    return search_page(
        "Proof-number search",
        proof.title,
        capital(told_result(proof)),
        command,
        section(
            "The tree",
            element(
                "p",
                f"▲ is an OR node, where {first} moves; ▼ is an AND node, where {second} moves. Each has"
                " its proof number and its disproof number. Proved nodes are blue, disproved ones"
                f" orange. Thick is {_told_marked(proof)}.",
            ),
            scrolled(draw_proof(proof, most_nodes), len(proof.course.tree) - most_nodes),
        ),
        section("What it took", _cards(proof)),
        event_list("Event by event", list(told_events(proof))),
    )


def draw_proof(proof: ProofTree, most_nodes: int) -> Markup:
    """Draw the tree as it stands when the search is over; of a large one the first nodes."""
    course = proof.course
    marked = course.marked()
    shown = set(first_nodes(course.tree, most_nodes))

    def look(node: int) -> NodeLook | None:
        if node not in shown:
            return None
        numbers = course.numbers[node]
        end = told_end(proof, node)
        return NodeLook(
            course.tree.moves[node],
            told_numbers(numbers),
            f"{role(course.tree, node)}, pn/dn {told_numbers(numbers)}{f', {end}' if end else ''}",
            is_chosen=node in marked and node != ROOT,
            solved="proved" if numbers.proof == 0 else "disproved" if numbers.disproof == 0 else "",
        )

    label = f"The tree of a proof-number search, {counted(len(shown), 'node')}"
    return draw_tree(course.tree, look, label, f"{capital(told_result(proof))}.")


def _told_marked(proof: ProofTree) -> str:
    if proof.course.result is None:
        return "the path to the most-proving node"
    return "the solution: one move for the side that gets its way, all moves of the other one"


def _cards(proof: ProofTree) -> Markup:
    course = proof.course
    solved = sum(numbers.is_solved for numbers in course.numbers)
    result = {None: "open", True: "proved", False: "disproved"}[course.result]
    return cards(
        [
            ("Result", result, proof.goal.question),
            ("Nodes", f"{len(course.tree):,}", f"{solved:,} of them solved"),
            ("Expansions", f"{course.expansions:,}", "one most-proving node each"),
            ("The solution", f"{len(course.marked()):,}" if course.result is not None else "none", "nodes"),
        ]
    )


@dataclass(frozen=True)
class _ShownProof:
    proof: ProofTree
    with_events: bool

    def text(self, most_lines: int) -> str:
        return proof_text(self.proof, most_lines, with_events=self.with_events)

    def data(self) -> dict[str, Any]:
        return proof_json(self.proof)

    def page(self, command: str) -> str:
        return proof_page(self.proof, DRAWN_NODES, command)

    def picture(self) -> Markup:
        return draw_proof(self.proof, DRAWN_NODES)


def _search(position: Position, algorithm: str, options: Mapping[str, Any], watch: Watch) -> _ShownProof:
    proof = grow_proof(position, options.get("goal", WIN), options.get("nodes", USUAL_NODES), watch)
    return _ShownProof(proof, with_events="events" in options)


SEARCH = TreeSearch(("pns",), ("goal", "nodes", "events"), _search)
