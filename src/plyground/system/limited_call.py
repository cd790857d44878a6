"""A child process with limits, for trying what somebody wrote before it runs in this one.

`run_in_child("package.module:function", request, ...)` starts a Python of its own, which lays
limits on itself and then calls ``function(request, say)``. Whatever that does (crashes, loops,
takes all memory), this process only reads what the child said until then, and how it ended.

The child's standard output and standard error are discarded, so that only `say` is heard.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from plyground.system.child_process import GLANCE, ChildProcess

Say = Callable[[dict[str, Any]], None]

MEGABYTES = 2048
"""Address space of a child: Python, NumPy, Numba and LLVM take about half of it."""

_CHUNK = 65536


@dataclass(frozen=True)
class Ended:
    """How a child ended: what it said, and why it did not end by itself, None if it did.

    The reason is one of ``time``, ``memory``, or the name of a signal such as ``SIGSEGV``.
    """

    said: tuple[dict[str, Any], ...]
    reason: str | None


def run_in_child(
    task: str, request: object, *, processor_seconds: float, seconds: float, megabytes: int = MEGABYTES
) -> Ended:
    """Call a function in a child process with limits, and wait for its end.

    Args:
        task: ``package.module:function``; the function takes `request` and `say`.
        request: what it is called with; it travels as JSON, as all that it says does.
        processor_seconds: how much processor time it may use; see `allow_seconds` for parts of it.
        seconds: how long it may take, on a busy machine too.
        megabytes: how much memory it may ask for.
    """
    order = {
        "task": task,
        "request": request,
        "seconds": processor_seconds,
        "megabytes": megabytes,
        "path": sys.path,
    }
    # Files of the present folder must not take the place of Python's own modules.
    command = [sys.executable, "-P", "-m", "plyground.system.limited_call"]
    child = ChildProcess(command, errors=subprocess.DEVNULL)
    try:
        said, is_in_time = _talk(child, json.dumps(order).encode() + b"\n", time.monotonic() + seconds)
    finally:
        child.end()
        child.close_pipes()
    code = child.wait()
    lines = tuple(json.loads(line) for line in said.splitlines(keepends=True) if line.endswith(b"\n"))
    return Ended(lines, _reason(code) if is_in_time else "time")


def _talk(child: ChildProcess, order: bytes, deadline: float) -> tuple[bytes, bool]:
    """Give the order, and return what the child said until it closed its output, or was late."""
    with contextlib.suppress(BrokenPipeError):
        while order:  # the pipe stays open: its end tells the child that this process is gone
            order = order[os.write(child.input, order) :]
    said = b""
    while True:
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([child.output], [], [], left)[0]:
            return said, False
        chunk = os.read(child.output, _CHUNK)
        if not chunk:
            while child.exit_code is None and time.monotonic() < deadline:
                time.sleep(GLANCE)
            return said, True
        said += chunk


def _reason(code: int) -> str | None:
    if code == _OUT_OF_MEMORY:
        return "memory"
    if code >= 0:
        return None
    name = signal.Signals(-code).name
    return "time" if name == "SIGXCPU" else name


def allow_seconds(seconds: float) -> None:
    """Let this process, which is a child, use so much processor time from now on.

    For parts of a task that should take less than the whole: what exceeds it ends the child, also
    where a loop of compiled code would never notice a signal handler of Python's.
    """
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF)
    most = int(used.ru_utime + used.ru_stime + seconds) + 1
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (most if hard < 0 else min(most, hard), hard))


def lower_limit(kind: int, most: int) -> None:
    """Lower a limit of this process for good; `kind` is one of `resource`, such as RLIMIT_AS."""
    import resource

    _, hard = resource.getrlimit(kind)
    allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(kind, (allowed, allowed))


@contextlib.contextmanager
def processor_time_kept() -> Iterator[None]:
    """Allow as much processor time after this block as before, whatever `allow_seconds` allows in it."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_CPU)
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_CPU, before)


_OUT_OF_MEMORY = 77


def _main(words: Sequence[str]) -> int:
    """Be the child: read the order, lay the limits on this process, and do it."""
    order = json.loads(sys.stdin.buffer.readline())
    output = os.dup(1)
    with open(os.devnull, "wb") as nothing:  # noqa: PTH123  # only its number is wanted
        os.dup2(nothing.fileno(), 1)
    sys.path[:] = order["path"]
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _limit(order["megabytes"], order["seconds"])

    def say(content: dict[str, Any]) -> None:
        rest = json.dumps(content).encode() + b"\n"
        while rest:
            rest = rest[os.write(output, rest) :]

    module, _, name = order["task"].partition(":")
    try:
        getattr(importlib.import_module(module), name)(order["request"], say)
    except MemoryError:
        os._exit(_OUT_OF_MEMORY)
    os._exit(0)  # whatever threads somebody's code has started


def _end_with_parent() -> None:
    """End this process when the one that started it is gone."""
    while os.read(0, _CHUNK):
        pass
    os._exit(1)


def _limit(megabytes: int, seconds: float) -> None:
    try:
        import resource
    except ImportError:  # Windows has no such limits; the parent's clock holds there too
        return
    for kind, most in ((resource.RLIMIT_AS, megabytes * 2**20), (resource.RLIMIT_CORE, 0)):
        with contextlib.suppress(ValueError, OSError):  # some systems refuse some of them
            lower_limit(kind, most)
    allow_seconds(seconds)


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1:]))
