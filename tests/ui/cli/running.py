"""Running the command line: inside this process where it is enough, as a real one where it matters."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import Any
from unittest import mock

from plyground.ui.cli._main import _run

COMMANDS = [
    "analyse",
    "bench",
    "check",
    "completion",
    "doctor",
    "engine",
    "games",
    "grade",
    "heuristics",
    "learn",
    "match",
    "moves",
    "perft",
    "play",
    "puzzles",
    "records",
    "resume",
    "serve",
    "show",
    "solve",
    "study",
    "tables",
    "tournament",
    "tune",
    "verify",
]
GAME_COMMANDS = [
    "analyse",
    "engine",
    "learn",
    "match",
    "moves",
    "perft",
    "play",
    "show",
    "solve",
    "tournament",
    "tune",
    "verify",
]
"""Those that take a game in a file as they take a name; `grade` takes it with --game only."""


@dataclass(frozen=True)
class Finished:
    """What a run of the command line left behind."""

    code: int
    output: str
    errors: str

    @property
    def complaints(self) -> list[str]:
        """The lines on standard error, without the notes: what is compiled, how to resume, generations."""
        notes = ("plyground: compiling ", "plyground: if this is interrupted, ", "plyground: generation ")
        lines = [line for line in self.errors.splitlines() if not line.startswith(notes)]
        return [line for line in lines if " has no heuristics; " not in line]


def run(*words: str) -> Finished:
    """Run the command line inside this process."""
    output, errors = _stream(), _stream()
    arguments = mock.patch.object(sys, "argv", ["plyground", *words])
    with arguments, redirect_stdout(output), redirect_stderr(errors):
        code = _run()
    return Finished(code, _content(output), _content(errors))


def run_process(*words: str, environment: Mapping[str, str] | None = None) -> Finished:
    """Run the command line as a process of its own."""
    command = [sys.executable, "-m", "plyground", *words]
    done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=False)
    return Finished(done.returncode, done.stdout, done.stderr)


def output_of(*words: str) -> str:
    """Return what a command writes that does what it should."""
    finished = run(*words)
    assert (finished.code, finished.complaints) == (0, [])
    return finished.output


def json_of(*words: str) -> Any:
    """Return the one line of JSON that a command writes."""
    output = output_of(*words, "--json")
    assert output.count("\n") == 1
    assert output.endswith("\n")
    return json.loads(output)


def problem_of(finished: Finished, code: int = 2) -> str:
    """Return the one line about what went wrong; nothing else may have been written."""
    assert (finished.code, finished.output) == (code, "")
    assert len(finished.complaints) == 1, finished.errors
    assert finished.complaints[0].startswith("plyground: ")
    return finished.complaints[0].removeprefix("plyground: ")


def mistake(*words: str) -> str:
    """Return what is said about a person's mistake."""
    return problem_of(run(*words))


def _stream() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)


def _content(stream: io.TextIOWrapper) -> str:
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode("utf-8")
