"""A study: a question, the measurements that answer it, and what they say.

A study is declared by decorating a frozen dataclass that derives from `Study`. Its fields made
with `option` are its options; the command line reads them there.
"""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil
import types
import typing
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from plyground.core.discovery import source_of
from plyground.core.heuristics import Heuristic
from plyground.core.history import GameHistory
from plyground.core.position import Position
from plyground.errors import OptionError, nearest, shortened
from plyground.study.content import Section
from plyground.tournament.contest import read_entrant

TaskT = TypeVar("TaskT", bound=Hashable)
ResultT = TypeVar("ResultT")
StudyT = TypeVar("StudyT", bound="type[AnyStudy]")

_HELP = "help"
_studies: dict[str, type[AnyStudy]] = {}


@dataclass(frozen=True)
class Option:
    """An option of a study: its name, whether it is a number, and what it is for."""

    name: str
    type: type
    default: Any
    help: str


def option(default: Any, help: str) -> Any:
    """Declare an option of a study, as the default of a field."""
    return dataclasses.field(default=default, metadata={_HELP: help})


@dataclass(frozen=True, kw_only=True)
class Study(ABC, Generic[TaskT, ResultT]):
    """A question about one game, on one board and from one position.

    A task is a named tuple of plain values, and what is measured a dataclass of plain values: both are
    kept as JSON. Everything left to chance follows from the seed.
    """

    start: Position
    seed: int = 0

    name: ClassVar[str]
    default_game: ClassVar[str]
    result: ClassVar[type[Any]]

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for base in cls.__dict__.get("__orig_bases__", ()):
            kind = typing.get_origin(base)
            if isinstance(kind, type) and issubclass(kind, Study):
                cls.result = typing.get_args(base)[1]

    @abstractmethod
    def plan(self) -> Iterable[TaskT]:
        """Return the measurements to make: the same ones in the same order each time it is asked."""

    @abstractmethod
    def measure(self, task: TaskT) -> ResultT:
        """Make one measurement, which depends on no other one."""

    @abstractmethod
    def sections(self, results: Mapping[TaskT, ResultT]) -> list[Section]:
        """Say what all measurements together show."""

    def cost(self, task: TaskT) -> float:
        """Guess how long a measurement takes compared with others, to tell how much time is left."""
        return 1.0

    def heuristics(self) -> list[Heuristic]:
        """Return the functions that measurements call and that somebody else may have written."""
        return []

    def current_key(self, key: str) -> str:
        """Return what a measurement of an earlier version is kept under now: see `key_of`."""
        return key

    def close(self) -> None:
        """Let go of what the measurements needed."""
        return

    @classmethod
    def question(cls) -> str:
        """Return what the study is about, in one line."""
        return (cls.__doc__ or "").strip().partition("\n")[0]

    @classmethod
    def options(cls) -> list[Option]:
        """Return the options, in the order in which they are declared."""
        hints = typing.get_type_hints(cls)
        return [
            Option(each.name, _plain_type(hints[each.name]), each.default, each.metadata[_HELP])
            for each in dataclasses.fields(cls)
            if _HELP in each.metadata
        ]


AnyStudy = Study[Any, Any]


def study(name: str, *, game: str) -> Callable[[StudyT], StudyT]:
    """Declare a study under a name, with the game it is about if nobody says another one."""

    def declare(kind: StudyT) -> StudyT:
        kind.name, kind.default_game = name, game
        _studies[name] = kind
        return kind

    return declare


def known_studies() -> dict[str, type[AnyStudy]]:
    """Return every study by its name, in alphabetical order."""
    home = importlib.import_module("plyground.study.known")
    for module in pkgutil.iter_modules(home.__path__):
        importlib.import_module(f"{home.__name__}.{module.name}")  # declares it
    return dict(sorted(_studies.items()))


def find_study(name: str) -> type[AnyStudy]:
    """Return a study by its name.

    Raises:
        OptionError: there is no such study.
    """
    known = known_studies()
    if name not in known:
        raise OptionError(
            f"there is no study {shortened(name)}{nearest(name, known)} (there are: {', '.join(known)})"
        )
    return known[name]


def make_study(name: str, start: Position, *, seed: int = 0, **options: Any) -> AnyStudy:
    """Make a study from its name and options.

    >>> import plyground as ply
    >>> make_study("pruning", ply.game("konane", size=4).start(), depth=3).depth
    3

    Raises:
        OptionError: there is no such study, or it has no such option or value.
    """
    kind = find_study(name)
    declared = {each.name: each for each in kind.options()}
    for each in options:
        if each not in declared:
            listed = ", ".join(declared)
            raise OptionError(
                f"study {name} has no option {each!r}{nearest(each, declared)} (it has: {listed})"
            )
    if start.outcome is not None:
        raise OptionError(f"there is nothing to study: the game is over ({start.outcome})")
    given = {each: _read(declared[each], value) for each, value in options.items()}
    return kind(start=start, seed=seed, **given)


def settings_of(study: AnyStudy) -> dict[str, Any]:
    """Return everything that decides about a study, as values that JSON has."""
    game, history = study.start.game, study.start.history
    return {
        "study": study.name,
        "game": source_of(game.rules),
        "options": history.options,
        "start": "" if history.start == game.start().text else history.start,
        "moves": list(history.moves),
        "seed": study.seed,
        "given": {each.name: getattr(study, each.name) for each in study.options()},
    }


def study_of(settings: Mapping[str, Any]) -> AnyStudy:
    """Make the study again that `settings_of` described."""
    history = GameHistory(
        settings["game"], settings["options"], settings["start"] or None, tuple(settings["moves"])
    )
    position = Position.of(history, may_load=True)
    return make_study(settings["study"], position, seed=settings["seed"], **settings["given"])


def _plain_type(hint: Any) -> type:
    """Return int of ``int | None``."""
    if isinstance(hint, types.UnionType):
        hint = next(each for each in typing.get_args(hint) if each is not types.NoneType)
    return typing.cast("type", hint)


def _read(option: Option, value: Any) -> Any:
    """Return a value as its option wants it; files get their full paths, to be found from anywhere."""
    if value is None or option.type is not str:
        return value
    text = str(value)
    return read_entrant(text).player if ".py:" in text else text
