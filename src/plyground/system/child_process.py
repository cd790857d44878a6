"""A child process with pipes, which is killed with everything that it started, whatever it does.

On Linux a program of somebody else's runs as the child of a reaper (`reaper.py`), which ends all of it
when this process is gone, even by ``kill -9``. Our own programs need none: they end with their input.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
import uuid
import weakref
from collections import defaultdict
from collections.abc import Mapping, Sequence
from io import FileIO
from pathlib import Path
from typing import cast

GLANCE = 0.01  # seconds between two looks at what is about to end
BURIAL = 5.0  # seconds that the system has for ending a process that is killed
MOST_SWEEPS = 100
REAPER = str(Path(__file__).with_name("reaper.py"))
REAPER_SECONDS = 30.0  # for starting one on a busy machine

_ENDED = os.WEXITED | os.WNOHANG | os.WNOWAIT


class ChildProcess:
    """A process with pipes for its input and output, in a session of its own.

    Whoever made it calls `end` and then `close_pipes`; if an exception or the end of Python comes first, the
    process is killed all the same.

    Args:
        command: the program and its arguments.
        environment: its variables; ours, if nothing else is given.
        errors: where its standard error goes, as `subprocess` has it: PIPE, DEVNULL, or None for ours.
        is_foreign: the program is somebody else's, so that nothing it starts may outlive it.

    Raises:
        OSError, ValueError: it cannot be started.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        environment: Mapping[str, str] | None = None,
        errors: int | None = subprocess.PIPE,
        is_foreign: bool = False,
    ) -> None:
        variables = dict(os.environ if environment is None else environment)
        mark = f"PLYGROUND_CHILD_{uuid.uuid4().hex}" if is_foreign else None
        if mark is not None:
            variables[mark] = "1"
        files: tuple[int, ...] = ()
        self.lifeline: socket.socket | None = None
        # Not done between fork and exec (preexec_fn), which is not safe where there are threads.
        if is_foreign and sys.platform == "linux":
            self.lifeline, theirs = socket.socketpair()
            files = (theirs.fileno(),)
            command = [sys.executable, "-I", "-S", REAPER, str(files[0]), *command]
        try:
            self._process = subprocess.Popen(  # noqa: S603  # to run it is what people ask for
                list(command),
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                start_new_session=True,  # Ctrl-C is for us, who end it
                env=variables,
                pass_fds=files,
            )
        finally:
            if files:
                theirs.close()
        self.pid = self._process.pid
        self._suspended: list[int] = []
        self._is_suspended = False
        # Kills the process and everything that it started, and waits for that; to be called from any thread.
        self.end = weakref.finalize(self, _end, self._process, self.lifeline, mark, os.getpid())
        if self.lifeline is not None and (problem := _first_line(self.lifeline)) is not None:
            self.end()
            self.close_pipes()
            raise ValueError(problem)

    @property
    def input(self) -> int:
        """The file that its standard input is written to."""
        return cast("FileIO", self._process.stdin).fileno()

    @property
    def output(self) -> int:
        """The file that its standard output is read from."""
        return cast("FileIO", self._process.stdout).fileno()

    @property
    def errors(self) -> int | None:
        """The file that its standard error is read from, if there is one."""
        return None if self._process.stderr is None else cast("FileIO", self._process.stderr).fileno()

    @property
    def exit_code(self) -> int | None:
        """How it ended: its exit code, less than zero for a signal; None while it runs.

        It keeps its number until `end`, so that nobody else's process can be killed by mistake.
        """
        if self._process.returncode is not None:
            return self._process.returncode
        ended = os.waitid(os.P_PID, self.pid, _ENDED)
        if ended is None:
            return None
        return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status

    def kill(self) -> None:
        """Kill the process, or have it killed by its reaper, without waiting for its end."""
        if self.lifeline is not None:
            with contextlib.suppress(OSError):  # it is gone already
                self.lifeline.shutdown(socket.SHUT_RDWR)  # not closed: somebody may be waiting for it
        elif self.exit_code is None:
            os.kill(self.pid, signal.SIGKILL)

    def suspend(self, *, may_start_others: bool) -> None:
        """Let it stand still, with all its threads and processes; it has to have got so far that they exist.

        `may_start_others` says that it can start more of them, which have to be looked for.
        """
        if not self._is_suspended:
            if not self._suspended or may_start_others:
                self._suspended = [self.pid, *descendants(self.pid)]
            self._is_suspended = True
            _signal(self._suspended, signal.SIGSTOP)

    def resume(self) -> None:
        """Let it run again."""
        if self._is_suspended:
            self._is_suspended = False
            _signal(self._suspended, signal.SIGCONT)

    def wait(self) -> int:
        """Wait for its end, and return its exit code."""
        return self._process.wait()

    def close_input(self) -> None:
        """Let the process read the end of its input."""
        cast("FileIO", self._process.stdin).close()

    def close_pipes(self) -> None:
        """Close all pipes; nobody may be reading from them."""
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr, self.lifeline):
            if pipe is not None:
                pipe.close()


def descendants(pid: int) -> list[int]:
    """Return the children of a process, their children, and so on."""
    children: dict[int, list[int]] = defaultdict(list)
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, IndexError):  # it has ended meanwhile
            # The name of the program, in parentheses, may hold anything.
            parent = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()[1]
            children[int(parent)].append(int(folder.name))
    found, next_ones = [], children[pid]
    while next_ones:
        found += next_ones
        next_ones = [child for each in next_ones for child in children[each]]
    return found


def end_as(code: int) -> None:
    """End this process as another one ended: with its exit code, or by its signal."""
    if code < 0:
        if -code != signal.SIGKILL:
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)


def _first_line(lifeline: socket.socket) -> str | None:
    """Wait until a reaper has started its program; return what was in the way, if anything was."""
    lifeline.settimeout(REAPER_SECONDS)
    said = b""
    with contextlib.suppress(TimeoutError):
        while not said.endswith(b"\n") and (chunk := lifeline.recv(4096)):
            said += chunk
    lifeline.setblocking(False)  # noqa: FBT003
    return None if said == b"\n" else said.decode("utf-8", "replace").strip() or "the system is too slow"


def _end(
    process: subprocess.Popen[bytes], lifeline: socket.socket | None, mark: str | None, owner: int
) -> None:
    """Kill a process and what it started: its reaper does; what that leaves, by group and by mark."""
    if os.getpid() != owner:  # we are a fork of the one that it belongs to
        return
    if lifeline is not None:
        with contextlib.suppress(OSError):  # as in `kill`
            lifeline.shutdown(socket.SHUT_RDWR)
        end = time.monotonic() + BURIAL
        while process.returncode is None and time.monotonic() < end:
            if os.waitid(os.P_PID, process.pid, _ENDED) is not None:
                break
            time.sleep(GLANCE / 5)
    # The number is still that of the process, since nobody has waited for it yet.
    if process.returncode is None:
        _signal([process.pid], signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(BURIAL)
    for _ in range(MOST_SWEEPS if mark else 0):
        strays = _processes_marked(str(mark))
        if not strays:
            break
        _signal(strays, signal.SIGKILL)
        time.sleep(GLANCE)


def _processes_marked(mark: str) -> list[int]:
    """Return the processes that have a variable in their environment, where that can be seen."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it ended, or belongs to somebody else
            if mark.encode() in (folder / "environ").read_bytes():
                found.append(int(folder.name))
    return found


def _signal(pids: Sequence[int], number: signal.Signals) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)
