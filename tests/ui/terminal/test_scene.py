"""What a person sees of a game, in wide and in narrow terminals."""

from __future__ import annotations

import pytest

from plyground.core.position import Position, game
from plyground.ui.terminal.scene import Scene, draw_board, lay_out, visible_length

NAMES = ("human", "level:4")
SIZES = {"breakthrough": "6", "duel": "15", "konane": "8", "othello": "8"}


def position_after(name: str, size: str, moves: str = "") -> Position:
    position = game(name, size=size).start()
    for move in moves.split():
        position = position.play(move)
    return position


def test_the_whole_picture_at_80_columns() -> None:
    scene = Scene(position_after("konane", "4", "a1 b1 a3-a1"), NAMES, clocks=lambda: (61.0, 9.9))
    assert lay_out(scene, 80, color=False, flipped=False) == [
        "    a  b  c  d   Konane 4x4",
        " 1 (b) .  b  w     black  human     7 stones  1:01",
        " 2 (.) b  w  b   > white  level:4   6 stones  0:09",
        " 3 (.) w  b  w",
        " 4  w  b  w  b     2. a3-a1",
        "",
        "white removes b1",
        "black plays a3-a1 and takes on a2",
    ]


def test_at_40_columns_the_players_stand_below_the_board() -> None:
    scene = Scene(position_after("othello", "8", "d3"), NAMES, clocks=lambda: (60.0, 60.0))
    lines = lay_out(scene, 40, color=False, flipped=False)
    assert lines[9:] == [
        "  black  human     4 discs  1:00",
        "> white  level:4   1 disc  1:00",
        "",
        "black plays d3 and turns d4",
    ]


@pytest.mark.parametrize("width", [40, 80, 200])
@pytest.mark.parametrize("name", SIZES)
@pytest.mark.parametrize("color", [False, True])
def test_nothing_is_wider_than_the_terminal(name: str, width: int, color: bool) -> None:
    position = position_after(name, SIZES[name])
    for _ in range(6):
        position = position.play(position.moves()[0])
    names = ("program:python3 " + "a/very/long/path" * 10, "human")
    scene = Scene(position, names, clocks=lambda: (3600.0, 3600.0), outlined=tuple(position.moves()))
    lines = lay_out(scene, width, color=color, flipped=False)
    assert max(map(visible_length, lines)) <= width


def test_a_wide_board_in_a_narrow_terminal_has_two_columns_a_square() -> None:
    position = position_after("duel", "15")
    moves = [move for move in position.moves() if str(move).startswith("b15-")]
    lines = draw_board(Scene(position, NAMES, outlined=tuple(moves)), width=40)
    assert lines[0] == "    a b c d e f g h i j k l m n o"
    assert lines[1] == " 1  w h m w h m w h m w h m w h m"
    assert lines[14].startswith("14 [.[.[. .")
    colored = draw_board(Scene(position, NAMES), width=40, color=True)
    assert {visible_length(line) for line in colored[1:]} == {3 + 2 * 15}


def test_the_board_from_the_other_side() -> None:
    position = position_after("breakthrough", "4x2")
    assert draw_board(Scene(position, NAMES), flipped=True)[:2] == ["    b  a", " 1  w  w"]


def test_the_moves_are_a_score_sheet_that_shows_the_last_ones() -> None:
    position = game("breakthrough", size="6x3").position("3/bbb/1w1/3/3/3 white").play("b4xa5").play("c5-c4")
    lines = lay_out(Scene(position, NAMES), 80, color=False, flipped=False)
    assert [line[15:] for line in lines[4:6]] == ["  1. ...    b4xa5", "  2. c5-c4"]
    assert lines[-2:] == ["white plays b4xa5 and takes on a5", "black plays c5-c4"]


def test_clocks_are_read_whenever_they_are_shown() -> None:
    left = [100.0, 60.5]
    scene = Scene(position_after("othello", "4"), NAMES, clocks=lambda: (left[0], left[1]))
    assert (scene.clock_of(0), scene.clock_of(1)) == ("1:40", "1:00")
    left[0] = 0.4
    assert scene.clock_of(0) == "0:00"
    assert Scene(scene.position, NAMES).clock_of(0) == ""


def test_the_status_says_who_is_to_move_or_how_it_ended() -> None:
    start = position_after("othello", "4")
    assert Scene(start, NAMES).status == "black to move"
    over = Scene(start, NAMES, result="white wins: human resigns")
    assert over.status == "white wins: human resigns"
    lines = lay_out(over, 80, color=False, flipped=False)
    assert lines[-1] == "white wins: human resigns"
    assert not any(">" in line for line in lines), "nobody is to move"
