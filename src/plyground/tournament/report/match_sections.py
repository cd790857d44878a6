"""The parts of a page that only two players have: by how much one is better, and how sure that is."""

from __future__ import annotations

import math
from collections.abc import Sequence

from plyground.report.bars import Bar, bar_chart
from plyground.report.formats import likelihood, number, percent, plural, points, signed
from plyground.report.lines import Axes, Line, LinePoint, Rule, line_chart
from plyground.report.markup import Markup
from plyground.report.page import cards, figure, section
from plyground.report.scales import round_bounds
from plyground.report.whiskers import Whisker, whisker_chart
from plyground.tournament.contest_running import ContestProgress
from plyground.tournament.counts import PAIR_SCORES, Counts
from plyground.tournament.estimates import (
    Estimate,
    elo_difference,
    likelihood_of_superiority,
    nelo,
)
from plyground.tournament.report.contest_wording import estimate_words, results_words, short
from plyground.tournament.report.course_sections import (
    complete_pairs,
    elo_ticks,
    ratio_course,
    score_bounds,
    score_course,
)
from plyground.tournament.standings import Pair


def match_sections(progress: ContestProgress, counts: Counts) -> list[Markup]:
    """Return what a match has shown; nothing before its first game."""
    if not counts.games:
        return []
    pairs = complete_pairs(progress)
    found = [_strength_section(progress, counts)]
    if pairs:
        found.append(_course_section(progress, pairs))
    if progress.test is not None and progress.test.looked_at:
        found.append(_test_section(progress, pairs))
    return found


def _strength_section(progress: ContestProgress, counts: Counts) -> Markup:
    first, second = (short(entrant.name) for entrant in progress.contest.entrants)
    elo, normalised = elo_difference(counts), nelo(counts)
    shown = [
        Whisker(name, each.value, each.low, each.high, estimate_words(each))
        for name, each in (("Elo", elo), ("normalised Elo", normalised))
    ]
    said = "; ".join(f"{row.name} {row.shown}" for row in shown)
    return section(
        "Difference in strength",
        cards(
            [
                (
                    "Score",
                    percent(counts.points / counts.games),
                    f"{points(counts.points)} of {points(counts.games)}: {results_words(counts)}",
                ),
                ("Elo", *_large(elo)),
                ("Normalised Elo", *_large(normalised)),
                (
                    "Superiority",
                    likelihood(likelihood_of_superiority(counts)),
                    f"likelihood that {first} is the better one",
                ),
            ]
        ),
        figure(
            lambda width: whisker_chart(
                shown,
                label=f"Difference in strength between {first} and {second}",
                description=said,
                width=width,
                x_name=f"how much {first} is better",
            ),
            "The bars hold the true difference in 95 of 100 matches. Normalised Elo measures how easily "
            "games show the difference.",
        ),
    )


def _large(estimate: Estimate) -> tuple[str, str]:
    """Return an estimate as a large number, and what is to be said of it below."""
    if math.isinf(estimate.low) and math.isinf(estimate.high):
        return "–", "unknown"
    if math.isfinite(estimate.error):
        bounds = f"{signed(estimate.low)} to {signed(estimate.high)}"
        return signed(estimate.value), f"± {number(estimate.error)}: {bounds}"
    is_low = math.isfinite(estimate.low)
    bound = f"at least {signed(estimate.low)}" if is_low else f"at most {signed(estimate.high)}"
    return signed(estimate.value), bound


def pairs_section(progress: ContestProgress, counts: Counts) -> Markup:
    """Return in how many pairs of games the first player made how many points."""
    first = short(progress.contest.entrants[0].name)
    names = [points(2 * score) for score in PAIR_SCORES]
    bars = [
        Bar(name, count, f"{plural(count, 'pair')} with {name} points")
        for name, count in zip(names, counts.pairs, strict=True)
    ]
    return section(
        "Pairs",
        figure(
            lambda width: bar_chart(
                bars,
                label=f"Pairs by the points of {first}",
                description="; ".join(f"{bar.name} points: {bar.value:,g} pairs" for bar in bars),
                width=width,
                x_name=f"points of {first} in a pair",
                y_name="pairs",
            ),
            "Both games of a pair begin with the same opening, with the sides swapped.",
            is_half=True,
        ),
    )


def _course_section(progress: ContestProgress, pairs: Sequence[Pair]) -> Markup:
    first = short(progress.contest.entrants[0].name)
    course = score_course(pairs)
    low, high = score_bounds(course)
    axes = Axes(
        "games",
        f"score of {first}",
        (low, high),
        is_percent=True,
        right=elo_ticks(low, high),
        right_name="Elo",
    )
    return section(
        "Course of the match",
        figure(
            lambda width: line_chart(
                [Line(first, course)],
                axes,
                label=f"Score of {first} over the games",
                description=f"{course[0].title}; {course[-1].title}",
                width=width,
                rules=[Rule(0.5)],
            ),
            "The score so far and, as a band, where the true one lies in 95 of 100 matches. "
            "To the right, the difference in Elo that a score stands for.",
        ),
    )


def _test_section(progress: ContestProgress, pairs: Sequence[Pair]) -> Markup:
    test = progress.test
    if test is None:
        raise ValueError("the contest has no test")
    status, sprt = test.status, test.sprt
    course = ratio_course(test, pairs)
    unit = "Elo" if sprt.scale == "logistic" else "normalised Elo"
    claims = f"H0, {sprt.elo0:g} {unit}, against H1, {sprt.elo1:g} {unit}"
    rules = [
        Rule(status.upper, f"{number(status.upper, 2)}: H1 is accepted"),
        Rule(status.lower, f"{number(status.lower, 2)}: H0 is accepted", is_below=True),
    ]
    return section(
        "Test",
        figure(
            lambda width: line_chart(
                [Line("log-likelihood ratio", course)],
                Axes("pairs", "log-likelihood ratio", _test_bounds(course, status.lower, status.upper)),
                label="Log-likelihood ratio of the test over the pairs",
                description=f"{claims}: {number(status.llr, 2)}, {status.verdict}",
                width=width,
                rules=rules,
            ),
            f"A test of {claims}. It is wrong with a probability of {percent(sprt.alpha, 0)} if H0 is true "
            f"and {percent(sprt.beta, 0)} if H1 is. Ratio {number(status.llr, 2)}: {status.verdict}.",
        ),
    )


def _test_bounds(course: Sequence[LinePoint], lower: float, upper: float) -> tuple[float, float]:
    """Return bounds with room for the words beyond the bounds of the test."""
    room = 0.12 * (upper - lower)
    return round_bounds([lower - room, upper + room, *(point.y for point in course)])
