"""A proof-number search as text for a terminal, and as plain values for JSON."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from plyground.search.score import as_points
from plyground.study.tree.columns import NOBODY, ROOT
from plyground.study.tree.proof.proof_tree import ProofTree
from plyground.study.tree.proof.proof_wording import role, told_end, told_events, told_numbers, told_result
from plyground.study.tree.tree_wording import counted

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


INDENT = "    "


def proof_text(proof: ProofTree, most_lines: int, *, with_events: bool = False) -> str:
    """Return a search as text: the tree with both numbers at every node, or what happened event by event.

    Nodes of the solution are marked by a star; while there is none, those on the path to the
    most-proving node.
    """
    first, second = proof.course.tree.players
    told = f"pn/dn at every node; {first} moves at OR nodes, {second} at AND nodes"
    lines = list(_event_lines(proof) if with_events else _node_lines(proof))
    shown = lines[:most_lines]
    if len(lines) > most_lines:
        shown.append(f"... and {counted(len(lines) - most_lines, 'more line')} (--lines shows more)")
    return "\n".join([proof.title, told, "", *shown, "", told_result(proof)])


def _event_lines(proof: ProofTree) -> Iterator[str]:
    told = list(told_events(proof))[:-1]  # the last one says the result
    yield from (f"{number:>4}. {sentence}" for number, sentence in enumerate(told, start=1))


def _node_lines(proof: ProofTree) -> Iterator[str]:
    course = proof.course
    tree, marked = course.tree, course.marked()
    for node in range(len(tree)):
        indent = INDENT * tree.plies[node]
        star = "" if node == ROOT else "* " if node in marked else "  "
        name = f"{tree.moves[node]} " if node != ROOT else ""
        kind = f"{role(tree, node)} " if not tree.is_leaf(node) or node == ROOT else ""
        end = told_end(proof, node)
        yield f"{indent}{star}{name}{kind}{told_numbers(course.numbers[node])}{f'  {end}' if end else ''}"
