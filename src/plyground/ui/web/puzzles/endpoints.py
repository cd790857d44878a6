"""Puzzles over HTTP."""

from __future__ import annotations

from plyground.ui.web.puzzles.puzzle_messages import (
    PuzzleAnswer,
    PuzzleClue,
    PuzzleMessage,
    PuzzleOverview,
    PuzzleSolution,
    PuzzleVerdict,
    PuzzleWish,
)
from plyground.ui.web.puzzles.puzzle_service import PuzzleService
from plyground.ui.web.transport.http import Router

router = Router("puzzles")


@router.get("/api/puzzles")
async def show_overview(puzzles: PuzzleService) -> PuzzleOverview:
    """Count the puzzles by game and theme, and tell the rating and the streaks."""
    return await puzzles.overview()


# Before the address of a single puzzle, which would take the last part for its id.
@router.get("/api/puzzles/next")
async def next_puzzle(puzzles: PuzzleService, query: PuzzleWish) -> PuzzleMessage:
    """Pose a puzzle that fits the rating."""
    return await puzzles.next(query)


@router.get("/api/puzzles/daily")
async def daily_puzzle(puzzles: PuzzleService) -> PuzzleMessage:
    """Pose the puzzle of today."""
    return await puzzles.daily()


@router.get("/api/puzzles/{id}")
async def show_puzzle(puzzles: PuzzleService, id: str) -> PuzzleMessage:
    """Pose one puzzle."""
    return await puzzles.puzzle(id)


@router.post("/api/puzzles/{id}/answer")
async def judge_answer(puzzles: PuzzleService, id: str, body: PuzzleAnswer) -> PuzzleVerdict:
    """Judge a move; the first attempt at a puzzle counts."""
    return await puzzles.judge(id, body)


@router.post("/api/puzzles/{id}/hint")
async def give_hint(puzzles: PuzzleService, id: str, body: PuzzleAnswer) -> PuzzleClue:
    """Tell where the next move begins; the attempt counts as failed."""
    return await puzzles.hint(id, body)


@router.post("/api/puzzles/{id}/solution")
async def give_solution(puzzles: PuzzleService, id: str, body: PuzzleAnswer) -> PuzzleSolution:
    """Tell the rest of the solution; the attempt counts as failed."""
    return await puzzles.solution(id, body)
