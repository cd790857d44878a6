"""`plyground learn` and `plyground records learned`: mistakes in one line, JSON, and the report."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import plyground as ply
from plyground.evaluation.learned import load_weights
from plyground.learning import generations
from tests.learning.runs import OPEN
from tests.strangers import NIM, nim_source

from .running import json_of, mistake, output_of, problem_of, run

SMALL = ("breakthrough", "--size", "5x4", "--games", "60", "--nodes", "20", "--from", "piece")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("learned")


@pytest.fixture(scope="module")
def learned(folder: Path) -> Iterator[dict[str, Any]]:
    """What one small run writes as JSON, with its report beside it."""
    where = ("--store", str(folder / "games.sqlite"), "--output", str(folder / "mine.weights"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(generations, "Gate", lambda: OPEN)
        patch.setattr(generations, "STRENGTH_PAIRS", 8)
        yield json_of("learn", *SMALL, *where, "--html", str(folder / "report.html"))


def test_the_answer_for_a_program(learned: dict[str, Any], folder: Path) -> None:
    assert {"game", "options", "start", "seed", "nodes", "output", "generations", "id"} == set(learned)
    assert learned["output"] == str(folder / "mine.weights")
    assert [each["number"] for each in learned["generations"]] == [1, 2, 3]
    assert learned["generations"][-1]["games"] == 60
    game = ply.game("breakthrough", size="5x4")
    assert ply.evaluate(game.start(), learned["output"]) != ply.evaluate(game.start(), "piece")
    position = json_of(
        "analyse", "breakthrough", "--size", "5x4", "--evaluate", learned["output"], "--depth", "3"
    )
    assert position["depth"] == 3


def test_a_run_that_is_over_is_shown_again(learned: dict[str, Any], folder: Path) -> None:
    where = ("--store", str(folder / "games.sqlite"))
    assert json_of("resume", learned["id"], *where) == learned
    text = output_of("resume", learned["id"], *where)
    assert text.splitlines()[-1] == f"weights: {learned['output']}"
    assert [line.split()[-1] for line in text.splitlines()[1:4]] == ["accepted"] * 3
    report = folder / "again.html"
    output_of("resume", learned["id"], *where, "--html", str(report))
    assert "An evaluation of Breakthrough, learned" in report.read_text(encoding="utf-8")
    assert "leave --csv out" in mistake("resume", learned["id"], *where, "--csv", str(folder / "x.csv"))


def test_runs_are_listed(learned: dict[str, Any], folder: Path) -> None:
    where = ("--store", str(folder / "games.sqlite"))
    (listed,) = json_of("records", "learned", *where)["runs"]
    assert (listed["id"], listed["board"], listed["state"]) == (learned["id"], "breakthrough 5x4", "done")
    assert listed["generations"] == learned["generations"]
    assert listed["result"]["output"] == learned["output"]
    headings, row = output_of("records", "learned", *where).splitlines()
    assert headings.split() == ["id", "date", "board", "state", "generations", "games", "Elo", "weights"]
    assert row.split()[0] == learned["id"]
    assert row.split()[2:7] == ["breakthrough", "5x4", "done", "3", "60"]


def test_a_library_without_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PLYGROUND_DATA_DIR", str(tmp_path))
    assert output_of("records", "learned") == "no runs of learning\n"


@pytest.mark.usefixtures("learned")
def test_the_report_stands_alone(folder: Path) -> None:
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert not re.search(r'(src|href)="(https?:)?//', page)
    for heading in ("Strength", "Error of predictions", "Generations", "How it was made"):
        assert f">{heading}</h2>" in page
    assert page.count("<svg") >= 2
    assert "Wrong moves" not in page, "there is no table of this board"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--minutes", "1", "--games", "5"), "give one of them"),
        (("--minutes", "0"), "nobody can learn for 0.0 minutes"),
        (("--minutes", "nan"), "nobody can learn for nan minutes"),
        (("--games", "0"), "0 is not in the range x>=1"),
        (("--nodes", "0"), "0 is not in the range x>=1"),
        (("--from", "pieces"), "there is no heuristic 'pieces' for breakthrough"),
        (("--processes", "0"), "0 is not in the range x>=1"),
        (("--processes", "2", "--cluster", "tcp://127.0.0.1:9"), "give one of them"),
        (("--play", "a4-a3"), "games are learned from their start"),
        (("--output", "."), "is a directory"),
    ],
)
def test_mistakes(tmp_path: Path, words: tuple[str, ...], problem: str) -> None:
    store = tmp_path / "games.sqlite"
    output = () if "--output" in words else ("--output", str(tmp_path / "x.weights"))
    finished = run("learn", "breakthrough", "--size", "5x4", "--store", str(store), *output, *words)
    assert problem in problem_of(finished, code=finished.code)
    assert finished.code in (1, 2)
    assert list(tmp_path.iterdir()) == [], "nothing is begun"


def test_a_device_is_not_replaced(tmp_path: Path) -> None:
    store = ("--store", str(tmp_path / "games.sqlite"))
    finished = run("learn", *SMALL, *store, "--output", "/dev/null")
    assert problem_of(finished, code=2) == "/dev/null is not a file"
    assert Path("/dev/null").is_char_device()


def test_a_report_that_cannot_be_written_is_told_before_anything_is_learned(tmp_path: Path) -> None:
    store = tmp_path / "games.sqlite"
    words = ("--store", str(store), "--output", str(tmp_path / "x.weights"))
    finished = run("learn", *SMALL, *words, "--html", str(tmp_path / "no" / "report.html"))
    assert "No such file or directory" in problem_of(finished, code=finished.code)
    assert not store.exists()


def test_a_game_in_a_file_is_learned_without_any_heuristic(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generations, "Gate", lambda: OPEN)
    monkeypatch.setenv("PLYGROUND_DATA_DIR", str(tmp_path))
    words = ("--size", "1x9", "--games", "60", "--nodes", "5")
    answer = json_of("learn", str(NIM), *words)
    assert answer["start"] == "neutral"
    assert answer["output"] == str(tmp_path / "weights" / "nim-1x9.weights")
    listed = json_of("heuristics", str(NIM))
    assert "learned" in str(listed)
    assert json_of("analyse", str(NIM), "--size", "1x9", "--evaluate", "learned", "--depth", "1")["move"]


def test_heuristics_beside_the_patterns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generations, "Gate", lambda: OPEN)
    where = ("--store", str(tmp_path / "games.sqlite"), "--output", str(tmp_path / "mine.weights"))
    answer = json_of("learn", *SMALL, *where, "--features", "piece, mobility")
    header = load_weights(Path(answer["output"])).header
    assert header.dense == ("piece", "mobility")


FRONT = """

