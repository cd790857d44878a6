"""What all exercises about trees have in common, and the families of them; nothing lists those.

A family is a module `NAME_exercises.py` of this folder, or of one below it, with a `FAMILY`. The command
line, printed sheets and the web app know exercises by these interfaces alone.
"""

from __future__ import annotations

import importlib
import pkgutil
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import ModuleType
from typing import Any, ClassVar, Generic, Literal, TypeVar

from plyground.core.position import Position
from plyground.errors import OptionError, nearest
from plyground.study.tree.columns import ROOT, Tree
from plyground.study.tree.tree_svg import NodeLook

GivenT = TypeVar("GivenT")


@dataclass(frozen=True)
class GivenAnswers:
    """What was filled in, by node: values in points, texts such as 2/3, and the nodes that were marked."""

    values: Mapping[int, float]
    texts: Mapping[int, str]
    marked: Collection[int]


@dataclass(frozen=True)
class JudgedAnswer:
    """Whether an answer at a node is right, and why."""

    node: int
    is_right: bool
    told: str


@dataclass(frozen=True)
class CheckedSheet:
    """The verdicts on values and on cuts, how many values were left open, and whether cuts were."""

    values: list[JudgedAnswer]
    cuts: list[JudgedAnswer]
    open_values: int
    has_open_cuts: bool

    @property
    def is_solved(self) -> bool:
        """Whether everything was answered, and rightly."""
        is_complete = self.open_values == 0 and not self.has_open_cuts
        return is_complete and all(each.is_right for each in (*self.values, *self.cuts))


@dataclass(frozen=True)
class TreeExercise(ABC, Generic[GivenT]):
    """A tree in which something has to be filled in at some nodes, and perhaps nodes have to be marked.

    `kind` is what it is about, as it was asked for or drawn, and `position` the one at the root, if the
    tree is that of a game. Each sort of exercises says what is right and why; the rest is said here.
    """

    answers_key: ClassVar[str] = "answers"
    mark_key: ClassVar[str] = "marked"
    mark_name: ClassVar[str] = "marked"

    seed: int
    kind: str
    number: int
    tree: Tree
    position: Position | None = field(default=None, kw_only=True)

    @property
    def heading(self) -> str:
        """What it is called on a sheet."""
        return self.kind.capitalize()

    @property
    @abstractmethod
    def told(self) -> str:
        """What the tree is of."""

    @property
    @abstractmethod
    def shown(self) -> list[str | None]:
        """What every node shows, if anything."""

    @property
    def text(self) -> str:
        """The tree in brackets, with what its nodes show."""

        def write(node: int) -> str:
            children = " ".join(map(write, self.tree.children[node]))
            return " ".join(filter(None, [self.shown[node], children and f"({children})"]))

        return write(ROOT)

    @property
    def asked(self) -> list[int]:
        """The nodes at which something has to be filled in."""
        return [node for node in range(len(self.tree)) if not self.tree.is_leaf(node)]

    @property
    def candidates(self) -> list[int]:
        """The nodes that may be marked, where not all of them may."""
        return []

    @property
    def marked(self) -> list[int]:
        """The nodes that have to be marked."""
        return []

    @abstractmethod
    def look(self, node: int, *, with_solution: bool) -> NodeLook:
        """Return how a node is drawn."""

    @abstractmethod
    def answer(self, node: int) -> Any:
        """Return what has to be filled in at a node."""

    @abstractmethod
    def explained(self) -> list[str]:
        """Return the solution in sentences, for a sheet."""

    def solution(self) -> dict[str, Any]:
        """Return what has to be filled in and marked, by the names of nodes, as JSON has it."""
        found: dict[str, Any] = {
            self.answers_key: {self.tree.name(node): self.answer(node) for node in self.asked}
        }
        if self.marked:
            found[self.mark_key] = self.tree.name(self.marked[0])
        return found

    def written_solution(self) -> list[str]:
        """Return the solution as lines for a terminal."""
        solution = self.solution()
        answers = "; ".join(f"{name} = {answer}" for name, answer in solution[self.answers_key].items())
        marks = "; ".join(map(self.tree.name, self.marked)) or "nothing"
        has_marks = self.mark_key in solution
        return [f"{self.answers_key}: {answers}", *([f"{self.mark_name}: {marks}"] if has_marks else [])]

    @abstractmethod
    def _read(self, answers: GivenAnswers) -> Mapping[int, GivenT]:
        """Return what was filled in.

        Raises:
            OptionError: an answer cannot be read.
        """

    @abstractmethod
    def _is_right(self, node: int, given: GivenT) -> bool:
        """Tell whether an answer is right."""

    @abstractmethod
    def _told_answer(self, node: int, given: GivenT, right: set[int]) -> str:
        """Say why an answer is right or wrong; `right` are the nodes whose answers are right."""

    def _told_mark(self, node: int, *, knows_all: bool) -> str:
        """Say why a mark is right or wrong; families without `candidates` are never asked.

        Only somebody who found every value learns why: else checking would be a way to see the solution.
        """
        raise NotImplementedError

    def check(self, answers: GivenAnswers) -> CheckedSheet:
        """Check answers, each with an explanation.

        Raises:
            OptionError: an answer cannot be read.
        """
        return self.judge(self._read(answers), answers.marked)

    def judge(self, given: Mapping[int, GivenT], marked: Collection[int]) -> CheckedSheet:
        """Check what was filled in and marked; nodes that are not asked about are passed over."""
        asked = self.asked
        right = {node for node in asked if node in given and self._is_right(node, given[node])}
        cuts, has_open_cuts = self._judge_marks(marked, knows_all=right.issuperset(asked))
        return CheckedSheet(
            values=[
                JudgedAnswer(node, node in right, self._told_answer(node, given[node], right))
                for node in asked
                if node in given
            ],
            cuts=cuts,
            open_values=sum(node not in given for node in asked),
            has_open_cuts=has_open_cuts,
        )

    def _judge_marks(self, marked: Collection[int], *, knows_all: bool) -> tuple[list[JudgedAnswer], bool]:
        """Check the node that is marked, and tell whether a mark is missing."""
        candidates, right = self.candidates, self.marked
        verdicts = [
            JudgedAnswer(node, node in right, self._told_mark(node, knows_all=knows_all))
            for node in marked
            if node in candidates
        ]
        return verdicts, bool(right) and not verdicts


