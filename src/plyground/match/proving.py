"""The end of games whose result is proved: a search of the referee's own, which trusts neither player."""

from __future__ import annotations

from plyground.core.position import Position
from plyground.engine import Engine
from plyground.match.adjudication import Verdict
from plyground.search.limit import Limit
from plyground.search.report import Report
from plyground.store.records import Termination

PROVING = Limit(nodes=100_000)
"""Positions rather than time: whether a game is cut short does not depend on the machine."""

MEGABYTES = 16


class Prover:
    """Ends one game as soon as the engine proves its result, which takes some milliseconds a move."""

    def __init__(self) -> None:
        self._engine: Engine | None = None

    def verdict(self, position: Position) -> Verdict | None:
        """Search an unfinished position; None lets the game go on."""
        if self._engine is None or self._engine.game != position.game:
            self._engine = Engine(position.game, megabytes=MEGABYTES)
        *_, report = self._engine.search(position, PROVING)
        if not report.proved:
            return None
        winner = {"win": position.player, "loss": 1 - position.player}.get(f"{report.value}")
        return Verdict(winner, Termination.ADJUDICATION, _reason(position, report, winner))


def _reason(position: Position, report: Report, winner: int | None) -> str:
    if winner is None:
        return "proved: a draw"
    by = f" by {abs(report.margin)}" if report.margin is not None else ""
    return f"proved: {position.game.players[winner]} wins{by}"
