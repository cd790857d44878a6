"""Players in files: mistakes stop a contest before it begins, and faults are told with its result."""

from __future__ import annotations

from pathlib import Path

import pytest

from .running import json_of, mistake, run

SOURCE = """\
import time


class Good:
    def choose(self, position):
        return position.moves()[0]


class Illegal:
    def choose(self, position):
        return "a1-a2"


class Slow:
    def choose(self, position):
        time.sleep(60)


class Crashing:
    def choose(self, position):
        print("here I am")
        return 1 // 0


class Speechless:
    pass


class Refusing:
    def __init__(self):
        raise ValueError("not today")

    def choose(self, position):
        return "resign"
"""
GAMES = ["breakthrough", "--size", "5x4", "--games", "4", "--processes", "0"]


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path.resolve() / "mine.py"
    path.write_text(SOURCE, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("Godo", "there is no class 'Godo'; did you mean 'Good'?"),
        ("Speechless", "Speechless has no method choose(self, position)"),
        ("Refusing", "line 31: ValueError: not today"),
        ("Good,depth=3", "Good has no option 'depth'; it has: none"),
    ],
)
def test_what_cannot_begin_stops_the_contest(file: str, name: str, problem: str, tmp_path: Path) -> None:
    store = tmp_path / "games.db"
    for command in ("match", "tournament"):
        told = mistake(command, *GAMES, f"{file}:{name}", "random", "--store", str(store))
        assert told == f"{file}: {problem}"
    assert not store.exists()


@pytest.mark.parametrize(
    ("name", "ending", "reason"),
    [
        ("Illegal", "4 illegal move", "a1-a2 is not legal"),
        ("Crashing", "4 crash", "line 22: ZeroDivisionError: integer division or modulo by zero (4 games)"),
    ],
)
def test_faults_are_told_with_the_result(file: str, name: str, ending: str, reason: str) -> None:
    finished = run("match", *GAMES, f"mine={file}:{name}", "random")
    lines = finished.output.splitlines()
    index = lines.index(f"4 games: {ending}")
    assert lines[index + 1].startswith("  mine: ")
    assert reason in lines[index + 1]
    assert "ZeroDivisionError" not in finished.errors, "a crash is told once"
    assert finished.errors.count("here I am") == (4 if name == "Crashing" else 0)


def test_a_player_without_another_name_is_named_once(file: str) -> None:
    finished = run("match", *GAMES, f"{file}:Crashing", "random")
    told = finished.output.splitlines()[-1]
    assert told.startswith(f"  {file}:Crashing ended with code 1: {file}: line 22: ")


def test_a_player_that_is_late_is_named_with_the_result(file: str) -> None:
    words = [*GAMES[:-4], "--games", "2", "--processes", "0"]
    finished = run("match", *words, f"mine={file}:Slow", "random", "--seconds", "0.1")
    lines = finished.output.splitlines()
    assert lines[-2] == "2 games: 2 time"
    assert lines[-1].startswith("  mine: ")


def test_faults_for_a_program(file: str) -> None:
    found = json_of("match", *GAMES, f"mine={file}:Illegal", "random")
    assert sum(each["games"] for each in found["faults"]) == 4
    assert all(each["reason"].startswith("mine: a1-a2 is not legal") for each in found["faults"])
    assert json_of("match", *GAMES, "first", "random")["faults"] == []
