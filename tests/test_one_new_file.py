"""A new game, heuristic, study, command or protocol is one new file in its folder: nothing else lists it."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import plyground
from tests.protocol.test_new_protocol import BOT, PROTOCOL
from tests.strangers import environment_with, nim_source, python

HEURISTIC = '''
from plyground.core.bits import popcount
from plyground.core.heuristics import heuristic


@heuristic("konane")
def stones(board, state):
    """Own stones less the opponent's."""
    return popcount(state.own) - popcount(state.opponent)
'''

STUDY = '''
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from plyground.study.content import Column, Kind, Section, Table
from plyground.study.declared import Study, option, study


class Task(NamedTuple):
    move: str


@dataclass(frozen=True)
class Replies:
    count: int


@study("replies", game="konane")
@dataclass(frozen=True, kw_only=True)
class CountReplies(Study[Task, Replies]):
    """How many replies does each move leave?"""

    result: ClassVar = Replies

    most: int = option(2, "How many moves are looked at.")

    def plan(self):
        return [Task(str(move)) for move in self.start.moves()[: self.most]]

    def measure(self, task):
        return Replies(len(self.start.play(task.move).moves()))

    def sections(self, results):
        columns = (Column("move", "move"), Column("replies", "replies", Kind.COUNT))
        rows = [(task.move, found.count) for task, found in results.items()]
        return [Section("Replies", [], Table("replies", columns, rows), [])]
'''

COMMAND = '''
import click


@click.command()
@click.argument("name")
def command(name):
    """Greet somebody."""
    click.echo(f"hello, {name}")
'''


@dataclass(frozen=True)
class Copy:
    """A copy of the package, in a folder that Python looks into first."""

    folder: Path

    def add(self, place: str, source: str) -> None:
        file = self.folder / "plyground" / place
        assert file.parent.is_dir()
        assert not file.exists()
        file.write_text(source, encoding="utf-8")

    def run(self, *words: str) -> str:
        data = str(self.folder / "data")
        done = subprocess.run(
            python("-m", "plyground", *words),
            env={**environment_with(self.folder), "PLYGROUND_DATA_DIR": data, "PYTHONDONTWRITEBYTECODE": "1"},
            cwd=self.folder,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def json_of(self, *words: str) -> Any:
        return json.loads(self.run(*words, "--json"))


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    # Links, since the files of the package are only read.
    shutil.copytree(
        Path(plyground.__file__).parent,
        tmp_path / "plyground",
        copy_function=os.symlink,
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    return Copy(tmp_path)


def test_a_new_game(copy: Copy) -> None:
    copy.add("games/nim.py", nim_source())
    assert [each["name"] for each in copy.json_of("games")["games"]] == [
        "breakthrough",
        "duel",
        "konane",
        "nim",
        "othello",
    ]
    assert copy.json_of("moves", "nim", "--size", "1x2")["moves"] == [
        {"move": "b1", "position": "t1 second"},
        {"move": "a1", "position": "2 second"},
    ]
    assert copy.json_of("analyse", "heap", "--size", "1x5", "--depth", "6")["move"] == "e1"


def test_a_new_heuristic(copy: Copy) -> None:
    copy.add("evaluation/konane_stones.py", HEURISTIC)
    assert "stones" in [each["name"] for each in copy.json_of("heuristics", "konane")["heuristics"]]
    position = ("--position", "bw2/4/bwb1/4 black")
    scored = copy.json_of(
        "analyse", "konane", *position, "--algorithm", "minimax", "--depth", "1", "--evaluate", "stones"
    )
    assert (scored["move"], scored["score"]) == ("a1-c1", 2.0)


def test_a_new_study(copy: Copy) -> None:
    copy.add("study/known/replies.py", STUDY)
    assert "How many replies does each move leave?" in copy.run("study", "--help")
    [section] = copy.json_of("study", "replies", "--size", "4", "--most", "1")["sections"]
    assert [row["replies"] for row in section["table"]["rows"]] == [2]


def test_a_new_command(copy: Copy) -> None:
    copy.add("ui/cli/greet.py", COMMAND)
    assert "greet" in copy.run("--help")
    assert copy.run("greet", "Ada") == "hello, Ada\n"


def test_a_new_protocol(copy: Copy) -> None:
    copy.add("protocol/known/brief.py", PROTOCOL)
    bot = copy.folder / "bot.py"
    bot.write_text(BOT, encoding="utf-8")
    program = f"brief:{shlex.quote(sys.executable)} {shlex.quote(str(bot))}"
    found = copy.json_of("match", "breakthrough", "--size", "4", program, "first", "--games", "2")
    assert found["terminations"] == {"normal": 2}
