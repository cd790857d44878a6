"""Squares, moves and positions as text: both ways, and what is malformed is refused where it is."""

from __future__ import annotations

import re

import pytest

import plyground as ply
from plyground.core.notation import Grid, read_move
from tests.boards import ALL_BOARDS, STARTS, board_name, random_game

# One long text a game, with runs, both players' letters and everything the game has.
MIDGAMES = {
    "othello": "2w5/3wb3/2bwbw2/1wwwbb2/3bww2/2b1wb2/8/7b white",
    "konane": "bwb2wbw/w1wbwbwb/bwbwb2w/wbwb1bwb/bwb1bwbw/wbwbwbwb/bwbwbwbw/wbwbwbwb white",
    "breakthrough": "bb1bb1/1b1b1b/3w2/b5/w1ww1w/1ww1ww white",
    "duel": "whm2w2h3/12/2*6*w1/12/*9h1/5*6/12/3M8/1*10/11*/12/W1MW3H3M agent 17",
}

STRAYS = ["?", "\t", "\n", "\x00", "\u0663", "\u00a0", "é", "０"]  # two of them are digits elsewhere

STARTS_AND_MIDGAMES = [*STARTS.items(), *MIDGAMES.items()]


def error_of(game: str, text: str) -> ply.NotationError:
    with pytest.raises(ply.NotationError) as caught:
        ply.game(game).position(text)
    assert "\n" not in str(caught.value), "a message is one line"
    assert caught.value.text == text
    return caught.value


@pytest.mark.parametrize(("name", "size"), ALL_BOARDS, ids=board_name)
def test_positions_of_every_size_are_read_as_they_are_written(name: str, size: tuple[int, int]) -> None:
    reader = ply.game(name)  # of another size: a text brings its own
    for position in random_game(name, size, seed=5, plies=12):
        again = reader.position(position.text)
        assert again.text == position.text
        assert (again.state, again.game.board) == (position.state, position.game.board)
        assert (again.game.rows, again.game.columns) == size


@pytest.mark.parametrize(("name", "size"), ALL_BOARDS, ids=board_name)
def test_moves_of_every_size_are_read_as_they_are_written(name: str, size: tuple[int, int]) -> None:
    for position in random_game(name, size, seed=6, plies=6):
        for move in position.moves():
            assert position.find_move(str(move)) == move
            assert position.find_move(re.sub("[-x]", "", str(move))) == move


@pytest.mark.parametrize(("name", "text"), STARTS.items())
def test_the_first_position_is_the_one_of_the_rules(name: str, text: str) -> None:
    size = {"duel": 3}.get(name)
    game = ply.game(name) if size is None else ply.game(name, size=size)
    assert game.start().text == text


@pytest.mark.parametrize(("name", "text"), MIDGAMES.items())
def test_a_text_is_written_again_as_it_was_read(name: str, text: str) -> None:
    assert ply.game(name).position(text).text == text


def test_a_counter_of_zero_may_be_written_and_is_left_out() -> None:
    position = ply.game("duel").position(STARTS["duel"] + " 0")
    assert position.text == STARTS["duel"]


def test_rows_are_numbered_from_the_top_but_in_breakthrough_from_the_bottom() -> None:
    for name in ("othello", "konane", "duel"):
        grid = ply.game(name, size=6).grid
        assert (grid.name(0), grid.name(35), grid.name(5)) == ("a1", "f6", "f1")
    grid = ply.game("breakthrough", size="6x5").grid
    assert (grid.name(0), grid.name(29), grid.name(4)) == ("a6", "e1", "e6")


@pytest.mark.parametrize("rows_from_top", [True, False])
@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (3, 8), (8, 3), (15, 15), (26, 26)])
def test_every_square_has_a_name_of_its_own(rows: int, columns: int, rows_from_top: bool) -> None:
    grid = Grid(rows, columns, rows_from_top)
    names = [grid.name(square) for square in range(rows * columns)]
    assert [grid.read_square(name) for name in names] == list(range(rows * columns))
    assert len(set(names)) == rows * columns


