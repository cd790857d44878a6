"""The model: what it reads from a position, compared with a slow twin that asks square by square."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import plyground as ply
from plyground.core.pointers import address_of
from plyground.core.position import Game, Position
from plyground.core.rules import ONGOING
from plyground.evaluation.learned import Model
from plyground.evaluation.learned.model import base_of
from plyground.jit import plain_python
from tests.boards import random_game

BOARDS = [
    ("othello", 4),
    ("othello", 8),
    ("breakthrough", "5x4"),
    ("breakthrough", 8),
    ("konane", 5),
    ("konane", "6x7"),
    ("duel", 3),
    ("duel", 9),
]


def random_positions(game: Game, count: int, seed: int) -> list[Position]:
    """Return undecided positions of random games."""
    size, found = (game.board.rows, game.board.columns), list[Position]()
    while len(found) < count:
        found += [each for each in random_game(game.name, size, seed, 60) if each.outcome is None]
        seed += 1
    return [found[place] for place in np.linspace(0, len(found) - 1, count).astype(int)]


def twin_digits(position: Position) -> list[int]:
    """Return the digit of each square as the declared planes of the four games have them."""
    game = position.game
    kinds = len(game.rules.pieces)
    found = []
    for square in range(game.board.rows * game.board.columns):
        cell = game.rules.cell(game.board, position.state, *divmod(square, game.board.columns))
        if game.name == "konane":
            found.append(int(cell != 0))
        elif cell >= 64:
            found.append(0)
        else:
            found.append(cell if cell >= 0 else kinds - cell)
    return found


def twin_entries(model: Model, position: Position) -> list[int]:
    digits, base = twin_digits(position), base_of(position.game)
    side = int(position.state.player)
    return [
        table.offset + sum(digits[square] * base**place for place, square in enumerate(squares))
        for table, squares in model.tables.instances(side)
    ]


@pytest.mark.parametrize(("name", "size"), BOARDS)
def test_weights_are_those_of_the_twin(name: str, size: Any) -> None:
    game = ply.game(name, size=size)
    model = Model.for_game(game)
    block, extract, out = model.block(), model.extractor(), np.zeros(model.instance_count, np.int32)
    for position in random_positions(game, 30, seed=3):
        expected = model.tables.classes[twin_entries(model, position)]
        phase = extract(game.board, position.state, address_of(block), out)
        assert out.tolist() == expected.tolist()
        with plain_python():
            assert extract(game.board, position.state, address_of(block), out) == phase
            assert out.tolist() == expected.tolist()


@pytest.mark.parametrize(("name", "size"), BOARDS)
def test_a_value_is_the_sum_of_its_weights(name: str, size: Any) -> None:
    game = ply.game(name, size=size)
    model = Model.for_game(game, asks_first=False)
    weights = random_weights(model)
    block = model.block(weights[:, model.tables.classes], unit=0.5)
    evaluate, extract, patterns = model.kernel(), model.extractor(), model.block()
    out = np.zeros(model.instance_count, np.int32)
    for position in random_positions(game, 30, seed=4):
        phase = extract(game.board, position.state, address_of(patterns), out)
        expected = 0.5 * weights[phase][out].sum()
        assert evaluate(game.board, position.state, address_of(block)) == expected
        with plain_python():
            assert evaluate(game.board, position.state, address_of(block)) == expected


def random_weights(model: Model) -> Any:
    shape = (model.phase_count, model.weight_count)
    return np.random.default_rng(5).integers(-1000, 1000, shape).astype(np.int16)


@pytest.mark.parametrize(("name", "size"), [("othello", 6), ("breakthrough", 6), ("konane", 6), ("duel", 6)])
def test_images_of_a_position_have_the_same_value(name: str, size: int) -> None:
    game = ply.game(name, size=size)
    model = Model.for_game(game, asks_first=False)
    weights = random_weights(model)[:, model.tables.classes]
    evaluate, block = model.kernel(), model.block(weights)
    for position in random_positions(game, 20, seed=6):
        values = {
            evaluate(image.game.board, image.state, address_of(block))
            for image in map(position.transformed, game.rules.symmetries(game.board))
        }
        assert len(values) == 1


def test_what_is_decided_is_asked_first() -> None:
    game = ply.game("breakthrough", size=6)
    decided = next(
        each for each in random_positions(game, 200, seed=7) if known_winner(game, each) not in (0, ONGOING)
    )
    model = Model.for_game(game, asks_first=True)
    block = model.block(np.zeros((model.phase_count, model.tables.entries), np.int16))
    points = model.kernel()(game.board, decided.state, address_of(block))
    assert np.sign(points) == np.sign(known_winner(game, decided))
    assert abs(points) > 100


def known_winner(game: Game, position: Position) -> int:
    assert game.rules.decided is not None
    return int(game.rules.decided(game.board, position.state))


def test_dense_features_are_added_with_weights_by_phase() -> None:
    game = ply.game("breakthrough", size=6)
    piece, position_ = (ply.find_evaluation(game, name) for name in ("piece", "position"))
    model = Model.for_game(game, dense=[piece, position_], asks_first=False)
    dense = np.arange(1.0, 1 + 2 * model.phase_count).reshape(model.phase_count, 2)
    block = model.block(np.zeros((model.phase_count, model.tables.entries), np.int16), dense)
    evaluate, write, out, patterns = model.kernel(), model.dense_kernel(), np.zeros(2), model.block()
    for position in random_positions(game, 10, seed=8):
        values = [ply.evaluate(position, name) for name in ("piece", "position")]
        write(game.board, position.state, out)
        assert out.tolist() == values
        phase = model.extractor()(game.board, position.state, address_of(patterns), np.zeros(99, np.int32))
        assert evaluate(game.board, position.state, address_of(block)) == dense[phase] @ values


def test_a_front_counts_alone_where_it_is_not_0() -> None:
    game = ply.game("breakthrough", size=6)
    model = Model.for_game(game, asks_first=False, front=ply.find_evaluation(game, "piece"))
    weights = random_weights(model)
    block, patterns = model.block(weights[:, model.tables.classes]), model.block()
    evaluate, out = model.kernel(), np.zeros(model.instance_count, np.int32)
    answers = set()
    for position in random_positions(game, 60, seed=4):
        known = ply.evaluate(position, "piece")
        phase = model.extractor()(game.board, position.state, address_of(patterns), out)
        expected = known or float(weights[phase][out].sum())
        assert evaluate(game.board, position.state, address_of(block)) == expected
        with plain_python():
            assert evaluate(game.board, position.state, address_of(block)) == expected
        answers.add(known != 0)
    assert answers == {True, False}


def test_who_wins_for_certain_is_asked_before_a_front() -> None:
    game = ply.game("breakthrough", size=6)
    model = Model.for_game(game, asks_first=True, front=ply.find_evaluation(game, "piece"))
    known = model.known_kernel()
    positions = random_positions(game, 200, seed=7)
    decided = [each for each in positions if known_winner(game, each) not in (0, ONGOING)]
    assert {abs(known(game.board, each.state)) for each in decided} == {500}
    other = next(each for each in positions if each not in decided and ply.evaluate(each, "piece"))
    assert known(game.board, other.state) == ply.evaluate(other, "piece")
