"""Ending the wait for a function of somebody's that does not return.

A loop of compiled code cannot be interrupted; only the thread that runs it can be left behind. So
what may loop runs in a thread of its own, and whoever waits for it looks whether it gets ahead.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from plyground.core.guards import is_trusted, place_of
from plyground.core.heuristics import Heuristic
from plyground.core.position import Game, Position
from plyground.errors import GameFileError, HeuristicTimeoutError, PlygroundError
from plyground.evaluation import (
    Evaluation,
    Explainer,
    Explanation,
    code_of,
    strangers_in,
    telling_failures,
)
from plyground.jit import is_compiling

STANDSTILL_SECONDS = 10.0
"""So long nothing may be counted; the slowest function that is of any use takes a fraction of it."""
STOPPED_SECONDS = 3.0
"""So long a search may take to end after it was stopped."""
WAKE_SECONDS = 0.05
LOWEST_PRIORITY = 19
LONGEST_WAKE = 0.5  # seconds that count between two looks: this process may have been suspended

Result = TypeVar("Result")
Count = Callable[[], int]

_left_behind: list[threading.Thread] = []


class _LeftBehindError(BaseException):
    """Raised inside plain Python that does not return; no `except Exception` catches it."""


@dataclass
class Suspects:
    """Whose code a search runs, if not all of it comes with Plyground.

    `problem` is what was wrong when one of its threads had to be left behind: from then on that
    thread may write into the memory of the search, which cannot be used any more.
    """

    game: Game
    heuristics: tuple[Heuristic, ...]
    problem: PlygroundError | None = None

    @classmethod
    def of(cls, game: Game, *given: Evaluation | None) -> Suspects | None:
        """Return who may be to blame where nothing gets ahead any more, None for nobody."""
        strangers = strangers_in(game, *given)
        return None if not strangers and is_trusted(game.rules) else cls(game, strangers)

    def check(self) -> None:
        """Refuse to go on where a thread was left behind."""
        if self.problem is not None:
            raise type(self.problem)(str(self.problem))

    def blamed(self, thread: threading.Thread) -> PlygroundError:
        """Return the error for a thread that does not get ahead, with the line where it is known."""
        frame = sys._current_frames().get(thread.ident or 0)
        while frame is not None:  # what runs as plain Python can be seen
            for each in self.heuristics:
                if frame.f_code.co_filename == code_of(each.function).co_filename:
                    return HeuristicTimeoutError(f"{each.name}: line {frame.f_lineno}: it does not return")
            frame = frame.f_back
        if not self.heuristics:
            return GameFileError(f"{place_of(self.game.rules.play)}: this game does not get ahead any more")
        places = [f"{each.name}: line {code_of(each.function).co_firstlineno}" for each in self.heuristics]
        return HeuristicTimeoutError(f"{' or '.join(places)}: it does not return")


class Watchdog:
    """Looks whether a thread gets ahead; `progress` counts what it does."""

    def __init__(
        self,
        thread: threading.Thread,
        suspects: Suspects,
        progress: Count,
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        self._thread = thread
        self._suspects = suspects
        self._progress, self._is_stopped = progress, is_stopped
        self._last_count = progress()
        self._last_look = time.monotonic()
        self._still_for = self._stopped_for = 0.0

    def look(self) -> None:
        """Look after the thread; call it several times per second.

        Raises:
            HeuristicTimeoutError: it does not get ahead, or does not end; it is left behind.
            GameFileError: likewise, and the heuristics are ours.
        """
        now, count = time.monotonic(), self._progress()
        passed = min(now - self._last_look, LONGEST_WAKE)
        is_ahead = count != self._last_count or is_compiling()
        self._last_look, self._last_count = now, count
        self._still_for = 0.0 if is_ahead else self._still_for + passed
        self._stopped_for = self._stopped_for + passed if self._is_stopped() and not is_compiling() else 0.0
        if self._still_for > STANDSTILL_SECONDS or self._stopped_for > STOPPED_SECONDS:
            raise leave_behind(self._thread, self._suspects)


def run_watched(
    work: Callable[[], Result],
    suspects: Suspects | None,
    progress: Count,
    *,
    stop: Callable[[], None] | None = None,
    on_wake: Callable[[], None] | None = None,
) -> Result:
    """Do some work in a thread of its own, so that it can be interrupted, and return its result.

    Args:
        work: what is done; it ends soon after `stop` was called.
        suspects: whose code it may run; if nobody's, it is always waited for.
        progress: counts what is done.
        stop: is called where somebody interrupts, or `on_wake` raises something.
        on_wake: is called now and then while the work goes on.

    Raises:
        HeuristicTimeoutError: the work does not get ahead any more.
    """
    if suspects is not None:
        suspects.check()
    results: list[Result] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:  # noqa: BLE001  # raised again below
            errors.append(error)

    thread = threading.Thread(target=run, daemon=suspects is not None)
    thread.start()
    watchdog = None if suspects is None else Watchdog(thread, suspects, progress)
    try:
        while thread.is_alive():
            thread.join(WAKE_SECONDS)
            if on_wake is not None and thread.is_alive():
                on_wake()
            if watchdog is not None and thread.is_alive():
                watchdog.look()
    except BaseException:
        if stop is not None:
            stop()
        end_thread(thread, suspects)
        raise
    if errors:
        raise errors[0]
    return results[0]


def end_thread(thread: threading.Thread, suspects: Suspects | None) -> None:
    """Wait for the end of a thread that has to stop; it is left behind if it does not end."""
    if suspects is None:
        thread.join()
        return
    waited_until = time.monotonic() + STOPPED_SECONDS
    while thread.is_alive() and suspects.problem is None:
        thread.join(WAKE_SECONDS)
        if time.monotonic() > waited_until and not is_compiling():
            leave_behind(thread, suspects)


def leave_behind(thread: threading.Thread, suspects: Suspects) -> PlygroundError:
    """Give a thread up, and return why: plain Python is interrupted, compiled code has to be left alone."""
    problem = suspects.blamed(thread)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(thread.ident or 0), ctypes.py_object(_LeftBehindError)
    )
    thread.join(LONGEST_WAKE)
    if thread.is_alive():
        suspects.problem = problem
        _left_behind.append(thread)
        with contextlib.suppress(AttributeError, OSError):  # only Linux knows priorities of threads
            os.setpriority(os.PRIO_PROCESS, thread.native_id or 0, LOWEST_PRIORITY)
    return problem


def is_anything_left_behind() -> bool:
    """Tell whether a thread runs that cannot be ended: then Python cannot end in the usual way."""
    return any(thread.is_alive() for thread in _left_behind)


def explain_watched(position: Position, given: Evaluation | None) -> Explanation:
    """Return what `ply.explain` does, for commands and pages: whatever goes wrong is reported in one line.

    Raises:
        PlygroundError: there is no such heuristic, or it fails or does not return.
    """
    explainer = Explainer.of(position.game, given)
    suspects = Suspects.of(position.game, *explainer.heuristics)
    with telling_failures(*explainer.heuristics):
        if suspects is None:
            return explainer.explain(position)
        return run_watched(lambda: explainer.explain(position), suspects, lambda: 0)
