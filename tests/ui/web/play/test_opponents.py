"""Players that fail: the game ends by the rules of the arena, or goes on if it was nobody's fault."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from plyground.core.position import Position, game
from plyground.match.judging import Verdict
from plyground.players import Choice
from plyground.search.limit import Limit
from plyground.store.records import PlayedMove, Termination
from plyground.ui.playing.agreement import Agreement
from plyground.ui.playing.played_game import PlayedGame
from plyground.ui.web.errors import BusyError
from plyground.ui.web.play import readiness
from plyground.ui.web.play.opponents import Opponents
from plyground.ui.web.play.readiness import Readiness
from plyground.ui.web.workers import (
    Analyse,
    Began,
    ChooseMove,
    Chosen,
    Done,
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

Answer = Chosen | Done | Exception


class Scripted:
    """In the place of a pool: gives the answers it was given, in their order."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.jobs: list[Job] = []
        self.urgencies: list[Urgency] = []
        self.stops = 0

    def forget(self, session: str) -> None: ...

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

    async def _answered(self) -> Chosen | Done:
        self._hear(Began())
        await asyncio.sleep(0.05)
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer


def seated(pool: Scripted, most_seconds: float = 60.0) -> Opponents:
    readiness = Readiness(pool)  # type: ignore[arg-type]
    return Opponents("id", pool, readiness, most_seconds, lambda news: None)  # type: ignore[arg-type]


def asked(pool: Scripted, most_seconds: float = 60.0, **agreed: Any) -> PlayedMove | Verdict | None:
    played = PlayedGame(START, Agreement(("first", "human"), **agreed))
    players = seated(pool, most_seconds)
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
    run_async(seated(pool).choose(played))
    assert pool.urgencies == [urgency]


def test_a_process_may_die_once() -> None:
    pool = Scripted(WorkerLostError("gone"), Chosen(Choice(MOVE), 0.1))
    assert asked(pool) == PlayedMove(MOVE, 0.1)
    assert pool.jobs[0] == pool.jobs[1]
    verdict = asked(Scripted(WorkerLostError("gone"), WorkerLostError("gone")))
    assert isinstance(verdict, Verdict)
    assert verdict.termination is Termination.CRASH


def test_a_player_waits_until_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "SECONDS_UNTIL_NEXT_TRY", 0.01)
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


def test_programs_get_ready_and_people_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "SECONDS_UNTIL_NEXT_TRY", 0.01)
    pool = Scripted(Done(), Done(), JobError("no such player"), BusyError("full"), Done())
    played = PlayedGame(START, Agreement(("human", "random")))
    for _ in range(2):  # what goes wrong will do so again when the player is asked
        run_async(seated(pool).prepare(played, lambda part: None))
    assert pool.answers == []
    assert {(job.session, Position.of(job.history)) for job in pool.jobs if isinstance(job, Prepare)} == {
        ("id/1", START)
    }
    assert {job.limit for job in pool.jobs if isinstance(job, Analyse)} == {Limit(depth=1)}


def test_a_level_thinks_uncompiled_until_its_engine_is_ready() -> None:
    pool = Scripted(Chosen(Choice(MOVE), 0.1), Done(), Done(), Done(), Chosen(Choice(MOVE), 0.1))
    played = PlayedGame(START, Agreement(("level:4", "human")))
    players = seated(pool)
    run_async(players.choose(played))
    run_async(players.prepare(played, lambda part: None))
    run_async(players.choose(played))
    plain, compiled, loaded, _, chosen = pool.jobs
    assert isinstance(plain, ChooseMove)
    assert isinstance(chosen, ChooseMove)
    assert (plain.is_plain, chosen.is_plain) == (True, False)
    # Another session, so that no move waits for the player that gets ready.
    assert plain.session != loaded.session == chosen.session
    assert (pool.urgencies[1], pool.urgencies[2]) == (Urgency.COMPILING, Urgency.PREPARATION)
    assert compiled.session != loaded.session


def test_an_engine_is_compiled_once_for_all_games() -> None:
    pool = Scripted(*[Done() for _ in range(4)])
    played = PlayedGame(START, Agreement(("level:4", "human")))
    shared = Readiness(pool)  # type: ignore[arg-type]
    for key in ("one", "other"):
        players = Opponents(key, pool, shared, 60.0, lambda news: None)  # type: ignore[arg-type]
        run_async(players.prepare(played, lambda part: None))
    assert pool.urgencies.count(Urgency.COMPILING) == 2  # the engines of the level and of hints
    assert [job.session for job in pool.jobs if isinstance(job, Prepare)][1:] == ["one/0", "other/0"]


def test_without_a_usable_cache_players_get_ready_where_they_think(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_CACHE_DIR", "/dev/null")
    pool = Scripted(Done(), Done(), Chosen(Choice(MOVE), 0.1))
    played = PlayedGame(START, Agreement(("level:4", "human")))
    players = seated(pool)
    run_async(players.prepare(played, lambda part: None))
    run_async(players.choose(played))
    assert pool.urgencies == [Urgency.PREPARATION, Urgency.PREPARATION, Urgency.PERSON]
    assert [job.session for job in pool.jobs] == ["id/0", "id/hint", "id/0"]


def test_players_with_limits_of_their_own_keep_them() -> None:
    pool = Scripted(Chosen(Choice(MOVE), 0.1))
    asked(pool)
    [job] = pool.jobs
    assert isinstance(job, ChooseMove)
    assert not job.is_plain
