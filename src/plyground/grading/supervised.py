"""A hand-in's process as seen from outside: started, stopped while others think, and waited for."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections import defaultdict
from collections.abc import Mapping, Sequence
from io import FileIO
from pathlib import Path
from typing import cast


class SupervisedProcess:
    """A process with pipes for its input and output, which runs only while it is asked something.

    Between questions it stands still, with all its threads: processor time then belongs to the
    opponent. `may_start_others` says that it can start processes, which have to be looked for.
    """

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], *, may_start_others: bool = False
    ) -> None:
        self._process = subprocess.Popen(  # noqa: S603  # it is our own
            list(command), bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=dict(environment)
        )
        self._input, self._output = (
            cast("FileIO", pipe) for pipe in (self._process.stdin, self._process.stdout)
        )
        self._may_start_others = may_start_others
        self._pids: list[int] = []
        self._is_stopped = False

    @property
    def input(self) -> int:
        """The file that its standard input is written to."""
        return self._input.fileno()

    @property
    def output(self) -> int:
        """The file that its standard output is read from."""
        return self._output.fileno()

    def close_input(self) -> None:
        """Let it read the end of its input."""
        self._input.close()

    def stop(self) -> None:
        """Let it stand still; it has said something before, so everything that it consists of is there."""
        if not self._is_stopped:
            if not self._pids or self._may_start_others:
                self._pids = [self._process.pid, *descendants(self._process.pid)]
            self._is_stopped = True
            _signal(self._pids, signal.SIGSTOP)

    def go_on(self) -> None:
        """Let it run again."""
        if self._is_stopped:
            self._is_stopped = False
            _signal(self._pids, signal.SIGCONT)

    def wait(self) -> int:
        """Wait for its end; return its exit code, less than zero if a signal ended it."""
        self.go_on()
        return self._process.wait()


def end_as(code: int) -> None:
    """End this process as another one ended: with its exit code, or by its signal."""
    if code < 0:
        if -code != signal.SIGKILL:
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)


def _signal(pids: Sequence[int], number: signal.Signals) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


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
