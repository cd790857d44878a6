"""A proof-number search as text, JSON, a page and a picture."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from plyground.core.position import Position
from plyground.search.score import as_points
from plyground.study.tree.columns import ROOT
from plyground.study.tree.proof.proof_tree import USUAL_NODES, WIN, ProofTree, grow_proof
from plyground.study.tree.proof.proof_wording import (
    capital,
    role,
    told_end,
    told_events,
    told_numbers,
    told_result,
)
from plyground.study.tree.shown_searches import ShownSearch, TreeSearch
from plyground.study.tree.tree_svg import NodeLook
from plyground.study.tree.watching import Watch

EVENTS = {"s": "select", "x": "expand", "u": "update", "e": "end"}


def numbers_json(numbers: tuple[float, float]) -> dict[str, int | None]:
    """Return the proof and the disproof number; infinite ones are null."""
    proof, disproof = (None if math.isinf(number) else int(number) for number in numbers)
    return {"proof": proof, "disproof": disproof}


@dataclass(frozen=True)
class ShownProof(ShownSearch[ProofTree]):
    """A proof-number search with both numbers at every node.

    Nodes of the solution are marked; while there is none, those on the path to the most-proving node.
    """

    kind: ClassVar[str] = "a proof-number search"
    _name: ClassVar[str] = "Proof-number search"

    @cached_property
    def _marked(self) -> set[int]:
        return self.found.course.marked()

    @property
    def _lead(self) -> str:
        return capital(told_result(self.found))

    def _ending(self) -> list[str]:
        return [told_result(self.found)]

    def _heading(self) -> list[str]:
        first, second = self.found.tree.players
        return [f"pn/dn at every node; {first} moves at OR nodes, {second} at AND nodes"]

    def _note(self) -> str:
        first, second = self.found.tree.players
        marked = "the solution: one move for the side that gets its way, all moves of the other one"
        if self.found.course.result is None:
            marked = "the path to the most-proving node"
        return (
            f"▲ is an OR node, where {first} moves; ▼ is an AND node, where {second} moves. Each has"
            " its proof number and its disproof number. Proved nodes are blue, disproved ones"
            f" orange. Thick is {marked}."
        )

    def _cards(self) -> list[tuple[str, str, str]]:
        course = self.found.course
        solved = sum(numbers.is_solved for numbers in course.numbers)
        result = {None: "open", True: "proved", False: "disproved"}[course.result]
        return [
            ("Result", result, self.found.goal.question),
            ("Nodes", f"{len(course.tree):,}", f"{solved:,} of them solved"),
            ("Expansions", f"{course.expansions:,}", "one most-proving node each"),
            ("The solution", f"{len(self._marked):,}" if course.result is not None else "none", "nodes"),
        ]

    def _data(self, nodes: list[dict[str, Any]]) -> dict[str, Any]:
        course = self.found.course
        return {
            "algorithm": "pns",
            "goal": self.found.goal.text,
            "result": None if course.result is None else "proved" if course.result else "disproved",
            "counts": {"nodes": len(nodes), "expansions": course.expansions},
            "nodes": nodes,
            "events": [
                {"event": EVENTS[event.kind], "node": event.node, **numbers_json(event.numbers), "told": told}
                for event, told in zip(course.events, self._events(), strict=True)
            ],
        }

    def _node_data(self, node: int) -> dict[str, Any]:
        tree, margin = self.found.tree, self.found.tree.leaves[node]
        return {
            "role": role(tree, node),
            "is_leaf": tree.is_leaf(node),
            "margin": as_points(margin) if margin is not None and self.found.position is None else margin,
            **numbers_json(self.found.course.numbers[node]),
        }

    def _events(self) -> list[str]:
        return list(told_events(self.found))

    def _event_lines(self) -> list[str]:
        return super()._event_lines()[:-1]  # the last one says the result

    def _node_lines(self) -> Iterator[str]:
        tree = self.found.tree
        for node, numbers in enumerate(self.found.course.numbers):
            prefix = self._prefix(node, node in self._marked)
            kind = f"{role(tree, node)} " if not tree.is_leaf(node) or node == ROOT else ""
            end = told_end(self.found, node)
            yield f"{prefix}{kind}{told_numbers(numbers)}{f'  {end}' if end else ''}"

    def _look(self, node: int) -> NodeLook:
        numbers, end = self.found.course.numbers[node], told_end(self.found, node)
        value = told_numbers(numbers)
        return NodeLook(
            self.found.tree.moves[node],
            value,
            f"{role(self.found.tree, node)}, pn/dn {value}{f', {end}' if end else ''}",
            is_chosen=node in self._marked and node != ROOT,
            solved="proved" if numbers.proof == 0 else "disproved" if numbers.disproof == 0 else "",
        )


def _search(position: Position, algorithm: str, options: Mapping[str, Any], watch: Watch) -> ShownProof:
    proof = grow_proof(position, options.get("goal", WIN), options.get("nodes", USUAL_NODES), watch)
    return ShownProof(proof, with_events="events" in options)


SEARCH = TreeSearch(("pns",), ("goal", "nodes", "events"), _search)
