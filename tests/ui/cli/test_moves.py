"""`plyground moves`."""

from __future__ import annotations

import json

import pytest

import plyground as ply
from tests.strangers import NIM

from .running import json_of, mistake, output_of


def test_the_json_of_the_contract() -> None:
    assert json_of("moves", "othello", "--size", "4") == {
        "position": "4/1wb1/1bw1/4 black",
        "to_move": "black",
        "outcome": None,
        "moves": [
            {"move": "b1", "position": "1b2/1bb1/1bw1/4 white"},
            {"move": "a2", "position": "4/bbb1/1bw1/4 white"},
            {"move": "d3", "position": "4/1wb1/1bbb/4 white"},
            {"move": "c4", "position": "4/1wb1/1bb1/2b1 white"},
        ],
    }


@pytest.mark.parametrize(
    ("name", "size"), [("othello", "6"), ("konane", "3x8"), ("breakthrough", "8x2"), ("duel", "9")]
)
def test_every_move_leads_where_it_says(name: str, size: str) -> None:
    answer = json_of("moves", name, "--size", size)
    position = ply.game(name, size=size).start()
    assert answer["position"] == position.text
    assert answer["to_move"] == position.to_move
    assert [entry["move"] for entry in answer["moves"]] == [str(move) for move in position.moves()]
    for entry in answer["moves"]:
        assert list(entry) == ["move", "position"]
        assert entry["position"] == position.play(entry["move"]).text


def test_a_finished_game_in_json() -> None:
    answer = json_of("moves", "breakthrough", "--position", "1b/2/w1/b1 white")
    assert answer["outcome"] == {"winner": "black", "reason": "black broke through"}
    assert answer["moves"] == []
    answer = json_of("moves", "duel", "--position", "3/3/3 agent")
    assert answer["outcome"] == {"winner": None, "reason": "nobody has pieces left"}


def test_the_lines_for_people() -> None:
    assert output_of("moves", "breakthrough", "--position", "6/1b4/2w3/6/6/w5 black") == (
        "6/1b4/2w3/6/6/w5 black\n"
        "black to move, 3 legal moves\n"
        "  b5-a4  6/6/b1w3/6/6/w5 white\n"
        "  b5-b4  6/6/1bw3/6/6/w5 white\n"
        "  b5xc4  6/6/2b3/6/6/w5 white\n"
    )
    assert output_of("moves", "othello", "--position", "wbb1/w3/4/4 black") == (
        "wbb1/w3/4/4 black\nblack to move, 1 legal move\n  pass  wbb1/w3/4/4 white\n"
    )
    assert output_of("moves", "konane", "--position", "3/3/3 white") == (
        "3/3/3 white\nthe game is over: black wins: white cannot move\n"
    )


@pytest.mark.parametrize("moves", ["d3 c5", "d3,c5", "d3, c5", " d3  c5 "])
def test_moves_are_played_first(moves: str) -> None:
    expected = ply.game("othello").start().play("d3").play("c5").text
    assert json_of("moves", "othello", "--play", moves)["position"] == expected


def test_moves_are_played_from_a_position() -> None:
    answer = json_of("moves", "konane", "--position", "bwb/wbw/bwb black", "--play", "b2 b1")
    assert answer["position"] == "b1b/w1w/bwb black"


def test_repetition_counts_the_moves_that_were_played() -> None:
    shuffle = "a3-a2 c1-c2 a2-a3 c2-c1 "
    answer = json_of("moves", "duel", "--size", "3", "--play", shuffle * 2)
    assert answer["outcome"] == {"winner": None, "reason": "the position occurred 3 times"}
    answer = json_of("moves", "duel", "--size", "3", "--repetitions", "0", "--play", shuffle * 2)
    assert answer["outcome"] is None


def test_a_position_brings_its_size_and_may_not_contradict_another() -> None:
    text = "4/1wb1/1bw1/4 black"
    assert json_of("moves", "othello", "--position", text)["position"] == text
    assert json_of("moves", "othello", "--position", text, "--size", "4x4")["position"] == text
    problem = mistake("moves", "othello", "--position", text, "--size", "6")
    assert problem == "the position is 4x4, --size says 6; leave --size out"
    problem = mistake("moves", "breakthrough", "--position", "b1/2/2/w1 black", "--size", "2x4")
    assert "size 2x4 is not played" in problem


def test_options_come_before_the_game_or_behind_it() -> None:
    expected = json_of("moves", "duel", "--size", "6", "--seed", "7")
    assert json_of("moves", "--size", "6", "--seed=7", "duel") == expected
    assert json_of("moves", "--json", "--seed", "7", "--size=6", "duel") == expected
    assert json.loads(output_of("moves", "--seed", "7", "--json", "--", "wumpus")) == expected
    assert json_of("moves", "duel")["position"] != expected["position"]


def test_a_game_in_a_file_has_its_own_options() -> None:
    expected = {
        "position": "tttt first",
        "to_move": "first",
        "outcome": None,
        "moves": [
            {"move": "d1", "position": "ttt1 second"},
            {"move": "c1", "position": "tt2 second"},
        ],
    }
    options = ("--most", "2", "--size", "1x4")
    assert json_of("moves", str(NIM), *options) == expected
    assert json_of("moves", "--game", str(NIM), *options) == expected
    assert json_of("moves", f"--game={NIM}", *options) == expected
    assert json_of("moves", "nim", "--game", str(NIM), *options) == expected
    assert json_of("moves", "heap", *options, "--game", str(NIM)) == expected
    assert mistake("moves", "othello", "--game", str(NIM)) == (
        f"othello and --game {NIM} are two games; give one of them"
    )
    assert mistake("moves", str(NIM), "--most", "9") == "most 9 is not allowed; allowed: 1 to 5"
    assert "moves nim has no option --seed" in mistake("moves", str(NIM), "--seed", "9")
