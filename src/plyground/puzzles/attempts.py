"""What a person tried: the first attempt at each puzzle, and at the puzzle of each day, in the store.

Nothing else is kept. Rating and streaks follow from the attempts, so that they can be exported and imported
without a word about how they are worked out.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from datetime import UTC, date, datetime

import msgspec

from plyground.errors import DamagedRowError, PuzzleError, StoreError, UnknownRecordError
from plyground.puzzles.puzzle import Puzzle
from plyground.store import EventKind, EventState, Store, StoredEvent

_EVENT = "puzzles"
_DAILY = "daily "


class Attempt(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first attempt at a puzzle: solved without help or not, when, and what the puzzle was worth.

    `made` is a moment as ISO 8601 writes it, in UTC; `day` is the day for the person. `daily` says that this
    is the attempt at the puzzle of that day.
    """

    puzzle: str
    game: str
    rating: int
    is_solved: bool
    made: str
    day: date
    daily: bool = False

    @property
    def key(self) -> str:
        """What there is one attempt of: a puzzle, or a day."""
        return f"{_DAILY}{self.day.isoformat()}" if self.daily else self.puzzle


class AttemptFile(msgspec.Struct, frozen=True):
    """What is exported."""

    attempts: list[Attempt]
    format: str = "plyground puzzle attempts"


def attempt_now(puzzle: Puzzle, day: date, *, is_solved: bool, daily: bool = False) -> Attempt:
    """Return an attempt that has just been made."""
    made = datetime.now(UTC).isoformat(timespec="milliseconds")
    return Attempt(puzzle.id, puzzle.game, puzzle.rating, is_solved, made, day, daily)


def keep_attempt(store: Store, attempt: Attempt) -> bool:
    """Put an attempt into a store; return False, and change nothing, if there was an earlier one.

    Raises:
        StoreError: it cannot be written.
    """
    try:
        store.event(_EVENT)
    except UnknownRecordError:
        event = StoredEvent(_EVENT, EventKind.PUZZLES, state=EventState.DONE, label="attempts at puzzles")
        with contextlib.suppress(StoreError):  # another process was quicker
            store.add_event(event)
    return store.add_measurement(_EVENT, attempt.key, msgspec.to_builtins(attempt))


def attempts_in(store: Store) -> list[Attempt]:
    """Return the attempts in a store, in the order in which they were made.

    Raises:
        StoreError: one is damaged.
    """
    found = []
    for key, content in store.measurements(_EVENT).items():
        try:
            found.append(msgspec.convert(content, Attempt))
        except msgspec.ValidationError as error:
            raise DamagedRowError(f"the attempt {key}", str(error)) from error
    return sorted(found, key=lambda attempt: (attempt.made, attempt.daily))


def write_attempts(attempts: Iterable[Attempt]) -> bytes:
    """Return attempts as JSON."""
    return msgspec.json.format(msgspec.json.encode(AttemptFile(list(attempts))), indent=1) + b"\n"


def read_attempts(content: bytes) -> list[Attempt]:
    """Parse what `write_attempts` wrote.

    Raises:
        PuzzleError: it is something else; the message says where.
    """
    try:
        read = msgspec.json.decode(content, type=AttemptFile)
    except msgspec.DecodeError as error:
        raise PuzzleError(f"this is no file of attempts at puzzles: {error}") from error
    if read.format != AttemptFile([]).format:
        raise PuzzleError(f"this is no file of attempts at puzzles but of {read.format!r}")
    return read.attempts
