"""Points, wins by colour and failures, from games that nobody had to play."""

from __future__ import annotations

import csv
import io
import json

import pytest

from plyground.arena.contest import Entrant
from plyground.grading.contest import FieldContest
from plyground.grading.grading import Grading
from plyground.grading.handed_in import HandIn
from plyground.grading.limits import Limits
from plyground.grading.marks import Failure, Mark, marks_of
from plyground.grading.written import marks_csv, marks_json, marks_page, marks_text
from plyground.records import GameRecord, PlayedMove, Termination

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
GRADING = Grading(HAND_INS, CONTEST, "Konane", Limits(), "greedy", has_sandbox=False, seed=7)


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
    assert Grading.from_json(json.loads(json.dumps(GRADING.to_json()))) == GRADING


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
    page = marks_page("cafe", GRADING, marks, "plyground grade <x>")
    assert "<b>invalid" not in page
    assert "&lt;b&gt;invalid" in page
    assert "too slow in game 2 at move 3" in page
    assert "plyground grade &lt;x&gt;" in page
    assert "good runs uncompiled, and &lt;u&gt;slower&lt;/u&gt;" in page


def test_a_grading_in_which_nobody_can_play() -> None:
    grading = Grading(HAND_INS[:1], None, "Konane", Limits(), "greedy", has_sandbox=True, seed=0)
    text = marks_text(grading, marks_of(grading, {}))
    assert text.splitlines()[1].split() == ["bad.py", "0", "0", "+0", "=0", "-0", "+0", "=0", "-0", "all"]
    assert "sandbox: bubblewrap" in text
    assert Grading.from_json(grading.to_json()) == grading
