"""Chooses the next puzzle for a person, and the puzzle of a day."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from plyground.puzzles.attempts import Attempt
from plyground.puzzles.puzzle import Puzzle

Level = Literal["easier", "normal", "harder"]

_OFFSETS: dict[Level, int] = {"easier": -300, "normal": 0, "harder": 300}
_NEAREST = 12


@dataclass(frozen=True)
class Wish:
    """What kind of puzzle a person asks for; None stands for any."""

    game: str | None = None
    tag: str | None = None
    level: Level = "normal"

    def admits(self, puzzle: Puzzle) -> bool:
        """Tell whether a puzzle is of the game and theme."""
        return self.game in (None, puzzle.game) and (self.tag is None or self.tag in themes_of(puzzle))


def themes_of(puzzle: Puzzle) -> list[str]:
    """Return what a puzzle can be chosen by: its goal and its tags."""
    return ["win" if puzzle.goal > 0 else "draw", *puzzle.tags]


def next_puzzle(
    puzzles: Iterable[Puzzle],
    wish: Wish,
    rating: float,
    attempts: Sequence[Attempt],
    chance: random.Random,
    *,
    avoided: Collection[str] = (),
) -> Puzzle | None:
    """Return a puzzle about as hard as wished that was not tried yet; None if there is none of the kind.

    When all were tried, the one whose attempt is longest ago comes again.
    """
    admitted = [puzzle for puzzle in puzzles if wish.admits(puzzle)]
    tried = {attempt.puzzle: number for number, attempt in enumerate(attempts)}
    fresh = [puzzle for puzzle in admitted if puzzle.id not in tried and puzzle.id not in avoided]
    if not fresh:
        again = [puzzle for puzzle in admitted if puzzle.id not in avoided] or admitted
        return min(again, key=lambda puzzle: tried.get(puzzle.id, -1), default=None)
    target = rating + _OFFSETS[wish.level]
    fresh.sort(key=lambda puzzle: (abs(puzzle.rating - target), puzzle.id))
    return chance.choice(fresh[:_NEAREST])


def daily_puzzle(puzzles: Iterable[Puzzle], day: date) -> Puzzle | None:
    """Return the puzzle of a day, the same on every machine that has the same puzzles."""
    ordered = sorted(puzzles, key=lambda puzzle: puzzle.id)
    if not ordered:
        return None
    digest = hashlib.sha256(day.isoformat().encode()).digest()
    return ordered[int.from_bytes(digest[:8]) % len(ordered)]
