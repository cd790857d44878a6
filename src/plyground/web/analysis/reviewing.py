"""The review of a game: every position is searched, and every move compared with the best one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass

import msgspec

from plyground.position import Position
from plyground.search.limit import Limit
from plyground.search.proof import final_proof
from plyground.search.report import Line
from plyground.web.analysis.chances import for_first
from plyground.web.analysis.judging import Findings, final_score, judged, settled_chance
from plyground.web.analysis.messages import Judged, Mistake
from plyground.web.plies import MoveInfo

PATIENCE = 4
"""How many times as long as a position the move that was played may be searched."""

SHOWN_PLIES = 12
"""How far a refutation and what was better are shown, unless the game is over before."""

CONTINUATION = 4
"""How many times shorter a search is that continues a line."""


@dataclass(frozen=True)
class Found:
    """What a search found: the best line at every depth, and the unit of the evaluation."""

    lines: Findings
    unit: float = 1.0


Search = Callable[[Position, Limit], Awaitable[Found]]


class Reviewer:
    """Reviews a game with searches that somebody makes for it."""

    def __init__(self, request: int, search: Search, limit: Limit) -> None:
        self._request = request
        self._search = search
        self._limit = limit

    async def review(self, positions: Sequence[Position]) -> AsyncIterator[Judged]:
        """Judge the positions of a game, the last one first; a search that finds nothing ends it."""
        for ply in reversed(range(len(positions))):
            position = positions[ply]
            if position.outcome is not None:
                yield self._finished(ply, position)
                continue
            found = await self._search(position, self._limit)
            if not found.lines:
                return
            after = positions[ply + 1] if ply + 1 < len(positions) else None
            mistake = None if after is None else await self._judge(after, found)
            yield self._judged(ply, position, found, mistake)

    async def _judge(self, after: Position, found: Found) -> Mistake | None:
        depth = max(found.lines)
        if found.lines[depth].move == after.last_move:
            return None
        replies: Findings = {}
        if after.outcome is None:
            replies = (await self._search(after, self._limit_times(PATIENCE, max(depth - 1, 1)))).lines
            if not replies:
                return None
        mistake = judged(after, found.lines, replies, found.unit)
        if mistake is None or after.previous is None:
            return mistake
        return msgspec.structs.replace(
            mistake,
            refutation=await self._continued(after.previous, mistake.refutation),
            better=await self._continued(after.previous, mistake.better),
        )

    def _limit_times(self, factor: float, depth: int | None = None) -> Limit:
        seconds, nodes = self._limit.seconds, self._limit.nodes
        return Limit(
            seconds=None if seconds is None else factor * seconds,
            nodes=None if nodes is None else max(int(factor * nodes), 1),
            depth=depth,
        )

    async def _continued(self, position: Position, moves: Sequence[MoveInfo]) -> list[MoveInfo]:
        """Continue a line where the transposition table has cut it short."""
        line = list(moves[:SHOWN_PLIES])
        for each in line:
            position = position.play(each.move)
        while len(line) < SHOWN_PLIES and position.outcome is None:
            found = (await self._search(position, self._limit_times(1 / CONTINUATION))).lines
            if not found:
                break
            for move in found[max(found)].moves[: SHOWN_PLIES - len(line)]:
                line.append(MoveInfo.of(move))
                position = position.play(move)
        return line

    def _judged(self, ply: int, position: Position, found: Found, mistake: Mistake | None) -> Judged:
        depth = max(found.lines)
        chance = settled_chance(found.lines, found.unit)
        return self._told(ply, position, found.lines[depth], chance, depth, mistake)

    def _finished(self, ply: int, position: Position) -> Judged:
        score = final_score(position)
        chance = 0.5 if score == 0 else float(score > 0)
        return self._told(ply, position, Line(position, (), score, final_proof(position)), chance, 0, None)

    def _told(
        self, ply: int, position: Position, line: Line, chance: float, depth: int, mistake: Mistake | None
    ) -> Judged:
        return Judged(
            request=self._request,
            ply=ply,
            score=line.told_score,
            proof=line.proof,
            value=line.score if position.player == 0 else -line.score,
            chance=for_first(position, chance),
            plies_to_end=line.plies_to_end,
            depth=depth,
            mistake=mistake,
        )
