"""`plyground records`: mistakes, failures and interruptions."""

from __future__ import annotations

import fcntl
import os
import signal
import sqlite3
import subprocess
import sys
import termios
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from plyground.store import Store
from plyground.store.records import write_game
from tests.ui.cli.running import json_of, mistake, output_of, problem_of, run

from .games import WON

GOOD = write_game(WON)
BAD = '[Game "othello"]\n[Size "4"]\n\n1. b1 b1 *\n'


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["shwo"], "there is no command 'records shwo'; did you mean 'show'?"),
        (
            ["delete"],
            "there is no command 'records delete'"
            " (there are: export, import, learned, list, replay, show, solved)",
        ),
        (["show"], "Missing argument 'ID'"),
        (["show", "first"], "'first' is not a valid integer"),
        (["show", "0"], "0 is not in the range"),
        (["show", "9" * 30], "is not in the range"),
        (["show", "99"], "there is no game 99"),
        (["replay", "99"], "there is no game 99"),
        (["replay", "3", "--ply", "5"], "the game has 4 moves, so there is no ply 5"),
        (["replay", "3", "--ply", "-1"], "-1 is not in the range"),
        (["export", "1", "99"], "there is no game 99"),
        (["import"], "Missing argument 'FILE...'"),
        (["--game", "chess"], "there is no game 'chess'"),
        (["--termination", "tim"], "no game ends by 'tim'; did you mean 'time'?"),
        (["--termination", "boredom"], "(there are: normal, resignation, illegal move, "),
        (["--since", "yesterday"], "'yesterday' is not a date; write 2026-07-24 or 2026-07-24T18:00"),
        (["--since", "0001-01-01"], "'0001-01-01' is not a date"),
        (["--limit", "-1"], "-1 is not in the range"),
        (["--limits", "1"], "No such option '--limits'"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
@pytest.mark.usefixtures("games")
def test_a_mistake_is_told_in_one_line(words: list[str], problem: str) -> None:
    assert problem in mistake("records", *words)


READING = [["list"], ["show", "1"], ["replay", "1"], ["export"]]


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_a_store_that_is_not_there_or_is_none(words: list[str], tmp_path: Path) -> None:
    missing, wrong = tmp_path / "missing.sqlite", tmp_path / "wrong.sqlite"
    wrong.write_text("no database" * 100)
    for file, problem in (
        (missing, "it cannot be opened"),
        (wrong, "this is not a file of Plyground's games"),
    ):
        finished = run("records", *words, "--store", str(file))
        assert problem_of(finished, code=1).startswith(f"{str(file)!r}: {problem}")
    assert not missing.exists()


def test_an_import_into_a_store_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, store = tmp_path / "games.txt", tmp_path / "games.sqlite"
    file.write_text(GOOD)
    words = ("records", "import", str(file), "--store")
    assert "its folder does not exist" in problem_of(run(*words, str(tmp_path / "no" / "x.sqlite")), code=1)
    Store(store).close()
    monkeypatch.setattr("plyground.store.store.PATIENCE", 0.1)
    other = sqlite3.connect(store, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert "another program has locked it for too long" in problem_of(run(*words, str(store)), code=1)
    other.close()
    assert output_of(*words, str(store)) == f"{file}: 1 imported\n"


def test_a_full_disk_during_an_import(tmp_path: Path) -> None:
    file, store = tmp_path / "games.txt", tmp_path / "games.sqlite"
    Store(store).close()
    games = (replace(WON, tags={"number": str(number)}) for number in range(300))
    file.write_text("\n".join(map(write_game, games)))
    script = f"ulimit -f 100; exec '{sys.executable}' -m plyground records import '{file}' --store '{store}'"
    done = subprocess.run(["/bin/sh", "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    problem = "the disk cannot be read or written, it may be full; nothing was changed"
    assert done.stderr == f"plyground: {str(store)!r}: {problem}\n"
    assert json_of("records", "--store", str(store))["total"] == 0
    assert output_of("records", "import", str(file), "--store", str(store)) == f"{file}: 300 imported\n"


@pytest.mark.parametrize("words", READING, ids=" ".join)
@pytest.mark.usefixtures("games")
def test_output_that_nobody_reads_any_more_ends_quietly(words: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "plyground", "records", *words]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, "")


def test_ctrl_c_during_an_import_changes_nothing() -> None:
    # Gives Ctrl-C its usual meaning: a shell in the background switches it off for what it starts.
    program = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "from plyground.ui.cli._main import main; main()"
    )
    command = [sys.executable, "-c", program, "records", "import", "-"]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with Store():
        pass
    with subprocess.Popen(command, text=True, **pipes) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(GOOD * 3 + BAD)
        process.stdin.flush()
        wait_until_read(process.stdin.fileno())
        process.send_signal(signal.SIGINT)
        errors = process.stderr.read()
    assert (process.returncode, errors) == (130, "plyground: interrupted\n")
    assert json_of("records")["total"] == 0


def wait_until_read(pipe: int) -> None:
    """Wait until a process has taken everything out of a pipe that leads to it."""
    deadline = time.monotonic() + 60
    while fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)) != bytes(4):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_help_of_every_command() -> None:
    for name in ("list", "show", "replay", "export", "import"):
        output = output_of("records", name, "--help")
        assert output.startswith(f"Usage: plyground records {name} ")
        assert "--store FILE" in output
        assert "--json" in output


