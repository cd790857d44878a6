"""What an engine tells a person who asks for help."""

from __future__ import annotations

from plyground.search.limit import Limit
from plyground.search.report import Report

HINT = Limit(seconds=5.0, nodes=500_000)
"""Positions rather than time, so that a hint is the same on every machine that is not very slow."""


def told_hint(report: Report) -> str:
    """Write the best move and why it is the best."""
    score = report.lines[0].told_score
    is_certain = report.proved or report.plies_to_end is not None
    return (
        f"hint: {report.move} ({score})"
        if is_certain
        else f"hint: {report.move} ({score} at depth {report.depth})"
    )
