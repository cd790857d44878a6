"""A child process that is talked to in lines, and that can neither hang us nor fill our memory.

Nothing here waits without end: every reading and writing has a deadline. Nothing waits for
the end of the output either, which a forgotten grandchild may keep open for ever.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import socket
import subprocess
import sys
import threading
import time
import uuid
import weakref
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from io import FileIO
from pathlib import Path
from typing import cast

from plyground.errors import PlayerCrashError, PlayerGarbageError, shortened
from plyground.protocol.lines import CHUNK, LineSplitter

# What a program may write between two things that it is told.
MOST_LINES = 100_000
MOST_BYTES = 16 * 2**20

KEPT_ERRORS = 4096
"""How many bytes of the program's standard error are kept, for the message about its end."""

GLANCE = 0.1  # seconds between two looks whether a silent program is still alive
LAST_WORDS = 0.5  # seconds that a program has for dying after it closed its output
BURIAL = 5.0  # seconds that the system has for ending a process that is killed
MOST_SWEEPS = 100
REAPER = str(Path(__file__).with_name("reaper.py"))
REAPER_SECONDS = 30.0  # for starting one on a busy machine

NO_FILE = -1

Listener = Callable[[str], None]


class Deadline:
    """A moment that is some seconds ahead, or never comes."""

    def __init__(self, seconds: float | None) -> None:
        self.seconds = seconds
        self._end = None if seconds is None else time.monotonic() + seconds

    @property
    def left(self) -> float:
        """The seconds until then; not positive once it has passed."""
        return float("inf") if self._end is None else self._end - time.monotonic()