@pytest.mark.parametrize("stray", STRAYS, ids=ascii)
@pytest.mark.parametrize(("name", "text"), STARTS_AND_MIDGAMES)
def test_a_stray_character_is_found_where_it_is(name: str, text: str, stray: str) -> None:
    for place in range(len(text)):
        assert error_of(name, text[:place] + stray + text[place + 1 :]).place == place, "put over another"
    for place in range(len(text) + 1):
        assert error_of(name, text[:place] + stray + text[place:]).place == place, "put between"


@pytest.mark.parametrize(("name", "text"), STARTS_AND_MIDGAMES)
def test_a_text_that_ends_early_is_refused_where_it_ends(name: str, text: str) -> None:
    whole = {text, text.removesuffix("7"), text.removesuffix(" 17")}  # the counter may be shorter
    beginnings = {text[:length] for length in range(len(text))} - whole
    for beginning in beginnings:
        assert error_of(name, beginning).place == len(beginning)


@pytest.mark.parametrize(
    ("name", "text", "place", "problem"),
    [
        ("othello", "", 0, "a board, one space and the player"),
        ("othello", " ", 0, "a board, one space and the player"),
        ("othello", " 4/1wb1/1bw1/4 black", 0, "a board, one space and the player"),
        ("othello", "4/1wb1/1bw1/4", 13, "missing: black or white"),
        ("othello", "4/1wb1/1bw1/4 ", 14, "black or white"),
        ("othello", "4/1wb1/1bw1/4  black", 14, "black or white"),
        ("othello", "4/1wb1/1bw1/4 black ", 19, "nothing may follow the player"),
        ("othello", "4/1wb1/1bw1/4 black 0", 19, "nothing may follow the player"),
        ("othello", "4/1wb1/1bw1/4 blakc", 17, "black or white; did you mean 'black'?"),
        ("othello", "4/1wb1/1bw1/4 Black", 14, "did you mean 'black'?"),
        ("othello", "4/1wb1/1bw1/4 white5", 19, "did you mean 'white'?"),
        ("othello", "4/1wb1/1bw1/4 agent", 14, "black or white"),
        ("duel", "whm/3/WHM agnet", 12, "adversary or agent; did you mean 'agent'?"),
        ("othello", "4/1wb/1bw1/4 black", 5, "row 2 from the top has 3 squares, the first has 4"),
        ("othello", "4/1wb2/1bw1/4 black", 5, "row 2 from the top is longer than the first"),
        ("othello", "4/1wb1/1bw1/3 black", 13, "row 4 from the top has 3 squares"),
        ("othello", "4/1wb1//4 black", 7, "row 3 from the top is empty"),
        ("othello", "/4 black", 0, "row 1 from the top is empty"),
        ("othello", "4/4/ black", 4, "row 3 from the top is empty"),
        ("othello", "4/1xb1/1bw1/4 black", 3, "'x' is neither a piece (b, w)"),
        ("othello", "4/1Wb1/1bw1/4 black", 3, "'W' is neither a piece"),
        ("othello", "4/1*b1/1bw1/4 black", 3, "'*' is neither a piece (b, w)"),
        ("othello", "4/1.b1/1bw1/4 black", 3, "'.' is neither a piece"),
        ("othello", "04/1wb1/1bw1/4 black", 0, "'04' is neither a piece"),
        ("othello", "4/0wb2/1bw1/4 black", 2, "'0' is neither a piece"),
        ("othello", "4/1wb01/1bw1/4 black", 5, "'01' is neither a piece"),
        ("othello", "22/1wb1/1bw1/4 black", 7, "row 2 from the top has 4 squares, the first has 22"),
        ("othello", "99/1wb1/1bw1/4 black", 0, "at most 26 squares"),
        ("othello", "-4/1wb1/1bw1/4 black", 0, "'-' is neither a piece"),
        ("duel", "whm/3/WHM adversary x", 20, "a whole number"),
        ("duel", "whm/3/WHM adversary -1", 20, "a whole number"),
        ("duel", "whm/3/WHM adversary 01", 21, "a whole number"),
        ("duel", "whm/3/WHM adversary 1.5", 21, "a whole number"),
        ("duel", "whm/3/WHM adversary 1_0", 21, "a whole number"),
        ("duel", "whm/3/WHM adversary 1000000", 26, "a whole number below a million"),
        ("duel", "whm/3/WHM adversary ", 20, "a whole number"),
        ("duel", "whm/3/WHM adversary  1", 20, "a whole number"),
        ("duel", "whm/3/WHM adversary 1 ", 21, "nothing may follow the counter"),
        ("duel", "whm/3/WHM adversary 1 2", 21, "nothing may follow the counter"),
        ("duel", "whx/3/WHM adversary", 2, "(W, H, M, w, h, m, *)"),
    ],
)
def test_malformed_positions(name: str, text: str, place: int, problem: str) -> None:
    error = error_of(name, text)
    assert error.place == place
    assert problem in str(error)
    assert f"character {place + 1} of" in str(error)


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ("b" * 10**6 + " black", 26, "at most 26 squares"),
        ("9" * 10**6 + " black", 0, "at most 26 squares"),
        ("0" * 10**6 + " black", 0, "neither a piece"),
        ("1/" * 10**6 + "1 black", 52, "at most 26 rows"),
        ("1 " + "b" * 10**6, 3, "black or white"),
        ("1" + " " * 10**6, 2, "black or white"),
        ("1 black" + " 1" * 10**6, 7, "nothing may follow"),
    ],
    ids=["row", "run", "zeros", "rows", "player", "blanks", "words"],
)
def test_huge_texts_are_refused_in_a_short_line(text: str, place: int, problem: str) -> None:
    error = error_of("othello", text)
    assert error.place == place
    assert problem in str(error)
    assert len(str(error)) < 500


