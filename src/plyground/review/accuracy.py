"""How accurately a side played: from the chances that its moves gave away.

A move that gives away a share `loss` of the chance of winning has an accuracy of

    100 (exp(-4 loss) - exp(-4)) / (1 - exp(-4))  percent:

100 for the best move, 66 for a mistake (0.1), 44 for a blunder (0.2), 0 where it loses a won game. What is
proved counts as a chance of 0, 50 or 100 percent. Moves with which nothing could be lost do not count:
those without an alternative, and those in positions that are proved to be lost.

The accuracy of a game is the mean of two means over the moves of a side. The first one is weighted by how
much was going on: by the standard deviation of the chances around the move. The second is the harmonic
mean, which a few bad moves lower more than many small losses; a single move counts at least 10 there, so
that no game is decided by one move.
"""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

Kind = Literal["inaccuracy", "mistake", "blunder"]

KINDS: dict[Kind, float] = {"blunder": 0.2, "mistake": 0.1, "inaccuracy": 0.05}
"""How much of the chance of winning a move has to cost to be called so, the worst first."""

STEEPNESS = 4.0
LEAST_IN_HARMONY = 10.0

SMALLEST_WINDOW, LARGEST_WINDOW = 2, 8
WINDOWS_IN_A_GAME = 10
LEAST_WEIGHT, LARGEST_WEIGHT = 0.005, 0.12


@dataclass(frozen=True)
class Scored:
    """A position of a reviewed game: who is to move, its chance, and what the next move cost.

    `chance` is that of the player who moves first in a game; `loss` is None where the next move does not
    count.
    """

    player: int
    chance: float
    loss: float | None
    kind: Kind | None


@dataclass(frozen=True)
class SideReport:
    """How a side played: its accuracy in percent, None if no move counts, and its mistakes by kind."""

    accuracy: float | None
    moves: int
    counts: Mapping[Kind, int]


def kind_of(loss: float) -> Kind | None:
    """Return what a move is called that gave away this share of the chance of winning.

    >>> kind_of(0.12), kind_of(0.01)
    ('mistake', None)
    """
    return next((kind for kind, least in KINDS.items() if loss >= least), None)


def move_accuracy(loss: float) -> float:
    """Return the accuracy of a move in percent.

    >>> [round(move_accuracy(loss)) for loss in (0, 0.05, 0.1, 0.2, 0.5, 1)]
    [100, 82, 66, 44, 12, 0]
    """
    least = math.exp(-STEEPNESS)
    return 100 * (math.exp(-STEEPNESS * min(max(loss, 0.0), 1.0)) - least) / (1 - least)


def side_report(game: Sequence[Scored], side: int) -> SideReport:
    """Return how a side played in a game, of which all positions are given."""
    counted = [
        (ply, each.loss) for ply, each in enumerate(game) if each.player == side and each.loss is not None
    ]
    accuracies = [move_accuracy(loss) for _, loss in counted]
    kinds = Counter(each.kind for each in game if each.player == side and each.kind is not None)
    counts: dict[Kind, int] = {kind: kinds[kind] for kind in reversed(KINDS)}
    if not accuracies:
        return SideReport(None, 0, counts)
    weights = _weights(game)
    weighted = statistics.fmean(accuracies, [weights[ply] for ply, _ in counted])
    harmonic = statistics.harmonic_mean([max(each, LEAST_IN_HARMONY) for each in accuracies])
    return SideReport((weighted + min(harmonic, weighted)) / 2, len(accuracies), counts)


def _weights(game: Sequence[Scored]) -> list[float]:
    """Return how much was going on at each position: how the chances around it deviate, within bounds."""
    chances = [each.chance for each in game]
    size = min(max(len(chances) // WINDOWS_IN_A_GAME, SMALLEST_WINDOW), LARGEST_WINDOW)
    weights = []
    for ply in range(len(chances)):
        first = max(min(ply - size // 2 + 1, len(chances) - size), 0)
        deviation = statistics.pstdev(chances[first : first + size])
        weights.append(min(max(deviation, LEAST_WEIGHT), LARGEST_WEIGHT))
    return weights
