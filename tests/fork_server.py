"""A Python that has everything loaded but Plyground, and copies itself for every command line it is sent.

Loading NumPy, Numba and what Numba can compile takes far longer than most commands. Plyground itself is
loaded by each copy anew, as a process of its own would. `tests.forked` starts it and talks to it.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import random
import runpy
import socket
import sys
import threading
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import click  # noqa: F401
import numpy as np
from numba.core.registry import cpu_target

MOST_BYTES = 1 << 20
STREAMS = 3


def serve(requests: socket.socket) -> None:
    """Answer every request with the exit code of its copy, until nobody is left to ask."""
    while True:
        message, streams, _, _ = socket.recv_fds(requests, MOST_BYTES, STREAMS)
        if not message:
            return
        copy = os.fork()
        if copy == 0:
            requests.close()
            become(json.loads(message), streams)
        for stream in streams:
            os.close(stream)
        _, status = os.waitpid(copy, 0)
        requests.send(json.dumps(os.waitstatus_to_exitcode(status)).encode())


def become(request: dict[str, object], streams: Sequence[int]) -> NoReturn:
    """Be the Python that was asked for: its words, its folder, its environment, its streams."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    words, folder, environment = request["words"], request["folder"], request["environment"]
    assert isinstance(words, list)
    assert isinstance(folder, str)
    assert isinstance(environment, dict)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    random.seed()  # no two processes have the same chance
    np.random.seed()
    end(exit_code_of(words))


def exit_code_of(words: list[str]) -> int:
    """Run Python, and tell what it would end with."""
    try:
        run_python(words)
    except SystemExit as leaving:
        if leaving.code is None or isinstance(leaving.code, int):
            return leaving.code or 0
        print(leaving.code, file=sys.stderr)
        return 1
    except BaseException:  # noqa: BLE001
        traceback.print_exc()
        return 1
    return 0


def end(code: int) -> NoReturn:
    """End as Python does, but for the tidying up: that would copy everything that was loaded."""
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join()
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def run_python(words: list[str]) -> None:
    """Do what ``python`` does with these words: ``-m module`` or a file, and its arguments."""
    if words[0] == "-m":
        sys.argv, sys.path[0] = words[1:], str(Path.cwd())
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv, sys.path[0] = words, str(Path(words[0]).parent.resolve())
        runpy.run_path(words[0], run_name="__main__")


if __name__ == "__main__":
    cpu_target.typing_context.refresh()
    cpu_target.target_context.refresh()
    gc.collect()
    gc.freeze()  # so that the copies share what was loaded: looking for garbage writes to every object
    serve(socket.socket(fileno=int(sys.argv[1])))
