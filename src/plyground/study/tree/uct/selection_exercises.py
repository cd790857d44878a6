"""Exercises about selection in UCT: find the bounds, and the child with the largest one."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass

from plyground.study.tree.columns import MAX, MIN, ROOT
from plyground.study.tree.exercise_families import ExerciseFamily, GivenAnswers, SheetWords
from plyground.study.tree.uct.uct_exercise import MOST_CHILDREN, SUMS, UctExercise, grow_course
from plyground.study.tree.uct.uct_tree import UctCourse, told_bound, told_mean

SELECTION = "selection"
TASKS = (
    "Fill in the upper confidence bound of every child with an empty box, sum/n + √2·√(ln N / n), where n are"
    " its visits and N those of its parent. Two decimals are enough.",
    "Then mark the child that UCT selects.",
)
TOLERANCE = 0.06
"""Bounds with one decimal count as right."""

LEAST_GAP = 0.2
"""So much larger is the largest bound, that a rounded one selects the same child."""


@dataclass(frozen=True)
class SelectionExercise(UctExercise[float]):
    """Bounds of the children of a node have to be filled in, and the selected child marked."""

    at: int = ROOT

    @property
    def told(self) -> str:
        """What the tree is of, and where a child is selected."""
        where = "the root" if self.at == ROOT else self.tree.name(self.at)
        return f"UCT has come to {where}, where {self.tree.role(self.at)} moves. {SUMS} √2 is 1.414."

    @property
    def asked(self) -> list[int]:
        """The children of the node where the search is."""
        return self.tree.children[self.at]

    @property
    def candidates(self) -> list[int]:
        """One of the same children is selected."""
        return self.asked

    @property
    def marked(self) -> list[int]:
        """The selected child."""
        return [self.counts.selected(self.at)]

    def answer(self, node: int) -> str:
        """Return the bound of a node."""
        return told_mean(self.counts.bound(node))

    def explained(self) -> list[str]:
        """Return every bound, and the choice."""
        bounds = [f"{self.tree.name(node)}: {told_bound(self.counts, node)}." for node in self.asked]
        return [*bounds, self._told_mark(self.marked[0], knows_all=True)]

    def _read(self, answers: GivenAnswers) -> Mapping[int, float]:
        return answers.values

    def _is_right(self, node: int, given: float) -> bool:
        return _is_near(given, self.counts.bound(node))

    def _told_answer(self, node: int, given: float, right: set[int]) -> str:
        counts = self.counts
        told = f"{told_bound(counts, node)}."
        if node in right:
            return told
        mean, trial = counts.mean_for_chooser(node), counts.trial(node)
        mistakes = {
            "That is the mean alone": mean,
            "That is without the mean": trial,
            "That is with the logarithm to the base 10": mean + trial / math.sqrt(math.log(10)),
            "The mean is to be added, not taken off": trial - mean,
        }
        found = [words for words, mistaken in mistakes.items() if _is_near(given, mistaken)]
        return f"{found[0] if found else f'It is not {given:g}'}: {told}"

    def _told_mark(self, node: int, *, knows_all: bool) -> str:
        counts, tree = self.counts, self.tree
        [best] = self.marked
        if node == best:
            others = ", ".join(
                f"{tree.moves[child]} {told_mean(counts.bound(child))}"
                for child in self.asked
                if child != best
            )
            return f"{tree.moves[best]} has the largest bound, {told_mean(counts.bound(best))} ({others})."
        if not knows_all:
            return "It is another one. First find all bounds; the largest one is selected."
        told = (
            f"{tree.moves[node]} has {told_mean(counts.bound(node))},"
            f" {tree.moves[best]} has {told_mean(counts.bound(best))}."
        )
        if counts.mean_for_chooser(node) > counts.mean_for_chooser(best):
            told += f" Its mean is better, but {tree.moves[best]} has fewer visits."
        return told


def _is_near(given: float, bound: float) -> bool:
    return abs(given - bound) < TOLERANCE


def make_selection_exercise(seed: int, number: int) -> SelectionExercise:
    """Make one exercise of a sheet; the same two always make the same exercise."""
    rng = random.Random(f"{seed} {SELECTION} {number}")  # for a sheet, not for secrets
    wanted = rng.choice((MAX, MIN))
    course = grow_course(rng, lambda course: bool(_places(course, wanted)))
    places = _places(course, wanted)
    return SelectionExercise(seed, SELECTION, number, course.tree, course, places[0] if places else ROOT)


def _places(course: UctCourse, role: str) -> list[int]:
    """Return the nodes of a role on the way of the next simulation where there is a choice to be made."""
    counts, tree, node, found = course.counts, course.tree, ROOT, list[int]()
    while len(tree.children[node]) > 1:
        bounds = sorted(map(counts.bound, tree.children[node]))
        visits = [counts.visits[child] for child in tree.children[node]]
        is_clear = bounds[-1] - bounds[-2] > LEAST_GAP and len(set(visits)) > 1
        if tree.role(node) == role and is_clear and counts.visits[node] > MOST_CHILDREN:
            found.append(node)  # it has been visited so often that every move has a node
        node = counts.selected(node)
    return found


FAMILY = ExerciseFamily(
    "Selection in Monte Carlo tree search",
    "▲ is MAX, ▼ is MIN; sum/visits, the sum for the player who moved to a node.",
    TASKS,
    SheetWords(
        form="number",
        asked="Bound",
        roles=(MAX, MIN),
        mark="the selected child",
        marks_many=False,
        open=("bound is", "bounds are"),
        empty="Nothing to check yet: fill in a bound or mark a child.",
        unmarked="Every bound is right. Now mark the child that UCT selects.",
        solved="Solved: every bound is right, and this is the child that UCT selects.",
    ),
    lambda: [SELECTION],
    lambda seed, kind, number: make_selection_exercise(seed, number),
)
