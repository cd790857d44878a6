"""What exercises about UCT have in common: a tree in the middle of a search, with sums and visits.

Sums are for the player who moved to a node here, as the textbook adds them up.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from plyground.study.tree.abstract import read_tree
from plyground.study.tree.columns import ROOT
from plyground.study.tree.exercise_families import GivenT, TreeExercise
from plyground.study.tree.tree_svg import NodeLook
from plyground.study.tree.uct.uct_tree import UctCourse, VisitCounts, grow_abstract_uct

PLIES = 4
MOST_CHILDREN = 3
MOST_TRIES = 300
SUMS = (
    "At each node stand sum/visits: the results of its simulations, +1 for a win and −1 for a loss of the"
    " player who moved there, and how many there were."
)


@dataclass(frozen=True)
class UctExercise(TreeExercise[GivenT]):
    """A tree in the middle of a search: something has to be filled in, and perhaps a node marked."""

    course: UctCourse

    @property
    def counts(self) -> VisitCounts:
        """Sums for MAX, and visits, as they stand in the exercise."""
        return self.course.counts

    @cached_property
    def shown(self) -> list[str | None]:
        """Sum and visits of every node; of the root the visits, since nobody moved there."""
        return [self.fraction(node) for node in range(len(self.tree))]

    def fraction(self, node: int, more: tuple[int, int] = (0, 0)) -> str:
        """Return sum and visits of a node, with more of both: the sum for MAX."""
        total, visits = self.counts.sums[node] + more[0], self.counts.visits[node] + more[1]
        return str(visits) if node == ROOT else f"{-total if self.tree.is_max(node) else total}/{visits}"

    def look(self, node: int, *, with_solution: bool) -> NodeLook:
        """Return how a node is drawn: with the solution also what has to be filled in."""
        is_asked = node in self.asked
        value = self.answer(node) if with_solution and is_asked else "" if is_asked else " "
        name = f"{self.tree.moves[node]} {self.shown[node]}".strip().replace("-", "−")
        is_chosen = with_solution and node in self.marked
        return NodeLook(name, value.replace("-", "−"), is_chosen=is_chosen)


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
