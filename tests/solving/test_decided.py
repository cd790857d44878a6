"""Early decisions and canonical states: never wrong, on every state of small boards."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

import plyground as ply
from plyground.core.position import Position
from plyground.core.rules import ONGOING, set_of
from plyground.core.stones import State
from plyground.solving import Solver
from plyground.solving.retrograde.analysis import Retrograde
from tests.twins.konane import Twin as Konane

from .every_state import values_of_every_state
from .late import late_positions

SMALL = [
    *(("breakthrough", size) for size in ("4x2", "5x2", "4x3")),
    *(("konane", size) for size in ("3x3", "3x4", "3x5", "4x3", "3x6", "4x4")),
]
MIDDLE = [
    *(("breakthrough", size) for size in ("6x2", "7x2", "5x3", "4x4")),
    *(("konane", size) for size in ("5x4", "4x5", "3x7", "3x8")),
]


@pytest.mark.parametrize(
    ("name", "size"), [*SMALL, *(pytest.param(*board, marks=pytest.mark.long) for board in MIDDLE)]
)
def test_every_state_of_a_small_board(name: str, size: str) -> None:
    game = ply.game(name, size=size)
    decided = game.rules.decided
    assert decided is not None
    values, count = values_of_every_state(game), 0
    for state, value in values.items():
        answer = decided(game.board, state)
        assert answer in (ONGOING, value), (state, value)
        count += answer != ONGOING
    assert count > len(values) // 8


def few_pawns(game: ply.Game, count: int, most: int, seed: int) -> Iterator[ply.Position]:
    """Yield positions with a few pawns a side anywhere but on the first and the last row."""
    chance, columns = random.Random(seed), game.columns
    squares = range(columns, (game.rows - 1) * columns)
    for _ in range(count):
        sides = [chance.randint(1, most) for _ in range(2)]
        chosen = iter(chance.sample(squares, sum(sides)))
        own, opponent = (set_of([next(chosen) for _ in range(side)]) for side in sides)
        yield Position(game, State(own, opponent, np.uint64(chance.randrange(2))))


@pytest.mark.parametrize(("size", "most"), [("6x6", 3), ("8x8", 2), ("5x7", 3), ("7x4", 3)])
def test_a_few_pawns_on_large_boards(size: str, most: int) -> None:
    """The oracle is the solver without the knowledge that is tested."""
    game = ply.game("breakthrough", size=size)
    plain = ply.Game.of(replace(game.rules, decided=None, canonical=None), {"size": size})
    solver = Solver(plain, method="dfpn", megabytes=16)
    decided, count = game.rules.decided, 0
    assert decided is not None
    for position in few_pawns(plain, 60, most, seed=6):
        answer = decided(game.board, position.state)
        if answer != ONGOING:
            *_, found = solver.run(position)
            assert answer == found.low == found.high, position.text
            count += 1
    assert count > 20


@pytest.mark.parametrize(("size", "plies"), [("6x6", 2), ("6x6", 4), ("8x8", 2), ("8x8", 4), ("5x7", 3)])
def test_late_positions_of_konane(size: str, plies: int) -> None:
    """The oracle is the solver without the knowledge that is tested; every move is looked at as well."""
    game = ply.game("konane", size=size)
    rules = replace(game.rules, decided=None, canonical=None, leaf_numbers=None)
    plain = ply.Game.of(rules, {"size": size})
    solver, decided, count = Solver(plain, method="dfpn", megabytes=16), game.rules.decided, 0
    assert decided is not None
    for late in late_positions(plain, 60, plies, seed=8):
        for position in (late, *(late.play(move) for move in late.moves())):
            answer = decided(game.board, position.state)
            if answer != ONGOING:
                *_, found = solver.run(position)
                assert answer == found.low == found.high, position.text
                count += 1
    assert count > 10


@pytest.mark.parametrize("size", ["4x2", "5x2", "6x2", "4x3"])
def test_a_pawn_that_runs_arrives_in_time(size: str) -> None:
    """A winner that runs at once needs as long as is guessed at most; the loser delays as it can."""
    game = ply.game("breakthrough", size=size)
    analysis, count = Retrograde(game.start(), 64), Counter[str]()
    list(analysis.steps())
    decided, loss_distance = game.rules.decided, game.rules.loss_distance
    assert decided is not None
    assert loss_distance is not None
    for state, value in values_of_every_state(game).items():
        found = analysis.look_up(state)
        if found is not None and found.distance and decided(game.board, state) == value == -1:
            guess = loss_distance(game.board, state)
            assert found.distance <= guess, Position(game, state).text
            count["all"] += 1
            count["exact"] += found.distance == guess
    assert count["exact"] > 0.9 * count["all"] > 0


def other_to_move(twin: Konane) -> Konane:
    return Konane(twin.board, "white" if twin.to_move == "black" else "black")


def slowly_decided(twin: Konane) -> int:
    """Lost without a move; won if a jump over one stone leaves the opponent without one."""
    if not twin.moves():
        return -1
    singles = [move for move in twin.moves() if is_single_jump(move)]
    return 1 if any(not twin.play(move).moves() for move in singles) else ONGOING


def is_single_jump(move: str) -> bool:
    origin, target = move.split("-")
    return abs(ord(origin[0]) - ord(target[0])) + abs(int(origin[1:]) - int(target[1:])) == 2


@pytest.mark.parametrize(("size", "plies"), [("3x5", 3), ("6x6", 1), ("6x6", 3), ("8x8", 1), ("5x8", 2)])
def test_konane_and_its_slow_twin(size: str, plies: int) -> None:
    game, answers = ply.game("konane", size=size), set()
    rules = game.rules
    assert rules.decided is not None
    assert rules.leaf_numbers is not None
    for late in late_positions(game, 40, plies, seed=3):
        for position in (late, *(late.play(move) for move in late.moves())):
            twin = Konane.from_text(position.text)
            answer = rules.decided(game.board, position.state)
            assert answer == slowly_decided(twin), position.text
            answers.add(answer)
            own, others = len(twin.moves()), len(other_to_move(twin).moves())
            numbers = rules.leaf_numbers(game.board, position.state, own)
            assert numbers == (1 + others**3 // (own + 1), 1 + own**3 // (others + 1)), position.text
    assert answers == {-1, 1, ONGOING}


@pytest.mark.parametrize("opening", ["corners", "any"])
@pytest.mark.parametrize("size", ["4x4", "5x5", "4x5", "5x4", "6x6", "3x8", "8x8"])
def test_images_of_an_opening_have_one_canonical_state(size: str, opening: str) -> None:
    game = ply.game("konane", size=size, opening=opening)
    canonical = game.rules.canonical
    assert canonical is not None
    firsts = [game.start().play(move) for move in game.start().moves()]
    for position in (*firsts, *(first.play(move) for first in firsts for move in first.moves())):
        images = [position.transformed(symmetry).state for symmetry in position.symmetries()]
        assert len({canonical(game.board, image) for image in images}) == 1, position.text
        assert canonical(game.board, position.state) in images, position.text


@pytest.mark.parametrize("size", ["4x3", "6x6", "5x8"])
def test_images_have_one_canonical_state(size: str) -> None:
    game = ply.game("breakthrough", size=size)
    canonical = game.rules.canonical
    assert canonical is not None
    for position in late_positions(game, 20, 10, seed=9):
        images = [position.transformed(symmetry) for symmetry in position.symmetries()]
        assert len({canonical(game.board, image.state) for image in images}) == 1, position.text
