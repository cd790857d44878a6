"""Running Python with a command line, at a fraction of what starting it takes."""

from __future__ import annotations

import atexit
import functools
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.protocol.talking import MARK

SERVER = Path(__file__).with_name("fork_server.py")
READ_AT_THE_START = ("PYTHON", "NUMBA", "LD_")
"""How the names of variables begin that Python and the libraries look at while they are loaded."""


def run_python(
    words: Sequence[str], folder: Path, environment: Mapping[str, str], seconds: float
) -> tuple[int, str]:
    """Run Python with the words of a command line; return its exit code and all that it writes."""
    with tempfile.TemporaryFile() as output:
        if _can_be_copied(words, environment):
            code = _run_copy(words, folder, environment, output.fileno(), seconds)
        else:
            code = subprocess.run(
                [sys.executable, *words],
                cwd=folder,
                env=environment,
                check=False,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                timeout=seconds,
            ).returncode
        output.seek(0)
        return code, output.read().decode("utf-8")


def _can_be_copied(words: Sequence[str], environment: Mapping[str, str]) -> bool:
    """Tell whether this is a program in a file or a module, and the server was loaded as it would be."""
    is_program = words[0] == "-m" or not words[0].startswith("-")
    return is_program and _read_at_the_start(environment) == _read_at_the_start(_server_environment())


def _run_copy(
    words: Sequence[str], folder: Path, environment: Mapping[str, str], output: int, seconds: float
) -> int:
    server = _server()
    request = {"words": list(words), "folder": str(folder), "environment": dict(environment)}
    with Path(os.devnull).open("rb") as nothing:
        streams = [nothing.fileno(), output, output]
        socket.send_fds(server.requests, [json.dumps(request).encode()], streams)
    server.requests.settimeout(seconds)
    try:
        return int(json.loads(server.requests.recv(100)))
    except TimeoutError:
        server.kill()
        _server.cache_clear()
        raise


class _Server:
    """The process that copies itself: it ends when nobody can ask it any more."""

    def __init__(self) -> None:
        self.requests, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, str(SERVER), str(theirs.fileno())],
                env=_server_environment(),
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,
            )

    def end(self) -> None:
        """Leave it to itself, and wait for its end."""
        self.requests.close()
        self._process.wait()

    def kill(self) -> None:
        """End it with the copy that does not."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self.end()


@functools.cache
def _server() -> _Server:
    """Start the server when it is first needed, once in a run of the tests."""
    server = _Server()
    atexit.register(server.end)
    return server


@functools.cache
def _server_environment() -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if name != MARK}
    # Threads do not survive a copy.
    return {**inherited, "PYTHONUTF8": "1", "OPENBLAS_NUM_THREADS": "1"}


def _read_at_the_start(environment: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name.startswith(READ_AT_THE_START)}
