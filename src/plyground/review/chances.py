"""From the points of an evaluation to chances of winning, which mean the same in every game.

A point is a pawn here and a hundredth of a corner there. So each evaluation has a curve,

    chance = 1 / (1 + exp(-steepness * asinh(points / unit)))

which is the logistic curve up to about one unit and flattens beyond: many evaluations give a won race a
hundred times what they give a pawn. `calibration` fits the curve of a game's best evaluation to the results
of games, and `FITS` holds what it found.

On boards of other sizes the unit grows with the usual size of the evaluation there: the middle of its sizes
in positions of random games, zeros left out. For an evaluation to which nothing was fitted the usual size
itself is the unit, and the chances are a rough guess.
"""

from __future__ import annotations

import functools
import json
import math
import random
import statistics
from dataclasses import asdict, dataclass
from pathlib import Path

from plyground.core.position import Game, Position
from plyground.evaluation import default_heuristic, find_evaluation, usable_evaluation
from plyground.search.proof import Value
from plyground.search.report import Line
from plyground.search.score import as_points, plies_to_end
from plyground.search.watchdog import Suspects, run_watched

FITS = Path(__file__).parent / "fits"

RANDOM_GAMES = 12
LONGEST_GAME = 120
SEED = 20
USUAL_SIZE = 1.0  # of an evaluation that likes all positions alike

CERTAIN: dict[Value, float] = {"win": 1.0, "draw": 0.5, "loss": 0.0}
"""What a proved value is worth."""


@dataclass(frozen=True)
class ChanceCurve:
    """How a score in points becomes a chance of winning.

    >>> curve = ChanceCurve(unit=2.0, steepness=1.0)
    >>> [round(curve.chance(points), 2) for points in (-2.0, 0.0, 2.0, 200.0)]
    [0.29, 0.5, 0.71, 1.0]
    """

    unit: float = 1.0
    steepness: float = 1.0

    def chance(self, points: float) -> float:
        """Return the chance of the side whose score it is."""
        # Halfway between both signs, the exponential never overflows.
        return 0.5 + 0.5 * math.tanh(self.steepness * math.asinh(points / self.unit) / 2)


USUAL_CURVE = ChanceCurve()


@dataclass(frozen=True)
class ChanceFit:
    """The curve of an evaluation on one board, as the results of games have it.

    usual_size: the size that the evaluation usually has on this board.
    positions, games: what it was fitted to.
    loss, uncalibrated_loss: the mean negative logarithm of the chance given to what happened, with this curve
        and with the usual size as its unit. Tossing a coin has 0.693.
    """

    unit: float
    steepness: float
    usual_size: float
    positions: int
    games: int
    loss: float
    uncalibrated_loss: float

    @property
    def curve(self) -> ChanceCurve:
        """The curve itself."""
        return ChanceCurve(self.unit, self.steepness)

    def write(self, file: Path) -> None:
        """Store it."""
        rounded = {name: round(number, 4) for name, number in asdict(self).items()}
        file.write_text(json.dumps(rounded) + "\n", encoding="utf-8")

    @classmethod
    def read(cls, file: Path) -> ChanceFit:
        """Read what `write` stored."""
        return cls(**json.loads(file.read_text(encoding="utf-8")))


def file_of(game: Game, evaluation: str) -> Path:
    """Return the file of what was fitted to an evaluation that comes with Plyground."""
    return FITS / f"{game.name}-{game.rows}x{game.columns}-{evaluation}.json"


@functools.lru_cache(maxsize=100)
def curve_of(game: Game, evaluation: str | None) -> ChanceCurve:
    """Return the curve of an evaluation, the same one each time."""
    heuristic = default_heuristic(game.name) if evaluation is None else find_evaluation(game, evaluation)
    if not heuristic.comes_with_plyground or not game.name.isidentifier():
        return ChanceCurve(usual_size(game, evaluation))
    own = file_of(game, heuristic.name)
    if own.exists():
        return ChanceFit.read(own).curve
    others = [ChanceFit.read(file) for file in sorted(FITS.glob(f"{game.name}-*x*-{heuristic.name}.json"))]
    ratio = statistics.median([each.unit / each.usual_size for each in others] or [1.0])
    steepness = statistics.median([each.steepness for each in others] or [1.0])
    return ChanceCurve(ratio * usual_size(game, evaluation), steepness)


def usual_size(game: Game, evaluation: str | None) -> float:
    """Return the size that an evaluation has in the middle of positions of random games."""
    heuristic = default_heuristic(game.name) if evaluation is None else find_evaluation(game, evaluation)
    function = usable_evaluation(game, heuristic)
    sizes: list[float] = []

    def ask() -> None:
        chance = random.Random(SEED)
        for _ in range(RANDOM_GAMES):
            position = game.start()
            for _ in range(LONGEST_GAME):
                if position.outcome is not None:
                    break
                sizes.append(abs(float(function(game.board, position.state))))
                position = position.play(chance.choice(position.moves()))

    run_watched(ask, Suspects.of(game, heuristic), lambda: len(sizes))
    return statistics.median([size for size in sizes if size > 0] or [USUAL_SIZE])


def chance_of(score: int, curve: ChanceCurve) -> float:
    """Return the chance of winning that a search's score means, for the side it is a score of."""
    if plies_to_end(score) is not None:
        return 1.0 if score > 0 else 0.0
    return curve.chance(as_points(score))


def chance_of_line(line: Line, curve: ChanceCurve) -> float:
    """Return the chance of the side to move: certain where the value is proved, else what the score means."""
    return chance_of(line.exact_score, curve) if line.proof is None else CERTAIN[line.proof.value]


def for_first(position: Position, chance: float) -> float:
    """Turn a chance of the side to move into one of the player who moves first in a game."""
    return chance if position.player == 0 else 1 - chance
