"""Talking with a program line by line, and making sure that it and its children are gone."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType

import pytest

MARK = "PLYGROUND_TEST_MARK"
BOT = Path(__file__).parents[2] / "examples" / "ugi_bot.py"


def engine(*words: str) -> list[str]:
    """Return the command of our own engine."""
    return [sys.executable, "-m", "plyground", "engine", *words]


@contextlib.contextmanager
def ending_within(seconds: float) -> Iterator[None]:
    """Fail, instead of hanging, if a block does not end by itself."""

    def fail(number: int, frame: object) -> None:
        raise AssertionError(f"it did not end within {seconds} s")

    before = signal.signal(signal.SIGALRM, fail)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class Marked:
    """A variable in the environment that all children of this process inherit."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._value = uuid.uuid4().hex
        monkeypatch.setenv(MARK, self._value)

    def processes(self) -> list[int]:
        """Return the processes that carry the mark and are alive."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if self._value.encode() in (folder / "environ").read_bytes():
                    found.append(int(folder.name))
        return found

    def wait_until_there(self, count: int, seconds: float = 10.0) -> bool:
        """Tell whether there are so many or more in time: one that has just begun has no environment yet.

        That of a reaper can only be seen by root.
        """
        end = time.monotonic() + seconds
        while len(self.processes()) < count:
            if time.monotonic() > end:
                return False
            time.sleep(0.02)
        return True

    def wait_until_gone(self, seconds: float) -> bool:
        """Tell whether all of them have ended in time."""
        end = time.monotonic() + seconds
        while self.processes():
            if time.monotonic() > end:
                return False
            time.sleep(0.02)
        return True


class Dialogue:
    """A program at the other end of two pipes, as plain as can be."""

    def __init__(self, command: Sequence[str]) -> None:
        self.process = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )

    def __enter__(self) -> Dialogue:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.communicate()

    def say(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def hear(self, word: str) -> list[str]:
        """Return all lines up to one that begins with a word."""
        assert self.process.stdout is not None
        heard: list[str] = []
        for line in self.process.stdout:
            heard.append(line.rstrip("\n"))
            if line.split()[:1] == [word]:
                return heard
        raise AssertionError(f"its output ended before {word!r}: {heard}")

    def ask(self, line: str, word: str) -> str:
        """Say a line and return the last one of the answer."""
        self.say(line)
        return self.hear(word)[-1]

    def end(self) -> tuple[int, str, str]:
        """Close its input; return its exit code and what it wrote to its end, but for notes on compiling."""
        output, errors = self.process.communicate()
        lines = errors.splitlines(keepends=True)
        told = [line for line in lines if not line.startswith("plyground: compiling ")]
        return self.process.returncode, output, "".join(told)


def resident_megabytes() -> float:
    """Return how much memory this process uses."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
