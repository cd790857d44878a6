"""What the sources printed, beside the same here: Konane's games board for board, and all figures."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from plyground.core.position import game as find_game
from plyground.errors import OptionError, nearest, shortened
from plyground.study.content import Column, Kind, Section, Table, Value
from plyground.study.declared import AnyStudy, Study, option, study
from plyground.study.known.deepening import DeepeningStudy
from plyground.study.known.heuristics import Heuristics
from plyground.study.known.time import Time
from plyground.study.konane_report import ReplayedGame, replay_game
from plyground.study.published import (
    ALPHABETA,
    BESIDE,
    DUEL_SECONDS,
    KONANE_LAST_BOARDS,
    KONANE_SECONDS,
    MINIMAX,
    OTHELLO_DEPTH,
    LastBoard,
    beside_konane,
)
from plyground.study.timed_searching import check_counts

SOURCES = ("konane", "duel", "othello", "breakthrough")
DEPTHS = sorted({depth for depth, _ in KONANE_SECONDS})
SAME = "same"

COLUMNS = (
    Column("algorithm", "algorithm"),
    Column("depth", "depth", Kind.COUNT),
    Column("moves", "moves", Kind.COUNT),
    Column("position", "last board"),
    Column("verdict", "beside the printed one"),
)


class Replay(NamedTuple):
    """A game of the source of Konane."""

    depth: int
    algorithm: str


@dataclass(frozen=True, kw_only=True)
class Replays(Study[Replay, ReplayedGame]):
    """The games of Konane's source, played again."""

    depth: int = DEPTHS[-1]

    def plan(self) -> Iterator[Replay]:
        """Play a game with both algorithms at every depth that the source has."""
        for depth in DEPTHS:
            if depth <= self.depth:
                yield Replay(depth, MINIMAX)
                yield Replay(depth, ALPHABETA)

    def measure(self, task: Replay) -> ReplayedGame:
        """Play a game."""
        return replay_game(task.algorithm, task.depth)

    def sections(self, results: Mapping[Replay, ReplayedGame]) -> list[Section]:
        """Compare the last boards with the printed ones, and the times."""
        rows: list[tuple[Value, ...]] = []
        for task, found in results.items():
            told = verdict(found, KONANE_LAST_BOARDS.get(task.depth))
            rows.append((task.algorithm, task.depth, len(found.line), found.last, told))
        agreements = [_agreement(depth, results) for depth in DEPTHS if Replay(depth, MINIMAX) in results]
        caption = "black searches, white plays the first move; the boards of depths 3 and 4 are printed"
        seconds = {("here", *task): found.seconds for task, found in results.items()}
        return [
            Section("The games of Konane's source", agreements, Table(caption, COLUMNS, rows)),
            beside_konane(seconds),
        ]


def verdict(found: ReplayedGame, printed: LastBoard | None) -> str | None:
    """Say that a game ended on the printed board, or where they part; None if none is printed."""
    if printed is None:
        return None
    if (len(found.line), found.last) == printed:
        return SAME
    konane = find_game("konane")
    ours, theirs = konane.position(found.last).diagram, konane.position(printed.position).diagram
    squares = [
        ours.grid.name(square)
        for square, letters in enumerate(zip(ours.squares, theirs.squares, strict=True))
        if len(set(letters)) > 1
    ]
    parted = f"differs on {', '.join(squares)}" if squares else "the same stones"
    return f"{parted}; {printed.moves} moves printed"


def _agreement(depth: int, results: Mapping[Replay, ReplayedGame]) -> str:
    lines = [results[Replay(depth, algorithm)].line for algorithm in (MINIMAX, ALPHABETA)]
    if lines[0] == lines[1]:
        return f"Depth {depth}: minimax and alpha-beta play the same {len(lines[0])} moves."
    plies = zip(*lines, strict=False)
    parted = next((ply for ply, moves in enumerate(plies) if len(set(moves)) > 1), min(map(len, lines)))
    return f"Depth {depth}: minimax and alpha-beta part at move {parted + 1}."


class Task(NamedTuple):
    """A measurement for one source, by its number."""

    source: str
    number: int


@dataclass(frozen=True)
class Measured:
    """What was measured, as the study that belongs to the source has it."""

    content: dict[str, Any]


@study("sources", game="konane")
@dataclass(frozen=True, kw_only=True)
class Sources(Study[Task, Measured]):
    """What the sources printed beside the same here: Konane's games board for board, and all times."""

    only: str | None = option(None, f"Which sources, of {','.join(SOURCES)}; all by default.")
    depth: int = option(DEPTHS[-1], "The games of Konane are played up to this depth, 3 to 5.")
    positions: int = option(12, "How many positions of the duel are searched.")
    games: int = option(10, "How many games of Othello are timed.")
    seconds: float = option(3.0, "The limit of a search in Breakthrough.")

    def __post_init__(self) -> None:
        if self.start != find_game("konane").start():
            raise OptionError("study sources has the games and boards of the sources; give no other one")
        if self.depth not in DEPTHS:
            raise OptionError(f"the source of Konane has no depth {self.depth}; it has 3 to 5")
        for name in self._names:
            if name not in SOURCES:
                known = f"(there are: {', '.join(SOURCES)})"
                raise OptionError(f"there is no source {shortened(name)}{nearest(name, SOURCES)} {known}")
        check_counts(positions=self.positions, games=self.games)
        _ = self._parts  # complains of other options

    def plan(self) -> Iterator[Task]:
        """Measure what the study of each source measures."""
        for name, tasks in self._tasks.items():
            for number in range(len(tasks)):
                yield Task(name, number)

    def cost(self, task: Task) -> float:
        """Guess seconds: only the limit of time takes long."""
        return self.seconds if task.source == "breakthrough" else 0.3

    def measure(self, task: Task) -> Measured:
        """Let the study of a source make one of its measurements."""
        found = self._parts[task.source].measure(self._tasks[task.source][task.number])
        return Measured(dataclasses.asdict(found))

    def sections(self, results: Mapping[Task, Measured]) -> list[Section]:
        """Show the games of Konane, and the figures of every source beside ours."""
        sections = []
        for name, part in self._parts.items():
            found = {
                task: part.result(**results[Task(name, number)].content)
                for number, task in enumerate(self._tasks[name])
            }
            is_all_printed = isinstance(part, Replays)
            sections += [
                section
                for section in part.sections(found)
                if is_all_printed or section.title.startswith(BESIDE)
            ]
        return sections

    def close(self) -> None:
        """Let go of what the measurements needed."""
        for part in self._parts.values():
            part.close()

    @property
    def _names(self) -> list[str]:
        return self.only.split(",") if self.only else list(SOURCES)

    @cached_property
    def _parts(self) -> dict[str, AnyStudy]:
        """The study that measures what a source asked, as the source asked it."""
        duel, othello, breakthrough = (find_game(name).start() for name in SOURCES[1:])
        makers: dict[str, Callable[[], AnyStudy]] = {
            "konane": lambda: Replays(start=self.start, seed=self.seed, depth=self.depth),
            "duel": lambda: Heuristics(
                start=duel, seed=self.seed, positions=self.positions, orders=",".join(DUEL_SECONDS)
            ),
            "othello": lambda: Time(start=othello, seed=self.seed, depth=OTHELLO_DEPTH, games=self.games),
            "breakthrough": lambda: DeepeningStudy(
                start=breakthrough, seed=self.seed, positions=1, seconds=self.seconds
            ),
        }
        return {name: makers[name]() for name in self._names}

    @cached_property
    def _tasks(self) -> dict[str, list[Any]]:
        return {name: list(part.plan()) for name, part in self._parts.items()}
