"""Exercises about proof numbers: back the numbers up, and find the most-proving node."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import ClassVar

from plyground.errors import OptionError
from plyground.study.tree.abstract import read_tree
from plyground.study.tree.columns import ROOT
from plyground.study.tree.exercise_families import ExerciseFamily, GivenAnswers, SheetWords, TreeExercise
from plyground.study.tree.proof.proof_tree import Numbers, ProofCourse, grow_abstract_proof
from plyground.study.tree.proof.proof_wording import (
    AND,
    OR,
    role,
    told_number,
    told_numbers,
    told_rule,
    told_select,
)
from plyground.study.tree.tree_svg import NodeLook

PROOF = "proof"
TASKS = (
    "Fill in pn/dn, the proof and the disproof number, at every empty box, such as 2/3 or ∞/0.",
    "Then mark the most-proving node, the leaf that is expanded next. Of equal children the first counts.",
)
PLIES = 4
MOST_TRIES = 200

_PAIR = re.compile(r"\s*(\d{1,6}|∞|inf)\s*/\s*(\d{1,6}|∞|inf)\s*")


@dataclass(frozen=True)
class ProofExercise(TreeExercise[Numbers]):
    """A tree in the middle of a proof-number search, whose numbers have to be filled in."""

    answers_key: ClassVar[str] = "numbers"
    mark_key: ClassVar[str] = "most_proving"
    mark_name: ClassVar[str] = "most-proving node"
    heading: ClassVar[str] = "Proof numbers"
    told: ClassVar[str] = (
        "MAX moves at OR nodes, such as the root, and wants to prove a win; MIN moves at AND nodes. A leaf"
        " that is not expanded yet has 1/1, a won one 0/∞, a lost one ∞/0."
    )

    course: ProofCourse

    @property
    def most_proving(self) -> int:
        """The leaf that has to be marked."""
        return max(self.course.marked())

    @property
    def marked(self) -> list[int]:
        """That leaf alone."""
        return [self.most_proving]

    @property
    def candidates(self) -> list[int]:
        """The leaves that may be marked: those that are not solved."""
        tree = self.tree
        return [node for node in range(len(tree)) if tree.is_leaf(node) and tree.leaves[node] is None]

    @property
    def shown(self) -> list[str | None]:
        """The numbers of the leaves."""
        tree = self.tree
        return [self.answer(node) if tree.is_leaf(node) else None for node in range(len(tree))]

    def answer(self, node: int) -> str:
        """Return the numbers of a node."""
        return told_numbers(self.course.numbers[node])

    def look(self, node: int, *, with_solution: bool) -> NodeLook:
        """Return how a node is drawn: with the solution also its numbers, and the path of the search."""
        value = self.answer(node) if with_solution or self.tree.is_leaf(node) else ""
        is_chosen = with_solution and node in self.course.marked()
        return NodeLook(self.tree.moves[node], value, is_chosen=is_chosen)

    def explained(self) -> list[str]:
        """Return the solution in sentences."""
        tree = self.tree
        sentences = [f"{tree.name(node)} ({role(tree, node)}): {self._rule(node)}." for node in self.asked]
        return [*sentences, self._told_mark(self.most_proving, knows_all=True)]

    def _read(self, answers: GivenAnswers) -> dict[int, Numbers]:
        return {node: read_numbers(text) for node, text in answers.texts.items()}

    def _is_right(self, node: int, given: Numbers) -> bool:
        return given == self.course.numbers[node]

    def _told_answer(self, node: int, given: Numbers, right: set[int]) -> str:
        tree, kind, rule = self.tree, role(self.tree, node), self._rule(node)
        if node in right:
            return f"{kind}: {rule}."
        if any(not tree.is_leaf(child) and child not in right for child in tree.children[node]):
            which = "pn, and the sum of their dn" if tree.is_max(node) else "dn, and the sum of their pn"
            return f"First find the numbers below it; then {kind} has the smallest {which}."
        if given == Numbers(*reversed(self.course.numbers[node])):
            return f"The other way round, the proof number first: {rule}."
        return f"It is not {told_numbers(given)}. {kind}: {rule}."

    def _told_mark(self, node: int, *, knows_all: bool) -> str:
        tree, course = self.tree, self.course
        if node == self.most_proving:
            return told_select(tree, node, course.numbers)
        if not knows_all:
            return "It is another one. First find all numbers; they lead to it from the root."
        path = course.marked()
        while tree.parents[node] not in path:
            node = tree.parents[node]
        above = tree.parents[node]
        better = course.most_proving_child(above, course.numbers)
        kind, column = ("pn", 0) if tree.is_max(above) else ("dn", 1)
        here, there = (told_number(course.numbers[each][column]) for each in (node, better))
        reason = f"has {kind} {there}, less than {here}"
        if here == there:
            reason = f"has the same {kind}, {there}, and comes first"
        place = f"{tree.name(above)} ({role(tree, above)})"
        return f"At {place} the path does not lead to {tree.name(node)}: {tree.name(better)} {reason}."

    def _rule(self, node: int) -> str:
        return told_rule(self.tree, node, self.course.numbers, self.course.numbers[node])


def make_proof_exercise(seed: int, number: int) -> ProofExercise:
    """Make one exercise of a sheet; the same two always make the same exercise."""
    rng = random.Random(f"{seed} {PROOF} {number}")  # for a sheet, not for secrets
    for _ in range(MOST_TRIES):
        tree = read_tree(_random_text(rng, 0))
        course = grow_abstract_proof(tree, 1, rng.randint(9, 13)).course
        found = ProofExercise(seed, PROOF, number, course.tree, course)
        if _teaches(found):
            break
    return found


def read_numbers(text: str) -> Numbers:
    """Read a pair such as 2/3 or inf/0; complain of all else."""
    pair = _PAIR.fullmatch(text)
    if pair is None:
        raise OptionError(f"{text!r} is no pair of numbers, such as 2/3 or ∞/0")
    proof, disproof = (float(each.replace("∞", "inf")) for each in pair.groups())
    return Numbers(proof, disproof)


def _random_text(rng: random.Random, ply: int) -> str:
    if ply == PLIES or (ply >= 2 and rng.random() < 0.4):
        return str(rng.randint(0, 1))
    return f"({' '.join(_random_text(rng, ply + 1) for _ in range(rng.randint(2, 3)))})"


def _teaches(exercise: ProofExercise) -> bool:
    """Tell whether there is something to work out: different numbers, something solved, a path."""
    course = exercise.course
    if course.result is not None or not 4 <= len(exercise.asked) <= 6:
        return False
    found = {course.numbers[node] for node in exercise.asked}
    has_ends = any(leaf is not None for leaf in course.tree.leaves)
    has_choice = sum(not course.numbers[child].is_solved for child in course.tree.children[ROOT]) > 1
    return len(found) >= 3 and has_ends and has_choice and course.tree.plies[exercise.most_proving] >= 2


FAMILY = ExerciseFamily(
    "Proof numbers",
    "▲ is OR, ▼ is AND; pn/dn.",
    TASKS,
    SheetWords(
        form="pair",
        asked="Numbers",
        roles=(OR, AND),
        mark="the most-proving node",
        marks_many=False,
        open=("pair is", "pairs are"),
        empty="Nothing to check yet: fill in a pair of numbers or mark a leaf.",
        unmarked="Every number is right. Now mark the most-proving node.",
        solved="Solved: every number is right, and this is the most-proving node.",
    ),
    lambda: [PROOF],
    lambda seed, kind, number: make_proof_exercise(seed, number),
)
