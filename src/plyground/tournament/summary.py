"""The result of a contest as plain values, for JSON, CSV and reports."""

from __future__ import annotations

import math
from typing import Any

from plyground.tournament.contest_running import ContestProgress
from plyground.tournament.counts import Counts
from plyground.tournament.estimates import Estimate, elo_difference, likelihood_of_superiority, nelo
from plyground.tournament.standings import BySide, Standing


def summary(contest_id: str, progress: ContestProgress) -> dict[str, Any]:
    """Return everything that a contest has shown so far."""
    contest, table = progress.contest, progress.table
    found: dict[str, Any] = {
        "id": contest_id,
        "game": contest.game,
        "options": contest.options,
        "format": contest.format,
        "seed": contest.seed,
        "layouts": contest.layouts,
        "biased": contest.biased,
        "is_over": progress.is_over,
        "games": table.games,
        "standings": [_standing(each, contest.played_game.players) for each in table.standings],
        "encounters": [
            {"first": first, "second": second, **_counts(counts)}
            for (first, second), counts in table.crosstable.items()
        ],
        "terminations": {str(each): count for each, count in table.terminations.most_common()},
        "faults": [{"reason": reason, "games": count} for reason, count in table.faults.most_common()],
    }
    if progress.test is not None:
        status = progress.test.status
        found["sprt"] = {
            "test": contest.sprt,
            "ratio": status.llr,
            "lower": status.lower,
            "upper": status.upper,
            "verdict": str(status.verdict),
            "pairs": progress.test.looked_at,
        }
    return found


def _standing(standing: Standing, roles: tuple[str, str]) -> dict[str, Any]:
    counts = standing.rating.counts
    return {
        "name": standing.name,
        "points": standing.points,
        "games": counts.games,
        "wins": counts.wins,
        "draws": counts.draws,
        "losses": counts.losses,
        "elo": _estimate(standing.rating.elo),
        **{role: _by_side(side) for role, side in zip(roles, standing.sides, strict=True)},
        "seconds_per_move": standing.seconds_per_move,
    }


def _by_side(side: BySide) -> dict[str, int]:
    return {"wins": side.wins, "draws": side.draws, "losses": side.losses}


def _counts(counts: Counts) -> dict[str, Any]:
    return {
        "wins": counts.wins,
        "draws": counts.draws,
        "losses": counts.losses,
        "pairs": list(counts.pairs),
        "score": counts.score,
        "elo": _estimate(elo_difference(counts)),
        "normalised_elo": _estimate(nelo(counts)),
        "superiority": likelihood_of_superiority(counts),
    }


def _estimate(estimate: Estimate) -> dict[str, float | None]:
    """Write an estimate; JSON has no word for what is infinite."""
    values = {"value": estimate.value, "low": estimate.low, "high": estimate.high}
    return {name: value if math.isfinite(value) else None for name, value in values.items()}
