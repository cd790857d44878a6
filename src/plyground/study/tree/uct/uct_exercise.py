"""What exercises about UCT have in common: a tree in the middle of a search, with sums and visits.

Sums are for the player who moved to a node here, as the textbook adds them up.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from plyground.study.tree.abstract import read_tree
from plyground.study.tree.answer_checking import CheckedSheet
from plyground.study.tree.columns import ROOT, Tree
from plyground.study.tree.exercise_families import GivenAnswers
from plyground.study.tree.tree_svg import NodeLook
from plyground.study.tree.uct.uct_course import UctCourse, VisitCounts
from plyground.study.tree.uct.uct_tree import grow_abstract_uct

PLIES = 4
MOST_CHILDREN = 3
MOST_TRIES = 300
SUMS = (
    "At each node stand sum/visits: the results of its simulations, +1 for a win and −1 for a loss of the"
    " player who moved there, and how many there were."
)


@dataclass(frozen=True)
class UctExercise:
    """A tree in the middle of a search: something has to be filled in, and perhaps a node marked."""

    kind: ClassVar[str]
    heading: ClassVar[str]
    position: ClassVar[None] = None

    seed: int
    number: int
    course: UctCourse

    @property
    def told(self) -> str:
        """What the tree is of."""
        raise NotImplementedError

    @property
    def asked(self) -> list[int]:
        """The nodes at which something has to be filled in."""
        raise NotImplementedError

    @property
    def candidates(self) -> list[int]:
        """The nodes that may be marked."""
        return []

    def answer(self, node: int) -> str:
        """Return what has to be filled in at a node."""
        raise NotImplementedError

    def explained(self) -> list[str]:
        """Return the solution in sentences."""
        raise NotImplementedError

    def check(self, answers: GivenAnswers) -> CheckedSheet:
        """Check answers, each with an explanation."""
        raise NotImplementedError

    @property
    def marked(self) -> int | None:
        """The node that has to be marked, if one has to be."""
        return None

    @property
    def tree(self) -> Tree:
        """The tree as far as it is grown."""
        return self.course.tree

    @property
    def counts(self) -> VisitCounts:
        """Sums for MAX, and visits, as they stand in the exercise."""
        return self.course.counts

    @property
    def text(self) -> str:
        """The tree in brackets, with what stands at its nodes."""

        def write(node: int) -> str:
            children = self.tree.children[node]
            below = f" ({' '.join(map(write, children))})" if children else ""
            return f"{self.shown[node]}{below}"

        return write(ROOT)

    @cached_property
    def shown(self) -> list[str | None]:
        """Sum and visits of every node; of the root the visits, since nobody moved there."""
        return [self.fraction(node) for node in range(len(self.tree))]

    def fraction(self, node: int, more: tuple[int, int] = (0, 0)) -> str:
        """Return sum and visits of a node, with more of both: the sum for MAX."""
        total, visits = self.counts.sums[node] + more[0], self.counts.visits[node] + more[1]
        return str(visits) if node == ROOT else f"{-total if self.tree.is_max(node) else total}/{visits}"

    def mover(self, node: int) -> str:
        """Return who moved to a node."""
        return self.tree.role(self.tree.parents[node])

    def look(self, node: int, *, with_solution: bool) -> NodeLook:
        """Return how a node is drawn: with the solution also what has to be filled in."""
        is_asked = node in self.asked
        value = self.answer(node) if with_solution and is_asked else "" if is_asked else " "
        name = f"{self.tree.moves[node]} {self.shown[node]}".strip().replace("-", "−")
        is_chosen = with_solution and node == self.marked
        return NodeLook(name, value.replace("-", "−"), is_chosen=is_chosen)

    def solution(self) -> dict[str, Any]:
        """Return what has to be filled in and marked, by the names of nodes."""
        found: dict[str, Any] = {"answers": {self.tree.name(node): self.answer(node) for node in self.asked}}
        return found if self.marked is None else {**found, "marked": self.tree.name(self.marked)}

    def written_solution(self) -> list[str]:
        """Return the solution as lines for a terminal."""
        found = self.solution()
        answers = "; ".join(f"{name} = {answer}" for name, answer in found["answers"].items())
        return [f"answers: {answers}", *([f"marked: {found['marked']}"] if "marked" in found else [])]


def grow_course(rng: random.Random, teaches: Callable[[UctCourse], bool]) -> UctCourse:
    """Search random trees until the tree of one teaches something."""
    for _ in range(MOST_TRIES):
        tree = read_tree(_random_text(rng, 0))
        course = grow_abstract_uct(tree, 1, rng.randint(7, 14), seed=rng.randrange(2**32)).course
        if teaches(course):
            break
    return course


def _random_text(rng: random.Random, ply: int) -> str:
    if ply == PLIES:
        return str(rng.randint(0, 1))
    return f"({' '.join(_random_text(rng, ply + 1) for _ in range(rng.randint(2, MOST_CHILDREN)))})"
