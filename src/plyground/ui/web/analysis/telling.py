"""What a search found, the way a page shows it."""

from __future__ import annotations

import msgspec

from plyground.core.position import Position
from plyground.search.report import Line
from plyground.ui.web.analysis.chances import chance_of_line, for_first
from plyground.ui.web.analysis.messages import FinishedDepth, FoundLine, Report
from plyground.ui.web.plies import MoveInfo
from plyground.ui.web.workers import Thought

LONG_LINES = 5
LONGEST = 16
SHORTER = 6
"""The best lines are told with more moves than the others."""


class Teller:
    """Tells the thoughts of one search of a position."""

    def __init__(self, request: int, position: Position) -> None:
        self._request = request
        self._position = position
        self._finished: list[FinishedDepth] = []
        self._report = Report(request, 0, 0, 0, 0.0, 0.0, 0.0, [], self._finished, is_done=False)
        # Looking up moves takes longer than anything else here, and most lines stay as they were.
        self._moves: dict[tuple[int, ...], list[MoveInfo]] = {}

    def told(self, thought: Thought) -> Report:
        """Return where the search stands."""
        self._finished += [
            FinishedDepth(depth, found.nodes, found.seconds) for depth, found in thought.finished.items()
        ]
        report = thought.report(self._position)
        self._report = Report(
            request=self._request,
            depth=report.depth,
            current_depth=report.current_depth,
            nodes=report.nodes,
            speed=report.speed,
            seconds=report.seconds,
            table_fill=report.table_fill,
            lines=[self._line(rank, line, thought.unit) for rank, line in enumerate(report.lines)],
            finished=self._finished,
            is_done=False,
        )
        return self._report

    def ended(self) -> Report:
        """Return where the search ended."""
        return msgspec.structs.replace(self._report, is_done=True)

    def _line(self, rank: int, line: Line, unit: float) -> FoundLine:
        codes = line.codes[: LONGEST if rank < LONG_LINES else SHORTER]
        if codes not in self._moves:
            moves = Line(self._position, codes, line.exact_score).moves
            self._moves[codes] = [MoveInfo.of(move) for move in moves]
        return FoundLine(
            score=line.told_score,
            proof=line.proof,
            value=line.score if self._position.player == 0 else -line.score,
            chance=for_first(self._position, chance_of_line(line, unit)),
            plies_to_end=line.plies_to_end,
            moves=self._moves[codes],
        )
