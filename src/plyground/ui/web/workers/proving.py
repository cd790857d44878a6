"""Exact values of positions by the solver, as far as they are proved within a short time."""

from __future__ import annotations

import time
from collections.abc import Sequence

from plyground.core.position import Game, Position
from plyground.search.limit import Limit
from plyground.solving.solver import Solver
from plyground.tables import Exact

MOST_KNOWN = 100_000
LEAST_SECONDS = 0.001


class Prover:
    """A solver of one board that remembers what it has proved.

    It searches, and does not build tables. So games are left out in which positions repeat, and a position is
    known by its text alone.
    """

    def __init__(self, game: Game, megabytes: int) -> None:
        """Choose a method for a game.

        Raises:
            OptionError: the game cannot be solved.
        """
        has_margins = game.rules.largest_margin(game.board) > 1
        self._solver = Solver(game, method="alphabeta" if has_margins else "dfpn", megabytes=megabytes)
        self._known: dict[str, Exact] = {}
        self._is_stopped = False

    def prepare(self) -> None:
        """Compile what is not compiled yet, and heed every `stop` from now on."""
        self._is_stopped = False
        self._solver.prepare()

    def stop(self) -> None:
        """End `prove` with what is known by then, from another thread."""
        self._is_stopped = True
        self._solver.stop()

    def prove(
        self, positions: Sequence[Position], weights: Sequence[int], seconds: float
    ) -> list[Exact | None]:
        """Return the value of each position, None where it is not proved in time.

        Each position gets a share of the time that is left, by its weight among those that follow.
        """
        ends_at = time.monotonic() + seconds
        left = sum(weights)
        values = []
        for position, weight in zip(positions, weights, strict=True):
            share = (ends_at - time.monotonic()) * weight / left
            values.append(self._proved(position, max(share, LEAST_SECONDS)))
            left -= weight
        return values

    def _proved(self, position: Position, seconds: float) -> Exact | None:
        text = position.text
        if text in self._known or self._is_stopped:
            return self._known.get(text)
        for solution in self._solver.run(position, Limit(seconds=seconds)):  # noqa: B007  # the last one counts
            if self._is_stopped:  # perhaps before it had begun
                self._solver.stop()
        if solution.value is None:
            return None
        exact = Exact(solution.value, solution.margin, solution.distance)
        if solution.low == solution.high:  # else more time may prove more
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[text] = exact
        return exact
