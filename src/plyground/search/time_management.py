"""Pacing: how much of a clock one move is worth, from what the depths so far have found.

A move has two budgets. `Clock.most` is the hard one: a timer ends the search there, whatever it is doing.
The soft one is here: no depth is begun after it. All of this is pure functions of a clock and a history, so
that tests need no time.
"""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Sequence
from typing import NamedTuple

from plyground.search.limit import Clock
from plyground.search.score import plies_to_end

# A depth takes several times as long as the one before: none is begun that would hardly end within the
# planned time. A move that keeps being the best needs less proof.
LAST_START = 0.6
LAST_START_IF_STABLE = 0.35
STABLE_DEPTHS = 3

# With pacing, a clock is planned for fewer moves: the last ones of a game are often proved in no time, and
# steady moves leave some of their share. Half of what a move adds is kept: an empty clock fills up again.
PACED_MOVES = 15
PACED_START = 0.8
PACED_INCREMENT = 0.5

# A change of the best move adds so much to the budget; one that is a depth older adds half of that.
CHANGE_WORTH = 0.8
FADING = 0.5

# A score that has dropped by this many times its usual change adds this much, a smaller drop its part of it.
FULL_DROP = 2.0
DROP_WORTH = 0.8

# From this many depths with the same best move on the budget shrinks, down to a part of it.
STEADY_FROM = 3
STEADY_AT_MOST = 9
STEADY_PART = 0.5

# A move that is better than all others by this many times the usual change of the score is the only sensible
# one. To show that takes a search of the others, made only for a move that has been the best for some depths.
LEAD = 3.0
ALONE_PART = 0.5
COMPARED_FROM = 5  # depths with the same move
COMPARED_AFTER = 0.2  # of the soft budget; before that there is little to save
COMPARED_SHALLOWER = 3  # plies


class Finding(NamedTuple):
    """What a depth has found: the best move, and its score in the search's thousandths."""

    move: int
    score: int


def plain_budget(clock: Clock, history: Sequence[Finding]) -> float:
    """Return the soft budget without pacing: one of two parts of the planned time."""
    is_stable = steady_depths(history) >= STABLE_DEPTHS
    return (LAST_START_IF_STABLE if is_stable else LAST_START) * clock.planned


def paced_budget(clock: Clock, history: Sequence[Finding], window: int, *, is_alone: bool = False) -> float:
    """Return the soft budget with pacing.

    Args:
        clock: what the player has left.
        history: what every depth has found, the last one at the end.
        window: the smallest change of a score that counts for anything.
        is_alone: whether the best move is known to be much better than all others.
    """
    planned = clock.seconds / PACED_MOVES + PACED_INCREMENT * clock.increment
    doubt = _by_changes(history) * _by_drop(history, window) * _by_steadiness(history)
    return min(PACED_START * planned * doubt * (ALONE_PART if is_alone else 1.0), clock.most)


def steady_depths(history: Sequence[Finding]) -> int:
    """Return for how many depths before the last one the best move was the same."""
    same = itertools.takewhile(lambda found: found.move == history[-1].move, reversed(history))
    return max(sum(1 for _ in same) - 1, 0)


def usual_change(history: Sequence[Finding], window: int) -> float:
    """Return by how much a score usually differs from the one two depths before, at least `window`.

    Two, since many evaluations favour the side to move. Evaluations have scales of their own, so a drop or a
    lead is measured by this.
    """
    scores = [found.score for found in history if plies_to_end(found.score) is None]
    changes = [abs(score - before) for before, score in zip(scores, scores[2:], strict=False)]
    return max(window, statistics.median(changes)) if changes else window


def lead_bound(history: Sequence[Finding], window: int) -> int:
    """Return the score that no other move may reach, if the best is to be the only sensible one."""
    return history[-1].score - round(LEAD * usual_change(history, window))


def is_worth_comparing(history: Sequence[Finding], seconds: float, budget: float) -> bool:
    """Tell whether the time has come to compare the best move with the others."""
    is_deep = len(history) > COMPARED_SHALLOWER
    is_steady = steady_depths(history) >= COMPARED_FROM
    return is_deep and is_steady and COMPARED_AFTER * budget < seconds


def _by_changes(history: Sequence[Finding]) -> float:
    pairs = itertools.pairwise(reversed(history))
    return 1 + sum(
        CHANGE_WORTH * FADING**age for age, (later, earlier) in enumerate(pairs) if later.move != earlier.move
    )


def _by_drop(history: Sequence[Finding], window: int) -> float:
    """Grow with how far the last score lies below the two before it."""
    before = [found.score for found in history[-3:-1]]
    drop = max(min(before, default=0) - history[-1].score, 0) if before else 0
    return 1 + DROP_WORTH * min(drop / (FULL_DROP * usual_change(history, window)), 1.0)


def _by_steadiness(history: Sequence[Finding]) -> float:
    steps = (steady_depths(history) - STEADY_FROM) / (STEADY_AT_MOST - STEADY_FROM)
    return 1 - (1 - STEADY_PART) * min(max(steps, 0.0), 1.0)
