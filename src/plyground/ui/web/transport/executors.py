"""Threads for what takes time in the server itself, apart from those that serve live games.

`asyncio.to_thread` is left to live games, whose every move is written to the store. What a page asks
for beyond that runs here, in few threads, so that however much is asked for, moves do not wait for
it; and what is small does not wait for what is large.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Concatenate, Literal, ParamSpec, Protocol, TypeVar

from plyground.jit import plain_python
from plyground.ui.web.errors import BusyError

_Given = ParamSpec("_Given")
_Result = TypeVar("_Result")


class Executor:
    """Some threads, and a bound on how many requests there may be for them at once.

    While it `is_plain`, kernels run there uncompiled: what is small is done before anything is compiled.
    """

    def __init__(self, name: str, threads: int, most_requests: int, *, is_plain: bool = False) -> None:
        self.is_plain = is_plain
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._most_requests = most_requests
        self._requests = 0

    async def run(
        self, work: Callable[_Given, _Result], *given: _Given.args, **named: _Given.kwargs
    ) -> _Result:
        """Run something in one of the threads, as soon as one is free.

        Raises:
            BusyError: there are too many requests already.
        """
        if self._requests >= self._most_requests:
            raise BusyError("the server is busy with other requests of this kind; try again later")
        self._requests += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, lambda: self._done(work, *given, **named))
        finally:
            self._requests -= 1

    def _done(self, work: Callable[_Given, _Result], *given: _Given.args, **named: _Given.kwargs) -> _Result:
        with plain_python(in_this_thread=True) if self.is_plain else contextlib.nullcontext():
            return work(*given, **named)

    def close(self) -> None:
        """Begin nothing more; what runs comes to its end by itself."""
        self._threads.shutdown(wait=False, cancel_futures=True)


class Executors:
    """The executors of a server, by what they are for."""

    def __init__(self) -> None:
        self.small = Executor("small", threads=2, most_requests=500, is_plain=True)
        """What takes some hundredths of a second: lists, short lines, one exercise.

        It runs uncompiled until the rules of all games are loaded: nobody waits for a compiler.
        """
        self.large = Executor("large", threads=1, most_requests=24)
        """What may take seconds: long games, sheets, files of games, reports."""
        self.trees = Executor("trees", threads=1, most_requests=24)
        """Search trees, which somebody waits for at every click."""

    def by_size(self, size: int) -> Executor:
        """Return the executor for something with so many moves."""
        return self.small if size <= FEW_MOVES else self.large

    def close(self) -> None:
        """End all threads."""
        for executor in (self.small, self.large, self.trees):
            executor.close()


FEW_MOVES = 200
"""Moves of a game that are played again in a moment; hardly any game is longer."""


class _HasExecutors(Protocol):
    executors: Executors


_Service = TypeVar("_Service", bound=_HasExecutors)


def in_thread(
    kind: Literal["small", "large"],
) -> Callable[
    [Callable[Concatenate[_Service, _Given], _Result]],
    Callable[Concatenate[_Service, _Given], Coroutine[Any, Any, _Result]],
]:
    """Let a method of a service run in a thread of this kind, and be awaited."""

    def decorate(
        work: Callable[Concatenate[_Service, _Given], _Result],
    ) -> Callable[Concatenate[_Service, _Given], Coroutine[Any, Any, _Result]]:
        @functools.wraps(work)
        async def run(service: _Service, /, *given: _Given.args, **named: _Given.kwargs) -> _Result:
            executor: Executor = getattr(service.executors, kind)
            return await executor.run(work, service, *given, **named)

        return run

    return decorate


_running: set[asyncio.Task[None]] = set()  # the event loop itself does not hold on to them


def in_background(work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """Run something that nobody awaits; if it fails, the server's log says so."""
    task = asyncio.get_running_loop().create_task(work)
    _running.add(task)
    task.add_done_callback(_notice_end)
    return task


def _notice_end(task: asyncio.Task[None]) -> None:
    _running.discard(task)
    error = None if task.cancelled() else task.exception()
    if error is not None:
        told = {"message": "something in the background failed", "exception": error, "task": task}
        task.get_loop().call_exception_handler(told)
