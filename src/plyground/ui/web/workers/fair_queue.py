"""The order in which jobs are done: people first, then fair shares for all sessions.

Of jobs of the same urgency the one goes first whose session has had the least time so far, as in
start-time fair queueing: a session that asks for long searches, or for many, waits longer between two
of them, and one that was idle saves nothing up.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Generic, Protocol, TypeVar

MOST_SESSIONS = 5000
"""Sessions whose times are remembered; of more, those that were served longest ago are forgotten."""


class Urgency(IntEnum):
    """Who waits for a job, the most urgent first."""

    PERSON = 0
    """A person waits for the opponent's move."""
    HINT = 1
    PREPARATION = 2
    """A person thinks, and the opponent gets ready."""
    ANALYSIS = 3
    WATCHED = 4
    """Somebody watches engines play each other."""
    REVIEW = 5
    COMPILING = 6
    """People play already, and their engine is being compiled."""
    WARMING = 7
    """Nobody waits yet."""


@dataclass(frozen=True)
class Lane:
    """Processes that do some jobs only, so that these need not wait for others."""

    processes: int
    least_urgent: Urgency = Urgency.WARMING
    most_urgent: Urgency = Urgency.PERSON
    most_seconds: float = math.inf
    niceness: int = 10

    def takes(self, urgency: Urgency, seconds: float) -> bool:
        """Tell whether a job may be done here that is expected to take so long."""
        return self.most_urgent <= urgency <= self.least_urgent and seconds <= self.most_seconds


class Queued(Protocol):
    """What waits: a job of a session."""

    number: int
    """It grows from job to job."""
    session: str
    urgency: Urgency


QueuedT = TypeVar("QueuedT", bound=Queued)


class FairQueue(Generic[QueuedT]):
    """Jobs that wait. Jobs of one session are done one after the other, in the order they came in."""

    def __init__(self) -> None:
        self._waiting: dict[int, QueuedT] = {}
        self._finish: OrderedDict[str, float] = OrderedDict()  # virtual times, by session
        self._now = dict.fromkeys(Urgency, 0.0)

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[QueuedT]:
        return iter(list(self._waiting.values()))

    def __contains__(self, job: object) -> bool:
        return getattr(job, "number", None) in self._waiting

    def add(self, job: QueuedT) -> None:
        """Let a job wait."""
        self._waiting[job.number] = job

    def remove(self, job: QueuedT) -> None:
        """Let a job wait no longer."""
        del self._waiting[job.number]

    def ready(self, busy: Collection[str]) -> list[tuple[QueuedT, Urgency]]:
        """Return the jobs that may begin, the first to begin first, and how urgent they are.

        A job waits for those before it of its session, and is as urgent as the most urgent one behind it.
        """
        heads: dict[str, QueuedT] = {}
        urgencies: dict[str, Urgency] = {}
        for job in self._waiting.values():
            if job.session not in busy:
                heads.setdefault(job.session, job)
                urgencies[job.session] = min(job.urgency, urgencies.get(job.session, job.urgency))
        found = [(job, urgencies[session]) for session, job in heads.items()]
        return sorted(found, key=lambda pair: (pair[1], self._start(*pair), pair[0].number))

    def begin(self, job: QueuedT, urgency: Urgency) -> None:
        """Take a job out: it is done now."""
        self.remove(job)
        start = self._start(job, urgency)
        self._now[urgency] = start
        self._note(job.session, start)

    def end(self, session: str, seconds: float) -> None:
        """Note how long a job of a session took."""
        self._note(session, self._finish.get(session, 0.0) + seconds)

    def forget(self, session: str) -> None:
        """Forget what time a session has had."""
        self._finish.pop(session, None)

    def _start(self, job: QueuedT, urgency: Urgency) -> float:
        return max(self._now[urgency], self._finish.get(job.session, 0.0))

    def _note(self, session: str, finish: float) -> None:
        self._finish[session] = finish
        self._finish.move_to_end(session)
        if len(self._finish) > MOST_SESSIONS:
            self._finish.popitem(last=False)


class Durations:
    """How long jobs of a kind are expected to take: what the last ones took, the newest most of all."""

    def __init__(self) -> None:
        self._expected: OrderedDict[object, float] = OrderedDict()

    def expected(self, kind: object) -> float:
        """Return the seconds that a job of a kind will take; nobody knows of one that was never done."""
        return self._expected.get(kind, math.inf)

    def note(self, kind: object, seconds: float) -> None:
        """Note what a job of a kind took."""
        before = self._expected.get(kind, seconds)
        self._expected[kind] = (before + seconds) / 2
        self._expected.move_to_end(kind)
        if len(self._expected) > MOST_SESSIONS:
            self._expected.popitem(last=False)
