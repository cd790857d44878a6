"""Positions that can be read but cannot occur: each game says what is wrong, and where."""

from __future__ import annotations

import pytest

import plyground as ply
from tests.boards import ALL_BOARDS


def problem_with(game: str, text: str, **options: object) -> str:
    with pytest.raises(ply.PositionError) as caught:
        ply.game(game, **options).position(text)
    message = str(caught.value)
    assert "\n" not in message
    return message


@pytest.mark.parametrize("game", ["othello", "konane", "breakthrough", "duel"])
def test_sizes_that_a_game_cannot_have(game: str) -> None:
    played = {size for name, size in ALL_BOARDS if name == game}
    player = ply.game(game).players[0]
    for rows, columns in {(rows, columns) for rows in range(1, 17) for columns in range(1, 17)} - played:
        text = "/".join([str(columns)] * rows) + f" {player}"
        assert "is not played; allowed: " in problem_with(game, text)


@pytest.mark.parametrize(
    ("game", "text", "problem"),
    [
        ("othello", "5/5/5/5/5 black", "othello: size 5 is not played; allowed: 4, 6, 8"),
        ("othello", "4/4 black", "othello: size 2x4 is not played; allowed: 4, 6, 8"),
        ("othello", "4/1wb1/1b2/4 black", "3 discs are too few, the game starts with 4"),
        ("othello", "4/4/4/4 white", "0 discs are too few, the game starts with 4"),
        ("konane", "wbw/bwb/wbw black", "a white stone can never come here (a1)"),
        ("konane", "bwb/wwb/bwb black", "a white stone can never come here (b2)"),
        ("konane", "bwb/wbw/3/2b white", "a black stone can never come here (c4)"),
        ("konane", "bwb/wbw/bwb white", "with 0 stones removed, black is to move"),
        ("konane", "1wb/wbw/bwb black", "with 1 stone removed, white is to move"),
        ("konane", "b1b/wbw/bwb white", "the first stone removed is black (b1)"),
        ("konane", "2b/wbw/bwb white", "with 2 stones removed, black is to move"),
        ("breakthrough", "bb/bb/b1/ww black", "5 black pawns are too many, there can be 4 at most (a2)"),
        ("breakthrough", "bb/w1/ww/ww black", "5 white pawns are too many, there can be 4 at most (b1)"),
        ("breakthrough", "2/w1/2/b1 black", "black has broken through, so it cannot be to move (a1)"),
        ("breakthrough", "1w/b1/2/2 white", "white has broken through, so it cannot be to move (b4)"),
        ("breakthrough", "b1/2/2/2 black", "black has taken the last pawn, so it cannot be to move"),
        ("breakthrough", "2/2/2/w1 white", "white has taken the last pawn, so it cannot be to move"),
        ("duel", "ww1/3/WHM agent", "2 of w (wumpus) are too many, there can be 1 at most (b1)"),
        ("duel", "whm/3/MHM agent", "2 of M (mage) are too many, there can be 1 at most (c3)"),
        ("duel", "6/6/hhh3/6/6/W5 agent", "3 of h (hero) are too many, there can be 2 at most (c3)"),
        ("duel", "whm/3/WHM agent 101", "the game was drawn after 100 plies without a loss"),
    ],
)
def test_positions_that_cannot_occur(game: str, text: str, problem: str) -> None:
    assert problem_with(game, text) == problem


@pytest.mark.parametrize(
    "text",
    [
        "1w1/wbw/bwb black",  # two black stones are gone
        "bw1/w1w/bwb black",
        "1wb/w1w/bwb black",
        "1wb/wbw/b1b black",  # a black and a white one, but apart
    ],
)
def test_the_second_stone_of_konane_is_white_and_next_to_the_first(text: str) -> None:
    problem_with("konane", text)


def test_the_counter_of_the_duel_goes_as_far_as_the_option_says() -> None:
    text = "whm/3/WHM agent"
    assert ply.game("duel", quiet=3).position(f"{text} 6").outcome is not None
    assert problem_with("duel", f"{text} 7", quiet=3) == "the game was drawn after 6 plies without a loss"
    assert ply.game("duel", quiet=0).position(f"{text} 999999").outcome is None


def test_a_side_that_has_lost_may_be_to_move() -> None:
    assert (
        str(ply.game("breakthrough").position("2/w1/2/b1 white").outcome) == "black wins: black broke through"
    )
    assert ply.game("duel").position("whm/3/3 adversary").outcome is not None
