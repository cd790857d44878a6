"""Exact values for the pages: from tables in this process, by the solver in another one.

All values are for the side to move.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from plyground.core.position import Position
from plyground.tables import Exact
from plyground.ui.web.common.lines import Asked, GivenLine, read_line
from plyground.ui.web.errors import TooLargeError
from plyground.ui.web.exact.open_tables import OpenTables, known_values
from plyground.ui.web.limits import Limits
from plyground.ui.web.transport.executors import Executors
from plyground.ui.web.transport.http import post
from plyground.ui.web.workers import Pool, Prove, Proved, Urgency


class WantedExact(Asked, frozen=True, kw_only=True):
    """A line; `proves` lets the solver try what no table has."""

    line: GivenLine
    proves: bool = True


class ExactValue(msgspec.Struct, frozen=True):
    """A proved value; `margin` and `distance` (plies to the end of the game) are null if not known."""

    value: Literal["win", "draw", "loss"]
    margin: int | None
    distance: int | None

    @classmethod
    def of(cls, exact: Exact | None) -> ExactValue | None:
        """Describe a value, None if it is not known."""
        return None if exact is None else cls(exact.value, exact.margin, exact.distance)


class ExactMove(msgspec.Struct, frozen=True):
    """A legal move, and its value for the side that plays it."""

    move: str
    origin: int | None
    target: int | None
    exact: ExactValue | None


class ExactPosition(msgspec.Struct, frozen=True):
    """The value of a position and of each legal move."""

    has_table: bool
    exact: ExactValue | None
    moves: list[ExactMove]


class ExactHistory(msgspec.Struct, frozen=True):
    """The value of each position of a line, from the first one on."""

    has_table: bool
    values: list[ExactValue | None]


Values = list[Exact | None]


class ExactService:
    """Has a process of its own for proofs, so that neither games nor analyses wait for them."""

    def __init__(self, limits: Limits, executors: Executors) -> None:
        self._limits = limits
        self._executors = executors
        self._tables = OpenTables()
        self.pool = Pool(1, limits.proofs_waiting)

    @post("/api/exact", ends_with_asker=True)
    async def show_exact_values(self, body: WantedExact) -> ExactPosition:
        """Tell the exact value of a line's last position and of each legal move, where they are proved."""
        positions, has_table, known = await self._look_up(body, is_line=False)
        if body.proves and None in known:
            known = await self._proved(positions[0], known, is_line=False)
        return _shown(positions[0], known, has_table=has_table)

    @post("/api/exact/history", ends_with_asker=True)
    async def show_exact_history(self, body: WantedExact) -> ExactHistory:
        """Tell the exact value of every position of a line, where it is proved."""
        if len(body.line.moves) > self._limits.reviewed_moves:
            raise TooLargeError(f"a line of more than {self._limits.reviewed_moves} moves is not solved")
        positions, has_table, known = await self._look_up(body, is_line=True)
        if body.proves and None in known:
            known = await self._proved(positions[-1], known, is_line=True)
        return ExactHistory(has_table, list(map(ExactValue.of, known)))

    async def _look_up(
        self, wanted: WantedExact, *, is_line: bool
    ) -> tuple[Sequence[Position], bool, Values]:
        executor = self._executors.by_size(len(wanted.line.moves))
        return await executor.run(self._looked_up, wanted, is_line=is_line)

    def _looked_up(self, wanted: WantedExact, *, is_line: bool) -> tuple[Sequence[Position], bool, Values]:
        """Return the positions, whether their board has a table, and what is known of them."""
        last = read_line(wanted.line)
        positions = last.line() if is_line else [last, *(last.play(move) for move in last.moves())]
        table = self._tables.find(last.game)
        return positions, table is not None, known_values(table, positions)

    async def _proved(self, last: Position, known: Values, *, is_line: bool) -> Values:
        """Have the solver try what is not known."""
        limits, history = self._limits, last.history
        job = Prove(
            # All who ask about a board share one solver and what it remembers.
            session=f"{history.game} {sorted(history.options.items())}",
            history=history,
            seconds=limits.proof_line_seconds if is_line else limits.proof_seconds,
            is_line=is_line,
            megabytes=limits.proof_megabytes,
        )
        ended = await self.pool.submit(job, urgency=Urgency.ANALYSIS)
        assert isinstance(ended, Proved)  # noqa: S101  # as for every job of this kind that is not stopped
        return [before or found for before, found in zip(known, ended.values, strict=True)]


def _shown(position: Position, values: Values, *, has_table: bool) -> ExactPosition:
    own, following = values[0], values[1:]
    moves = [None if exact is None else exact.one_ply_before() for exact in following]
    return ExactPosition(
        has_table=has_table,
        exact=ExactValue.of(own or _best(moves)),
        moves=[
            ExactMove(move.text, move.origin, move.target, ExactValue.of(exact))
            for move, exact in zip(position.moves(), moves, strict=True)
        ],
    )


def _best(moves: Values) -> Exact | None:
    """Return what the values of all legal moves prove: one win is enough, else all have to be known."""
    known = [exact for exact in moves if exact is not None]
    if known and len(known) == len(moves):
        return max(known, key=lambda exact: exact.rank)
    return Exact("win") if any(exact.value == "win" for exact in known) else None
