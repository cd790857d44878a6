"""How does the engine compare with other libraries? The same position, the same depth, one run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from plyground.core.heuristics import Heuristic
from plyground.report.formats import duration
from plyground.report.lines import Axes, LinePoint
from plyground.search.features import EXACT, PRESETS
from plyground.search.limit import Limit
from plyground.study.content import Column, Kind, LinePlot, Section, Table, Value, three_digits
from plyground.study.declared import Study, option, study
from plyground.study.peers import PEERS, WON
from plyground.study.timed_searching import TextbookSearcher, TimedSearcher, chosen_evaluation

ENGINE, EXACT_ENGINE = "Plyground, engine", "Plyground, engine without guesses"
ALPHABETA, TEXTBOOK = "Plyground, alpha-beta", "Plyground, textbook in Python"
OWN = {ENGINE: PRESETS["engine"], EXACT_ENGINE: EXACT, ALPHABETA: PRESETS["alphabeta"]}

COLUMNS = (
    Column("program", "program"),
    Column("nodes", "nodes", Kind.COUNT),
    Column("seconds", "time", Kind.SECONDS),
    Column("seconds_ratio", "times the engine's", Kind.TIMES),
    Column("value", "value"),
)


class Task(NamedTuple):
    """A search by one program to one depth."""

    program: str
    depth: int


@dataclass(frozen=True)
class Compared:
    """What a program found and took; `score` is for the side to move, in points."""

    score: float
    seconds: float
    nodes: int | None


@study("compare", game="othello")
@dataclass(frozen=True, kw_only=True)
class Compare(Study[Task, Compared]):
    """This engine beside OpenSpiel and easyAI, where they are installed: same position, same depth."""

    result: ClassVar = Compared

    depth: int = option(6, "How deep every program looks; every depth from 1 on is measured.")

    def __post_init__(self) -> None:
        Limit(depth=self.depth)  # complains of what is no depth

    def plan(self) -> Iterator[Task]:
        """Search to every depth with every program that can."""
        able = [peer.name for peer in PEERS if peer.why_not(self.start) is None]
        for program in (*OWN, TEXTBOOK, *able):
            for depth in range(1, self.depth + 1):
                yield Task(program, depth)

    def cost(self, task: Task) -> float:
        """Guess that Python takes a thousand times as long, and a ply four times."""
        return 4.0**task.depth * (1.0 if task.program in OWN else 1000.0)

    def measure(self, task: Task) -> Compared:
        """Search the position."""
        game, limit = self.start.game, Limit(depth=task.depth)
        for peer in PEERS:
            if peer.name == task.program:
                told = peer.search(self.start, task.depth, self._evaluation)
                return Compared(told.score, told.seconds, told.nodes)
        if task.program == TEXTBOOK:
            found = TextbookSearcher(game, self._evaluation, "alphabeta").search(self.start, limit, repeats=1)
        else:
            found = TimedSearcher(game, self._evaluation, OWN[task.program]).search(self.start, limit)
        return Compared(found.score, found.seconds, found.nodes)

    def sections(self, results: Mapping[Task, Compared]) -> list[Section]:
        """Show all programs beside the engine."""
        deepest = {task.program: found for task, found in results.items() if task.depth == self.depth}
        rows = [_row(program, found, deepest[ENGINE]) for program, found in deepest.items()]
        caption = f"depth {self.depth}, {self._evaluation.name}, {self.start.text}"
        return [
            Section(
                "Programs",
                [*_peers(deepest), *self._missing()],
                Table(caption, COLUMNS, rows),
                [_plot(results)],
            )
        ]

    @cached_property
    def _evaluation(self) -> Heuristic:
        return chosen_evaluation(self.start.game)

    def _missing(self) -> list[str]:
        reasons = {peer.name: peer.why_not(self.start) for peer in PEERS}
        missing = [f"{name} {reason}" for name, reason in reasons.items() if reason is not None]
        nobody = "No other library could be compared with: " if len(missing) == len(PEERS) else ""
        return [f"{nobody}{'; '.join(missing)}."] if missing else []


def _told(found: Compared) -> str:
    """Write a value; how soon a game is won is counted in another way by each program."""
    if abs(found.score) > WON / 2:
        return "won" if found.score > 0 else "lost"
    return f"{found.score:+z.3f}".rstrip("0").rstrip(".")


def _row(program: str, found: Compared, engine: Compared) -> tuple[Value, ...]:
    return program, found.nodes, found.seconds, found.seconds / engine.seconds, _told(found)


def _peers(found: Mapping[str, Compared]) -> list[str]:
    exact = found[EXACT_ENGINE]
    sentences = []
    for name in (peer.name for peer in PEERS if peer.name in found):
        peer = found[name]
        agrees = "the same value" if _told(peer) == _told(exact) else "another value"
        sentences.append(
            f"{name} takes {duration(peer.seconds)} where the engine without guesses takes "
            f"{duration(exact.seconds)}, {three_digits(peer.seconds / exact.seconds)} times as long, "
            f"and finds {agrees}."
        )
    return sentences


def _plot(results: Mapping[Task, Compared]) -> LinePlot:
    points = [
        (
            task.program,
            LinePoint(
                task.depth,
                found.seconds,
                title=f"{task.program}, depth {task.depth}: {duration(found.seconds)}",
            ),
        )
        for task, found in results.items()
        if task.program != EXACT_ENGINE  # few lines can be told apart
    ]
    return LinePlot.of("Time over depth", points, Axes("depth", "seconds", is_log=True))
