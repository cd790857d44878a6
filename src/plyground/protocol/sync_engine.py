"""An engine process for those who wait for it: the referee of a match, the terminal, the checks.

The event loop of all of them runs in one thread, as in python-chess: whoever asks may have a loop of its
own that is running, as notebooks do.
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import os
import queue
import threading
import weakref
from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import cache
from typing import Any, Generic, TypeVar, cast

from plyground.errors import PlayerError
from plyground.protocol.engine_process import EngineProcess, Listener
from plyground.protocol.protocol import Answer, InfoT, Protocol, QuestionT, ResultT

QUIT_SECONDS = 1.0
"""How long a program may take to quit before it is killed."""

JOIN_SECONDS = 1.0

DoneT = TypeVar("DoneT")


class SyncEngine(Generic[QuestionT, InfoT, ResultT]):
    """A program that is killed by `close`, by the end of this object, and by that of Python.

    For the arguments see `EngineProcess`. Methods are for one thread at a time, but for `stop`.
    """

    def __init__(
        self,
        command: Sequence[str],
        protocol: Protocol[QuestionT, InfoT, ResultT],
        name: str | None = None,
        listener: Listener | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._loop = _loop_of(os.getpid())
        starting = EngineProcess.start(
            command, protocol, name=name, listener=listener, environment=environment
        )
        self._engine = self._wait(starting)
        self.name = self._engine.name
        self.close = weakref.finalize(self, _close, self._engine, self._loop, os.getpid())

    def do(self, operation: Coroutine[Any, Any, DoneT], seconds: float | None) -> DoneT:
        """Do something that the protocol can do, within some seconds.

        Raises:
            PlayerError: the program does not.
        """
        engine = self._engine

        async def do() -> DoneT:
            with engine.within(seconds):
                return await operation

        return self._wait(do())

    def search(
        self,
        question: QuestionT,
        seconds: float | None,
        watcher: Callable[[InfoT], None] | None = None,
        stopped: threading.Event | None = None,
    ) -> ResultT:
        """Let the program search, and return its answer.

        Args:
            question: what is to be searched.
            seconds: how long to wait for the answer; None for ever.
            watcher: is called with what the program reports, in this thread.
            stopped: says that `stop` was called, perhaps before there was anything to stop.
        """
        reports = queue.SimpleQueue[InfoT | None]()
        engine = self._engine

        async def search() -> ResultT:
            try:
                under_way = engine.search(question, seconds)
                if stopped is not None and stopped.is_set():
                    engine.stop()
                async for heard in under_way:
                    if isinstance(heard, Answer):
                        return cast("ResultT", heard.result)
                    reports.put(heard)
                raise PlayerError(f"{engine.name} was abandoned")
            finally:
                reports.put(None)

        return self._wait(search(), reports, watcher)

    def stop(self) -> None:
        """End the search under way soon, from any thread."""
        self._loop.call_soon_threadsafe(self._engine.stop)

    def quit(self, seconds: float = QUIT_SECONDS) -> bool:
        """Ask the program to end; tell whether it did."""
        return self._wait(self._engine.quit(seconds))

    def end_input(self, seconds: float = QUIT_SECONDS) -> bool:
        """Close the program's input; tell whether it ended."""
        self._loop.call_soon_threadsafe(self._engine.close_input)
        return self._wait(self._engine.ends_within(seconds))

    def _wait(
        self,
        work: Coroutine[Any, Any, DoneT],
        reports: queue.SimpleQueue[InfoT | None] | None = None,
        watcher: Callable[[InfoT], None] | None = None,
    ) -> DoneT:
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            while reports is not None and (report := reports.get()) is not None:
                if watcher is not None:
                    watcher(report)
            return future.result()
        finally:
            future.cancel()  # as after Ctrl-C


@cache
def _loop_of(process: int) -> asyncio.AbstractEventLoop:
    """Return the loop of a process: a fork of this one has none that runs."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="engine processes", daemon=True)
    thread.start()

    def end() -> None:
        """Let the thread end before Python does, which may crash where one wakes up while it finalises."""
        loop.call_soon_threadsafe(loop.stop)
        thread.join(JOIN_SECONDS)

    atexit.register(end)
    return loop


def _close(engine: EngineProcess[Any, Any, Any], loop: asyncio.AbstractEventLoop, owner: int) -> None:
    """Kill a program, without waiting for the loop: this may be its thread, where garbage is collected."""
    if os.getpid() == owner:  # and not a fork of it
        engine.child.end()
        with contextlib.suppress(RuntimeError):  # Python is about to end, and the loop has
            loop.call_soon_threadsafe(engine.detach)