def test_a_run_is_one_number_and_never_two() -> None:
    text = "12/12/12/12/12/12/12/12/12/12/12/w10W agent"
    assert ply.game("duel").position(text).text == text
    assert error_of("duel", text.replace("12/12/12/12/12", "12/111/12/12/12")).place == 3


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", 0),
        ("B5", 0),
        ("5b", 0),
        ("b", 1),
        ("b0", 1),
        ("b05", 1),
        ("b-5", 1),
        ("b 5", 1),
        ("b\u0665", 1),
        ("b5 ", 2),
        ("b5\n", 2),
        ("b100", 3),
        ("b7", 1),  # not on a board of 6 rows
        ("g5", 0),
        ("g7", 0),
    ],
)
def test_malformed_squares(text: str, place: int) -> None:
    with pytest.raises(ply.NotationError) as caught:
        ply.game("breakthrough").grid.read_square(text)
    assert (caught.value.place, caught.value.text) == (place, text)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", 0),
        (" b5b4", 0),
        ("-b4", 0),
        ("Past", 3),
        ("pas", 3),
        ("passs", 4),
        ("b", 1),
        ("b5-", 3),
        ("b5x", 3),
        ("b5-b", 4),
        ("b5--b4", 3),
        ("b5 b4", 2),
        ("b5–b4", 2),  # a dash that is no hyphen
        ("b5:b4", 2),
        ("b5-b04", 4),
        ("b5-b4-b3", 5),
        ("b5-b4 ", 5),
        ("b5-b4+", 5),
        ("b7-b6", 1),
        ("g5-b6", 0),
        ("b5-b7", 4),
        ("b5-h4", 3),
        ("b5h4", 2),
    ],
)
def test_malformed_moves(text: str, place: int) -> None:
    with pytest.raises(ply.NotationError) as caught:
        ply.game("breakthrough").start().find_move(text)
    assert (caught.value.place, caught.value.text) == (place, text)


@pytest.mark.parametrize("text", ["d3", "pass", "c1-e1", "b5xc4", "b5c4", "D3", "PASS", "B5xC4"])
def test_moves_are_read_in_all_forms_of_the_contract(text: str) -> None:
    grid = Grid(6, 6, rows_from_top=False)
    assert read_move(text, grid).write(grid) == text.lower()
