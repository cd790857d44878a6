"""How a contest stands: who scored what against whom, with which side, how fast, and how games ended."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from plyground.store.records import GameRecord, Termination
from plyground.system.frames import dataframe
from plyground.tournament.counts import Counts
from plyground.tournament.ratings import Rating, rate_players
from plyground.tournament.schedule import Stage, Winner

if TYPE_CHECKING:
    import pandas

FRAME_COLUMNS = (
    *("name", "points", "games", "wins", "draws", "losses", "elo", "elo_low", "elo_high"),
    "seconds_per_move",
)
"""The columns of the standings as a dataframe."""

FAULTS = frozenset({Termination.ILLEGAL_MOVE, Termination.TIME, Termination.CRASH, Termination.GARBAGE})
"""How games end in which a player did not play by the rules."""

Pair = tuple[float | None, float | None]
"""The points of one player in the two games of a pair, None for a game that is not over."""


@dataclass(frozen=True)
class GameResult:
    """What counts of a finished game: who won, how it ended, and the time of each side.

    `fault` is why a player lost that did not play by the rules, empty in all other games.
    """

    winner: Winner
    termination: Termination
    seconds: tuple[float, float]
    moves: tuple[int, int]
    fault: str = ""

    @classmethod
    def of(cls, record: GameRecord, first_to_move: int) -> GameResult:
        """Take from a record what counts. `first_to_move` is the side that chose the first move."""
        seconds, moves = [0.0, 0.0], [0, 0]
        for turn, move in enumerate(record.moves[record.opening :]):
            side = (first_to_move + turn) % 2
            seconds[side] += move.seconds or 0.0
            moves[side] += 1
        fault = record.reason if record.termination in FAULTS else ""
        return cls(record.winner, record.termination, (seconds[0], seconds[1]), (moves[0], moves[1]), fault)


@dataclass
class BySide:
    """Wins, draws and losses with one side."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def add(self, winner: Winner, side: int) -> None:
        """Count a game."""
        self.wins += winner == side
        self.draws += winner is None
        self.losses += winner == 1 - side


@dataclass
class Standing:
    """What one entrant has done."""

    name: str
    rating: Rating
    sides: tuple[BySide, BySide] = field(default_factory=lambda: (BySide(), BySide()))
    seconds: float = 0.0
    moves: int = 0

    @property
    def seconds_per_move(self) -> float | None:
        """The mean time of a move, None if there was none."""
        return self.seconds / self.moves if self.moves else None

    @property
    def points(self) -> float:
        """A win is a point, a draw half of one."""
        return self.rating.counts.points


@dataclass(frozen=True)
class StandingsTable:
    """The standings, best first, the results of everybody against everybody, and the ends of games.

    `faults` counts why players lost that did not play by the rules.
    """

    standings: tuple[Standing, ...]
    crosstable: dict[tuple[str, str], Counts]
    terminations: Counter[Termination]
    games: int
    faults: Counter[str] = field(default_factory=Counter)

    def to_dataframe(self) -> pandas.DataFrame:
        """Return the standings for pandas, a row for each player.

        Raises:
            PlygroundError: pandas is not installed.
        """
        return dataframe(FRAME_COLUMNS, map(_frame_row, self.standings))


def _frame_row(standing: Standing) -> tuple[object, ...]:
    counts, elo = standing.rating.counts, standing.rating.elo
    return (
        *(standing.name, standing.points, counts.games, counts.wins, counts.draws, counts.losses),
        *(elo.value, elo.low, elo.high, standing.seconds_per_move),
    )


def make_table(
    names: Sequence[str], stages: Sequence[Stage], results: Mapping[int, GameResult]
) -> StandingsTable:
    """Add up the results of a contest."""
    crosstable = _crosstable(names, stages, results)
    ratings = {rating.name: rating for rating in rate_players(names, crosstable)}
    standings = {name: Standing(name, ratings[name]) for name in names}
    terminations: Counter[Termination] = Counter()
    faults: Counter[str] = Counter()
    for stage, number in _finished(stages, results):
        result = results[number]
        terminations[result.termination] += 1
        if result.fault:
            faults[result.fault] += 1
        for side, entrant in enumerate(stage.place(number).sides):
            standing = standings[names[entrant]]
            standing.sides[side].add(result.winner, side)
            standing.seconds += result.seconds[side]
            standing.moves += result.moves[side]
    ranked = sorted(standings.values(), key=lambda each: (-each.points, -each.rating.elo.value))
    return StandingsTable(tuple(ranked), crosstable, terminations, terminations.total(), faults)


def encounter_pairs(stage: Stage, results: Mapping[int, GameResult]) -> dict[tuple[int, int], list[Pair]]:
    """Return the points of the first entrant of every encounter, game by game of every pair."""
    found: dict[tuple[int, int], list[Pair]] = {}
    for number in stage.games[::2]:
        first, second = stage.place(number).sides
        points = _points(results, number, 0), _points(results, number + 1, 1)
        found.setdefault((first, second), []).append(points)
    return found


def _crosstable(
    names: Sequence[str], stages: Sequence[Stage], results: Mapping[int, GameResult]
) -> dict[tuple[str, str], Counts]:
    table: dict[tuple[str, str], Counts] = {}
    for stage in stages:
        for (first, second), pairs in encounter_pairs(stage, results).items():
            counts = Counts.of(pairs)
            key = names[first], names[second]
            if key[::-1] in table:
                key, counts = key[::-1], counts.swapped
            table[key] = table.get(key, Counts()) + counts
    return table


def _points(results: Mapping[int, GameResult], number: int, side: int) -> float | None:
    if number not in results:
        return None
    winner = results[number].winner
    return 0.5 if winner is None else float(winner == side)


def _finished(stages: Sequence[Stage], results: Mapping[int, GameResult]) -> list[tuple[Stage, int]]:
    every = itertools.chain.from_iterable(((stage, number) for number in stage.games) for stage in stages)
    return [(stage, number) for stage, number in every if number in results]
