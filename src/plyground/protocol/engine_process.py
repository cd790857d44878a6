"""One client for everything that searches in a process of its own, whatever it speaks.

    engine = await EngineProcess.start(command, UgiProtocol(), name="mine")
    async for heard in engine.search(SearchQuestion(position, limit), seconds=5):
        ...                                   # info as it comes, and an `Answer` at the end
    engine.stop()                             # from another task: the answer comes soon

The program is not trusted. Nothing here waits without end: every operation has a deadline. Nothing waits
for the end of the output either, which a forgotten grandchild may keep open for ever. What a
program does wrong is raised as a `PlayerError`.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import os
import shlex
import signal
import subprocess
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Generic

from plyground.errors import PlayerCrashError, PlayerError, PlayerGarbageError, PlayerTimeoutError, shortened
from plyground.protocol.protocol import Answer, InfoT, Protocol, QuestionT, ResultT
from plyground.system.child_process import BURIAL, GLANCE, ChildProcess
from plyground.system.line_splitter import CHUNK, LONGEST_LINE, LineSplitter

# What a program may write between two things that it is sent.
MOST_LINES = 100_000
MOST_BYTES = 16 * 2**20

KEPT_ERRORS = 4096
"""How many bytes of the program's standard error are kept, for the message about its end."""

OUR_LONGEST_LINE = 2**20
MOST_DRAINED = 256  # pieces of standard error that are read after the end: somebody else may still write
LAST_WORDS = 0.5  # seconds that a program has for dying after it closed its output

Listener = Callable[[str], None]


class EngineState(Enum):
    """What a process is doing. `stop` is a step from one state to the next, so none is lost or sent twice."""

    IDLE = "idle"
    PREPARING = "preparing"
    """A search is asked for, and has not been sent yet."""
    SEARCHING = "searching"
    STOPPING = "stopping"
    BROKEN = "broken"
    """A search failed or was abandoned: nobody knows what the program will answer next."""


