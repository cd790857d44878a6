"""The result of a grading as values: points, wins by colour, what failed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from plyground.grading.grading import Grading
from plyground.grading.handed_in import HandIn
from plyground.store.records import GameRecord, Termination

_FAULTS = {
    Termination.CRASH: "crashed",
    Termination.TIME: "too slow",
    Termination.GARBAGE: "gave no move",
    Termination.ILLEGAL_MOVE: "illegal move",
}
_MEMORY = "of memory"
TOO_MUCH_MEMORY = "too much memory"


@dataclass(frozen=True)
class Failure:
    """A game that was lost by a mistake of the program: its number, the move, what happened and why."""

    game: int
    move: int
    what: str
    why: str

    def __str__(self) -> str:
        return f"{self.what} in game {self.game} at move {self.move}: {self.why}"


@dataclass
class Tally:
    """Wins, draws and losses."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """One for a win, a half for a draw."""
        return self.wins + self.draws / 2

    def add(self, winner: int | None, side: int) -> None:
        """Count a game in which somebody had a side."""
        if winner is None:
            self.draws += 1
        elif winner == side:
            self.wins += 1
        else:
            self.losses += 1

    def __str__(self) -> str:
        return f"+{self.wins} ={self.draws} -{self.losses}"


@dataclass
class Mark:
    """What one hand-in made: in all, by side, against each of the field and of its class, and what failed."""

    hand_in: HandIn
    total: Tally = field(default_factory=Tally)
    sides: tuple[Tally, Tally] = field(default_factory=lambda: (Tally(), Tally()))
    against: dict[str, Tally] = field(default_factory=dict)
    classmates: dict[str, Tally] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)

    @property
    def in_class(self) -> Tally:
        """What it made against all of its class."""
        total = Tally()
        for each in self.classmates.values():
            total.wins, total.draws = total.wins + each.wins, total.draws + each.draws
            total.losses += each.losses
        return total

    @property
    def word(self) -> str:
        """What went wrong, in a line; empty if nothing did."""
        if self.hand_in.problem:
            return f"cannot play: {self.hand_in.problem}"
        if not self.failures:
            return ""
        more = len(self.failures) - 1
        return f"{self.failures[0]}{f' (and {more} more)' if more else ''}"


def marks_of(grading: Grading, games: Mapping[int, GameRecord]) -> list[Mark]:
    """Return what every hand-in made, the best first."""
    contest = grading.contest
    field = [] if contest is None else [each.name for each in contest.field]
    in_class = contest is not None and contest.meets_class
    playing = [each.name for each in grading.hand_ins if each.can_play and in_class]
    marks = {
        each.name: Mark(
            each,
            against={name: Tally() for name in field if each.can_play},
            classmates={name: Tally() for name in playing if each.can_play and name != each.name},
        )
        for each in grading.hand_ins
    }
    for number, record in sorted(games.items()):
        for side, name in enumerate(record.players):
            if name in marks:
                _count(marks[name], number, record, side)
    # Those that cannot play come last, whatever the others made.
    return sorted(marks.values(), key=lambda mark: (not mark.hand_in.can_play, -mark.total.points))


def _count(mark: Mark, number: int, record: GameRecord, side: int) -> None:
    other = record.players[1 - side]
    met = mark.classmates[other] if other in mark.classmates else mark.against[other]
    for tally in (mark.total, mark.sides[side], met):
        tally.add(record.winner, side)
    if record.termination in _FAULTS and record.winner == 1 - side:
        why = record.reason.removeprefix(f"{mark.hand_in.name}: ").removeprefix(f"{mark.hand_in.name} ")
        what = TOO_MUCH_MEMORY if _MEMORY in why else _FAULTS[record.termination]
        mark.failures.append(Failure(number + 1, len(record.moves) // 2 + 1, what, why))
