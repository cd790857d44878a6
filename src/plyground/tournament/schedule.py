"""Who meets whom, in which order: the formats of contests, as data.

A contest is a row of stages. A stage is a set of encounters, each of a number of pairs of games with
the colours swapped. Which stage comes next follows from the results of those before it and from
nothing else, so that an interrupted contest goes on as if nothing had happened.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

Winner = int | None
"""The number of the side that won a game, None for a draw."""


class Place(NamedTuple):
    """Where a game stands in the contest: its opening, who plays which side."""

    opening: int
    sides: tuple[int, int]


@dataclass(frozen=True)
class Stage:
    """Encounters that can be played in any order, each of `pairs` pairs of games.

    Its games are numbered from `first_game`, its openings from `first_opening`: first one pair
    of every encounter, then the next, so that an unfinished stage says about the same of all.
    """

    label: str
    encounters: tuple[tuple[int, int], ...]
    pairs: int
    first_game: int = 0
    first_opening: int = 0

    @property
    def games(self) -> range:
        """The numbers of its games."""
        return range(self.first_game, self.first_game + 2 * self.pairs * len(self.encounters))

    def place(self, number: int) -> Place:
        """Return where a game stands. The two games of a pair have numbers next to each other."""
        pair, is_swapped = divmod(number - self.first_game, 2)
        opening, encounter = divmod(pair, len(self.encounters))
        first, second = self.encounters[encounter]
        sides = (second, first) if is_swapped else (first, second)
        return Place(self.first_opening + opening, sides)

    def after(self, label: str, encounters: Sequence[tuple[int, int]], pairs: int) -> Stage:
        """Return a stage that follows this one."""
        return Stage(label, tuple(encounters), pairs, self.games.stop, self.first_opening + self.pairs)


@dataclass(frozen=True)
class History:
    """What has been played: the stages so far, and the winner of every game by its number."""

    entrants: int
    stages: tuple[Stage, ...]
    winners: Mapping[int, Winner]

    def points(self, stage: Stage | None = None) -> list[float]:
        """Return the points of every entrant, in one stage or in all."""
        total = [0.0] * self.entrants
        for each in self.stages if stage is None else [stage]:
            for number in each.games:
                if number in self.winners:
                    for side, entrant in enumerate(each.place(number).sides):
                        winner = self.winners[number]
                        total[entrant] += 0.5 if winner is None else float(winner == side)
        return total

    def encounter_points(self, stage: Stage, encounter: tuple[int, int]) -> float:
        """Return what the first of two entrants is ahead of the second in their encounter."""
        lead = 0.0
        for number in stage.games:
            sides = stage.place(number).sides
            winner = self.winners.get(number)
            if winner is not None and set(sides) == set(encounter):
                lead += 1.0 if sides[winner] == encounter[0] else -1.0
        return lead


Format = Callable[[History, int, int], Stage | None]
"""Takes the history, the pairs of an encounter and the rounds; returns the next stage, None at the end."""


def round_robin(history: History, pairs: int, rounds: int) -> Stage | None:
    """Everybody meets everybody."""
    return _single_stage(history, list(itertools.combinations(range(history.entrants), 2)), pairs)


def gauntlet(history: History, pairs: int, rounds: int) -> Stage | None:
    """The first one meets everybody else."""
    return _single_stage(history, [(0, other) for other in range(1, history.entrants)], pairs)


def _single_stage(history: History, encounters: list[tuple[int, int]], pairs: int) -> Stage | None:
    return None if history.stages else Stage("all games", tuple(encounters), pairs)


def swiss(history: History, pairs: int, rounds: int) -> Stage | None:
    """In every round, those meet who have about as many points and have not met before."""
    done = len(history.stages)
    if done >= rounds:
        return None
    met = {frozenset(each) for stage in history.stages for each in stage.encounters}
    points = history.points()
    for entrant, byes in enumerate(_byes(history)):
        points[entrant] += byes * 2 * pairs / 2  # half of what could be won, as a draw
    ranked = sorted(range(history.entrants), key=lambda entrant: (-points[entrant], entrant))
    if len(ranked) % 2:
        fewest = min(_byes(history))
        resting = next(entrant for entrant in reversed(ranked) if _byes(history)[entrant] == fewest)
        ranked.remove(resting)
    encounters = next(_pairings(ranked, met), None) or next(_pairings(ranked, set()))
    label = f"round {done + 1} of {rounds}"
    return history.stages[-1].after(label, encounters, pairs) if done else Stage(label, encounters, pairs)


def _byes(history: History) -> list[int]:
    """Count the rounds in which everybody had to rest."""
    counts = [len(history.stages)] * history.entrants
    for stage in history.stages:
        for entrant in itertools.chain(*stage.encounters):
            counts[entrant] -= 1
    return counts


def _pairings(ranked: Sequence[int], met: set[frozenset[int]]) -> Iterator[tuple[tuple[int, int], ...]]:
    """Go through the ways to pair everybody with somebody new, the nearest in rank first."""
    if not ranked:
        yield ()
        return
    first, *others = ranked
    for other in others:
        if frozenset((first, other)) not in met:
            for rest in _pairings([each for each in others if each != other], met):
                yield ((first, other), *rest)


def knockout(history: History, pairs: int, rounds: int) -> Stage | None:
    """Who loses an encounter is out. After a tie one more pair decides, in the end the better seed.

    Entrants are seeded in the order in which they were given; in the first round the best of
    them rest if there are not enough for all.
    """
    if not history.stages:
        return _first_knockout_round(history.entrants, pairs)
    last = history.stages[-1]
    leads = {each: history.encounter_points(last, each) for each in last.encounters}
    tied = [each for each, lead in leads.items() if lead == 0]
    if tied and _extra_pairs(history) < MOST_EXTRA_PAIRS:
        return last.after(f"{last.label.removesuffix(EXTRA)}{EXTRA}", tied, 1)
    left = survivors(history)
    if len(left) == 1:
        return None
    return last.after(_round_name(len(left)), _ends_inward(left), pairs)


EXTRA = ", extra pair"
MOST_EXTRA_PAIRS = 4


def _first_knockout_round(entrants: int, pairs: int) -> Stage:
    size = 1 << (entrants - 1).bit_length()
    resting = size - entrants
    return Stage(_round_name(size), tuple(_ends_inward(list(range(resting, entrants)))), pairs)


def _ends_inward(seeds: list[int]) -> list[tuple[int, int]]:
    """Pair the best with the last, the second with the last but one, and so on."""
    half = len(seeds) // 2
    return list(zip(seeds[:half], reversed(seeds[half:]), strict=True))


def _round_name(size: int) -> str:
    return {2: "final", 4: "semifinals", 8: "quarterfinals"}.get(size, f"round of {size}")


def _extra_pairs(history: History) -> int:
    """Count the extra pairs of the current round."""
    count = 0
    for stage in reversed(history.stages):
        if not stage.label.endswith(EXTRA):
            break
        count += 1
    return count


def survivors(history: History) -> list[int]:
    """Return who is still in a knockout after the stages so far, the best seeds first."""
    out: set[int] = set()
    for stage in history.stages:
        for first, second in stage.encounters:
            lead = history.encounter_points(stage, (first, second))
            is_last_word = lead != 0 or _is_decided_by_seed(history, stage)
            if is_last_word:
                out.add(second if lead >= 0 else first)
    return [entrant for entrant in range(history.entrants) if entrant not in out]


def _is_decided_by_seed(history: History, stage: Stage) -> bool:
    """Tell whether a tie of this stage stands: no extra pair followed it."""
    index = history.stages.index(stage)
    following = history.stages[index + 1 : index + 2]
    return not (following and following[0].label.endswith(EXTRA)) and (
        bool(following) or _extra_pairs(history) >= MOST_EXTRA_PAIRS
    )


FORMATS: dict[str, Format] = {
    "round-robin": round_robin,
    "gauntlet": gauntlet,
    "swiss": swiss,
    "knockout": knockout,
}