AnyExercise = TreeExercise[Any]


@dataclass(frozen=True)
class SheetWords:
    """What the page of a sort of exercises says: what is asked for, and how it went.

    Answers have the `form` number, pair (proof numbers), or fraction (sum and visits). `mark` is what nodes
    are marked as, one or `marks_many` of them; "" if none is.
    """

    form: Literal["number", "pair", "fraction"]
    asked: str
    roles: tuple[str, str]
    mark: str
    marks_many: bool
    open: tuple[str, str]
    empty: str
    unmarked: str
    solved: str


@dataclass(frozen=True)
class ExerciseFamily:
    """Exercises of one sort: what they are called, what has to be done, the kinds, and how one is made.

    `make` takes the seed of a sheet, a kind and a number; the same three always make the same exercise.
    """

    title: str
    signs: str
    tasks: tuple[str, str]
    words: SheetWords
    kinds: Callable[[], list[str]]
    make: Callable[[int, str, int], AnyExercise]


@cache
def exercise_families() -> tuple[ExerciseFamily, ...]:
    """Return all families, by their titles."""
    found: list[ExerciseFamily] = [module.FAMILY for module in modules_named("_exercises")]
    return tuple(sorted(found, key=lambda family: family.title))


def modules_named(ending: str) -> list[ModuleType]:
    """Import the modules of this folder, and of those below it, whose names end in some way."""
    package = importlib.import_module(__package__)
    modules = pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    return [importlib.import_module(module.name) for module in modules if module.name.endswith(ending)]


def all_exercise_kinds() -> list[str]:
    """Return the kinds of all families."""
    return [kind for family in exercise_families() for kind in family.kinds()]


def find_family(kind: str) -> ExerciseFamily:
    """Return the family of a kind.

    Raises:
        OptionError: there is no such kind.
    """
    for family in exercise_families():
        if kind in family.kinds():
            return family
    kinds = all_exercise_kinds()
    hint = nearest(kind, kinds) or f" (there are: {', '.join(kinds)})"
    raise OptionError(f"there are no exercises of the kind {kind!r}{hint}")


def make_sheet(seed: int, kind: str, count: int) -> list[AnyExercise]:
    """Make all the exercises of a sheet.

    Raises:
        OptionError: there is no such kind.
    """
    family = find_family(kind)
    return [family.make(seed, kind, number) for number in range(1, count + 1)]
