"""The games of a grading: every hand-in meets everybody of the field, and nobody else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from plyground.arena.contest import Contest, Entrant
from plyground.arena.pool import Played, Pool
from plyground.arena.schedule import Stage, Winner
from plyground.arena.tasks import GameTask
from plyground.grading.words import cleaned
from plyground.players import make_player
from plyground.position import Position
from plyground.reporting.markup import visible


@dataclass(frozen=True)
class FieldContest(Contest):
    """A contest whose first entrants are hand-ins, and the others the field."""

    hand_ins: int = 1

    @property
    def expected_games(self) -> int:
        """How many games there will be."""
        return 2 * self.pairs * self.hand_ins * (len(self.entrants) - self.hand_ins)

    def next_stage(self, stages: tuple[Stage, ...], winners: Mapping[int, Winner]) -> Stage | None:
        """Return the games of the next hand-in.

        One hand-in after the other, so that few of them are in memory; all have the same openings.
        """
        number = len(stages)
        if number == self.hand_ins:
            return None
        encounters = tuple((number, other) for other in range(self.hand_ins, len(self.entrants)))
        first_game = stages[-1].games.stop if stages else 0
        return Stage(self.entrants[number].name, encounters, self.pairs, first_game)


def check_field(field: Iterable[Entrant], start: Position) -> None:
    """Let everybody of the field get ready once.

    Raises:
        PlygroundError: one of them cannot play; that would be nobody's merit.
    """
    for entrant in field:
        player = make_player(entrant.player, start.game)
        try:
            player.begin(start, seed=0)
        finally:
            player.close()


@dataclass(frozen=True)
class ClearPool:
    """Has games played by another pool, and puts what it says about failures into clear words."""

    pool: Pool
    names: frozenset[str]

    def play(self, tasks: Iterable[GameTask]) -> Iterator[Played]:
        """Play games, and yield each as soon as it is over."""
        for task, record in self.pool.play(tasks):
            reason = visible(record.reason)
            name = next((each for each in task.names if reason.startswith(f"{each}: ")), None)
            if name in self.names:
                reason = f"{name}: {cleaned(reason, name)}"
            yield task, replace(record, reason=reason)
