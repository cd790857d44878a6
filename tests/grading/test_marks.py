"""Points, wins by colour and failures, from games that nobody had to play."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from plyground.grading.field_contest import FieldContest
from plyground.grading.grading import Grading
from plyground.grading.handed_in import HandIn
from plyground.grading.limits import HandInLimits
from plyground.grading.marks import Failure, Mark, marks_of
from plyground.grading.written import (
    gradescope_files,
    gradescope_results,
    marks_csv,
    marks_json,
    marks_page,
    marks_text,
)
from plyground.store.records import GameRecord, PlayedMove, Termination
from plyground.store.runs import read_settings, settings_content
from plyground.tournament.contest import Entrant

HAND_INS = (
    HandIn("bad.py", "/in/bad.py", "", problem="line 1: SyntaxError: <b>invalid</b>"),
    HandIn("weak.py", "/in/weak.py", "", "Weak", "player"),
    HandIn(
        "=good.py", "/in/=good.py", "", "good", "heuristic", note="good runs uncompiled, and <u>slower</u>"
    ),
)
FIELD = (Entrant("random", "random"), Entrant("easy", "level:1"))
PLAYING = tuple(Entrant(each.name, "first") for each in HAND_INS if each.can_play)
CONTEST = FieldContest("konane", {"size": "4"}, (*PLAYING, *FIELD), pairs=1, hand_ins=2)
GRADING = Grading(HAND_INS, CONTEST, "Konane", HandInLimits(), "greedy", has_sandbox=False, seed=7)


def record(
    first: str, second: str, winner: int | None, fault: str = "", reason: str = "", moves: int = 12
) -> GameRecord:
    termination = Termination(fault) if fault else Termination.NORMAL
    played = tuple(PlayedMove("a1") for _ in range(moves))
    return GameRecord("konane", {}, "", (first, second), played, termination, winner, reason)


GAMES = {
    0: record("weak.py", "random", 1, "crash", "weak.py: line 3: ValueError: <i>"),
    1: record("random", "weak.py", 0, "time", "weak.py took 3 s for a move, with 2 s allowed", moves=5),
    2: record("weak.py", "easy", 1),
    3: record(
        "easy", "weak.py", 0, "crash", "weak.py: it needs more than 9 MB of memory: line 2: MemoryError"
    ),
    4: record("=good.py", "random", 0),
    5: record("random", "=good.py", 1),
    6: record("=good.py", "easy", None),
    7: record("easy", "=good.py", 1, "illegal move", "easy: no"),  # a fault of the field is none of theirs
}


@pytest.fixture
def marks() -> list[Mark]:
    return marks_of(GRADING, GAMES)


def test_points_and_failures(marks: list[Mark]) -> None:
    good, weak, bad = marks
    assert [each.hand_in.name for each in marks] == ["=good.py", "weak.py", "bad.py"]
    assert (good.total.points, str(good.total), good.failures, good.word) == (3.5, "+3 =1 -0", [], "")
    assert [str(side) for side in good.sides] == ["+1 =1 -0", "+2 =0 -0"]
    assert {name: tally.points for name, tally in good.against.items()} == {"random": 2, "easy": 1.5}
    assert weak.failures == [
        Failure(1, 7, "crashed", "line 3: ValueError: <i>"),
        Failure(2, 3, "too slow", "took 3 s for a move, with 2 s allowed"),
        Failure(4, 7, "too much memory", "it needs more than 9 MB of memory: line 2: MemoryError"),
    ]
    assert weak.word == "crashed in game 1 at move 7: line 3: ValueError: <i> (and 2 more)"
    assert bad.word == "cannot play: line 1: SyntaxError: <b>invalid</b>"


def test_the_games_of_the_contest() -> None:
    first = CONTEST.next_stage((), {})
    assert first is not None
    second = CONTEST.next_stage((first,), {})
    assert second is not None
    assert CONTEST.next_stage((first, second), {}) is None
    assert CONTEST.expected_games == len(first.games) + len(second.games) == 8
    assert [first.place(number).sides for number in first.games] == [(0, 2), (2, 0), (0, 3), (3, 0)]
    assert [second.place(number).sides for number in second.games] == [(1, 2), (2, 1), (1, 3), (3, 1)]
    openings = [[stage.place(number).opening for number in stage.games] for stage in (first, second)]
    assert openings[0] == openings[1], "the same for everybody"


def test_a_grading_can_be_kept() -> None:
    assert read_settings(Grading, json.loads(json.dumps(settings_content(GRADING)))) == GRADING


def test_as_text(marks: list[Mark]) -> None:
    lines = marks_text(GRADING, marks).splitlines()
    assert lines[:4] == [
        "          points  games  as black  as white  random  easy  failed",
        "=good.py     3.5      4  +1 =1 -0  +2 =0 -0       2   1.5       0",
        "weak.py        0      4  +0 =0 -2  +0 =0 -2       0     0       3",
        "bad.py         0      0  +0 =0 -0  +0 =0 -0                   all",
    ]
    assert lines[4] == "=good.py: good runs uncompiled, and <u>slower</u>"
    assert lines[6] == "bad.py: cannot play: line 1: SyntaxError: <b>invalid</b>"
    assert lines[-1].startswith("sandbox: none; ")


def test_as_json_and_rows(marks: list[Mark]) -> None:
    content = json.loads(json.dumps(marks_json("cafe", GRADING, marks)))
    assert content["field"] == ["random", "easy"]
    assert content["hand_ins"][1]["failures"][1]["what"] == "too slow"
    assert content["hand_ins"][0]["sides"]["white"] == {
        "points": 2,
        "games": 2,
        "wins": 2,
        "draws": 0,
        "losses": 0,
    }
    rows = list(csv.DictReader(io.StringIO(marks_csv(marks))))
    assert [row["name"] for row in rows] == ["'=good.py", "weak.py", "bad.py"]
    assert [each["note"] for each in content["hand_ins"]] == [HAND_INS[2].note, None, None]
    assert [row["note"] for row in rows] == [HAND_INS[2].note, "", ""]
    assert (rows[0]["first_wins"], rows[0]["second_wins"], rows[1]["failed"]) == ("1", "2", "3")


def test_as_a_page(marks: list[Mark]) -> None:
    page = marks_page("cafe", replace(GRADING, command="plyground grade <x>"), marks)
    assert "<b>invalid" not in page
    assert "&lt;b&gt;invalid" in page
    assert "too slow in game 2 at move 3" in page
    assert "plyground grade &lt;x&gt;" in page
    assert "good runs uncompiled, and &lt;u&gt;slower&lt;/u&gt;" in page


CLASS = replace(CONTEST, meets_class=True)
CLASS_GRADING = replace(GRADING, contest=CLASS)
CLASS_GAMES = {
    **GAMES,
    8: record("weak.py", "=good.py", 1, "crash", "weak.py: line 3: ValueError: <i>"),
    9: record("=good.py", "weak.py", None),
}


def test_points_against_the_class() -> None:
    good, weak, bad = marks_of(CLASS_GRADING, CLASS_GAMES)
    assert (good.total.points, good.in_class.points, weak.in_class.points) == (5, 1.5, 0.5)
    assert (good.classmates["weak.py"].wins, bad.classmates) == (1, {})
    lines = marks_text(CLASS_GRADING, [good, weak, bad]).splitlines()
    assert lines[:4] == [
        "          points  games  as black  as white  random  easy  class  failed",
        "=good.py       5      6  +1 =2 -0  +3 =0 -0       2   1.5    1.5       0",
        "weak.py      0.5      6  +0 =0 -3  +0 =1 -2       0     0    0.5       4",
        "bad.py         0      0  +0 =0 -0  +0 =0 -0                          all",
    ]
    content = marks_json("cafe", CLASS_GRADING, [good, weak, bad])
    assert (content["class"], content["hand_ins"][0]["class"]["weak.py"]["points"]) == (True, 1.5)
    assert "against the class" in marks_page("cafe", CLASS_GRADING, [good, weak, bad])
    [first, *_] = csv.DictReader(io.StringIO(marks_csv([good, weak, bad])))
    assert (first["class_points"], first["class_games"]) == ("1.5", "2")


def shown_as(score: float, status: str, output: str) -> dict[str, object]:
    return {"score": score, "max_score": 2, "status": status, "output": output}


def test_for_gradescope() -> None:
    marks = marks_of(CLASS_GRADING, CLASS_GAMES)
    good, weak, bad = (gradescope_results(CLASS_GRADING, mark) for mark in marks)
    assert good == {
        "score": 5,
        "output": "Nothing failed.\ngood runs uncompiled, and <u>slower</u>",
        "output_format": "text",
        "tests": [
            {"name": "can play", "status": "passed", "output": "heuristic good"},
            {"name": "against random", **shown_as(2, "passed", "+2 =0 -0")},
            {"name": "against easy", **shown_as(1.5, "failed", "+1 =1 -0")},
            {"name": "against the class", **shown_as(1.5, "failed", "+1 =1 -0")},
        ],
        "leaderboard": [
            {"name": "points", "value": 5},
            {"name": "failed", "value": 0, "order": "asc"},
        ],
    }
    assert (weak["score"], weak["output"].count("\n"), "(and " in weak["output"]) == (0.5, 3, False)
    assert (bad["score"], bad["tests"][0]["status"]) == (0, "failed")
    assert bad["tests"][0]["output"] == "line 1: SyntaxError: <b>invalid</b>"
    assert sum(each.get("max_score", 0) for each in bad["tests"]) == 8
    json.dumps([good, weak, bad], allow_nan=False)


def test_files_for_gradescope(tmp_path: Path) -> None:
    names = ["a/mine.py", "a-mine.py", "../../x.py", "b.py:Mine"]
    marks = [Mark(HandIn(name, "/in", "")) for name in names]
    files = gradescope_files(tmp_path, marks)
    assert [file.relative_to(tmp_path).as_posix() for file in files] == [
        "a-mine.json",
        "a-mine-2.json",
        "x.json",
        "b.py-Mine.json",
    ]
    assert gradescope_files(tmp_path / "results.json", marks[:1]) == {tmp_path / "results.json": marks[0]}


def test_a_grading_in_which_nobody_can_play() -> None:
    grading = Grading(HAND_INS[:1], None, "Konane", HandInLimits(), "greedy", has_sandbox=True, seed=0)
    text = marks_text(grading, marks_of(grading, {}))
    assert text.splitlines()[1].split() == ["bad.py", "0", "0", "+0", "=0", "-0", "+0", "=0", "-0", "all"]
    assert "sandbox: bubblewrap" in text
    assert read_settings(Grading, settings_content(grading)) == grading
