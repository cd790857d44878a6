"""How a match went: the score after every pair of games, and how far its test was."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import numpy as np

from plyground.report.formats import number, percent, plural, signed
from plyground.report.lines import LinePoint
from plyground.report.scales import Tick, round_bounds, thinned
from plyground.tournament.contest_running import ContestProgress, RunningTest
from plyground.tournament.counts import Counts
from plyground.tournament.estimates import elo_difference, score_of_elo
from plyground.tournament.standings import Pair, encounter_pairs

MOST_POINTS = 240
"""More could not be told apart on a screen."""

ELO_STEPS = (1, 2, 5, 10, 20, 50, 100, 200)
SETTLED = 0.1
"""After this part of a match its score and bars no longer jump from one end to the other."""


def complete_pairs(progress: ContestProgress) -> list[Pair]:
    """Return what the first of two players scored in every pair that is complete, in their order."""
    found: list[Pair] = []
    results = progress.counted
    for stage in progress.stages:
        for encounter, pairs in encounter_pairs(stage, results).items():
            for first, second in pairs:
                if first is not None and second is not None:
                    found.append((first, second) if encounter[0] == 0 else (1 - first, 1 - second))
    return found


def score_course(pairs: Sequence[Pair]) -> list[LinePoint]:
    """Return the score of the first player after every pair, with the bounds of the true one."""
    counted = itertools.accumulate((Counts.of([pair]) for pair in pairs), initial=Counts())
    # Bounds take much longer than scores: only what is shown gets them.
    shown = thinned(list(counted)[1:], MOST_POINTS, lambda counts: counts.points / counts.games)
    return list(map(_score_point, shown))


def _score_point(counts: Counts) -> LinePoint:
    elo = elo_difference(counts)
    score, low, high = counts.points / counts.games, score_of_elo(elo.low), score_of_elo(elo.high)
    title = (
        f"after {plural(counts.games, 'game')}: {percent(score)}, "
        f"between {percent(low)} and {percent(high)}; Elo {signed(elo.value)}"
    )
    return LinePoint(counts.games, score, low, high, title)


def score_bounds(course: Sequence[LinePoint]) -> tuple[float, float]:
    """Return which part of all possible scores to show: not what the first few games jump between."""
    start = SETTLED * course[-1].x
    values = [
        value
        for point in course
        if point.x >= start
        for value in (point.y, point.low, point.high)
        if value is not None
    ]
    low, high = round_bounds([50, *(100 * value for value in values)])
    return max(low, 0) / 100, min(high, 100) / 100


def elo_ticks(low: float, high: float) -> list[Tick]:
    """Return round differences in Elo at the scores that they stand for."""
    gap = 0.11 * (high - low)
    for step in ELO_STEPS:
        ticks = [(score_of_elo(elo), elo) for elo in range(-2000, 2001, step)]
        inside = [(score, elo) for score, elo in ticks if low <= score <= high]
        nearest = min((abs(elo) for _, elo in inside), default=0)
        close = [score for score, elo in inside if abs(elo) <= max(200, 2 * nearest)]
        if all(after - before >= gap for before, after in itertools.pairwise(close)):
            break
    upper = [tick for tick in inside if tick[1] >= 0]
    lower = [tick for tick in reversed(inside) if tick[1] <= 0]
    chosen = {*_apart(upper, gap), *_apart(lower, gap)}
    return [(score, "0" if elo == 0 else signed(elo, 0)) for score, elo in sorted(chosen)]


def _apart(ticks: Sequence[tuple[float, int]], gap: float) -> Iterator[tuple[float, int]]:
    """Go through the ticks that are far enough from the one before: near 0 and 1 they crowd."""
    last: float | None = None
    for score, elo in ticks:
        if last is None or abs(score - last) >= gap:
            last = score
            yield score, elo


def ratio_course(test: RunningTest, pairs: Sequence[Pair]) -> list[LinePoint]:
    """Return the log-likelihood ratio of a test after every pair that it has looked at."""
    seen = [
        sum(Counts.of([pair]).pairs[half] * half for half in range(5)) for pair in pairs[: test.looked_at]
    ]
    times = np.cumsum(np.eye(5)[seen], axis=0) if seen else np.zeros((0, 5))
    ratios = test.sprt.log_likelihood_ratios(times).tolist() if seen else []
    points = [
        LinePoint(count, ratio, title=f"after {plural(count, 'pair')}: {number(ratio, 2)}")
        for count, ratio in enumerate([0.0, *ratios])
    ]
    return thinned(points, MOST_POINTS, lambda point: point.y)
