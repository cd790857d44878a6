"""What a review found, as the pages see it."""

from __future__ import annotations

from collections.abc import Iterable

from plyground import review
from plyground.core.position import Move, Position
from plyground.search.report import Line
from plyground.ui.web.analysis.analysis_messages import Judged, Mistake, Note, ReviewedSide
from plyground.ui.web.common.game_views import MoveInfo
from plyground.ui.web.workers import Thought


def findings_of(thought: Thought, position: Position) -> dict[int, Line]:
    """Return the lines of finished depths, and what was proved in the middle of one."""
    lines = {depth: found.line(position) for depth, found in thought.finished.items()}
    if thought.lines[0].proof is not None:
        lines[max(thought.depth, 1)] = thought.lines[0].line(position)
    return lines


def judged_message(request: int, found: review.JudgedPosition) -> Judged:
    """Describe a position of a reviewed line."""
    line, position = found.line, found.line.position
    return Judged(
        request=request,
        ply=found.ply,
        score=line.told_score,
        proof=line.proof,
        value=line.score if position.player == 0 else -line.score,
        chance=found.chance,
        plies_to_end=line.plies_to_end,
        depth=found.depth,
        loss=found.loss,
        mistake=None if found.mistake is None else _mistake(found.mistake),
        note=None if found.note is None else Note(found.note.kind, found.note.told),
    )


def reviewed_sides(found: Iterable[review.JudgedPosition]) -> tuple[ReviewedSide, ReviewedSide]:
    """Describe how both sides played."""
    first, second = review.GameReport.of(list(found)).sides
    return _side(first), _side(second)


def _side(side: review.SideReport) -> ReviewedSide:
    counts = side.counts
    return ReviewedSide(
        accuracy=side.accuracy,
        moves=side.moves,
        inaccuracies=counts["inaccuracy"],
        mistakes=counts["mistake"],
        blunders=counts["blunder"],
    )


def _mistake(mistake: review.Mistake) -> Mistake:
    return Mistake(
        kind=mistake.kind,
        is_certain=mistake.is_certain,
        loss=mistake.loss,
        chance_before=mistake.chance_before,
        chance_after=mistake.chance_after,
        proof_before=mistake.proof_before,
        proof_after=mistake.proof_after,
        told=mistake.told,
        reason=mistake.reason,
        refutation=_moves(mistake.refutation),
        better=_moves(mistake.better),
    )


def _moves(moves: Iterable[Move]) -> list[MoveInfo]:
    return [MoveInfo.of(move) for move in moves]
