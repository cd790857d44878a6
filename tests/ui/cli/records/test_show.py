"""`plyground records show` and `replay`."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from plyground.store import Store
from plyground.store.records import PlayedMove, Termination, replay, write_game
from tests.ui.cli.running import json_of, output_of

from .games import OTHELLO, WON
from .terminal import on_terminal


@pytest.mark.usefixtures("games")
def test_a_game_is_shown_with_its_last_board() -> None:
    output = output_of("records", "show", "1")
    text = write_game(WON)
    assert output.startswith(f"{text}\n    a  b  c  d\n")
    assert output.endswith("\nwhite wins: white broke through\n")
    board = replay(WON)[-1].draw().rpartition("\n")[0]
    assert output == f"{text}\n{board}\nwhite wins: white broke through\n"


@pytest.mark.parametrize(
    ("game_id", "end"),
    [("3", r"unfinished: \w+ to move"), ("4", "white wins: Ann resigns"), ("2", r".*: 10 discs to 6")],
)
@pytest.mark.usefixtures("games")
def test_how_a_game_ended(game_id: str, end: str) -> None:
    assert re.fullmatch(end, output_of("records", "show", game_id).splitlines()[-1])
    assert re.fullmatch(end, output_of("records", "replay", game_id).splitlines()[-1])


@pytest.mark.usefixtures("games")
def test_the_json_of_a_game() -> None:
    answer = json_of("records", "show", "1")
    assert (answer["id"], answer["event"], answer["number"], answer["winner"]) == (1, "calm-fox", 0, 1)
    assert [each["move"] for each in answer["moves"]] == [each.text for each in WON.moves]
    assert answer["position"] == replay(WON)[-1].text
    assert json_of("records", "show", "4")["players"][1] == "[red]\n\x1b[31m"


def test_a_replay_is_one_board_after_the_other() -> None:
    moves = (PlayedMove("b1", 0.5, 1.0, 3, 9), PlayedMove("a1"))
    record = replace(OTHELLO, moves=moves, termination=Termination.TIME, winner=0, reason="too slow")
    with Store() as store:
        store.add_single(record)
    assert output_of("records", "replay", "1") == (
        "start\n"
        "    a  b  c  d\n 1  .  .  .  .\n 2  .  w  b  .\n 3  .  b  w  .\n 4  .  .  .  .\nblack to move\n\n"
        "1/2 black b1 0.5s d3 +1.0 n9\n"
        "    a  b  c  d\n 1  . (b) .  .\n 2  .  b  b  .\n 3  .  b  w  .\n 4  .  .  .  .\nwhite to move\n\n"
        "2/2 white a1\n    a  b  c  d\n 1 (w) b  .  .\n 2  .  w  b  .\n 3  .  b  w  .\n 4  .  .  .  .\n"
        "black wins: too slow\n"
    )
    assert output_of("records", "replay", "1", "--ply", "1").splitlines()[0] == "1/2 black b1 0.5s d3 +1.0 n9"
    assert output_of("records", "replay", "1", "--ply", "0").startswith("start\n")
    assert json_of("records", "replay", "1") == {
        "positions": [
            {"ply": 0, "move": None, "position": "4/1wb1/1bw1/4 black"},
            {"ply": 1, "move": "b1", "position": "1b2/1bb1/1bw1/4 white"},
            {"ply": 2, "move": "a1", "position": "wb2/1wb1/1bw1/4 black"},
        ]
    }
    assert [each["ply"] for each in json_of("records", "replay", "1", "--ply", "2")["positions"]] == [2]


@pytest.mark.usefixtures("games")
def test_on_a_terminal_one_steps_through_a_game() -> None:
    code, output = on_terminal([b"\r", b" ", b"b", b"x", b"\x1b[C", b"q"], "records", "replay", "3")
    assert code == 0
    shown = re.findall(r"(start|\d/4) ?", output)
    assert shown == ["start", "1/4", "2/4", "1/4", "1/4", "2/4"]
    code, output = on_terminal([b"b", *[b"\n"] * 5], "records", "replay", "3")
    assert code == 0
    assert re.findall(r"(start|\d/4) ?", output) == ["start", "start", "1/4", "2/4", "3/4", "4/4"], (
        "it ends behind the last"
    )
    assert "unfinished" in output


@pytest.mark.usefixtures("games")
def test_ctrl_c_and_ctrl_d_end_a_replay() -> None:
    code, output = on_terminal([b"\x03"], "records", "replay", "3")
    assert code == 130
    assert "Traceback" not in output
    assert "plyground: interrupted" in output
    code, output = on_terminal([b"\x04"], "records", "replay", "3")
    assert code == 0
    assert "Traceback" not in output
