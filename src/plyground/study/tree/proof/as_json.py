"""A proof-number search for a program to read."""

from __future__ import annotations

import math
from typing import Any

from plyground.search.score import as_points
from plyground.study.tree.columns import NOBODY
from plyground.study.tree.proof.grown import ProofTree
from plyground.study.tree.proof.telling import role, told_events

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
