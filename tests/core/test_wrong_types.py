"""Values of the wrong type: one line says what was expected, before anything else happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import plyground as ply

GAME = ply.game("breakthrough", size="5x4")
START = GAME.start()
BREAKTHROUGH: Any = "breakthrough"  # as people write it who have not read the types
THREE: Any = 3
NOTHING: Any = None

CALLS: list[tuple[Callable[[], object], str]] = [
    (lambda: ply.game(THREE), "the name of a game has to be a text such as 'breakthrough', not 3"),
    (
        lambda: ply.Engine(BREAKTHROUGH),
        "game has to be a Game such as ply.game('breakthrough'), not 'breakthrough'",
    ),
    (lambda: ply.Engine(GAME, threads="2"), "threads has to be a whole number, not '2'"),  # type: ignore[arg-type]
    (
        lambda: ply.Engine(GAME, megabytes=1).best_move(START, THREE),
        "limit has to be a Limit such as ply.Limit(seconds=3), not 3",
    ),
    (
        lambda: ply.Engine(GAME, megabytes=1).search(START, NOTHING),
        "limit has to be a Limit such as ply.Limit(seconds=3), not None",
    ),
    (
        lambda: ply.Engine(GAME, megabytes=1).search(GAME, ply.Limit(depth=1)),  # type: ignore[arg-type]
        "position has to be a Position such as game.start(), not Game(",
    ),
    (lambda: START.play(THREE), "a move has to be a Move or a text such as 'b5-b4', not 3"),
    (lambda: START.find_move(THREE), "a move has to be a text such as 'b5-b4', not 3"),
    (lambda: START.play(START.moves), "a move has to be a Move or a text"),  # type: ignore[arg-type]
    (lambda: GAME.position(THREE), "a position has to be a text, as Position.text is, not 3"),
    (lambda: ply.Limit(seconds="3"), "seconds has to be a number, not '3'"),  # type: ignore[arg-type]
    (lambda: ply.Limit(depth="3"), "depth has to be a whole number, not '3'"),  # type: ignore[arg-type]
    (lambda: ply.Limit(depth=2.5), "depth has to be a whole number, not 2.5"),  # type: ignore[arg-type]
    (lambda: ply.Limit(nodes="many"), "nodes has to be a whole number, not 'many'"),  # type: ignore[arg-type]
    (lambda: ply.Limit(clock="60+1"), "clock has to be a Clock such as ply.Clock.read('60+1'), not '60+1'"),  # type: ignore[arg-type]
    (
        lambda: ply.evaluate(GAME, "piece"),  # type: ignore[arg-type]
        "position has to be a Position such as game.start(), not Game(",
    ),
    (
        lambda: ply.play_match(BREAKTHROUGH, "first", "random"),
        "game has to be a Game such as ply.game('breakthrough'), not 'breakthrough'",
    ),
    (
        lambda: ply.play_match(GAME, "first", THREE),
        "a player has to be a text such as 'engine:seconds=1', not 3",
    ),
    (
        lambda: ply.play_tournament(BREAKTHROUGH, ["first", "random"]),
        "game has to be a Game such as ply.game('breakthrough'), not 'breakthrough'",
    ),
    (
        lambda: ply.play_tournament(GAME, "first"),
        "players has to be a list of texts such as ['level:3', 'random'], not 'first'",
    ),
    (
        lambda: ply.make_player("first", BREAKTHROUGH),
        "game has to be a Game such as ply.game('breakthrough'), not 'breakthrough'",
    ),
    (
        lambda: ply.make_player(GAME, "first"),  # type: ignore[arg-type]
        "a player has to be a text such as 'engine:seconds=1', not Game(",
    ),
    (
        lambda: ply.answer_study("pruning", BREAKTHROUGH),
        "about has to be a Game or a Position such as ply.game('breakthrough'), not 'breakthrough'",
    ),
    (
        lambda: ply.find_evaluation("breakthrough", THREE),
        "an evaluation has to be a text such as 'piece', not 3",
    ),
]


@pytest.mark.parametrize(("call", "message"), CALLS, ids=[message[:60] for _, message in CALLS])
def test_a_wrong_type_says_what_was_expected(call: Callable[[], object], message: str) -> None:
    with pytest.raises(TypeError) as raised:
        call()
    assert str(raised.value).startswith(message)
    assert "\n" not in str(raised.value)
    assert isinstance(raised.value, ply.PlygroundError)


def test_a_move_of_another_board_is_told_as_a_move() -> None:
    other = ply.game("breakthrough").start().moves()[0]
    with pytest.raises(ply.IllegalMoveError, match="b5-a4 is not legal here"):
        START.play(other)


def test_numbers_of_numpy_are_numbers() -> None:
    import numpy as np

    assert ply.Limit(seconds=np.float64(1.5), depth=np.int64(3)).deadline == 1.5  # type: ignore[arg-type]
