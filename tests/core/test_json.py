"""Positions in JSON: they come back with their past, and what is broken is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import plyground as ply
from tests.boards import ALL_BOARDS, board_name, random_game

VALUES: list[object] = [None, 1, 1.5, True, [], {}, ["d3", 1]]


def written(changes: dict[str, Any] | None = None) -> str:
    """Write the start of Othello on 4x4 in JSON, with some of its members changed."""
    content = json.loads(ply.game("othello", size=4).start().to_json())
    return json.dumps(content | (changes or {}))


@pytest.mark.parametrize(("name", "size"), ALL_BOARDS, ids=board_name)
def test_a_position_comes_back_with_its_past(name: str, size: tuple[int, int]) -> None:
    position = list(random_game(name, size, seed=11, plies=10))[-1]
    again = ply.Position.from_json(position.to_json())
    assert again == position
    assert again.game.options == position.game.options
    assert [each.text for each in again.line()] == [each.text for each in position.line()]
    assert again.to_json() == position.to_json()


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("duel", {"size": 6, "seed": 12, "quiet": 9, "repetitions": 5}),
        ("konane", {"size": "3x8", "opening": "any"}),
    ],
)
def test_options_come_back(name: str, options: dict[str, object]) -> None:
    position = ply.game(name, **options).start()
    again = ply.Position.from_json(position.to_json())
    assert again.game.options == position.game.options
    assert again.game.board == position.game.board


def test_the_form_of_the_json() -> None:
    position = ply.game("konane", size=3, opening="any").start().play("a1")
    assert json.loads(position.to_json()) == {
        "game": "konane",
        "options": {"size": "3x3", "opening": "any"},
        "start": "bwb/wbw/bwb black",
        "moves": ["a1"],
        "position": "1wb/wbw/bwb white",
    }


def test_repetition_survives_the_round_trip() -> None:
    shuffle = ["a3-a2", "c1-c2", "a2-a3", "c2-c1"]
    position = ply.game("duel", size=3).start()
    for move in (*shuffle, *shuffle[:3]):
        position = position.play(move)
    again = ply.Position.from_json(position.to_json())
    assert again.outcome is None
    again = again.play(shuffle[3])
    assert str(again.outcome) == "draw: the position occurred 3 times"
    assert ply.Position.from_json(again.to_json()).outcome == again.outcome


def test_options_that_are_left_out_have_their_defaults() -> None:
    text = ply.game("duel", size=3).start().text
    again = ply.Position.from_json(written({"game": "duel", "options": {}, "start": text, "position": text}))
    assert again.game.options == {"size": (3, 3), "seed": 0, "quiet": 50, "repetitions": 3}


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "{", "[", "{}", "[]", "null", "1", "true", '"text"', "{'game': 1}", "NaN", "\ufeff{}"),
        *('{"game": "othello"}', "[" * 100_000, '{"a":' * 50_000, "9" * 5000, "\x00", "\ud800"),
    ],
    ids=lambda text: ascii(text[:20]),
)
def test_what_is_not_a_position_in_json(text: str) -> None:
    with pytest.raises(ply.PositionError) as caught:
        ply.Position.from_json(text)
    assert "\n" not in str(caught.value)


def test_half_a_position_and_one_and_a_half_are_refused() -> None:
    whole = written()
    for length in range(len(whole)):
        with pytest.raises(ply.PositionError, match="this is not JSON"):
            ply.Position.from_json(whole[:length])
    for more in ("}", ",", "x", whole):
        with pytest.raises(ply.PositionError, match="this is not JSON"):
            ply.Position.from_json(whole + more)


@pytest.mark.parametrize(
    ("member", "value"),
    [
        (member, value)
        for member in ("game", "options", "start", "moves", "position")
        for value in VALUES
        if (member, value) not in (("options", {}), ("moves", []))
    ],
    ids=repr,
)
def test_members_of_the_wrong_kind(member: str, value: object) -> None:
    with pytest.raises(ply.PositionError, match=member):
        ply.Position.from_json(written({member: value}))


@pytest.mark.parametrize(
    ("changes", "error", "problem"),
    [
        ({"game": "othelo"}, ply.UnknownGameError, "did you mean 'othello'?"),
        ({"game": ""}, ply.UnknownGameError, "there is no game ''"),
        ({"game": "\x00.py"}, ply.UnknownGameError, "there is no game"),
        ({"options": {"size": 5}}, ply.OptionError, "allowed: 4, 6, 8"),
        ({"options": {"size": None}}, ply.OptionError, "is not a number like 6"),
        ({"options": {"size": [4, True]}}, ply.OptionError, "is not a number like 6"),
        ({"options": {"name": 4}}, ply.OptionError, "othello has no option 'name'"),
        ({"options": {"self": 4}}, ply.OptionError, "othello has no option 'self'"),
        ({"options": {"seed": 4}}, ply.OptionError, "othello has no option 'seed'"),
        ({"start": "4/1wb1/1bw1/4"}, ply.NotationError, "the player to move is missing"),
        ({"start": "5/5/5/5/5 black"}, ply.PositionError, "size 5 is not played"),
        ({"start": "4/4/4/4 black"}, ply.PositionError, "0 discs are too few"),
        ({"moves": ["b1", "b1"]}, ply.IllegalMoveError, "move 2: b1 is not legal"),
        ({"moves": ["b1 "]}, ply.NotationError, "move 1: a move looks like"),
        ({"moves": ["b1", None]}, ply.PositionError, "Expected `str`, got `null` - at `$.moves[1]`"),
        ({"moves": ["b1"]}, ply.PositionError, "the moves lead to '1b2/1bb1/1bw1/4 white', not to"),
        ({"position": "x" * 10**6}, ply.PositionError, "not to 'xxx"),
        ({"clock": 5}, ply.PositionError, "a position in JSON has no 'clock'"),
    ],
    ids=lambda value: ascii(value)[:50],
)
def test_content_that_is_wrong(
    changes: dict[str, Any], error: type[ply.PlygroundError], problem: str
) -> None:
    with pytest.raises(error) as caught:
        ply.Position.from_json(written(changes))
    assert type(caught.value) is error
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500


def test_a_position_in_json_runs_no_file(tmp_path: Path) -> None:
    file = tmp_path / "harmful.py"
    file.write_text("raise SystemExit('a text has run a file')")
    with pytest.raises(ply.UnknownGameError):
        ply.Position.from_json(written({"game": str(file)}))
