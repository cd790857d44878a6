"""What all exercises about trees have in common, and the families of them; nothing lists those.

A family is a module `NAME_exercises.py` of this folder, or of one below it, with a `FAMILY`. The command
line, printed sheets and the web app know exercises by these interfaces alone.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any, Literal, Protocol

from plyground.core.position import Position
from plyground.errors import OptionError, nearest
from plyground.study.tree.answer_checking import CheckedSheet
from plyground.study.tree.columns import Tree
from plyground.study.tree.tree_svg import NodeLook


@dataclass(frozen=True)
class GivenAnswers:
    """What was filled in, by node: values in points, texts such as 2/3, and the nodes that were marked."""

    values: Mapping[int, float]
    texts: Mapping[int, str]
    marked: Collection[int]


class TreeExercise(Protocol):
    """A tree in which something has to be filled in and marked."""

    @property
    def seed(self) -> int:
        """The seed of the sheet."""
        ...

    @property
    def number(self) -> int:
        """The number on the sheet."""
        ...

    @property
    def kind(self) -> str:
        """What it is about, as it was asked for or drawn."""
        ...

    @property
    def heading(self) -> str:
        """What it is called on a sheet."""
        ...

    @property
    def told(self) -> str:
        """What the tree is of."""
        ...

    @property
    def position(self) -> Position | None:
        """The position at the root, if the tree is one of a game."""
        ...

    @property
    def tree(self) -> Tree:
        """The tree."""
        ...

    @property
    def text(self) -> str:
        """The tree in brackets, with what its leaves show."""
        ...

    @property
    def shown(self) -> list[str | None]:
        """What every node shows, if anything."""
        ...

    @property
    def asked(self) -> list[int]:
        """The nodes at which something has to be filled in."""
        ...

    @property
    def candidates(self) -> list[int]:
        """The nodes that may be marked, where not all of them may."""
        ...

    def look(self, node: int, *, with_solution: bool) -> NodeLook:
        """Return how a node is drawn."""
        ...

    def solution(self) -> dict[str, Any]:
        """Return the solution as JSON has it."""
        ...

    def written_solution(self) -> list[str]:
        """Return the solution as lines for a terminal."""
        ...

    def explained(self) -> list[str]:
        """Return the solution in sentences, for a sheet."""
        ...

    def check(self, answers: GivenAnswers) -> CheckedSheet:
        """Check answers, each with an explanation.

        Raises:
            OptionError: an answer cannot be read.
        """
        ...


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
    make: Callable[[int, str, int], TreeExercise]


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


def make_sheet(seed: int, kind: str, count: int) -> list[TreeExercise]:
    """Make all the exercises of a sheet.

    Raises:
        OptionError: there is no such kind.
    """
    family = find_family(kind)
    return [family.make(seed, kind, number) for number in range(1, count + 1)]
