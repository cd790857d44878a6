"""What a person may type."""

from __future__ import annotations

import pytest

from plyground.core.position import Move, Position, game
from plyground.errors import IllegalMoveError, NotationError, PlygroundError
from plyground.ui.terminal.typed_input import (
    COMMANDS,
    OTHER_NAMES,
    InputError,
    Order,
    Pick,
    read_answer,
    read_order,
)

START = game("breakthrough", size="5x4").start()
DISCS = game("othello", size=4).start()


def played(text: str, position: Position = START, **more: object) -> str:
    answer = read_answer(text, position, **more)  # type: ignore[arg-type]
    assert isinstance(answer, Move)
    return str(answer)


@pytest.mark.parametrize("text", ["b4-b3", "b4b3", " b4-b3 ", "B4-B3", "b4 b3", "b4 - b3"])
def test_moves_in_notation(text: str) -> None:
    assert played(text) == "b4-b3"


def test_a_single_square_is_a_move_where_stones_are_placed() -> None:
    assert played("b1", DISCS) == "b1"


def test_a_square_picks_the_piece_on_it() -> None:
    pick = read_answer("b4", START)
    assert isinstance(pick, Pick)
    assert sorted(map(str, pick.moves)) == ["b4-a3", "b4-b3", "b4-c3"]


def test_after_a_pick_a_square_is_the_target_or_another_piece() -> None:
    pick = read_answer("b4", START)
    assert isinstance(pick, Pick)
    assert played("c3", picked=pick) == "b4-c3"
    other = read_answer("d4", START, picked=pick)
    assert isinstance(other, Pick)
    assert other.square == "d4"


def test_numbers_stand_for_the_moves_of_the_list() -> None:
    moves = START.moves()
    assert played("1", listed=moves) == str(moves[0])
    assert played(str(len(moves)), listed=moves) == str(moves[-1])


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("0", "the list has no number '0', only 1 to 10"),
        ("11", "the list has no number '11'"),
        ("9" * 5000, "the list has no number '9999"),
        ("1 2", "a move looks like"),
    ],
)
def test_numbers_beyond_the_list(text: str, problem: str) -> None:
    with pytest.raises(PlygroundError, match=problem):
        read_answer(text, START, START.moves())


def test_a_number_without_a_list() -> None:
    with pytest.raises(InputError, match="'3' is a number, but no list is shown; type moves first"):
        read_answer("3", START)


@pytest.mark.parametrize(
    ("text", "kind", "problem"),
    [
        ("b4-b2", IllegalMoveError, "from b4 there is b4-a3"),
        ("b1", InputError, "nothing of yours can move from b1"),
        ("b9", NotationError, "there is no square b9"),
        ("4b", NotationError, "a move looks like"),
        ("b4-b3 now", NotationError, "a move looks like"),
        ("pass", IllegalMoveError, "pass is not legal"),
        ("²", NotationError, "a move looks like"),
    ],
)
def test_moves_that_are_none(text: str, kind: type[Exception], problem: str) -> None:
    with pytest.raises(kind, match=problem):
        read_answer(text, START)


def test_a_square_where_no_stone_can_be_placed() -> None:
    with pytest.raises(IllegalMoveError, match="a1 is not legal: black can play"):
        read_answer("a1", DISCS)


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_by_their_names(name: str) -> None:
    assert read_answer(name, START) == read_order(name.upper()) == Order(name)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("", Order("board")),
        ("?", Order("moves")),
        ("exit", Order("quit")),
        ("q", Order("quit")),
        ("u", Order("undo")),
        ("a", Order("analyse")),
        ("analyze 3", Order("analyse", "3")),
        ("an 0.5", Order("analyse", "0.5")),
        ("save  My Game.txt ", Order("save", "My Game.txt")),
    ],
)
def test_shortened_words_and_what_follows_them(text: str, order: Order) -> None:
    assert read_answer(text, START) == order


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("h", "'h' may be help or hint"),
        ("foo", "there is no command 'foo'; help lists what you can type"),
        ("hlep", "did you mean 'help'"),
        ("resig", "type resign in full"),
        ("r", "type resign in full"),
        ("undo 2", "nothing may follow undo"),
        ("resign now", "nothing may follow resign"),
        ("!", "there is no command '!'"),
        ("\x1b[A", "there is no command"),
    ],
)
def test_words_that_make_no_sense(text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem.replace("?", r"\?")):
        read_answer(text, START)


def test_no_word_can_be_taken_for_a_square_a_number_or_a_pass() -> None:
    for name in (*COMMANDS, *OTHER_NAMES):
        assert not any(character.isdigit() for character in name)
        assert not "pass".startswith(name)
