"""The parameters of guessed cuts: how well shallow searches predict deep ones, by phase of the game.

They belong to one evaluation, and are stored with its weights. `fitting` finds them, `probcut` says how a
search uses them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from plyground.errors import OptionError
from plyground.evaluation import Evaluation, as_heuristic
from plyground.pointers import address_of
from plyground.position import Game, Position
from plyground.rules import SCENERY
from plyground.search.probcut import (
    DEEPEST,
    MARGIN,
    OFFSET,
    ROW,
    SHALLOW,
    SLOPE,
    STATIC_MARGIN,
    STATIC_OFFSET,
    STATIC_SLOPE,
)
from plyground.search.score import UNIT

DEVIATIONS = 1.5
"""How many standard deviations beyond the window the prediction of a shallow search has to be."""

FUTILITY_DEVIATIONS = 2.0
FUTILITY_DEPTH = 3
"""How many that of the evaluation alone has to be, and how many plies may be left there."""

SMALLEST_SLOPE, LARGEST_SLOPE = 0.2, 3.0
LARGEST_NUMBER = 1e6
MOST_PHASES = 64


@dataclass(frozen=True)
class Pair:
    """How the score of a deep search follows from a shallow one (depth 0: the evaluation), in points."""

    shallow: int
    deep: int
    slope: float
    offset: float
    deviation: float

    def __post_init__(self) -> None:
        if not 0 <= self.shallow < self.deep <= DEEPEST:
            raise OptionError(f"a search of depth {self.shallow} predicts none of depth {self.deep}")
        is_bounded = abs(self.offset) <= LARGEST_NUMBER and 0 <= self.deviation <= LARGEST_NUMBER
        if not (is_bounded and SMALLEST_SLOPE <= self.slope <= LARGEST_SLOPE):
            raise OptionError(f"nothing can be predicted by {self}")


@dataclass(frozen=True)
class Selectivity:
    """The parameters of guessed cuts.

    pieces: the least number of pieces on the board of each phase but the first, in ascending order.
    pairs: of each phase, which depths predict which.
    deviations: the margin of ProbCut, in standard deviations of the prediction.
    futility_deviations: that of futility.
    futility_depth: the most plies left where the evaluation alone may cut.
    """

    pieces: tuple[int, ...]
    pairs: tuple[tuple[Pair, ...], ...]
    deviations: float = DEVIATIONS
    futility_deviations: float = FUTILITY_DEVIATIONS
    futility_depth: int = FUTILITY_DEPTH

    def __post_init__(self) -> None:
        if len(self.pairs) != len(self.pieces) + 1 or len(self.pairs) > MOST_PHASES:
            raise OptionError("the phases of guessed cuts do not fit together")
        margins = self.deviations, self.futility_deviations
        if not all(math.isfinite(each) and each > 0 for each in margins):
            raise OptionError(f"margins of {margins} deviations make no sense; both have to be positive")

    @classmethod
    def of(cls, game: Game, evaluate: Evaluation) -> Selectivity | None:
        """Return what is stored with the weights of an evaluation, None if nothing is."""
        header = getattr(getattr(as_heuristic(game, evaluate), "weights", None), "header", None)
        stored = getattr(header, "selectivity", None)
        return cls.from_dict(stored) if stored else None

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain numbers, for a file of weights."""
        pairs = [
            [[each.shallow, each.deep, each.slope, each.offset, each.deviation] for each in phase]
            for phase in self.pairs
        ]
        futility = {"futility_deviations": self.futility_deviations, "futility_depth": self.futility_depth}
        return {"pieces": list(self.pieces), "pairs": pairs, "deviations": self.deviations, **futility}

    @classmethod
    def from_dict(cls, stored: dict[str, Any]) -> Selectivity:
        """Read what `to_dict` returned.

        Raises:
            OptionError: it is something else.
        """
        try:
            pairs = tuple(tuple(_pair(*each) for each in phase) for phase in stored["pairs"])
            pieces = tuple(int(each) for each in stored["pieces"])
            margins = float(stored["deviations"]), float(stored["futility_deviations"])
            depth = int(stored["futility_depth"])
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise OptionError(f"these are no parameters of guessed cuts: {error}") from error
        return cls(pieces, pairs, *margins, depth)

    @cached_property
    def blocks(self) -> npt.NDArray[np.float64]:
        """What a search reads: for each phase the rows that `probcut` describes."""
        blocks = np.zeros((len(self.pairs), DEEPEST + 1, ROW))
        blocks[:, :, STATIC_SLOPE] = 1.0
        blocks[:, :, STATIC_MARGIN] = -1.0
        for block, phase in zip(blocks, self.pairs, strict=True):
            for pair in phase:
                self._write(block[pair.deep], pair)
        return blocks

    def _write(self, row: npt.NDArray[np.float64], pair: Pair) -> None:
        offset, deviation = pair.offset * UNIT, pair.deviation * UNIT
        if pair.shallow:
            row[SHALLOW], row[SLOPE], row[OFFSET] = pair.shallow, pair.slope, offset
            row[MARGIN] = self.deviations * deviation
        else:
            row[STATIC_SLOPE], row[STATIC_OFFSET] = pair.slope, offset
            is_futile = pair.deep <= self.futility_depth
            row[STATIC_MARGIN] = self.futility_deviations * deviation if is_futile else -1.0

    def phase_of(self, pieces: int) -> int:
        """Return the phase of a position with so many pieces."""
        return sum(pieces >= least for least in self.pieces)

    def address_for(self, position: Position) -> np.uint64:
        """Return where the rows for a search of a position are: those of its phase, at all its nodes."""
        return address_of(self.blocks[self.phase_of(pieces_on(position))])


def _pair(shallow: int, deep: int, slope: float, offset: float, deviation: float) -> Pair:
    return Pair(int(shallow), int(deep), float(slope), float(offset), float(deviation))


def pieces_on(position: Position) -> int:
    """Count the pieces on a board, of both sides."""
    board, cell = position.game.board, position.game.rules.cell
    squares = ((row, column) for row in range(board.rows) for column in range(board.columns))
    return sum(0 != cell(board, position.state, *square) < SCENERY for square in squares)
