"""Pairs of games between two players, each a measurement of its own."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from plyground.core.discovery import source_of
from plyground.core.position import Position
from plyground.match.judging import Conditions
from plyground.tournament.game_task import GameTask, play_task
from plyground.tournament.openings import RandomOpenings

OPENING_PLIES = 4


class Matches:
    """Plays pairs of games from random openings, with the sides swapped.

    The pair of some number begins with the same opening whoever plays, and comes out the same
    whenever it is played, as long as the players do not look at the clock.
    """

    def __init__(self, start: Position, seed: int, opening_plies: int = OPENING_PLIES) -> None:
        self._start, self._seed, self._opening_plies = start, seed, opening_plies

    def points(self, first: str, second: str, number: int) -> list[float]:
        """Let two players, named by texts, play a pair of games; return the points of the first one."""
        won = [self._play((first, second), 2 * number), self._play((second, first), 2 * number + 1)]
        return [0.5 if winner is None else float(winner == side) for side, winner in enumerate(won)]

    @cached_property
    def _openings(self) -> RandomOpenings:
        return RandomOpenings(self._start, self._opening_plies, self._seed)

    def _play(self, players: tuple[str, str], number: int) -> int | None:
        opening = self._openings.opening(number // 2)
        task = GameTask(
            number=number,
            opening=replace(opening.history, game=source_of(opening.game.rules)),
            players=players,
            names=players,
            conditions=Conditions(),
            seed=self._seed,
        )
        return play_task(task).winner
