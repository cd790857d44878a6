"""The events of a proof-number search in words: why a node is selected, and how numbers come about."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from plyground.report.formats import plural
from plyground.study.tree.columns import ROOT, Tree
from plyground.study.tree.proof.proof_tree import (
    END,
    EXPAND,
    FRESH,
    SELECT,
    Numbers,
    ProofCourse,
    ProofEvent,
    ProofTree,
)
from plyground.study.tree.tree_course import ARROW, told_score, told_way

OR, AND = "OR", "AND"
MOST_TERMS = 9
LONGEST_PATH = 6


def role(tree: Tree, node: int) -> str:
    """Return what a node is called: OR where the side moves that wants to prove, else AND."""
    return OR if tree.is_max(node) else AND


def told_number(number: float) -> str:
    """Write a proof or disproof number.

    >>> told_number(3), told_number(float("inf"))
    ('3', '∞')
    """
    return "∞" if math.isinf(number) else f"{number:.0f}"


def told_numbers(numbers: Numbers) -> str:
    """Write both numbers, the proof number first."""
    return f"{told_number(numbers.proof)}/{told_number(numbers.disproof)}"


def told_end(proof: ProofTree, node: int) -> str:
    """Say how the game ended at a node, "" if it did not: for the side that moves at the root."""
    margin = proof.course.tree.leaves[node]
    if margin is None:
        return ""
    if proof.position is None:
        return told_score(margin)
    if margin == 0:
        return "draw"
    by = f" by {abs(margin)}" if proof.has_margins else ""
    return f"{proof.course.tree.players[0 if margin > 0 else 1]} wins{by}"


def told_result(proof: ProofTree) -> str:
    """Say what came out."""
    course = proof.course
    took = f"{plural(len(course.tree), 'node')}, {plural(course.expansions, 'expansion')}"
    if course.result is None:
        return f"not proved: the root stands at {told_numbers(course.numbers[ROOT])} ({took})"
    word = "proved" if course.result else "disproved"
    return f"{word}: {proof.goal.answer(is_proved=course.result)} ({took})"


def told_events(proof: ProofTree) -> Iterator[str]:
    """Say what every event did, in their order."""
    course = proof.course
    numbers = [course.first_numbers(node) for node in range(len(course.tree))]
    for event in course.events:
        if event.kind == SELECT:
            yield told_select(course.tree, event.node, numbers)
        elif event.kind == EXPAND:
            yield _told_expand(proof, event.node, numbers)
        elif event.kind == END:
            yield f"The search is over. {capital(told_result(proof))}."
        else:
            yield _told_update(course, event, numbers)
            numbers[event.node] = event.numbers


def told_select(tree: Tree, node: int, numbers: Sequence[Numbers]) -> str:
    """Say why a leaf is the most-proving node."""
    if node == ROOT:
        return "Select the root: it is the only leaf, so it is the most-proving node."

    def told(child: int) -> str:
        is_or = tree.is_max(tree.parents[child])
        return f"{'pn' if is_or else 'dn'} {told_number(numbers[child][0 if is_or else 1])}"

    way = told_way(tree, node, told, LONGEST_PATH)
    rule = "the smallest pn below OR"
    if len(way) > 1:
        rule += ", the smallest dn below AND"
    return f"Select the most-proving node, root{ARROW}{ARROW.join(way)}: {rule}."


def _told_expand(proof: ProofTree, node: int, numbers: Sequence[Numbers]) -> str:
    tree = proof.course.tree
    children = tree.children[node]
    ends: dict[str, list[int]] = {}
    for child in children:
        if tree.leaves[child] is not None:
            ends.setdefault(told_end(proof, child), []).append(child)
    told = [
        f"{_listed([tree.moves[child] for child in ended])} {'ends' if len(ended) == 1 else 'end'}"
        f" {'the game' if proof.position else 'here'} ({end}): {told_numbers(numbers[ended[0]])}"
        for end, ended in ends.items()
    ]
    fresh = len(children) - sum(map(len, ends.values()))
    if fresh:
        which = ("each" if fresh > 1 else "it") if not ends else "the others" if fresh > 1 else "the other"
        told.append(f"{which} start{'s' if which != 'the others' else ''} at {told_numbers(FRESH)}")
    count = "one child" if len(children) == 1 else f"{len(children)} children"
    return f"Expand {name(tree, node)}: {count}; {'; '.join(told)}."


def _told_update(course: ProofCourse, event: ProofEvent, numbers: Sequence[Numbers]) -> str:
    tree, node = course.tree, event.node
    title = "The root" if node == ROOT else tree.moves[node]
    told = f"{title} ({role(tree, node)}): {told_rule(tree, node, numbers, event.numbers)}."
    return told + _told_consequence(tree, event, numbers[node])


def told_rule(tree: Tree, node: int, numbers: Sequence[Numbers], after: Numbers) -> str:
    """Say how the numbers of a node come about from those of its children."""
    below = [numbers[child] for child in tree.children[node]]
    proofs, disproofs = _terms([each.proof for each in below]), _terms([each.disproof for each in below])
    if tree.is_max(node):
        pn, dn = _told_least(proofs), _told_sum(disproofs)
    else:
        pn, dn = _told_sum(proofs), _told_least(disproofs)
    proof, disproof = map(told_number, after)
    return f"pn = {pn}{proof}, dn = {dn}{disproof}"


def _terms(numbers: Sequence[float]) -> list[str]:
    terms = [told_number(number) for number in numbers]
    return terms if len(terms) <= MOST_TERMS else [*terms[: MOST_TERMS - 1], "…"]


def _told_least(terms: list[str]) -> str:
    return f"min({', '.join(terms)}) = " if len(terms) > 1 else ""


def _told_sum(terms: list[str]) -> str:
    return f"{' + '.join(terms)} = " if len(terms) > 1 else ""


def _told_consequence(tree: Tree, event: ProofEvent, before: Numbers) -> str:
    """Say what the new numbers mean: a solved node, or nothing new for those above."""
    node, numbers = event.node, event.numbers
    if numbers.is_solved:
        is_or, is_proved = tree.is_max(node), numbers.proof == 0
        reason = "one child is" if is_or == is_proved else "all children are"
        return f" {'Proved' if is_proved else 'Disproved'}, since {reason}."
    if numbers == before and node != ROOT:
        return " Nothing changes, so nothing above it does."
    return ""


def name(tree: Tree, node: int) -> str:
    """Name a node by its last move."""
    return tree.moves[node] if node != ROOT else "the root"


def capital(text: str) -> str:
    """Begin a sentence; `str.capitalize` would change the rest of it."""
    return text[:1].upper() + text[1:]


def _listed(names: list[str]) -> str:
    """List names, a few of many."""
    if len(names) > MOST_TERMS:
        names = [*names[: MOST_TERMS - 1], f"{len(names) - MOST_TERMS + 1} more"]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
