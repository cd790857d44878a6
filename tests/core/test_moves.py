"""Moves as people write them: what is played, what is malformed, what is illegal and why."""

from __future__ import annotations

import pytest

import plyground as ply

# Black to move: b5 goes ahead or either way, or takes c4; the pawn on e2 is blocked ahead.
BREAKTHROUGH = "6/1b4/2w3/6/4b1/4w1 black"
PASSING = "wbb1/w3/4/4 black"  # black has no move, white has


def illegal(position: ply.Position, move: ply.Move | str) -> str:
    with pytest.raises(ply.IllegalMoveError) as caught:
        position.play(move)
    message = str(caught.value)
    assert "\n" not in message
    return message


def breakthrough() -> ply.Position:
    return ply.game("breakthrough").position(BREAKTHROUGH)


@pytest.mark.parametrize(
    ("written", "played", "text"),
    [
        ("b5-b4", "b5-b4", "6/6/1bw3/6/4b1/4w1 white"),
        ("b5b4", "b5-b4", "6/6/1bw3/6/4b1/4w1 white"),
        ("b5xc4", "b5xc4", "6/6/2b3/6/4b1/4w1 white"),
        ("b5c4", "b5xc4", "6/6/2b3/6/4b1/4w1 white"),
    ],
)
def test_a_move_with_its_mark_and_without(written: str, played: str, text: str) -> None:
    after = breakthrough().play(written)
    assert (str(after.last_move), after.text) == (played, text)


def test_a_move_object_is_played_like_its_text() -> None:
    position = breakthrough()
    for move in position.moves():
        assert position.play(move) == position.play(str(move))


@pytest.mark.parametrize(
    ("move", "problem"),
    [
        ("b5xb4", "b5xb4 is not legal: it is written b5-b4"),
        ("b5-c4", "b5-c4 is not legal: it is written b5xc4"),
        ("b5-b3", "b5-b3 is not legal: from b5 there is b5-a4, b5-b4, b5xc4"),
        ("e2xe1", "e2xe1 is not legal: from e2 there is e2-d1, e2-f1"),
        ("a1-a2", "nothing can move from a1; black can play b5-a4, e2-d1, b5-b4, b5xc4, e2-f1"),
        ("c4-c5", "nothing can move from c4; black can play"),
        ("b4", "b4 is not legal: black can play b5-a4, e2-d1, b5-b4, b5xc4, e2-f1"),
        ("pass", "pass is not legal: black can play b5-a4"),
    ],
)
def test_illegal_moves_say_what_is_legal(move: str, problem: str) -> None:
    assert problem in illegal(breakthrough(), move)


def test_many_legal_moves_are_not_all_listed() -> None:
    assert illegal(ply.game("breakthrough").start(), "b4").endswith("f5-e4, a5-a4, b5-b4, c5-c4 and 8 more")


def test_a_pass_is_a_move_where_there_is_no_other_and_only_there() -> None:
    position = ply.game("othello").position(PASSING)
    assert [str(move) for move in position.moves()] == ["pass"]
    assert illegal(position, "d1") == "d1 is not legal: black can play pass"
    after = position.play("pass")
    assert after.text == "wbb1/w3/4/4 white"
    assert after.play("d1").text == "wwww/w3/4/4 black"
    assert "black can play d3, c4, f5, e6" in illegal(ply.game("othello").start(), "pass")


def test_the_opening_of_konane_removes_stones() -> None:
    position = ply.game("konane").start()
    assert illegal(position, "a1-c1").startswith(
        "a1-c1 is not legal: nothing can move from a1; black can play"
    )
    assert illegal(position, "b2") == "b2 is not legal: black can play a1, d4, e5, h8"
    position = position.play("d4")
    assert illegal(position, "d4") == "d4 is not legal: white can play d3, c4, e4, d5"
    after = position.play("d3").play("d6-d4")
    assert str(after.last_move) == "d6-d4"


def test_a_konane_move_may_stop_at_every_landing() -> None:
    position = ply.game("konane").position("bw1w1w2/8/8/8/8/8/8/8 black")
    assert {str(move) for move in position.moves()} == {"a1-c1", "a1-e1", "a1-g1"}
    assert position.play("a1-e1").text == "4bw2/8/8/8/8/8/8/8 white"


def test_an_attack_in_the_duel_is_written_with_x_whoever_dies() -> None:
    position = ply.game("duel").position("hmw/1W1/3 adversary")
    marked = {str(move) for move in position.moves() if "x" in str(move)}
    assert marked == {"b2xa1", "b2xb1", "b2xc1"}
    assert position.play("b2xa1").text == "hmw/3/3 agent"
    assert position.play("b2xb1").text == "hWw/3/3 agent"
    assert position.play("b2xc1").text == "hm1/3/3 agent"
    assert illegal(position, "b2-a1") == "b2-a1 is not legal: it is written b2xa1"


def test_malformed_and_illegal_are_told_apart() -> None:
    position = breakthrough()
    for malformed in ("b5=b4", "b9-b8", ""):
        with pytest.raises(ply.NotationError):
            position.play(malformed)
    for not_legal in ("b5-b6", "pass", "a1"):
        with pytest.raises(ply.IllegalMoveError):
            position.play(not_legal)
    assert not issubclass(ply.NotationError, ply.IllegalMoveError)
    assert not issubclass(ply.IllegalMoveError, ply.NotationError)


def test_a_finished_game_has_no_moves() -> None:
    before = ply.game("breakthrough").position("6/6/6/6/4b1/w5 black")
    after = before.play("e2-e1")
    assert after.moves() == []
    over = "is not legal: the game is over (black wins: black broke through)"
    assert illegal(after, "a1-a2") == f"a1-a2 {over}"
    assert illegal(after, "pass") == f"pass {over}"
    assert "the game is over" in illegal(after, before.moves()[0])
    with pytest.raises(ply.NotationError):
        after.play("e1-e0")


def test_a_move_of_another_position_is_refused() -> None:
    start = ply.game("breakthrough").start()
    reply = start.play("b5-b4").moves()[0]
    assert illegal(start, reply).startswith(f"{reply} is not legal here: nothing can move from")
    # The same squares, but a capture there and a plain move here.
    capture = breakthrough().find_move("b5xc4")
    plain = ply.game("breakthrough").position("6/1b4/6/6/4b1/4w1 black")
    assert illegal(plain, capture) == "b5xc4 is not legal here: from b5 there is b5-a4, b5-b4, b5-c4"
    # A square that this board does not have.
    far = ply.game("breakthrough", size=8).position("8/8/8/8/8/8/7b/w7 black").moves()[0]
    assert illegal(plain, far) == "h2-g1 is not legal here: black can play b5-a4, e2-d1, b5-b4, b5-c4, e2-f1"
