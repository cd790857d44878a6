"""Moves as people write them: in any spelling, with passes where they must be, refused at the right place."""

from __future__ import annotations

import random
import re

import pytest

from plyground.core.position import Position, game
from plyground.errors import IllegalMoveError
from plyground.store.records import read_moves


def moves_of(position: Position) -> list[str]:
    return [str(each.last_move) for each in position.line()[1:]]


@pytest.mark.parametrize(
    "text",
    [
        "f5d6c3",
        "F5D6C3",
        "f5D6c3",
        "F5 D6 C3",
        "f5,d6, c3",
        "1. f5 d6 2. c3",
        "1.f5 d6 2.c3",
        "1. f5\n1... d6\n2. c3\n",
        " f5d6\nc3 ",
    ],
)
def test_a_transcript_in_any_spelling(text: str) -> None:
    start = game("othello").start()
    assert moves_of(read_moves(start, text)) == ["f5", "d6", "c3"]


def game_with_a_pass() -> Position:
    """Return a finished random game of Othello in which somebody had to pass."""
    chance = random.Random(5)
    while True:
        position = game("othello", size="6").start()
        while position.outcome is None:
            position = position.play(chance.choice(position.moves()))
        if "pass" in moves_of(position):
            return position


@pytest.mark.parametrize("spelling", ["", "pass ", "-- ", "PA ", "ps,"])
def test_a_pass_is_written_or_left_out(spelling: str) -> None:
    last = game_with_a_pass()
    written = "".join(spelling if move == "pass" else move for move in moves_of(last))
    assert moves_of(read_moves(last.line()[0], written)) == moves_of(last)


def test_a_pass_at_the_end_is_not_made_up() -> None:
    last = game_with_a_pass()
    before = next(each for each in last.line() if [str(move) for move in each.moves()] == ["pass"])
    assert read_moves(last.line()[0], "".join(moves_of(before)).replace("pass", "")) == before


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("breakthrough", "b5b4b2b3", ["b5-b4", "b2-b3"]),
        ("breakthrough", "b5-b4b2-b3", ["b5-b4", "b2-b3"]),
        ("breakthrough", "1. B5-B4 B2-B3", ["b5-b4", "b2-b3"]),
        ("konane", "d4d3f4d4", ["d4", "d3", "f4-d4"]),
        ("duel", "", []),
    ],
)
def test_games_with_pieces_that_move(name: str, text: str, expected: list[str]) -> None:
    size = {"size": "6"}
    assert moves_of(read_moves(game(name, **size).start(), text)) == expected


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("f5d6c9", "move 3 (character 6): there is no square c9"),
        ("f5 d6 a1 c3", "move 3 (character 7): a1 is not legal: black can play"),
        ("1. f5 d6\n2. c3 f5", "move 4 (line 2, character 7): f5 is not legal: white can play"),
        ("f5d6?", "move 3 (character 5): a move looks like"),
        ("f5 pass", "move 2 (character 4): pass is not legal"),
        ("f5 d6-c3", "move 2 (character 4): d6-c3 is not legal"),
    ],
)
def test_a_wrong_move_is_refused_at_its_place(text: str, told: str) -> None:
    start = game("othello").start()
    with pytest.raises(IllegalMoveError, match=re.escape(told)):
        read_moves(start, text)


def test_nothing_follows_the_end_of_a_game() -> None:
    last = game_with_a_pass()
    with pytest.raises(IllegalMoveError, match="the game is over"):
        read_moves(last, "a1")
