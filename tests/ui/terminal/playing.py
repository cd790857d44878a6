"""Playing by a script: what would be typed goes in, what would be seen comes out."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from unittest import mock

from plyground.store import Store
from plyground.store.records import GameRecord
from tests.ui.cli.running import Finished, run

FIRST_MOVES = "moves\n1\n" * 100  # more than any game here takes


def play(typed: str, *words: str) -> Finished:
    """Run `plyground play` inside this process, with a pipe in place of a person."""
    keyboard = io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8")
    with mock.patch.object(sys, "stdin", keyboard):
        return run("play", *words)


def transcript(typed: str, *words: str) -> list[str]:
    """Return the lines of a session in which nothing goes wrong."""
    finished = play(typed, *words)
    assert (finished.code, finished.complaints) == (0, [])
    return finished.output.splitlines()


def answer_to(typed: str, *words: str) -> list[str]:
    """Return what is written between the last line that is typed and the next prompt."""
    lines = transcript(typed, *words)
    prompts = [number for number, line in enumerate(lines) if line.split("> ")[0].rstrip(">") in SIDES]
    return lines[prompts[-2] + 1 : prompts[-1]]


SIDES = ("black", "white", "adversary", "agent", "paused")


def kept_games(folder: Path) -> list[GameRecord]:
    """Return the games in the store of a folder, the oldest first."""
    with Store(folder / "games.sqlite", read_only=True) as store:
        return [stored.record for stored in store.games()]
