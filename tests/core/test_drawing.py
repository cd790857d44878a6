"""Boards drawn as text, checked by eye, and in colour, checked square by square."""

from __future__ import annotations

import re

import pytest

import plyground as ply

ESCAPE = "\x1b["
RED, GRAY = 160, 252  # in the table of 256 colours that terminals share

OTHELLO = """\
    a  b  c  d
 1  .  .  .  .
 2  .  w  b  .
 3  .  b  w  .
 4  .  .  .  .
black to move"""

KONANE = """\
    a  b  c  d
 1  b  w  b  w
 2  w  b  w  b
 3  b  w  b  w
black to move"""

BREAKTHROUGH = """\
    a  b  c
 5  b  b  b
 4  b  b  b
 3  .  .  .
 2  w  w  w
 1  w  w  w
black to move"""

DUEL = """\
    a  b  c
 1  w  h  m
 2  .  *  .
 3  W  H  M
agent to move"""

OTHELLO_OUTLINED = """\
    a  b  c  d
 1  . [.] .  .
 2 [.] w  b  .
 3  .  b  w [.]
 4  .  . [.] .
black to move"""

BREAKTHROUGH_FLIPPED = """\
    c  b  a
 1  w  w  w
 2  w  w  w
 3  .  .  .
 4  b  b  b
 5  b  b  b
black to move"""

# The wumpus went from a3 to a2; b1 may go to it, among others.
DUEL_AFTER_A_MOVE = """\
    a  b  c
 1  w  h  m
 2 [W][*][.]
 3 (.) H  M
agent to move"""

DUEL_AFTER_A_FALL = """\
    a  b  c
 1  w  h  m
 2  . (*) .
 3 (.) H  M
agent to move"""

KONANE_OVER = """\
    a  b  c
 1 (.) . (b)
 2  .  .  .
 3  .  .  .
black wins: white cannot move"""


def duel(text: str = "whm/1*1/WHM adversary") -> ply.Position:
    return ply.game("duel").position(text)


@pytest.mark.parametrize(
    ("name", "text", "drawing"),
    [
        ("othello", "4/1wb1/1bw1/4 black", OTHELLO),
        ("konane", "bwbw/wbwb/bwbw black", KONANE),
        ("breakthrough", "bbb/bbb/3/www/www black", BREAKTHROUGH),
        ("duel", "whm/1*1/WHM agent", DUEL),
    ],
)
def test_every_game_by_eye(name: str, text: str, drawing: str) -> None:
    assert ply.game(name).position(text).draw() == drawing


def test_possible_moves_are_outlined() -> None:
    position = ply.game("othello", size=4).start()
    assert position.draw(outlined=position.moves()) == OTHELLO_OUTLINED
    assert position.draw(outlined=[]) == OTHELLO


def test_a_board_seen_from_the_other_side() -> None:
    assert ply.game("breakthrough", size="5x3").start().draw(flipped=True) == BREAKTHROUGH_FLIPPED


def test_the_last_move_is_marked_and_outlines_come_first() -> None:
    position = duel().play("a3-a2")
    from_b1 = [move for move in position.moves() if str(move).startswith("b1")]
    assert position.draw(outlined=from_b1) == DUEL_AFTER_A_MOVE
    assert duel().play("a3-b2").draw() == DUEL_AFTER_A_FALL


def test_a_finished_game_says_how_it_ended() -> None:
    position = ply.game("konane").position("bw1/3/3 black").play("a1-c1")
    assert position.draw() == KONANE_OVER


def test_a_pass_marks_nothing() -> None:
    position = ply.game("othello").position("wbb1/w3/4/4 black")
    after = position.play("pass")
    assert after.draw() == position.draw().replace("black to move", "white to move")
    assert position.draw(outlined=position.moves()) == position.draw()


def test_rows_of_two_digits_stay_in_line() -> None:
    lines = ply.game("duel", size=12).start().draw().splitlines()
    assert lines[0].split() == list("abcdefghijkl")
    assert {len(line) for line in lines[1:-1]} == {2 + 1 + 3 * 12 - 1}
    assert [line[:2] for line in lines[9:13]] == [" 9", "10", "11", "12"]


def test_without_colour_there_are_no_escape_codes() -> None:
    for name in ("othello", "konane", "breakthrough", "duel"):
        position = ply.game(name, size=6).start()
        position = position.play(position.moves()[0])
        drawing = position.draw(outlined=position.moves())
        assert ESCAPE not in drawing
        assert drawing.isascii()


def colors_of(drawing: str, name: str) -> list[list[tuple[int, int, str, bool]]]:
    """Take a drawing in colour apart: paper, ink, symbol and whether it is outlined, by row."""
    pattern = (
        r"\x1b\[48;5;(\d+);38;5;(\d+);1m([ \[])"  # paper, outline
        r"\x1b\[38;5;(\d+)m(.)"  # ink, symbol
        r"\x1b\[38;5;\2m([ \]])\x1b\[0m"
    )
    rows = []
    for line in drawing.splitlines()[1:-1]:
        found = re.findall(pattern, line)
        assert all(int(outline) == GRAY for _, outline, *_ in found), f"{name}: outlines are gray"
        assert all((left, right) in ((" ", " "), ("[", "]")) for _, _, left, _, _, right in found)
        rows.append([(int(paper), int(ink), symbol, left == "[") for paper, _, left, ink, symbol, _ in found])
    return rows


def test_pits_are_red_in_colour_and_nothing_else_is() -> None:
    rows = colors_of(duel("whm/1*1/WHM adversary").draw(color=True), "duel")
    assert [len(row) for row in rows] == [3, 3, 3]
    red = [(row, column) for row in range(3) for column in range(3) if rows[row][column][0] == RED]
    assert red == [(1, 1)]
    assert rows[1][1][2] == "*"


def test_outlines_are_drawn_in_gray_where_the_moves_lead() -> None:
    position = ply.game("othello", size=4).start()
    rows = colors_of(position.draw(color=True, outlined=position.moves()), "othello")
    outlined = [(row, column) for row in range(4) for column in range(4) if rows[row][column][3]]
    assert outlined == [(0, 1), (1, 0), (2, 3), (3, 2)]


@pytest.mark.parametrize("name", ["othello", "konane", "breakthrough", "duel"])
def test_the_players_differ_in_colour(name: str) -> None:
    position = ply.game(name, size=6).start()
    first, second = ("WHM", "whm") if name == "duel" else ("b", "w")
    squares = [square for row in colors_of(position.draw(color=True), name) for square in row]
    inks: dict[str, set[int]] = {first: set(), second: set()}
    for letter, (paper, ink, symbol, _) in zip(position.diagram.squares, squares, strict=True):
        for letters, found in inks.items():
            if letter in letters:
                found.add(ink)
                assert symbol != " "
                assert ink != paper
    assert len(inks[first]) == len(inks[second]) == 1
    assert inks[first] != inks[second]


def test_neighbouring_squares_differ_and_the_last_move_stands_out() -> None:
    before = ply.game("breakthrough", size="5x4").start()
    papers = [[square[0] for square in row] for row in colors_of(before.draw(color=True), "before")]
    light, dark = papers[0][:2]
    assert light != dark
    assert papers == [[light, dark] * 2, [dark, light] * 2] * 2 + [[light, dark] * 2]
    after = colors_of(before.play("a4-b3").draw(color=True), "after")
    changed = [
        (row, column) for row in range(5) for column in range(4) if after[row][column][0] not in (light, dark)
    ]
    assert changed == [(1, 0), (2, 1)]
