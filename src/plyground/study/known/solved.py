"""Which boards are solved: who wins with best play, how that was proved, and what others have published."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from plyground.core.position import Game
from plyground.core.rules import Published
from plyground.errors import OptionError
from plyground.search.limit import Limit
from plyground.solving import METHODS, Solution, Solver
from plyground.solving.certificates import write_certificate
from plyground.study.content import Column, Kind, Section, Table, Value
from plyground.study.declared import Study, option, study
from plyground.study.samples import boards_of
from plyground.study.timed_searching import check_counts

COLUMNS = (
    Column("size", "board"),
    Column("winner", "winner"),
    Column("margin", "by", Kind.COUNT),
    Column("method", "method"),
    Column("nodes", "positions", Kind.COUNT),
    Column("seconds", "time", Kind.SECONDS),
    Column("proof_positions", "positions of the proof", Kind.COUNT),
    Column("certificate_bytes", "certificate, bytes", Kind.COUNT),
    Column("digest", "its digest"),
    Column("published", "published"),
    Column("source", "source"),
)


DIGEST_LETTERS = 16
"""So much of a certificate's SHA-256 is shown."""


class Task(NamedTuple):
    """A board, by its size."""

    size: str


@dataclass(frozen=True)
class Solved:
    """What the solver proved of a board: the value for the first player, None if it is not proved."""

    value: str | None
    margin: int | None
    method: str
    nodes: int
    seconds: float
    proof_positions: int | None = None
    certificate_bytes: int | None = None
    digest: str | None = None


@study("solved", game="konane")
@dataclass(frozen=True, kw_only=True)
class SolvedBoards(Study[Task, Solved]):
    """Which boards are solved, who wins them, at what cost, and whether that is what others published."""

    sizes: str | None = option(None, "Which boards, such as 4,5x6; by default all small ones.")
    squares: int = option(20, "Without --sizes, boards of up to this many squares.")
    seconds: float = option(60.0, "The limit for a board.")
    megabytes: int = option(256, "The size of the transposition table.")
    method: str = option("auto", f"One of {', '.join(METHODS)}.")

    def __post_init__(self) -> None:
        check_counts(squares=self.squares, megabytes=self.megabytes)
        Limit(seconds=self.seconds)  # complains of what is no limit
        if self.method not in METHODS:
            raise OptionError(f"there is no method {self.method!r} (there are: {', '.join(METHODS)})")
        if self.start != self.start.game.start():
            raise OptionError("solved is about whole boards: it begins where games begin")
        if not self._games:
            raise OptionError(f"there is no board of {self.squares} squares or fewer; name some with --sizes")

    def plan(self) -> Iterator[Task]:
        """Solve every board, from the smallest to the largest."""
        for size in sorted(self._games, key=self._squares_of):
            yield Task(size)

    def cost(self, task: Task) -> float:
        """Guess that every other square takes as long again."""
        return float(2 ** (self._squares_of(task.size) // 2))

    def measure(self, task: Task) -> Solved:
        """Solve a board from its start, within the limit."""
        game = self._games[task.size]
        solver = Solver(game, method=self.method, megabytes=self.megabytes)
        *_, found = solver.run(game.start(), Limit(seconds=self.seconds))
        solved = Solved(found.value, found.margin, found.method, found.nodes, found.seconds)
        return _with_certificate(solved, solver, found) if found.is_proved else solved

    def sections(self, results: Mapping[Task, Solved]) -> list[Section]:
        """Show every board, with what was published about it."""
        rows = [self._row(task.size, found) for task, found in results.items()]
        caption = (
            f"best play from the start, {self.megabytes:,} MB of table, up to {self.seconds:g} s a board"
        )
        return [Section("Solved boards", self._sentences(results), Table(caption, COLUMNS, rows))]

    def _row(self, size: str, found: Solved) -> tuple[Value, ...]:
        published = self._published.get(size)
        margin = None if found.margin is None else abs(found.margin)
        said = None if published is None else _published(published)
        source = None if published is None else published.source
        cost = found.method, found.nodes, found.seconds
        proof = found.proof_positions, found.certificate_bytes, found.digest
        return size, _winner(found.value), margin, *cost, *proof, said, source

    def _sentences(self, results: Mapping[Task, Solved]) -> list[str]:
        proved = {task.size: each for task, each in results.items() if each.value is not None}
        known = [size for size in proved if size in self._published]
        other = [size for size in known if not _is_as_published(proved[size], self._published[size])]
        told = [f"{len(proved)} of {len(results)} boards are solved."]
        if known:
            told.append(f"{len(known) - len(other)} of {len(known)} published values are the same here.")
        return [*told, *(f"{size} is not as published." for size in other)]

    @property
    def _published(self) -> Mapping[str, Published]:
        return self.start.game.rules.published

    @cached_property
    def _games(self) -> dict[str, Game]:
        return boards_of(self.start.game, self.sizes, lambda shape: shape[0] * shape[1] <= self.squares)

    def _squares_of(self, size: str) -> int:
        return self._games[size].rows * self._games[size].columns


def _with_certificate(solved: Solved, solver: Solver, found: Solution) -> Solved:
    """Write the proof of a board, to say how large it is and what identifies it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "certificate"
        *_, written = write_certificate(solver, found, path)
        # The second line names the header and, through it, the whole proof.
        digest = path.read_bytes().split(b"\n", 2)[1].decode()
    return replace(
        solved,
        proof_positions=written.positions,
        certificate_bytes=written.bytes,
        digest=digest[:DIGEST_LETTERS],
    )


def _winner(value: str | None) -> str:
    return {"win": "first", "loss": "second", "draw": "draw"}.get(value or "", "not solved")


def _published(published: Published) -> str:
    winner = "draw" if published.winner is None else ("first", "second")[published.winner]
    return f"{winner} by {published.margin}" if published.margin else winner


def _is_as_published(found: Solved, published: Published) -> bool:
    value = {0: "win", 1: "loss", None: "draw"}[published.winner]
    is_same_margin = None in (found.margin, published.margin) or abs(found.margin or 0) == published.margin
    return found.value == value and is_same_margin
