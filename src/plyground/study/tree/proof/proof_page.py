"""A proof-number search as a picture, and as a page that stands in one file."""

from __future__ import annotations

from plyground.report.markup import Markup, element
from plyground.report.page import cards, section
from plyground.study.tree.columns import ROOT
from plyground.study.tree.proof.proof_tree import ProofTree
from plyground.study.tree.proof.proof_wording import (
    capital,
    role,
    told_end,
    told_events,
    told_numbers,
    told_result,
)
from plyground.study.tree.tree_page import first_nodes, scrolled, search_page
from plyground.study.tree.tree_svg import NodeLook, draw_tree
from plyground.study.tree.tree_wording import counted

MOST_EVENTS = 400


def proof_page(proof: ProofTree, most_nodes: int, command: str) -> str:
    """Return the search in HTML; of a large one it shows the first nodes and events."""
    first, second = proof.course.tree.players
    told = list(told_events(proof))
    left = len(told) - MOST_EVENTS
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
        section(
            "Event by event",
            element("ol", *(element("li", sentence) for sentence in told[:MOST_EVENTS])),
            element("p", f"{counted(left, 'more event')} are not listed.", class_="note") if left > 0 else "",
        ),
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
