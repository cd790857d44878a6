"""From the points of an evaluation to chances of winning, which mean the same in every game.

A point is a pawn here and a hundredth of a corner there. So the unit of an evaluation is taken
from the evaluation itself: the middle of the sizes it has in positions of random games, zeros
left out. The middle and not the mean, since some evaluations give a won race a hundred times
what they give a pawn. An advantage of one unit is a chance of 73 in 100, of two units 88, of
none 50: the logistic curve, which is what fits the results of games between engines too, with
units between a third and three times of these for the evaluations and boards of this house.
"""

from __future__ import annotations

import functools
import math
import random
import statistics

from plyground.core.position import Game, Position
from plyground.evaluation import default_heuristic, find_evaluation, usable_evaluation
from plyground.search.proof import Value
from plyground.search.report import Line
from plyground.search.score import as_points, plies_to_end
from plyground.search.watchdog import Suspects, run_watched

RANDOM_GAMES = 12
LONGEST_GAME = 120
SEED = 20
USUAL_UNIT = 1.0  # of an evaluation that likes all positions alike

CERTAIN: dict[Value, float] = {"win": 1.0, "draw": 0.5, "loss": 0.0}
"""What a proved value is worth."""


@functools.lru_cache(maxsize=100)
def unit_of(game: Game, evaluation: str | None) -> float:
    """Return the size that an evaluation usually has, the same one each time."""
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
    return statistics.median([size for size in sizes if size > 0] or [USUAL_UNIT])


def chance_of(score: int, unit: float) -> float:
    """Return the chance of winning that a search's score means, for the side it is a score of.

    >>> chance_of(0, 2.0), round(chance_of(2000, 2.0), 2)
    (0.5, 0.73)
    """
    if plies_to_end(score) is not None:
        return 1.0 if score > 0 else 0.0
    # Halfway between both signs, the exponential never overflows.
    return 0.5 + 0.5 * math.tanh(as_points(score) / unit / 2)


def chance_of_line(line: Line, unit: float) -> float:
    """Return the chance of the side to move: certain where the value is proved, else what the score means."""
    return chance_of(line.exact_score, unit) if line.proof is None else CERTAIN[line.proof.value]


def for_first(position: Position, chance: float) -> float:
    """Turn a chance of the side to move into one of the player who moves first in a game."""
    return chance if position.player == 0 else 1 - chance
