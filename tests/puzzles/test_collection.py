"""Files of puzzles, and how they are made: from a seed, and from where an earlier run ended."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import plyground as ply
from plyground.errors import PuzzleError
from plyground.puzzles import collection
from plyground.puzzles.collection import (
    add_puzzle,
    all_puzzles,
    find_puzzle,
    own_file,
    read_puzzles,
)
from plyground.puzzles.making import make_puzzles
from plyground.puzzles.puzzle import Puzzle, unusual_options
from tests.puzzles.made_up import puzzle, race

KONANE = ply.game("konane").start()


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own folder of puzzles, with none that are shipped beside it."""
    monkeypatch.setenv("PLYGROUND_DATA_DIR", str(tmp_path))
    monkeypatch.setattr(collection, "PUZZLES", replace(collection.PUZZLES, shipped=tmp_path / "shipped"))
    return tmp_path / "puzzles"


def made(path: Path, count: int, seed: int = 1) -> list[Puzzle]:
    for _ in make_puzzles(KONANE, path, count=count, seed=seed):
        pass
    return read_puzzles(path)


def test_a_run_that_was_interrupted_resumes_and_makes_the_same(tmp_path: Path) -> None:
    whole = made(tmp_path / "whole.jsonl", 3)
    part = tmp_path / "part.jsonl"
    steps = make_puzzles(KONANE, part, count=3, seed=1)
    while next(steps).made < 2:
        pass
    steps.close()
    with part.open("ab") as file:
        file.write(b'{"id": "cut off')
    assert made(part, 3) == whole
    assert made(part, 3) == whole, "there are as many as were asked for"
    assert [each.seed for each in whole] == [1, 1, 1]
    assert {each.start().game for each in whole} == {KONANE.game}


def test_another_seed_adds_other_puzzles(tmp_path: Path) -> None:
    path = tmp_path / "konane.jsonl"
    first = made(path, 2)
    both = made(path, 2, seed=2)
    assert both[:2] == first
    assert len({each.id for each in both}) == len(both) == 4


def test_own_puzzles_come_beside_the_shipped_ones(own: Path) -> None:
    assert all_puzzles() == {}
    add_puzzle(own / "othello-8x8.jsonl", puzzle(1))
    for each in (puzzle(2, rating=800), puzzle(3, rating=900)):
        add_puzzle(own / "konane-8x8.jsonl", each)
    assert list(all_puzzles()) == ["0000000002", "0000000003", "0000000001"]
    assert find_puzzle("0000000003") == puzzle(3, rating=900)
    for name, told in (("00", "there are several puzzles"), ("ff", "there is no puzzle"), ("", "no puzzle")):
        with pytest.raises(PuzzleError, match=told):
            find_puzzle(name)


def test_a_damaged_file_is_told_with_its_line(own: Path) -> None:
    path = own / "othello-8x8.jsonl"
    add_puzzle(path, puzzle(1))
    with path.open("ab") as file:
        file.write(b"no JSON\n")
    with pytest.raises(PuzzleError, match=r"othello-8x8\.jsonl, line 2: "):
        read_puzzles(path)
    with pytest.raises(PuzzleError, match="cannot be read"):
        read_puzzles(own / "none.jsonl")


def test_a_puzzle_keeps_the_options_that_matter() -> None:
    game = ply.game("konane", size="4x4", opening="any")
    assert unusual_options(game) == {"size": "4x4", "opening": "any"}
    assert unusual_options(ply.game("othello")) == {}
    assert unusual_options(ply.game("duel", seed=1, quiet=20)) == {"quiet": "20"}  # positions have the pits
    assert own_file(game).name == "konane-4x4.jsonl"
    start, made_up = race()
    assert made_up.start() == start
    assert made_up.told_goal() == "win"
    assert made_up.line == ["c3-b4"]