class ChildProcess:
    """A program with pipes to its input, output and errors, in a process group of its own.

    Whoever made it calls `close`; if an exception or the end of Python comes first, the program
    is killed all the same. `name` is what messages call it; `listener` hears every line that
    it writes to its standard error; `environment` are its variables, in place of ours.
    """

    def __init__(
        self,
        command: Sequence[str],
        name: str,
        listener: Listener | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.name = name
        mark = f"PLYGROUND_CHILD_{uuid.uuid4().hex}"
        variables = os.environ if environment is None else environment
        try:
            process, lifeline = _started(command, {**variables, mark: "1"})
        except (OSError, ValueError) as error:
            problem = error.strerror if isinstance(error, OSError) else error
            raise PlayerCrashError(f"{name} cannot be started: {problem}") from error
        self._process = process
        self._end = weakref.finalize(self, _end, process, lifeline, mark, os.getpid())
        pipes = (process.stdin, process.stdout, process.stderr)
        self._input, output, self._error_output = (cast("FileIO", pipe).fileno() for pipe in pipes)
        self._sending = threading.Lock()
        self._selector = selectors.DefaultSelector()
        for file in (self._input, output, self._error_output):
            os.set_blocking(file, False)
        for file in (output, self._error_output):
            self._selector.register(file, selectors.EVENT_READ)
        self._splitter, self._lines = LineSplitter(), deque[str]()
        self._line_count = self._byte_count = 0
        self._errors, self._error_splitter = b"", LineSplitter()
        self._listener = listener
        self._has_closed_output = False

    def send(self, line: str, deadline: Deadline) -> None:
        """Write a line.

        Raises:
            TimeoutError: the program does not read.
            PlayerError: it is dead, or floods us.
        """
        self._line_count = self._byte_count = 0
        rest = line.encode() + b"\n"
        with self._sending:
            while rest:
                try:
                    rest = rest[os.write(self._input, rest) :]
                except BlockingIOError:
                    # It may be stuck in writing to us.
                    self._exchange(deadline)
                except OSError as error:  # nobody reads any more
                    raise self._crash() from error

    def send_now(self, line: str) -> None:
        """Write a short line, from any thread, if it can be written at once."""
        with self._sending, contextlib.suppress(OSError):
            os.write(self._input, line.encode() + b"\n")

    def read_line(self, deadline: Deadline) -> str:
        """Return the next line.

        Raises:
            TimeoutError: there was none in time.
            PlayerError: the program is dead, or what it writes cannot be read.
        """
        while not self._lines:
            if self._has_closed_output:
                raise self._crash()
            self._exchange(deadline)
        return self._lines.popleft()

    def wait(self, seconds: float) -> bool:
        """Wait until the program has ended, at most so long; tell whether it has.

        What it writes meanwhile is thrown away.
        """
        deadline = Deadline(seconds)
        while not self._has_ended():
            if deadline.left <= 0:
                return False
            for key, _ in self._selector.select(GLANCE / 10):
                if not os.read(key.fd, CHUNK):
                    self._selector.unregister(key.fd)
        return True

    def close_input(self) -> None:
        """Let the program read the end of its input."""
        with self._sending:
            self._input = NO_FILE  # the number may soon be that of another file
            cast("FileIO", self._process.stdin).close()

    def close(self) -> None:
        """Kill the program and everything that it started."""
        self.close_input()
        self._end()
        self._selector.close()

    def _exchange(self, deadline: Deadline) -> None:
        """Wait a while for something to read or for room to write, and read what there is."""
        if deadline.left <= 0:
            raise TimeoutError
        was_alive = not self._has_ended()
        ready = self._selector.select(min(GLANCE, deadline.left) if was_alive else 0)
        for key, _ in ready:
            chunk = os.read(key.fd, CHUNK)
            if not chunk:
                self._selector.unregister(key.fd)
            if key.fd == self._error_output:
                self._receive_error(chunk)
            else:
                self._receive(chunk)
        if not ready and not was_alive:  # it is dead, even if somebody else holds its pipes
            self._has_closed_output = True

    def _receive(self, chunk: bytes) -> None:
        self._has_closed_output = not chunk
        lines = self._splitter.feed(chunk)
        self._line_count += len(lines)
        self._byte_count += len(chunk)
        if None in lines:
            raise PlayerGarbageError(f"{self.name} wrote a line that does not end")
        if self._line_count > MOST_LINES or self._byte_count > MOST_BYTES:
            written = f"{self._line_count} lines, {self._byte_count} bytes"
            raise PlayerGarbageError(f"{self.name} wrote {written} and no answer")
        self._lines += [line for line in lines if line]

    def _receive_error(self, chunk: bytes) -> None:
        self._errors = (self._errors + chunk)[-KEPT_ERRORS:]
        if self._listener is not None:
            for line in filter(None, self._error_splitter.feed(chunk)):
                self._listener(line)

    def _has_ended(self) -> bool:
        """Tell whether the program has ended, but leave its number to it until it is closed."""
        if self._process.returncode is not None:
            return True
        flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, self._process.pid, flags) is not None

    def _crash(self) -> PlayerCrashError:
        """Say how the program came to its end, in its own words if it left any."""
        deadline = Deadline(LAST_WORDS)
        while not self._has_ended() and deadline.left > 0:
            self._drain_errors()
            time.sleep(GLANCE / 10)
        self._drain_errors()
        return PlayerCrashError(f"{self.name} {self._fate()}{self._last_words()}")

    def _drain_errors(self) -> None:
        with contextlib.suppress(BlockingIOError):
            for _ in range(MOST_BYTES // CHUNK):
                if not (chunk := os.read(self._error_output, CHUNK)):
                    break
                self._receive_error(chunk)

    def _fate(self) -> str:
        ended = os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if ended is None:
            return "closed its output"
        if ended.si_code == os.CLD_EXITED:
            return f"ended with code {ended.si_status}"
        return f"was killed by signal {ended.si_status} ({signal.strsignal(ended.si_status)})"

    def _last_words(self) -> str:
        lines = [line.strip() for line in self._errors.decode("utf-8", "replace").splitlines()]
        said = [line for line in lines if line]
        if not said:
            return ""
        last = said[-1]
        return f": {last if last.isprintable() and len(last) <= 200 else shortened(last, 200)}"


def _started(
    command: Sequence[str], environment: dict[str, str]
) -> tuple[subprocess.Popen[bytes], socket.socket | None]:
    """Start a program; on Linux as the child of a reaper, which lives as long as the socket is open."""
    if sys.platform != "linux":
        return _with_pipes(command, environment), None
    # Not done between fork and exec (preexec_fn), which is not safe where there are threads.
    ours, theirs = socket.socketpair()
    with theirs:
        number = theirs.fileno()
        reaper = [sys.executable, "-I", "-S", REAPER, str(number), *command]
        process = _with_pipes(reaper, environment, number)
    if (problem := _first_line(ours)) is not None:
        _end(process, ours, mark=None, owner=os.getpid())
        raise ValueError(problem)
    return process, ours


def _with_pipes(command: Sequence[str], environment: dict[str, str], *files: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603  # to run it is what people ask for
        list(command),
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env=environment,
        pass_fds=files,
    )


def _first_line(lifeline: socket.socket) -> str | None:
    """Wait until a reaper has started its program; return what was in the way, if anything was."""
    lifeline.settimeout(REAPER_SECONDS)
    said = b""
    with contextlib.suppress(TimeoutError):
        while not said.endswith(b"\n") and (chunk := lifeline.recv(CHUNK)):
            said += chunk
    return None if said == b"\n" else said.decode("utf-8", "replace").strip() or "the system is too slow"


def _end(
    process: subprocess.Popen[bytes], lifeline: socket.socket | None, mark: str | None, owner: int
) -> None:
    """Kill a process and what it started: its reaper does; what that leaves, by group and by mark."""
    if os.getpid() != owner:  # we are a fork of the one that it belongs to
        return
    if lifeline is not None:
        lifeline.close()
        _wait_unseen(process)
    # The number is still that of the process, since nobody has waited for it yet.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(BURIAL)
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()
    for _ in range(MOST_SWEEPS if mark else 0):
        strays = _processes_marked(str(mark))
        if not strays:
            break
        for stray in strays:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(stray, signal.SIGKILL)
        time.sleep(GLANCE / 10)


def _wait_unseen(process: subprocess.Popen[bytes]) -> None:
    """Wait until a process has ended, but leave its number to it."""
    deadline = Deadline(BURIAL)
    flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
    while process.returncode is None and deadline.left > 0:
        if os.waitid(os.P_PID, process.pid, flags) is not None:
            return
        time.sleep(GLANCE / 50)


def _processes_marked(mark: str) -> list[int]:
    """Return the processes that have a variable in their environment, where that can be seen."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it ended, or belongs to somebody else
            if mark.encode() in (folder / "environ").read_bytes():
                found.append(int(folder.name))
    return found
