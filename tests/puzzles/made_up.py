"""Puzzles and attempts for tests."""

from __future__ import annotations

from datetime import date

import plyground as ply
from plyground.core.position import Position
from plyground.puzzles.attempts import Attempt
from plyground.puzzles.only_moves import solution_of
from plyground.puzzles.proving import PuzzleProver
from plyground.puzzles.puzzle import WIN, Puzzle, puzzle_id

DAY = date(2026, 3, 1)
RACE = "1b1/3/b1w/3/1w1 white"
"""Breakthrough 5x3: of five moves c3-b4 alone wins."""


def puzzle(
    number: int = 0, *, game: str = "othello", rating: int = 1000, tags: tuple[str, ...] = ()
) -> Puzzle:
    """Return a puzzle with an id of its own; there is no solution in it."""
    return Puzzle(
        id=f"{number:010x}", game=game, position="", goal=WIN, steps=[], rating=rating, tags=list(tags)
    )


def attempt(number: int, *, is_solved: bool = True, day: date = DAY, daily: bool = False) -> Attempt:
    """Return the attempt at the puzzle of some number."""
    made = f"{day.isoformat()}T12:{number:02}:00+00:00"
    return Attempt(f"{number:010x}", "othello", 1000, is_solved, made, day, daily)


def race() -> tuple[Position, Puzzle]:
    """Return the position of `RACE`, and the puzzle that it is."""
    start = ply.game("breakthrough", size="5x3").position(RACE)
    return start, Puzzle(
        id=puzzle_id(start, WIN),
        game="breakthrough",
        position=start.text,
        goal=WIN,
        steps=solution_of(PuzzleProver(start.game), start, WIN, most=1),
        rating=1000,
    )
