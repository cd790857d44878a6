"""The review of a game: every position is searched, and every move compared with the best one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from plyground.core.position import Move, Position
from plyground.review.accuracy import Kind
from plyground.review.chances import USUAL_CURVE, ChanceCurve, chance_of_line, for_first
from plyground.review.mistakes import (
    Findings,
    Mistake,
    MoveVerdict,
    Note,
    backed_up,
    finished_line,
    settled_chance,
    verdict_on,
)
from plyground.review.reasons import reason_for
from plyground.search.limit import Limit
from plyground.search.report import Line

PATIENCE = 4
"""How many times as long as a position the move that was played may be searched."""

SHOWN_PLIES = 12
LONGEST_REFUTATION = 30
"""How many plies of a line are shown at most, and of a refutation that wins for certain."""

CONTINUATION = 4
"""How many times shorter a search is that continues a line."""


@dataclass(frozen=True)
class Found:
    """What a search found: the best line at every depth, and the curve of the evaluation."""

    lines: Findings
    curve: ChanceCurve = USUAL_CURVE


Search = Callable[[Position, Limit], Awaitable[Found]]


@dataclass(frozen=True)
class JudgedPosition:
    """A position of a reviewed game: the best line from it, and what there is to say about the next move.

    `chance` is that of the player who moves first in a game. `loss` is what the next move cost of the
    chance of winning; None where there is none, or none that counts (see `accuracy`). `findings` are the
    lines of all depths.
    """

    ply: int
    line: Line
    chance: float
    depth: int
    loss: float | None = None
    remark: Mistake | Note | None = None
    findings: Findings | None = None

    @property
    def player(self) -> int:
        """The side to move."""
        return self.line.position.player

    @property
    def mistake(self) -> Mistake | None:
        """The next move, if it gave chances away."""
        return self.remark if isinstance(self.remark, Mistake) else None

    @property
    def note(self) -> Note | None:
        """What the next move cost although it kept the proved value."""
        return self.remark if isinstance(self.remark, Note) else None

    @property
    def kind(self) -> Kind | None:
        """What kind of mistake the next move is."""
        return None if self.mistake is None else self.mistake.kind


class Reviewer:
    """Reviews a game with searches that others make for it."""

    def __init__(self, search: Search, limit: Limit) -> None:
        self._search = search
        self._limit = limit

    async def review(self, positions: Sequence[Position]) -> AsyncIterator[JudgedPosition]:
        """Judge the positions of a game, the last one first; a search that finds nothing ends it."""
        following: Line | None = None
        for ply in reversed(range(len(positions))):
            position = positions[ply]
            if position.outcome is not None:
                following = finished_line(position)
                yield JudgedPosition(
                    ply, following, for_first(position, chance_of_line(following, USUAL_CURVE)), 0
                )
                continue
            found = await self._search(position, self._limit)
            if not found.lines:
                return
            depth = max(found.lines)
            line = backed_up(found.lines[depth], following)
            found = Found({**found.lines, depth: line}, found.curve)
            verdict = None if following is None else await self._judge(following, found)
            does_count = verdict is not None and line.value != "loss" and len(position.moves()) > 1
            yield JudgedPosition(
                ply,
                line,
                for_first(position, settled_chance(found.lines, found.curve)),
                depth,
                loss=verdict.loss if verdict is not None and does_count else None,
                remark=None if verdict is None else verdict.remark,
                findings=found.lines,
            )
            following = line

    async def _judge(self, following: Line, found: Found) -> MoveVerdict | None:
        """Judge the move after which a line was found, given what was found before the move."""
        after, depth = following.position, max(found.lines)
        if found.lines[depth].move == after.last_move:
            return MoveVerdict(0.0)
        replies: Findings = {}
        if after.outcome is None:
            replies = await self._replies(following, found.lines[depth], depth)
            if not replies:
                return None
        verdict = verdict_on(after, found.lines, replies, found.curve)
        before, mistake = after.previous, verdict.remark
        if not isinstance(mistake, Mistake) or before is None:
            return verdict
        length = LONGEST_REFUTATION if mistake.is_decided else SHOWN_PLIES
        refutation = await self._continued(before, mistake.refutation, length)
        better = await self._continued(before, mistake.better, SHOWN_PLIES)
        reason = reason_for(before, refutation, better)
        return MoveVerdict(
            verdict.loss, replace(mistake, refutation=refutation, better=better, reason=reason)
        )

    async def _replies(self, following: Line, best: Line, depth: int) -> Findings:
        """Return what refutes a move; nothing if it cannot have been a mistake.

        A proof needs no search to the same ply. Where the best move is proved to win or to draw, the
        played one is searched as deeply as it goes, since it may have the same value, only later.
        """
        if following.proved:
            return {max(depth - 1, 1): following}
        if best.value == "loss":
            return {}
        deepest = None if best.proved else max(depth - 1, 1)
        return (await self._search(following.position, self._limit_times(PATIENCE, deepest))).lines

    def _limit_times(self, factor: float, depth: int | None = None) -> Limit:
        seconds, nodes = self._limit.seconds, self._limit.nodes
        return Limit(
            seconds=None if seconds is None else factor * seconds,
            nodes=None if nodes is None else max(int(factor * nodes), 1),
            depth=depth,
        )

    async def _continued(self, position: Position, moves: Sequence[Move], length: int) -> tuple[Move, ...]:
        """Continue a line where the transposition table has cut it short."""
        line = list(moves[:length])
        position = position.play_all(line)
        while len(line) < length and position.outcome is None:
            found = (await self._search(position, self._limit_times(1 / CONTINUATION))).lines
            if not found:
                break
            for move in found[max(found)].moves[: length - len(line)]:
                line.append(move)
                position = position.play(move)
        return tuple(line)