from plyground.core.heuristics import heuristic


@heuristic("front-nim")
def multiple(board, state):
    '''Who faces a multiple of what can be taken and one more has lost; nothing else is known.'''
    return -50.0 if tokens_of(state) % (board.most + 1) == 0 else 0.0
"""


def test_a_front_of_a_game_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generations, "Gate", lambda: OPEN)
    monkeypatch.setenv("PLYGROUND_DATA_DIR", str(tmp_path))
    file = tmp_path / "heaps.py"
    file.write_text(nim_source(name='name="front-nim"', aliases="aliases=()") + FRONT, encoding="utf-8")
    words = (str(file), "--size", "1x9")
    effort = ("--games", "60", "--nodes", "5", "--from", "neutral")
    answer = json_of("learn", *words, *effort, "--front", "multiple")
    assert load_weights(Path(answer["output"])).header.front == "multiple"
    game = ply.game(str(file), size="1x9")
    said = [ply.evaluate(game.start().play(move), "learned") for move in game.start().moves()]
    assert [points == -50 for points in said] == [True, False, False], "9 tokens less 1 are a multiple of 4"


@pytest.mark.parametrize("option", ["--features", "--front"])
def test_what_cannot_stand_beside_patterns(tmp_path: Path, option: str) -> None:
    assert "there is no heuristic 'magic'" in mistake("learn", *SMALL, option, "magic")
    for text in ("2*piece", "learned"):
        assert "is a sum or has weights" in mistake("learn", *SMALL[:2], "6", option, text)
    file = tmp_path / "mine.py"
    file.write_text("def lead(board, state):\n    return 1.0\n", encoding="utf-8")
    problem = mistake("learn", *SMALL, option, f"{file}:lead")
    assert problem == f"{file}:lead cannot be stored with weights; put it into the file of the game"