def test_help_costs_no_numpy() -> None:
    program = (
        "import sys; from plyground.ui.cli._main import _run; code = _run();"
        "print(code, *sorted({'numpy', 'numba', 'sqlite3'} & set(sys.modules)), file=sys.stderr)"
    )
    for words in (["records", "--help"], ["records", "list", "--help"]):
        done = subprocess.run(
            [sys.executable, "-c", program, *words], capture_output=True, text=True, check=False
        )
        assert done.stderr == "0\n"


@pytest.mark.usefixtures("games")
def test_a_damaged_game_is_one_line_and_the_others_are_shown() -> None:
    total = json_of("records")["total"]
    with Store() as store:
        store._rows("UPDATE games SET winner = NULL, moves = 99 WHERE id = 1")
    problem = "game 1 is damaged: its checksum is wrong"
    listed = run("records", "--limit", "0")
    assert (listed.code, listed.complaints) == (0, [f"plyground: {problem}"])
    assert len(listed.output.splitlines()) == total
    assert json_of("records", "--limit", "0")["damaged"] == [problem]
    exported = run("records", "export")
    assert (exported.code, exported.complaints) == (1, [f"plyground: {problem}"])
    assert exported.output.count("[Game ") == total - 1
    assert problem_of(run("records", "show", "1"), 1) == problem


def test_a_pipe_that_nobody_writes_into_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plyground.ui.cli.records._record_transfer._SECONDS_FOR_A_WRITER", 0.1)
    pipe = tmp_path / "games.txt"
    os.mkfifo(pipe)
    assert "nobody writes into this pipe" in mistake("records", "import", str(pipe))
    assert "it is a pipe or a device" in problem_of(run("records", "--store", str(pipe)), 1)


def test_a_pipe_with_a_slow_writer_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.ui.cli.records._record_transfer._SECONDS_FOR_A_WRITER", 0.1)
    pipe = tmp_path / "games.txt"
    os.mkfifo(pipe)
    # Somebody who reads lets the writer begin.
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    late = f"pipe = open({str(pipe)!r}, 'w'); print(flush=True); time.sleep(1); pipe.write({GOOD!r})"
    writer = subprocess.Popen([sys.executable, "-c", f"import time; {late}"], stdout=subprocess.PIPE)
    assert writer.stdout is not None
    writer.stdout.readline()
    assert "1 imported" in output_of("records", "import", str(pipe))
    os.close(reader)
    writer.communicate()
