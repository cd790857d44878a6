"""Running the command line on a terminal, with somebody at the keys."""

from __future__ import annotations

import os
import pty
import select
import sys
import termios
import time

PATIENCE = 60  # seconds; nothing takes that long


def on_terminal(keys: list[bytes], *words: str) -> tuple[int, str]:
    """Run a command on a terminal, and press a key each time that it waits for one."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ["TERM"] = "xterm"
        os.execv(sys.executable, [sys.executable, "-m", "plyground", *words])  # noqa: S606  # no shell
    output, pressed = b"", 0
    try:
        while part := read_some(terminal):
            output += part
            if output.count(b"q: quit") > pressed and keys:
                wait_for_raw_keys(terminal)
                os.write(terminal, keys.pop(0))
                pressed += 1
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), output.decode()
    finally:
        os.close(terminal)


def read_some(terminal: int) -> bytes:
    """Return what a terminal shows next, nothing once its program has ended."""
    readable, _, _ = select.select([terminal], [], [], PATIENCE)
    assert readable, "the program neither writes nor ends"
    try:
        return os.read(terminal, 4096)
    except OSError:  # the other end is closed
        return b""


def wait_for_raw_keys(terminal: int) -> None:
    """Wait until the program listens: what was typed before is thrown away."""
    deadline = time.monotonic() + PATIENCE
    while termios.tcgetattr(terminal)[3] & termios.ICANON:
        assert time.monotonic() < deadline
        time.sleep(0.01)
