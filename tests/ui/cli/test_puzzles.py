"""`plyground puzzles`."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

import plyground as ply
from plyground.puzzles.collection import all_puzzles, read_puzzles, shipped_puzzles

from .running import json_of, mistake, output_of, run_process

MAKE = ("puzzles", "make", "konane", "--count", "2", "--seed", "7")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PLYGROUND_DATA_DIR", str(tmp_path))
    return tmp_path


def answer(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Answer what the next command asks."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_they_are_counted_without_a_word() -> None:
    output = output_of("puzzles")
    assert output == output_of("puzzles", "list")
    for game in ("othello", "konane", "breakthrough", "duel"):
        assert f"{game}: 1" in output, "more than a hundred"
    assert output.endswith("your rating: 1100 ± 250; 0 of 0 solved, 0 in a row; days in a row: 0\n")


def test_they_are_listed_by_game_and_tag() -> None:
    listed = json_of("puzzles", "list", "--ids", "--game", "othello", "--tag", "parity")
    assert listed["games"] == {"othello": len(listed["puzzles"])}
    assert all("parity" in row["tags"] for row in listed["puzzles"])
    assert listed["standing"]["rating"] == 1100
    lines = output_of("puzzles", "list", "--ids", "--tag", "parity").splitlines()[1:]
    assert lines[0].split()[0] in all_puzzles()
    assert mistake("puzzles", "list", "--game", "chess").startswith("there is no game 'chess'")


def test_the_duel_is_made_again_from_the_pits_of_seed_0(folder: Path) -> None:
    made = folder / "made.jsonl"
    start = ("--position", ply.game("duel").start().text)
    output_of("puzzles", "make", "duel", *start, "--seed", "1", "--count", "1", "--out", str(made))
    shipped = {puzzle.id: puzzle for puzzle in shipped_puzzles()}
    assert [shipped[puzzle.id] for puzzle in read_puzzles(made)] == read_puzzles(made)


def test_they_are_made_once_and_shown_and_checked(folder: Path) -> None:
    made = json_of(*MAKE)
    assert (made["puzzles"], made["made"], made["seed"]) == (2, 2, 7)
    assert Path(made["file"]) == folder / "puzzles" / "konane-8x8.jsonl"
    assert ", 0 of them new" in output_of(*MAKE)
    own = [each for each in all_puzzles() if each not in {puzzle.id for puzzle in shipped_puzzles()}]
    assert len(own) == 2
    assert output_of("puzzles", "check", *own) == "2 of 2 puzzles are proved\n"
    shown = json_of("puzzles", "show", own[0], "--solution")
    assert (shown["game"], shown["line"]) == ("konane", all_puzzles()[own[0]].line)
    output = output_of("puzzles", "show", own[0][:6], "--solution")
    assert f"solution: {' '.join(shown['line'])}" in output
    assert "loss after " in output


def test_one_that_does_not_hold_is_found(folder: Path) -> None:
    made = Path(json_of(*MAKE)["file"])
    first, second = made.read_text().splitlines()
    content = json.loads(first)
    step = content["steps"][0]
    step.pop("reply", None)
    step["move"], step["refuted"][0][0][0] = step["refuted"][0][0][0], step["move"]
    content["steps"] = [step]
    made.write_text(f"{json.dumps(content)}\n{second}\n")
    finished = run_process("puzzles", "check", content["id"])
    assert (finished.code, finished.output) == (1, "0 of 1 puzzles are proved\n")
    assert "keeps the goal" in finished.errors or "gives away the goal" in finished.errors
    made.write_text("no JSON\n")
    assert "konane-8x8.jsonl, line 1: " in mistake("puzzles", "list")


def test_one_is_solved_and_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = next(each for each in shipped_puzzles() if len(each.steps) == 2 and each.steps[0].refuted)
    answer(monkeypatch, "z9", *(step.move for step in puzzle.steps))
    output = output_of("puzzles", "solve", puzzle.id)
    opponent = puzzle.start().play(puzzle.line[0]).to_move
    assert f"right; {opponent} plays {puzzle.steps[0].reply}" in output
    assert "> solved" in output
    assert "1 of 1 solved, 1 in a row" in output
    answer(monkeypatch, puzzle.steps[0].refuted[0].moves[0])
    output = output_of("puzzles", "solve", puzzle.id)
    assert "; try again, or '?' for the solution" in output
    assert "1 of 1 solved, 1 in a row" in output, "the first attempt counts"


def test_the_solution_is_shown_to_whoever_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    answer(monkeypatch, "?")
    output = output_of("puzzles", "solve", "--daily")
    assert "solution: " in output
    assert "0 of 1 solved" in output
    answer(monkeypatch)
    untried = output_of("puzzles", "solve", "--game", "konane", "--level", "easier", "--seed", "1")
    assert "your rating" not in untried, "nothing was tried"
    assert mistake("puzzles", "solve", "--tag", "nonsense").startswith("there are no such puzzles")


def test_attempts_travel_from_store_to_store(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    answer(monkeypatch, "?")
    output_of("puzzles", "solve", "--daily")
    file, other = folder / "attempts.json", folder / "other.sqlite"
    assert output_of("puzzles", "export", str(file)) == f"{file}: 2 attempts\n"
    told = output_of("puzzles", "import", str(file), "--store", str(other))
    assert told == "2 new attempts, 0 were there already\n"
    told = output_of("puzzles", "import", str(file), "--store", str(other))
    assert told == "0 new attempts, 2 were there already\n"
    assert json_of("puzzles", "--store", str(other))["standing"] == json_of("puzzles")["standing"]
    file.write_text("{}")
    assert mistake("puzzles", "import", str(file)).startswith("this is no file of attempts at puzzles")
