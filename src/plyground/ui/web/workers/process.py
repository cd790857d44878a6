"""One worker process, as the server sees it."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import OrderedDict
from collections.abc import AsyncIterator

import msgspec

from plyground.ui.web.workers.jobs import Order, Told
from plyground.ui.web.workers.queue import Lane
from plyground.ui.web.workers.thinking import MOST_KEPT

LONGEST_LINE = 1024 * 1024
SECONDS_TO_END = 3.0
# Without -P the modules of the folder we are in would come before those of Python.
COMMAND = (sys.executable, "-P", "-m", "plyground.ui.web.workers.child")


class Worker:
    """A process that takes orders and tells news."""

    def __init__(self, process: Process, lane: Lane) -> None:
        self.lane = lane
        self._process = process
        self._decoder = msgspec.json.Decoder(Told)
        self._sessions: OrderedDict[str, None] = OrderedDict()
        self._is_killed = False

    @classmethod
    async def start(cls, lane: Lane) -> Worker:
        """Start a process; what libraries print there is seen by nobody.

        Raises:
            OSError: there cannot be another process.
        """
        # Ctrl-C at the server's terminal shall not reach it: it ends when the server has ended.
        process = await asyncio.create_subprocess_exec(
            *COMMAND,
            str(lane.niceness),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            start_new_session=True,
            limit=LONGEST_LINE,
        )
        return cls(process, lane)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def remember(self, session: str) -> None:
        """Note that the process keeps something for a session, as it does itself."""
        self._sessions[session] = None
        self._sessions.move_to_end(session)
        while len(self._sessions) > MOST_KEPT:
            self._sessions.popitem(last=False)

    def keeps(self, session: str) -> bool:
        """Tell whether the process keeps something for a session."""
        return session in self._sessions

    def drop(self, session: str) -> None:
        """Note that nothing is kept for a session any more."""
        self._sessions.pop(session, None)

    def order(self, order: Order) -> None:
        """Send an order; if the process is gone, `news` comes to its end."""
        assert self._process.stdin is not None  # noqa: S101  # it has a pipe
        self._process.stdin.write(msgspec.json.encode(order) + b"\n")

    async def news(self) -> AsyncIterator[Told]:
        """Yield what the process tells, until it is gone."""
        assert self._process.stdout is not None  # noqa: S101
        async for line in self._process.stdout:
            if line.endswith(b"\n"):  # or it died in the middle of a word
                yield self._decoder.decode(line)

    def kill(self) -> None:
        """End the process at once."""
        # A second signal to a process that is dying would take its exit code away from `gone`.
        if not self._is_killed:
            self._is_killed = True
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    async def gone(self) -> int:
        """Wait for the end of a process that has nothing to tell any more, and return its exit code."""
        try:
            return await asyncio.wait_for(self._process.wait(), SECONDS_TO_END)
        except TimeoutError:
            self.kill()
            return await self._process.wait()
