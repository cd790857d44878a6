"""Exercises about backing up in UCT: a result changes the nodes on its way to the root."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import ClassVar

from plyground.errors import OptionError
from plyground.study.tree.columns import MAX, MIN, ROOT
from plyground.study.tree.exercise_families import ExerciseFamily, GivenAnswers, SheetWords
from plyground.study.tree.uct.uct_exercise import SUMS, UctExercise, grow_course
from plyground.study.tree.uct.uct_tree import Simulation, UctCourse, VisitCounts

BACKUP = "backup"
TASKS = (
    "Back the result up: fill in sum/visits as they are afterwards, such as −1/3, at every empty box.",
    "A win of one player is a loss of the other, and not every box changes.",
)

_FRACTION = re.compile(r"\s*([+-]?\d{1,6})\s*/\s*(\d{1,6})\s*")


@dataclass(frozen=True)
class BackupExercise(UctExercise[tuple[int, int]]):
    """Sums and visits have to be filled in as they are after one more simulation."""

    heading: ClassVar[str] = "Backing up"

    @property
    def simulation(self) -> Simulation:
        """The simulation that is about to be backed up: the last one."""
        return self.course.simulations[-1]

    @property
    def counts(self) -> VisitCounts:
        """Sums and visits before that."""
        found = VisitCounts(self.tree, self.course.exploration)
        for simulation in self.course.simulations[:-1]:
            found.add(simulation)
        return found

    @property
    def told(self) -> str:
        """What the tree is of, and what has just been simulated."""
        node, _, result = self.simulation
        return (
            f"UCT has just added {self.tree.name(node)}, and {MAX if result > 0 else MIN} has won the game"
            f" that was played from there. {SUMS}"
        )

    @property
    def asked(self) -> list[int]:
        """All children of the root, and the nodes on the way: so boxes do not tell which these are."""
        return sorted({*self.tree.children[ROOT], *self.way})

    @property
    def way(self) -> list[int]:
        """The nodes on the way to the root, without it."""
        found, node = list[int](), self.simulation.node
        while node != ROOT:
            found.append(node)
            node = self.tree.parents[node]
        return found

    def answer(self, node: int) -> str:
        """Return sum and visits of a node afterwards."""
        return self.fraction(node, (self.simulation.result, 1) if node in self.way else (0, 0))

    def explained(self) -> list[str]:
        """Return what becomes of every node."""
        return [f"{self.tree.name(node)}: {self._told_rule(node)}." for node in self.asked]

    def _read(self, answers: GivenAnswers) -> dict[int, tuple[int, int]]:
        return {node: read_fraction(text) for node, text in answers.texts.items()}

    def _is_right(self, node: int, given: tuple[int, int]) -> bool:
        return given == read_fraction(self.answer(node))

    def _told_answer(self, node: int, given: tuple[int, int], right: set[int]) -> str:
        rule = f"{self._told_rule(node)}."
        total, visits = read_fraction(self.answer(node))
        if node in right:
            return rule
        before = read_fraction(self.fraction(node))
        if node not in self.way:
            return f"Nothing changes here: {rule}"
        if given == before:
            return f"It is on the way to the root, so it changes: {rule}"
        if given == (2 * before[0] - total, visits):
            return f"The sign is wrong. {rule}"
        if given[1] != visits:
            return f"Every node on the way gets one more visit: {rule}"
        return f"It is not {given[0]}/{given[1]}: {rule}"

    def _told_rule(self, node: int) -> str:
        before = self.fraction(node)
        if node not in self.way:
            start = self.tree.name(self.simulation.node)
            return f"it is not on the way from {start} to the root and stays {before}"
        winner = MAX if self.simulation.result > 0 else MIN
        mover = self.tree.role(self.tree.parents[node])
        change = f"{'+1' if winner == mover else '−1'} and one more visit"
        return f"{mover} moved there and {winner} won, so {change}: {before} becomes {self.answer(node)}"


def make_backup_exercise(seed: int, number: int) -> BackupExercise:
    """Make one exercise of a sheet; the same two always make the same exercise."""
    rng = random.Random(f"{seed} {BACKUP} {number}")  # for a sheet, not for secrets
    course = grow_course(rng, _teaches)
    return BackupExercise(seed, BACKUP, number, course.tree, course)


def read_fraction(text: str) -> tuple[int, int]:
    """Read sum and visits, such as -1/3; complain of all else."""
    found = _FRACTION.fullmatch(text.replace("−", "-"))
    if found is None:
        raise OptionError(f"{text!r} is no sum and visits, such as -1/3")
    return int(found[1]), int(found[2])


def _teaches(course: UctCourse) -> bool:
    """Tell whether the last simulation added a node some plies below the root."""
    node, is_new, _ = course.simulations[-1]
    return is_new and course.tree.plies[node] >= 2


FAMILY = ExerciseFamily(
    "Backing up in Monte Carlo tree search",
    "▲ is MAX, ▼ is MIN; sum/visits, the sum for the player who moved to a node.",
    TASKS,
    SheetWords(
        form="fraction",
        asked="Sum and visits",
        roles=(MAX, MIN),
        mark="",
        marks_many=False,
        open=("box is", "boxes are"),
        empty="Nothing to check yet: fill in a sum and visits.",
        unmarked="",
        solved="Solved: the result is backed up rightly.",
    ),
    lambda: [BACKUP],
    lambda seed, kind, number: make_backup_exercise(seed, number),
)
