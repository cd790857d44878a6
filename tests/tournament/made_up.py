"""Contests whose games nobody played: results by chance, so that thousands of them cost nothing."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from plyground.store.records import Termination
from plyground.tournament.contest import Contest, Entrant
from plyground.tournament.contest_running import ContestProgress, RunningTest
from plyground.tournament.schedule import Winner
from plyground.tournament.sprt import Sprt
from plyground.tournament.standings import GameResult

Result = Callable[[random.Random, tuple[int, int]], Winner]
"""Takes a source of chance and the two players' numbers, returns the winning side."""


def by_number(rng: random.Random, sides: tuple[int, int]) -> Winner:
    """The lower number is a little better, and some games are drawn."""
    if rng.random() < 0.2:
        return None
    return int(rng.random() > 0.5 + (sides[1] - sides[0]) / 60)


def lower_wins(rng: random.Random, sides: tuple[int, int]) -> Winner:
    """The lower number wins every game."""
    return int(sides[0] > sides[1])


def higher_wins(rng: random.Random, sides: tuple[int, int]) -> Winner:
    """The higher number wins every game."""
    return int(sides[0] < sides[1])


def contest_of(names: Sequence[str], pairs: int = 1, **settings: object) -> Contest:
    """Return a contest on a small board whose openings take no time."""
    entrants = tuple(Entrant(name, "random") for name in names)
    contest = Contest("breakthrough", {"size": "5x4"}, entrants, pairs=pairs, opening_plies=0, seed=7)
    return replace(contest, **settings)  # type: ignore[arg-type]


def made_up(
    contest: Contest,
    winner: Result = by_number,
    *,
    games: int | None = None,
    ends: Sequence[Termination] = (Termination.NORMAL,),
    seed: int = 1,
) -> ContestProgress:
    """Return how a contest stands after its games, or after some of them, have been made up."""
    rng = random.Random(seed)
    test = None if contest.sprt is None else RunningTest(Sprt.read(contest.sprt))
    progress = ContestProgress(contest, test=test)
    while True:
        winners = {number: result.winner for number, result in progress.results.items()}
        stage = contest.next_stage(progress.stages, winners)
        if stage is None:
            progress.is_over = True
            return progress
        progress.stages += (stage,)
        for number in stage.games:
            if games is not None and len(progress.results) >= games:
                return progress
            won = winner(rng, stage.place(number).sides)
            seconds = rng.random() / 100, rng.random() / 10
            plies = rng.randint(8, 40)
            progress.results[number] = GameResult(
                won, rng.choice(ends), seconds, (plies - plies // 2, plies // 2)
            )
        progress.look_at_test()
        if progress.is_decided:
            progress.is_over = True
            return progress
