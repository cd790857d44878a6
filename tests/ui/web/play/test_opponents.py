"""Players that fail: the game ends by the rules of the arena, or goes on if it was nobody's fault."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from plyground.core.position import Position, game
from plyground.match.adjudication import Verdict
from plyground.players import Choice
from plyground.store.records import PlayedMove, Termination
from plyground.ui.playing.agreement import Agreement
from plyground.ui.playing.played_game import PlayedGame
from plyground.ui.web.errors import BusyError
from plyground.ui.web.play import opponents
from plyground.ui.web.play.opponents import Opponents
from plyground.ui.web.workers import (
    Began,
    ChooseMove,
    Chosen,
    Job,
    JobError,
    News,
    Prepare,
    Urgency,
    WorkerLostError,
)
from tests.ui.web.asynchronous import run_async

START = game("breakthrough", size=4).start()
MOVE = START.moves()[0].text

Answer = Chosen | Exception


class Scripted:
    """In the place of a pool: gives the answers it was given, in their order."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.jobs: list[Job] = []
        self.urgencies: list[Urgency] = []
        self.stops = 0

    def submit(self, job: Job, hear: Callable[[News], None], urgency: Urgency) -> Any:
        self.jobs.append(job)
        self.urgencies.append(urgency)
        answer = self.answers.pop(0)
        if isinstance(answer, BusyError):
            raise answer
        return _Running(self, hear, answer)


class _Running:
    def __init__(self, pool: Scripted, hear: Callable[[News], None], answer: Answer) -> None:
        self._pool, self._hear, self._answer = pool, hear, answer

    def stop(self) -> None:
        self._pool.stops += 1

    def __await__(self) -> Any:
        return self._answered().__await__()

    async def _answered(self) -> Chosen:
        self._hear(Began())
        await asyncio.sleep(0.05)
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer


def asked(pool: Scripted, most_seconds: float = 60.0, **agreed: Any) -> PlayedMove | Verdict | None:
    played = PlayedGame(START, Agreement(("first", "human"), **agreed))
    players = Opponents("id", pool, most_seconds, lambda news: None)  # type: ignore[arg-type]
    given, seconds = run_async(players.choose(played))
    return played.take(given, seconds) or played.verdict


@pytest.mark.parametrize(
    ("answer", "termination", "reason"),
    [
        (JobError("division by zero"), Termination.CRASH, "first: division by zero"),
        (Chosen(Choice("castle"), 0.1), Termination.GARBAGE, "first: "),
        (Chosen(Choice("a3-a1"), 0.1), Termination.ILLEGAL_MOVE, "first: a3-a1 is not legal"),
        (Chosen(Choice("resign"), 0.1), Termination.RESIGNATION, "first resigns"),
    ],
)
def test_who_does_something_else_than_moving_loses(
    answer: Answer, termination: Termination, reason: str
) -> None:
    verdict = asked(Scripted(answer))
    assert isinstance(verdict, Verdict)
    assert (verdict.winner, verdict.termination) == (1, termination)
    assert verdict.reason.startswith(reason)


def test_a_move_is_taken_with_what_is_told_about_it() -> None:
    assert asked(Scripted(Chosen(Choice(MOVE, 1.5, 7, 1000), 0.25))) == PlayedMove(MOVE, 0.25, 1.5, 7, 1000)


@pytest.mark.parametrize(
    ("players", "urgency"), [(("first", "human"), Urgency.PERSON), (("first", "random"), Urgency.WATCHED)]
)
def test_people_are_more_urgent_than_who_watches(players: tuple[str, str], urgency: Urgency) -> None:
    pool = Scripted(Chosen(Choice(MOVE), 0.1))
    played = PlayedGame(START, Agreement(players))
    run_async(Opponents("id", pool, 60.0, lambda news: None).choose(played))  # type: ignore[arg-type]
    assert pool.urgencies == [urgency]


def test_a_process_may_die_once() -> None:
    pool = Scripted(WorkerLostError("gone"), Chosen(Choice(MOVE), 0.1))
    assert asked(pool) == PlayedMove(MOVE, 0.1)
    assert pool.jobs[0] == pool.jobs[1]
    verdict = asked(Scripted(WorkerLostError("gone"), WorkerLostError("gone")))
    assert isinstance(verdict, Verdict)
    assert verdict.termination is Termination.CRASH


def test_a_player_waits_until_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponents, "SECONDS_UNTIL_NEXT_TRY", 0.01)
    pool = Scripted(BusyError("full"), BusyError("full"), Chosen(Choice(MOVE), 0.1))
    assert asked(pool) == PlayedMove(MOVE, 0.1)


def test_a_busy_machine_makes_nobody_lose() -> None:
    assert asked(Scripted(Chosen(Choice(MOVE), 3.0)), seconds=0.5) == PlayedMove(MOVE, 0.5)
    late = asked(Scripted(Chosen(Choice(MOVE), 3.0)), clock="1+1")
    assert isinstance(late, Verdict)
    assert late.termination is Termination.TIME


def test_nobody_thinks_for_ever() -> None:
    pool = Scripted(Chosen(Choice(MOVE), 0.1))
    asked(pool, most_seconds=0.01)
    assert pool.stops == 1
    patient = Scripted(Chosen(Choice(MOVE), 0.1))
    asked(patient)
    assert patient.stops == 0


def test_a_job_says_all_that_is_needed() -> None:
    pool = Scripted(Chosen(Choice(MOVE), 0.1))
    asked(pool, seed=4, clock="60+1")
    [job] = pool.jobs
    assert isinstance(job, ChooseMove)
    assert (job.player, job.history) == ("first", START.history)
    assert job.limit.clock is not None
    assert (job.limit.clock.seconds, job.limit.clock.increment) == (60, 1)
    again = PlayedGame(START, Agreement(("first", "human"), seed=4))
    assert job.seed == again.seed(0) != again.seed(1)


def test_programs_get_ready_and_people_do_not() -> None:
    pool = Scripted(Chosen(Choice(MOVE), 0.1), BusyError("full"), JobError("no such player"))
    played = PlayedGame(START, Agreement(("human", "random")))
    players = Opponents("id", pool, 60.0, lambda news: None)  # type: ignore[arg-type]
    for _ in range(3):  # what goes wrong will do so again when the player is asked
        run_async(players.prepare(played))
    assert pool.answers == []
    assert all(isinstance(job, Prepare) for job in pool.jobs)
    assert {(job.session, Position.of(job.history)) for job in pool.jobs} == {("id/1", START)}
