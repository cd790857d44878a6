"""The parent of a program, which ends everything that the program leaves behind.

`python -I -S reaper.py FILE COMMAND...`: FILE is the number of a socket to the process that wants
the program. Here the program's children become ours when their own parents end, whatever session,
environment or name they have taken (a subreaper). When the program ends, or the socket does, all
of them are killed. Little is imported: this process should start at once.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import select
import signal
import sys
import time

SET_DUMPABLE, SET_CHILD_SUBREAPER = 4, 36
IGNORED_BY_PYTHON = (signal.SIGPIPE, signal.SIGXFSZ)  # a program should have them as they usually are
MOST_SECONDS = 4.0
"""How long to go on killing: somebody may have become another user, whom we cannot kill."""


def main(words: list[str]) -> None:
    """Run a program, and end as it does."""
    lifeline = int(words[0])
    os.set_inheritable(lifeline, False)  # noqa: FBT003
    library = ctypes.CDLL(None)
    library.prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    library.prctl(SET_DUMPABLE, 0, 0, 0, 0)
    ended = _ends_of_children()
    try:
        program = os.posix_spawnp(words[1], words[1:], os.environ, setsigdef=IGNORED_BY_PYTHON)
    except (OSError, ValueError) as error:
        problem = error.strerror if isinstance(error, OSError) else error
        os.write(lifeline, f"{problem}\n".encode())
        return
    _let_go_of_pipes()
    os.write(lifeline, b"\n")
    status = _wait_for(program, lifeline, ended)
    _kill_all_children()
    _end_as(status)


def _ends_of_children() -> int:
    """Return a file that can be read whenever a child has ended."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing)
    signal.signal(signal.SIGCHLD, lambda *signal_and_frame: None)
    return reading


def _let_go_of_pipes() -> None:
    """Leave the pipes to the program: whoever is at their other end wants to see them close."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for file in (0, 1, 2):
        os.dup2(nothing, file)


def _wait_for(program: int, lifeline: int, ended: int) -> int:
    """Wait for the program, and kill it once nobody wants it; return how it ended."""
    files = [lifeline, ended]
    while True:
        ready = select.select(files, [], [])[0]
        if lifeline in ready:
            files.remove(lifeline)
            _kill(program)
        if ended in ready:
            os.read(ended, 4096)
        # Children of its children may have become ours: they must not stay as zombies.
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            if found[0] == program:
                return found[1]


def _kill_all_children() -> None:
    """Kill whatever is left. What a killed process had started becomes ours, and is next."""
    end = time.monotonic() + MOST_SECONDS
    while time.monotonic() < end:
        for pid in _children():
            _kill(pid)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:  # there is none any more
            return
        time.sleep(0.002)


def _children() -> list[int]:
    own, found = os.getpid(), []
    for name in filter(str.isdigit, os.listdir("/proc")):  # noqa: PTH208  # pathlib takes long to load
        with (
            contextlib.suppress(OSError, IndexError),  # it has ended meanwhile
            open(f"/proc/{name}/stat", errors="replace") as file,  # noqa: PTH123
        ):
            parent = file.read().rpartition(")")[2].split()[1]  # the name before it may hold anything
            if int(parent) == own:
                found.append(int(name))
    return found


def _kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGKILL)


def _end_as(status: int) -> None:
    """End with the code of the program, or by the signal that ended it."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        if number != signal.SIGKILL:
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else 1)


if __name__ == "__main__":
    main(sys.argv[1:])
