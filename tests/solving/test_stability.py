"""Stable discs of Othello: what is called stable is never turned."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import plyground as ply
from plyground.games.othello.stability import make_stable_discs

from .late import late_positions

AXES = ((0, 1), (1, 0), (1, 1), (1, -1))


@functools.cache
def stable_discs_on(game: ply.Game) -> Callable[..., Any]:
    return make_stable_discs(game.board)


def stable_squares(position: ply.Position, letter: str) -> set[int]:
    """Return the squares that the kernel calls stable for one colour."""
    game, state = position.game, position.state
    is_mover = letter == "bw"[position.player]
    sides = (state.own, state.opponent) if is_mover else (state.opponent, state.own)
    word = int(stable_discs_on(game)(*sides))
    return {square for square in range(game.rows * game.columns) if word >> square & 1}


def slow_stable_squares(position: ply.Position, letter: str) -> set[int]:
    """The definition, square by square."""
    game, letters = position.game, position.diagram.squares
    places = {square: divmod(square, game.columns) for square in range(len(letters))}
    square_at = {place: square for square, place in places.items()}

    def ray(square: int, down: int, right: int) -> Iterator[int]:
        row, column = places[square]
        while (row := row + down, column := column + right) in square_at:
            yield square_at[row, column]

    def is_safe(square: int, down: int, right: int, stable: set[int]) -> bool:
        rays = [list(ray(square, sign * down, sign * right)) for sign in (1, -1)]
        ends = not all(rays)
        full = all(letters[other] != "." for line in rays for other in line)
        return ends or full or any(line[0] in stable for line in rays)

    stable: set[int] = set()
    own = {square for square, content in enumerate(letters) if content == letter}
    while True:
        more = {square for square in own if all(is_safe(square, *axis, stable) for axis in AXES)}
        if more == stable:
            return stable
        stable = more


@pytest.mark.parametrize("size", [4, 6, 8])
def test_the_kernel_agrees_with_the_definition(size: int) -> None:
    game = ply.game("othello", size=size)
    found = 0
    for plies in (2, 6, 12):
        for position in late_positions(game, 15, plies, seed=plies):
            for letter in "bw":
                stable = stable_squares(position, letter)
                assert stable == slow_stable_squares(position, letter), position.text
                found += len(stable)
    assert found > 50


@pytest.mark.parametrize("size", [4, 6, 8])
def test_stable_discs_are_never_turned(size: int) -> None:
    game = ply.game("othello", size=size)
    chance = random.Random(size)
    for _ in range(10):
        position = game.start()
        stable: dict[str, set[int]] = {"b": set(), "w": set()}
        while position.outcome is None:
            position = position.play(chance.choice(position.moves()))
            for letter, before in stable.items():
                assert all(position.diagram.squares[square] == letter for square in before), position.text
                stable[letter] = stable_squares(position, letter)
                assert stable[letter] >= before


def test_no_line_of_play_turns_a_stable_disc() -> None:
    """All continuations, not only random ones."""
    game = ply.game("othello", size=4)
    for position in late_positions(game, 8, 6, seed=9):
        stable = {letter: stable_squares(position, letter) for letter in "bw"}
        for final in final_positions(position):
            for letter, squares in stable.items():
                assert all(final.diagram.squares[square] == letter for square in squares)


def final_positions(position: ply.Position) -> set[ply.Position]:
    layer, finished = {position}, set()
    while layer:
        finished |= {each for each in layer if each.outcome is not None}
        layer = {each.play(move) for each in layer for move in each.moves()}
    return finished
