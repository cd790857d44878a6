"""The order of jobs: people first, fair shares, one job of a session at a time."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from itertools import count

import pytest

from plyground.ui.web.workers import fair_queue
from plyground.ui.web.workers.fair_queue import Durations, FairQueue, Lane, Urgency

_numbers = count(1)


@dataclass
class Waiting:
    session: str
    urgency: Urgency = Urgency.WATCHED
    seconds: float = 1.0

    def __post_init__(self) -> None:
        self.number = next(_numbers)


def done_in_order(waiting: FairQueue[Waiting]) -> list[str]:
    """Do all jobs one after the other; return their sessions."""
    sessions = []
    while (begun := begin_next(waiting)) is not None:
        sessions.append(begun.session)
    return sessions


def begin_next(waiting: FairQueue[Waiting]) -> Waiting | None:
    for job, urgency in waiting.ready(()):
        waiting.begin(job, urgency)
        waiting.end(job.session, job.seconds)
        return job
    return None


def test_people_come_first() -> None:
    waiting = FairQueue[Waiting]()
    for urgency in reversed(Urgency):
        waiting.add(Waiting(urgency.name, urgency))
    assert done_in_order(waiting) == [
        "PERSON",
        "HINT",
        "PREPARATION",
        "ANALYSIS",
        "WATCHED",
        "REVIEW",
        "COMPILING",
        "WARMING",
    ]


def test_jobs_of_a_session_keep_their_order_and_wait_for_each_other() -> None:
    waiting = FairQueue[Waiting]()
    first, second = Waiting("a"), Waiting("a")
    for job in (first, second, Waiting("b")):
        waiting.add(job)
    assert [job.session for job, _ in waiting.ready(())] == ["a", "b"]
    assert waiting.ready(())[0][0] is first
    assert [job.session for job, _ in waiting.ready({"a"})] == ["b"]


def test_what_a_person_waits_for_indirectly_is_as_urgent() -> None:
    """A person moves before the opponent is ready: getting ready is urgent now."""
    waiting = FairQueue[Waiting]()
    waiting.add(Waiting("watched", Urgency.WATCHED))
    waiting.add(Waiting("game", Urgency.WARMING))
    waiting.add(Waiting("game", Urgency.PERSON))
    assert done_in_order(waiting) == ["game", "game", "watched"]


def test_who_takes_long_waits_longer() -> None:
    """Two sessions always have a job waiting; one asks for ten times as much at once."""
    waiting = FairQueue[Waiting]()
    seconds = {"greedy": 10.0, "modest": 1.0}
    had: Counter[str] = Counter()
    for session, each in seconds.items():
        waiting.add(Waiting(session, seconds=each))
    for _ in range(110):
        job = begin_next(waiting)
        assert job is not None
        had[job.session] += 1
        waiting.add(Waiting(job.session, seconds=seconds[job.session]))
    assert had["modest"] > 5 * had["greedy"]


def test_many_jobs_of_one_session_do_not_delay_the_one_of_another() -> None:
    waiting = FairQueue[Waiting]()
    for _ in range(50):
        waiting.add(Waiting("many"))
    begin_next(waiting)
    waiting.add(Waiting("one"))
    assert "one" in done_in_order(waiting)[:2]


def test_nobody_saves_up_while_idle() -> None:
    """A session that comes late has no claim to what others had before."""
    waiting = FairQueue[Waiting]()
    for _ in range(100):
        waiting.add(Waiting("early"))
        begin_next(waiting)
    for _ in range(5):
        waiting.add(Waiting("early"))
        waiting.add(Waiting("late"))
    assert done_in_order(waiting)[:6].count("early") >= 2


def test_a_queue_knows_what_waits_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_queue, "MOST_SESSIONS", 3)
    waiting = FairQueue[Waiting]()
    jobs = [Waiting(str(number)) for number in range(9)]
    for job in jobs:
        waiting.add(job)
    assert len(waiting) == 9
    assert list(waiting) == jobs
    waiting.remove(jobs[0])
    assert jobs[0] not in waiting
    assert jobs[1] in waiting
    assert len(done_in_order(waiting)) == 8
    assert len(waiting._finish) == 3


def test_a_lane_takes_some_jobs_only() -> None:
    lane = Lane(1, Urgency.HINT, most_seconds=1.0)
    assert lane.takes(Urgency.PERSON, 0.5)
    assert lane.takes(Urgency.HINT, 1.0)
    assert not lane.takes(Urgency.ANALYSIS, 0.5)
    assert not lane.takes(Urgency.PERSON, 2.0)
    assert not lane.takes(Urgency.PERSON, math.inf)
    assert Lane(1).takes(Urgency.WARMING, math.inf)
    compiling = Lane(1, most_urgent=Urgency.COMPILING)
    assert compiling.takes(Urgency.COMPILING, math.inf)
    assert not compiling.takes(Urgency.PERSON, 0.0)  # nobody shall wait behind a compiler


def test_what_is_expected_follows_what_was_seen() -> None:
    durations = Durations()
    assert durations.expected("level:1") == math.inf
    durations.note("level:1", 2.0)  # the first one has to load what was compiled
    assert durations.expected("level:1") == 2.0
    for _ in range(5):
        durations.note("level:1", 0.01)
    assert durations.expected("level:1") < 0.1
    durations.note("level:1", 60.0)
    assert durations.expected("level:1") > 1.0
