"""A real pseudo-terminal with `plyground play` on it, and somebody who types and looks."""

from __future__ import annotations

import codecs
import contextlib
import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator

from .glass import Glass

PATIENCE = 60.0  # seconds; nothing takes that long, and a test that hangs ends

# Ctrl-C goes to the program whose own terminal this is.
_TAKE_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""
_OF_OTHER_TERMINALS = ("COLUMNS", "LINES", "NO_COLOR")


class AtTerminal:
    """Types, and waits for what shall be seen."""

    def __init__(self, process: subprocess.Popen[bytes], file: int, glass: Glass) -> None:
        self.process = process
        self.glass = glass
        self.written = ""
        self._file = file
        self._decoder = codecs.getincrementaldecoder("utf-8")()

    def type(self, text: str) -> None:
        os.write(self._file, text.encode())

    def press_ctrl_c(self) -> None:
        self.glass.interrupt()
        self.type("\x03")

    def wait_for(self, text: str, *, below: int = 0) -> None:
        """Wait until a text is on the glass, in the last so many lines if that is given."""
        end = time.monotonic() + PATIENCE
        while text not in "\n".join(self.glass.lines[-below:]):
            assert time.monotonic() < end, f"no {text!r} on\n" + "\n".join(self.glass.lines)
            self._look(0.1)

    def wait_for_prompt(self, prompt: str) -> None:
        """Wait until a line ends in a prompt behind which nothing stands."""
        end = time.monotonic() + PATIENCE
        while self.glass.lines[-1] != prompt:
            assert time.monotonic() < end, f"no {prompt!r} below\n" + "\n".join(self.glass.lines)
            self._look(0.1)

    def wait_for_end(self) -> int:
        """Wait until the program has ended; return its exit code."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < end:
            self._look(0.1)
        self._look(0.1)
        return self.process.wait(timeout=1)

    def look_for(self, seconds: float) -> None:
        """Look on for some time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._look(0.05)

    def _look(self, seconds: float) -> None:
        ready, _, _ = select.select([self._file], [], [], seconds)
        if not ready:
            return
        try:
            text = self._decoder.decode(os.read(self._file, 1 << 16))
        except OSError:  # nobody is there any more
            return
        self.written += text
        self.glass.feed(text)


@contextlib.contextmanager
def at_terminal(
    *words: str, columns: int = 80, rows: int = 24, environment: dict[str, str] | None = None
) -> Iterator[AtTerminal]:
    """Start `plyground play` on a terminal of some size."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    variables = {
        name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")
    }
    process = subprocess.Popen(
        [sys.executable, "-c", _TAKE_TERMINAL, sys.executable, "-m", "plyground", "play", *words],
        stdin=theirs,
        stdout=theirs,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        env={**variables, "TERM": "xterm-256color", "PYTHONUTF8": "1", **(environment or {})},
    )
    os.close(theirs)
    try:
        yield AtTerminal(process, ours, Glass(columns, rows))
    finally:
        process.kill()
        process.wait()
        os.close(ours)
