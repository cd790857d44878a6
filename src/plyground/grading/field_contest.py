"""The games of a grading: every hand-in meets everybody of the field, or of its class, or both."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from plyground.core.position import Position
from plyground.grading.handed_in import cleaned
from plyground.players import make_player
from plyground.report.markup import visible
from plyground.tournament.contest import Contest, Entrant
from plyground.tournament.game_pools import GamePool, Played
from plyground.tournament.game_task import GameTask
from plyground.tournament.schedule import Stage, Winner

BLOCK = 4
"""This many hand-ins meet this many others, before the next: their processes can be kept meanwhile."""


@dataclass(frozen=True)
class FieldContest(Contest):
    """A contest whose first entrants are hand-ins, and the others the field.

    Every hand-in meets everybody of the field, and every other hand-in if `meets_class`.
    """

    hand_ins: int = 1
    meets_class: bool = False

    @property
    def field(self) -> tuple[Entrant, ...]:
        """Those that the hand-ins play against."""
        return self.entrants[self.hand_ins :]

    @property
    def expected_games(self) -> int:
        """How many games there will be."""
        return 2 * self.pairs * sum(len(encounters) for _, encounters in self._parts)

    def next_stage(self, stages: tuple[Stage, ...], winners: Mapping[int, Winner]) -> Stage | None:
        """Return the games of the next part; all hand-ins have the same openings."""
        if len(stages) == len(self._parts):
            return None
        label, encounters = self._parts[len(stages)]
        return Stage(label, encounters, self.pairs, stages[-1].games.stop if stages else 0)

    @cached_property
    def _parts(self) -> list[tuple[str, tuple[tuple[int, int], ...]]]:
        """The encounters in the order of play: few hand-ins at a time, so that few are in memory."""
        field = range(self.hand_ins, len(self.entrants))
        parts = [
            (self.entrants[number].name, tuple((number, other) for other in field))
            for number in range(self.hand_ins)
        ]
        if self.meets_class:
            parts += [("the class", encounters) for encounters in _blocks(self.hand_ins)]
        return [part for part in parts if part[1]]


def _blocks(count: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Go through all pairs of `count` numbers, a block of numbers against another at a time.

    >>> [list(pairs) for pairs in _blocks(3)]
    [[(0, 1), (0, 2), (1, 2)]]
    """
    blocks = [range(start, min(start + BLOCK, count)) for start in range(0, count, BLOCK)]
    for index, block in enumerate(blocks):
        yield tuple(itertools.combinations(block, 2))
        for other in blocks[index + 1 :]:
            yield tuple(itertools.product(block, other))


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

    pool: GamePool
    names: frozenset[str]

    def play(self, tasks: Iterable[GameTask]) -> Iterator[Played]:
        """Play games, and yield each as soon as it is over."""
        for task, record in self.pool.play(tasks):
            reason = visible(record.reason)
            name = next((each for each in task.names if reason.startswith(f"{each}: ")), None)
            if name in self.names:
                reason = f"{name}: {cleaned(reason, name)}"
            yield task, replace(record, reason=reason)
