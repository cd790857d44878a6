"""`plyground tune`: what it prints, keeps and refuses, and how it is resumed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from plyground.search.constants import Constants
from plyground.store import EventKind, EventState, Store

from .running import json_of, mistake, output_of, problem_of, run

BOARD = ["breakthrough", "--size", "5x4"]
AMOUNTS = ["--games", "200", "--nodes", "100", "--match-games", "200", "--seed", "3"]
QUICK = ["tune", *BOARD, "piece - 2*reckless", *AMOUNTS]
DEADLINE = 120.0


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "games.db")


def test_a_tuning_as_text(file: str) -> None:
    lines = output_of(*QUICK, "--store", file).splitlines()
    assert re.fullmatch(r"breakthrough 5x4: 200 games at 100 nodes a move, [\d,]+ quiet positions", lines[0])
    assert lines[1].split() == ["before", "after", "±", "lost", "without", "it"]
    assert [line.split()[:2] for line in lines[2:4]] == [["piece", "1"], ["reckless", "-2"]]
    assert re.fullmatch(
        r"error on held-out games: 0\.\d{4} before, 0\.\d{4} after \(0\.\d{4} without any heuristic\)",
        lines[4],
    )
    assert re.fullmatch(r"after against before: \+\d+ =\d+ -\d+, Elo \+.+ ± .+, LOS 100\.0%", lines[5])
    assert re.fullmatch(r"SPRT 0,20: .+, accept H1 after \d+ games", lines[6])
    assert re.fullmatch(r"use: \S+\*piece \+ \S+\*reckless", lines[7])


def test_json_and_the_result_again(file: str) -> None:
    found = json_of(*QUICK, "--store", file, "--processes", "1")
    assert found["before"] == "piece - 2*reckless"
    assert found["recommended"] == found["after"]
    assert [each["heuristic"] for each in found["weights"]] == ["piece", "reckless"]
    assert found["match"]["games"] == 200
    assert found["sprt"]["verdict"] == "accept H1"
    assert json_of("resume", found["id"], "--store", file) == found
    other = json_of(*QUICK, "--store", file, "--processes", "2")
    assert {**other, "id": found["id"]} == found


def test_the_game_follows_from_the_heuristics(file: str) -> None:
    found = json_of("tune", "piece - 2*reckless", "--size", "5x4", *AMOUNTS, "--store", file)
    assert (found["game"], found["options"]) == ("breakthrough", {"size": "5x4"})


def test_constants(file: str) -> None:
    words = ["--games", "32", "--match-games", "16", "--nodes", "100", "--processes", "0", "--store", file]
    lines = output_of(
        "tune", *BOARD, "piece", "--constants", "widening,aspiration_window", *words
    ).splitlines()
    assert lines[0] == "breakthrough 5x4: 32 games at 100 nodes a move"
    assert [line.split()[:2] for line in lines[2:4]] == [["widening", "8"], ["aspiration_window", "0.5"]]
    assert re.fullmatch(r"(use|keep): engine:nodes=100,hash=4,evaluate=piece\S*", lines[-1])
    found = json_of("tune", *BOARD, "--constants", "all", *words)["constants"]
    assert [each["constant"] for each in found] == list(Constants.ranges())


def test_ctrl_c_and_resume(file: str) -> None:
    words = [*QUICK, "--store", file]
    words[words.index("200")] = "6000"  # games
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", "plyground", *words, "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment,
    )
    end = time.monotonic() + DEADLINE
    while not list(Path(file).parent.glob("games.db-tune-*/*.positions")):
        assert time.monotonic() < end
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=DEADLINE)
    assert (process.returncode, output) == (130, "")
    assert "resumes it" in errors
    assert "Traceback" not in errors
    with Store(Path(file)) as store:
        [event] = store.events(EventKind.TUNE)
        assert event.state is EventState.STOPPED
    found = json_of("resume", event.id, "--store", file)
    assert found["games"] == 6000
    assert not list(Path(file).parent.glob("games.db-tune-*"))


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["piece", *BOARD], "there is no game 'piece'"),
        ([*BOARD], 'nothing to tune: give a sum, as in "2*piece+mobility", or --constants'),
        ([*BOARD, "piece"], "piece has no weights to tune"),
        ([*BOARD, "piece+"], "missing"),
        ([*BOARD, "piece+nothing"], "there is no heuristic 'nothing'"),
        (["piece+nothing"], "which game? no game has all of nothing, piece"),
        (["best+mobility"], "which game? breakthrough, konane, othello have all of best, mobility"),
        ([*BOARD, "piece+reckless", "--games", "0"], "games 0 is too few"),
        ([*BOARD, "piece+reckless", "--sprt", "20,0"], "the second must be larger"),
        ([*BOARD, "piece+reckless", "--minutes", "-1"], "-1 minutes cannot be played"),
        ([*BOARD, "piece+reckless", "--play", "a4-a3"], "tune plays from the start of the game"),
        ([*BOARD, "--constants", "wings"], "there is no constant 'wings'"),
    ],
)
def test_mistakes_are_told_in_one_line(words: list[str], problem: str) -> None:
    assert problem in mistake("tune", *words)


def test_too_few_games_are_told(file: str) -> None:
    finished = run("tune", *BOARD, "piece+reckless", "--games", "1", "--nodes", "10", "--store", file)
    assert "too few" in problem_of(finished, code=1)


def test_resume_takes_what_a_tuning_has(file: str) -> None:
    with Store(Path(file)) as store:
        from plyground.core.position import game
        from plyground.learning.kept_tuning import KeptTuning
        from plyground.learning.tune_settings import TuneSettings

        kept = KeptTuning.begin(store, TuneSettings.of(game("breakthrough"), "piece+reckless"))
    told = mistake("resume", kept.id, "--store", file, "--html", "report.html")
    assert told == f"{kept.id} is a tuning; leave --html out"
