"""Counts made from pairs alone, and pairs made up by chance."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from plyground.tournament.counts import Counts


def paired(lost: int, half: int, shared: int, ahead: int, won: int) -> Counts:
    """Return the counts of pairs with 0 to 2 points; those with 1 point are a win and a loss."""
    return Counts(
        wins=2 * won + ahead + shared,
        draws=half + ahead,
        losses=2 * lost + half + shared,
        pairs=(lost, half, shared, ahead, won),
    )


def chances_of_pairs(score: float, *, bias: float = 0.0, draws: float = 0.0) -> NDArray[np.float64]:
    """Return the probabilities of 0 to 2 points in a pair for a player with an expected score.

    The opening favours one side by a bias: the player gains it in one game and loses it in the other.
    """
    first, second = (
        np.array([1 - mean - draws / 2, draws, mean - draws / 2]) for mean in (score + bias, score - bias)
    )
    return np.convolve(first, second)
