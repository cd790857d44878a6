"""The parameters of guessed cuts: how well shallow searches predict deep ones, by phase of the game.

They belong to one evaluation, and are stored with its weights. `selectivity_fit` finds them, `probcut` says
how a search uses them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from plyground.core.pointers import address_of
from plyground.core.position import Game, Position
from plyground.core.rules import SCENERY
from plyground.errors import OptionError
from plyground.evaluation import Evaluation, as_heuristic
from plyground.search.constants import DEFAULT, Constants
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

FITS = Path(__file__).parent / "fits"
DIGITS = 4

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

    @property
    def line(self) -> tuple[float, float, float]:
        """Slope, offset and deviation."""
        return self.slope, self.offset, self.deviation

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
    """

    pieces: tuple[int, ...]
    pairs: tuple[tuple[Pair, ...], ...]

    def __post_init__(self) -> None:
        if len(self.pairs) != len(self.pieces) + 1 or len(self.pairs) > MOST_PHASES:
            raise OptionError("the phases of guessed cuts do not fit together")

    @classmethod
    def of(cls, game: Game, evaluate: Evaluation) -> Selectivity | None:
        """Return what was fitted to an evaluation, None if nothing was.

        It is stored with the weights of a learned one, and in `FITS` for one that comes with Plyground.
        """
        heuristic = as_heuristic(game, evaluate)
        header = getattr(getattr(heuristic, "weights", None), "header", None)
        if header is not None:
            return cls.from_dict(header.selectivity) if header.selectivity else None
        file = file_of(game, heuristic.name)
        if not heuristic.comes_with_plyground or not game.name.isidentifier() or not file.exists():
            return None
        return cls.from_dict(json.loads(file.read_text(encoding="utf-8")))

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain numbers, for a file."""
        pairs = [
            [[each.shallow, each.deep, *(round(number, DIGITS) for number in each.line)] for each in phase]
            for phase in self.pairs
        ]
        return {"pieces": list(self.pieces), "pairs": pairs}

    @classmethod
    def from_dict(cls, stored: dict[str, Any]) -> Selectivity:
        """Read what `to_dict` returned.

        Raises:
            OptionError: it is something else.
        """
        try:
            pairs = tuple(tuple(_pair(*each) for each in phase) for phase in stored["pairs"])
            pieces = tuple(int(each) for each in stored["pieces"])
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise OptionError(f"these are no parameters of guessed cuts: {error}") from error
        return cls(pieces, pairs)

    def phase_of(self, pieces: int) -> int:
        """Return the phase of a position with this many pieces."""
        return sum(pieces >= least for least in self.pieces)


class CutTables:
    """What a search reads: for each phase the rows that `probcut` describes."""

    def __init__(self, selectivity: Selectivity, constants: Constants = DEFAULT) -> None:
        self._selectivity, self._constants = selectivity, constants
        self.blocks = np.zeros((len(selectivity.pairs), DEEPEST + 1, ROW))
        self.blocks[:, :, STATIC_SLOPE] = 1.0
        self.blocks[:, :, STATIC_MARGIN] = -1.0
        for block, phase in zip(self.blocks, selectivity.pairs, strict=True):
            for pair in phase:
                self._write(block[pair.deep], pair)

    def _write(self, row: npt.NDArray[np.float64], pair: Pair) -> None:
        constants, offset, deviation = self._constants, pair.offset * UNIT, pair.deviation * UNIT
        if not pair.shallow:
            row[STATIC_SLOPE], row[STATIC_OFFSET] = pair.slope, offset
            if pair.deep <= constants.futility_depth:
                row[STATIC_MARGIN] = constants.futility_deviations * deviation
        elif pair.deep >= constants.probcut_from_depth:
            row[SHALLOW], row[SLOPE], row[OFFSET] = pair.shallow, pair.slope, offset
            row[MARGIN] = constants.probcut_deviations * deviation

    def address_for(self, position: Position) -> np.uint64:
        """Return where the rows for a search of a position are: those of its phase, at all its nodes."""
        return address_of(self.blocks[self._selectivity.phase_of(pieces_on(position))])


def file_of(game: Game, name: str) -> Path:
    """Return the file of what is fitted to a heuristic that comes with Plyground."""
    return FITS / f"{game.name}-{game.rows}x{game.columns}-{name}.json"


def _pair(shallow: int, deep: int, slope: float, offset: float, deviation: float) -> Pair:
    return Pair(int(shallow), int(deep), float(slope), float(offset), float(deviation))


def pieces_on(position: Position) -> int:
    """Count the pieces on a board, of both sides."""
    board, cell = position.game.board, position.game.rules.cell
    squares = ((row, column) for row in range(board.rows) for column in range(board.columns))
    return sum(0 != cell(board, position.state, *square) < SCENERY for square in squares)