class EngineProcess(Generic[QuestionT, InfoT, ResultT]):
    """A process, the protocol that it speaks, and the search under way; for one event loop.

    `name` is what messages call it; `listener` hears what it says to people, such as its
    standard error. `initialize` comes first.
    """

    def __init__(
        self,
        child: ChildProcess,
        protocol: Protocol[QuestionT, InfoT, ResultT],
        name: str,
        listener: Listener | None = None,
        *,
        is_trusted: bool = False,
    ) -> None:
        self.name = name
        self.protocol = protocol
        self.state = EngineState.IDLE
        self.has_closed_output = asyncio.Event()
        self.child = child
        self._input, self._output, self._error_output = child.input, child.output, child.errors
        self._is_trusted = is_trusted
        self._listener = listener
        self._deadline: tuple[float, float] | None = None  # when an operation has to be over, and its seconds
        self._loop = asyncio.get_running_loop()
        self._changed = asyncio.Event()  # there is more to read, room to write, or an end
        self._lines = deque[str]()
        self._splitter = LineSplitter(OUR_LONGEST_LINE if is_trusted else LONGEST_LINE)
        self._line_count = self._byte_count = 0
        self._garbage = ""
        self._unsent = b""
        self._is_deaf = self._is_discarding = self._is_detached = False
        self._errors, self._error_splitter = b"", LineSplitter()
        protocol.engine = self
        for file in (self._input, self._output, self._error_output):
            if file is not None:
                os.set_blocking(file, False)
        self._loop.add_reader(self._output, self._receive)
        if child.lifeline is not None:
            self._loop.add_reader(child.lifeline, self._notice_end)

    @classmethod
    async def start(
        cls,
        command: Sequence[str],
        protocol: Protocol[QuestionT, InfoT, ResultT],
        *,
        name: str | None = None,
        listener: Listener | None = None,
        environment: Mapping[str, str] | None = None,
        is_trusted: bool = False,
    ) -> EngineProcess[QuestionT, InfoT, ResultT]:
        """Start a program; one of our own is trusted to end with its input and not to flood us.

        Raises:
            PlayerCrashError: it cannot be started.
        """
        name = name or shortened(shlex.join([Path(command[0]).name, *command[1:]]), 60)
        errors = subprocess.DEVNULL if is_trusted else subprocess.PIPE
        try:
            child = await asyncio.to_thread(
                ChildProcess, command, environment=environment, errors=errors, is_foreign=not is_trusted
            )
        except (OSError, ValueError) as error:
            problem = error.strerror if isinstance(error, OSError) else error
            raise PlayerCrashError(f"{name} cannot be started: {problem}") from error
        return cls(child, protocol, name, listener, is_trusted=is_trusted)

    # Operations

    @contextlib.contextmanager
    def within(self, seconds: float | None) -> Iterator[None]:
        """Give everything that is read and sent in a block a deadline; None is none, but for one around it.

        Standard error is read meanwhile. At other times a program that floods it has to wait.
        """
        outer, seconds = self._deadline, math.inf if seconds is None else seconds
        self._deadline = min((self._loop.time() + seconds, seconds), outer or (math.inf, math.inf))
        if outer is None and self._error_output is not None:
            self._loop.add_reader(self._error_output, self._receive_errors)
        try:
            yield
        finally:
            self._deadline = outer
            if outer is None and self._error_output is not None:
                self._loop.remove_reader(self._error_output)

    def search(
        self, question: QuestionT, seconds: float | None = None
    ) -> AsyncIterator[InfoT | Answer[ResultT]]:
        """Begin a search: a stream of what is reported, which ends with the answer, within some seconds.

        Raises:
            PlayerError: another one is under way, or failed.
        """
        if self.state is not EngineState.IDLE:
            raise PlayerError(f"{self.name} cannot search now: it is {self.state.value}")
        self.state = EngineState.PREPARING
        return self._search(question, seconds)

    async def _search(
        self, question: QuestionT, seconds: float | None
    ) -> AsyncIterator[InfoT | Answer[ResultT]]:
        try:
            with self.within(seconds):
                await self.protocol.go(question)
                if self._is_state(EngineState.STOPPING):
                    self.protocol.stop()
                else:
                    self.state = EngineState.SEARCHING
                while True:
                    heard = self.protocol.read(await self.read_line(self.protocol.answer))
                    if isinstance(heard, Answer):
                        break
                    if heard is not None:
                        yield heard
        except BaseException:
            self.state = EngineState.BROKEN
            raise
        self.state = EngineState.IDLE
        yield heard

    def stop(self) -> None:
        """End the search under way soon, with the best so far; nothing happens if there is none."""
        if self._is_state(EngineState.SEARCHING):
            self.protocol.stop()
        if self.state in (EngineState.PREPARING, EngineState.SEARCHING):
            self.state = EngineState.STOPPING

    async def quit(self, seconds: float) -> bool:
        """Ask the program to end, and tell whether it did in time."""
        self.protocol.quit()
        return await self.ends_within(seconds)

    async def ends_within(self, seconds: float) -> bool:
        """Tell whether the program ends in time; what it still writes is discarded."""
        self._is_discarding, self._garbage = True, ""
        if not self.has_closed_output.is_set():
            self._loop.add_reader(self._output, self._receive)
        end = time.monotonic() + seconds
        with self.within(seconds):
            while self.child.exit_code is None and time.monotonic() < end:
                await asyncio.sleep(GLANCE)
        return self.child.exit_code is not None

    async def close(self) -> None:
        """Kill the program and everything that it started."""
        self.child.kill()
        await self.ends_within(BURIAL)
        self.child.end()  # which has no more to wait for
        self.detach()

    def detach(self) -> None:
        """Let go of the pipes of a process that has been ended."""
        if not self._is_detached:
            self._is_detached = True
            for file in (self._output, self._error_output, self.child.lifeline):
                if file is not None:
                    self._loop.remove_reader(file)
            self._error_output = None
            self.close_input()
            self.child.close_pipes()
            self._note_closed_output()

    # What protocols use

    def write(self, line: str) -> None:
        """Send a line as soon as the program reads it, without waiting for that."""
        if not self._is_deaf:
            self._unsent += line.encode() + b"\n"
            self._flush()

    async def send(self, line: str) -> None:
        """Send a line, and wait until the program has room for it.

        Raises:
            PlayerTimeoutError: it does not read.
            PlayerCrashError: it is dead.
        """
        self._line_count = self._byte_count = 0
        self.write(line)
        while self._unsent and not self._is_deaf and not self._garbage:
            await self._wait_for_change("does not read its input")
        if self._garbage:
            raise PlayerGarbageError(f"{self.name} {self._garbage}")
        if self._is_deaf:
            raise await self._crash()

    async def read_line(self, awaited: str) -> str:
        """Return the next line that is not empty; `awaited` is what messages say was waited for.

        Raises:
            PlayerTimeoutError: there was none in time.
            PlayerError: the program is dead, or what it writes cannot be read.
        """
        while not self._lines:
            if self._garbage:
                raise PlayerGarbageError(f"{self.name} {self._garbage}")
            if self.has_closed_output.is_set():
                raise await self._crash()
            await self._wait_for_change(f"did not say {awaited!r}")
        return self._lines.popleft()

    def tell(self, message: str) -> None:
        """Hand on what the program says to people."""
        if self._listener is not None:
            self._listener(message)

    def close_input(self) -> None:
        """Let the program read the end of its input."""
        if not self._is_deaf:
            self._is_deaf = True
            self._loop.remove_writer(self._input)
            self.child.close_input()

    # The pipes

    def _is_state(self, state: EngineState) -> bool:
        return self.state is state  # other tasks change it

    async def _wait_for_change(self, failure: str) -> None:
        end, seconds = self._deadline or (math.inf, math.inf)
        self._changed.clear()
        try:
            async with asyncio.timeout_at(end if end < math.inf else None):
                await self._changed.wait()
        except TimeoutError as error:
            raise PlayerTimeoutError(f"{self.name} {failure} within {seconds:g} s") from error

    def _flush(self) -> None:
        try:
            while self._unsent:
                self._unsent = self._unsent[os.write(self._input, self._unsent) :]
        except BlockingIOError:  # it may be stuck in writing to us, which is read meanwhile
            self._loop.add_writer(self._input, self._flush)
            return
        except OSError:  # nobody reads any more
            self.close_input()
        else:
            self._loop.remove_writer(self._input)
        self._changed.set()

    def _receive(self) -> None:
        try:
            chunk = os.read(self._output, CHUNK)
        except BlockingIOError:
            return
        lines = self._splitter.feed(chunk)
        self._line_count += len(lines)
        self._byte_count += len(chunk)
        if self._is_discarding:
            lines = []
        elif None in lines:
            self._garbage = "wrote a line that does not end"
        elif not self._is_trusted and (self._line_count > MOST_LINES or self._byte_count > MOST_BYTES):
            self._garbage = f"wrote {self._line_count} lines, {self._byte_count} bytes and no answer"
        self._lines += [line for line in lines if line]
        if not chunk:
            self._note_closed_output()
        if self._garbage or not chunk:
            self._loop.remove_reader(self._output)
        self._changed.set()

    def _notice_end(self) -> None:
        """Read what is left of a program that is dead, even if somebody else holds its pipes."""
        assert self.child.lifeline is not None  # noqa: S101  # it is what has ended
        self._loop.remove_reader(self.child.lifeline)
        before = -1
        while before != self._byte_count and not self._garbage:
            before = self._byte_count
            self._receive()
        self._loop.remove_reader(self._output)
        self._note_closed_output()

    def _note_closed_output(self) -> None:
        self.has_closed_output.set()
        self._changed.set()

    def _receive_errors(self) -> bool:
        """Read from standard error, and tell whether there was anything."""
        if self._error_output is None:
            return False
        try:
            chunk = os.read(self._error_output, CHUNK)
        except BlockingIOError:
            return False
        if not chunk:
            self._loop.remove_reader(self._error_output)
        self._errors = (self._errors + chunk)[-KEPT_ERRORS:]
        for line in filter(None, self._error_splitter.feed(chunk)):
            self.tell(line)
        return bool(chunk)

    async def _crash(self) -> PlayerCrashError:
        """Say how the program came to its end, in its own words if it left any."""
        end = time.monotonic() + LAST_WORDS
        with self.within(LAST_WORDS):
            while self.child.exit_code is None and time.monotonic() < end:
                await asyncio.sleep(GLANCE)
        for _ in range(MOST_DRAINED):
            if not self._receive_errors():
                break
        return PlayerCrashError(f"{self.name} {_fate(self.child.exit_code)}{_last_words(self._errors)}")


def _fate(exit_code: int | None) -> str:
    if exit_code is None:
        return "closed its output"
    if exit_code >= 0:
        return f"ended with code {exit_code}"
    return f"was killed by signal {-exit_code} ({signal.strsignal(-exit_code)})"


def _last_words(errors: bytes) -> str:
    lines = [line.strip() for line in errors.decode("utf-8", "replace").splitlines()]
    said = [line for line in lines if line]
    if not said:
        return ""
    last = said[-1]
    return f": {last if last.isprintable() and len(last) <= 200 else shortened(last, 200)}"
