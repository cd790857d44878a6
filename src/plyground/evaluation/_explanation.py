"""An evaluation taken apart: what each of its parts adds to the score of one position."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from plyground.core.position import Position


class Kind(StrEnum):
    """What a part of an evaluation is."""

    PATTERN = "pattern"
    FEATURE = "feature"
    HEURISTIC = "heuristic"
    DECIDED = "decided"


@dataclass(frozen=True)
class Contribution:
    """A part of an evaluation, and what it adds to the score for the side to move.

    Attributes:
        kind: a pattern of squares, a dense feature beside patterns, a heuristic, or `decided`: the game
            knows who wins.
        name: of the heuristic; a pattern is named by its squares.
        points: what it adds to the score.
        usual: what it adds on average; 0 for all but patterns, of which nobody knows.
        weight: what the value is multiplied with; None for patterns, whose weight is what they add.
        value: what the heuristic says.
        squares: those of a pattern, by number.
    """

    kind: Kind
    name: str
    points: float
    usual: float = 0.0
    weight: float | None = None
    value: float | None = None
    squares: tuple[int, ...] = ()

    @property
    def surplus(self) -> float:
        """What it adds beyond the usual."""
        return self.points - self.usual

    def times(self, weight: float) -> Contribution:
        """Return what it adds as a part of something that has a weight."""
        own = None if self.weight is None else weight * self.weight
        return replace(self, points=weight * self.points, usual=weight * self.usual, weight=own)


@dataclass(frozen=True)
class Explanation:
    """What an evaluation sees in a position: all its parts, those that count most first.

    The score is the sum of `usual` and of the surplus of every part. `others` has the values of the other
    heuristics of the game, where the evaluation is a single one that cannot be taken apart.
    """

    position: Position
    evaluation: str
    contributions: tuple[Contribution, ...]
    others: tuple[Contribution, ...] = ()

    @cached_property
    def score(self) -> float:
        """What the evaluation says about the position, for the side to move."""
        return math.fsum(each.points for each in self.contributions)

    @cached_property
    def usual(self) -> float:
        """What all parts together add on average."""
        return math.fsum(each.usual for each in self.contributions)

    @property
    def has_patterns(self) -> bool:
        """Whether anything in it has a place on the board."""
        return any(each.squares for each in self.contributions)

    @cached_property
    def squares(self) -> tuple[float, ...]:
        """The points on each square: patterns share their surplus equally among their squares."""
        game = self.position.game
        points = [0.0] * (game.rows * game.columns)
        for each in self.contributions:
            for square in each.squares:
                points[square] += each.surplus / len(each.squares)
        return tuple(points)


def ranked(contributions: Sequence[Contribution]) -> tuple[Contribution, ...]:
    """Return contributions by the size of their surplus, the largest first; equal ones stay in order."""
    return tuple(sorted(contributions, key=lambda each: -abs(each.surplus)))
