"""The review of a game: every position is searched, and every move compared with the best one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass

import msgspec

from plyground.core.position import Position
from plyground.search.limit import Limit
from plyground.search.report import Line
from plyground.ui.web.analysis.analysis_messages import Judged, Mistake, Note
from plyground.ui.web.analysis.mistakes import Findings, backed_up, finished_line, judged, settled_chance
from plyground.ui.web.common.game_views import MoveInfo
from plyground.ui.web.common.winning_chances import chance_of_line, for_first
from plyground.ui.web.workers import Thought

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


def findings_of(thought: Thought, position: Position) -> dict[int, Line]:
    """Return the lines of finished depths, and what was proved in the middle of one."""
    lines = {depth: found.line(position) for depth, found in thought.finished.items()}
    if thought.lines[0].proof is not None:
        lines[max(thought.depth, 1)] = thought.lines[0].line(position)
    return lines


Search = Callable[[Position, Limit], Awaitable[Found]]


class Reviewer:
    """Reviews a game with searches that somebody makes for it."""

    def __init__(self, request: int, search: Search, limit: Limit) -> None:
        self._request = request
        self._search = search
        self._limit = limit

    async def review(self, positions: Sequence[Position]) -> AsyncIterator[Judged]:
        """Judge the positions of a game, the last one first; a search that finds nothing ends it."""
        following: Line | None = None
        for ply in reversed(range(len(positions))):
            position = positions[ply]
            if position.outcome is not None:
                following = finished_line(position)
                yield self._told(ply, following, chance_of_line(following, 1.0), 0, None)
                continue
            found = await self._search(position, self._limit)
            if not found.lines:
                return
            depth = max(found.lines)
            line = backed_up(found.lines[depth], following)
            found = Found({**found.lines, depth: line}, found.unit)
            remark = None if following is None else await self._judge(following, found)
            yield self._told(ply, line, settled_chance(found.lines, found.unit), depth, remark)
            following = line

    async def _judge(self, following: Line, found: Found) -> Mistake | Note | None:
        """Judge the move after which a line was found, given what was found before the move."""
        after, depth = following.position, max(found.lines)
        if found.lines[depth].move == after.last_move:
            return None
        replies: Findings = {}
        if after.outcome is None:
            replies = await self._replies(following, found.lines[depth], depth)
            if not replies:
                return None
        remark = judged(after, found.lines, replies, found.unit)
        if not isinstance(remark, Mistake) or after.previous is None:
            return remark
        return msgspec.structs.replace(
            remark,
            refutation=await self._continued(after.previous, remark.refutation),
            better=await self._continued(after.previous, remark.better),
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

    async def _continued(self, position: Position, moves: Sequence[MoveInfo]) -> list[MoveInfo]:
        """Continue a line where the transposition table has cut it short."""
        line = list(moves[:SHOWN_PLIES])
        position = position.play_all([each.move for each in line])
        while len(line) < SHOWN_PLIES and position.outcome is None:
            found = (await self._search(position, self._limit_times(1 / CONTINUATION))).lines
            if not found:
                break
            for move in found[max(found)].moves[: SHOWN_PLIES - len(line)]:
                line.append(MoveInfo.of(move))
                position = position.play(move)
        return line

    def _told(self, ply: int, line: Line, chance: float, depth: int, remark: Mistake | Note | None) -> Judged:
        position = line.position
        return Judged(
            request=self._request,
            ply=ply,
            score=line.told_score,
            proof=line.proof,
            value=line.score if position.player == 0 else -line.score,
            chance=for_first(position, chance),
            plies_to_end=line.plies_to_end,
            depth=depth,
            mistake=remark if isinstance(remark, Mistake) else None,
            note=remark if isinstance(remark, Note) else None,
        )
