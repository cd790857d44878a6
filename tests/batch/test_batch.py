"""A batch says what its positions say one by one, on any number of threads."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

import plyground as ply
from tests.boards import random_game

BOARDS = [("othello", (6, 6)), ("duel", (9, 9)), ("konane", (4, 5)), ("breakthrough", (5, 4))]
NIM = str(Path(__file__).parents[1] / "nim.py")


def positions_of(name: str, size: tuple[int, int]) -> list[ply.Position]:
    return [each for seed in range(4) for each in random_game(name, size, seed, 120)]


@pytest.mark.parametrize(("name", "size"), BOARDS)
def test_a_batch_says_what_its_positions_say(name: str, size: tuple[int, int]) -> None:
    positions = positions_of(name, size)
    batch = ply.Batch.of(positions)
    assert batch.positions() == positions
    assert batch.players.tolist() == [each.player for each in positions]
    is_over, results = batch.outcomes()
    masks = batch.legal_moves()
    for row, each in enumerate(positions):
        if each.outcome is not None and "occurred" in each.outcome.reason:
            continue  # a batch knows no past
        assert bool(is_over[row]) is (each.outcome is not None)
        assert np.flatnonzero(masks[row]).tolist() == sorted(move.code for move in each.moves())
        winner = None if each.outcome is None else each.outcome.winner
        sign = 0 if winner is None else 1 if winner == each.to_move else -1
        assert np.sign(results[row]) == sign


@pytest.mark.parametrize(("name", "size"), BOARDS)
def test_moves_of_a_batch_lead_where_those_of_positions_lead(name: str, size: tuple[int, int]) -> None:
    batch = ply.Batch.of(positions_of(name, size))
    codes = batch.random_moves(seed=3)
    is_over, _ = batch.outcomes()
    assert (codes == -1).tolist() == is_over.tolist()
    after = batch.play(codes)
    for before, code, reached in zip(batch, codes.tolist(), after, strict=True):
        if code == -1:
            assert reached == before
        else:
            [move] = [each for each in before.moves() if each.code == code]
            assert reached == before.play(move)


@pytest.mark.parametrize(("name", "size"), BOARDS)
def test_planes_show_the_diagram(name: str, size: tuple[int, int]) -> None:
    positions = positions_of(name, size)[::7]
    planes = ply.Batch.of(positions).observations()
    for each, seen in zip(positions, planes, strict=True):
        rules = each.game.rules
        own, other = (
            [piece.letters[side] for piece in rules.pieces] for side in (each.player, 1 - each.player)
        )
        letters = [*own, *other, *(scenery.letter for scenery in rules.scenery)]
        for plane, letter in zip(seen[:-1], letters, strict=True):
            assert np.flatnonzero(plane).tolist() == sorted(each.diagram.where(letter))
        assert (seen[-1] == each.player).all()


@pytest.mark.parametrize(("name", "size"), BOARDS)
def test_all_are_evaluated_as_one_by_one(name: str, size: tuple[int, int]) -> None:
    positions = positions_of(name, size)
    expected = [ply.evaluate(each, "best") for each in positions]
    assert ply.evaluate_all(positions, "best").tolist() == expected
    assert ply.evaluate_all(ply.Batch.of(positions), "best", threads=2).tolist() == expected


@pytest.mark.parametrize(("name", "size"), BOARDS)
def test_a_seed_repeats_on_any_number_of_threads(name: str, size: tuple[int, int]) -> None:
    start = ply.game(name, size=size).start()
    one, two = (ply.playouts(start, 3000, seed=7, threads=threads) for threads in (1, 2))
    assert one == two
    assert one.games == 3000
    assert one != ply.playouts(start, 3000, seed=8)
    batches = [ply.Batch.start(start.game, 3000, threads=threads) for threads in (1, 2)]
    assert batches[0].random_moves(5).tolist() == batches[1].random_moves(5).tolist()


def test_playouts_approach_the_mean_over_all_random_games() -> None:
    position = ply.game("othello", size=4).start()
    while len(position.moves()) > 0 and position.text.count("/") and sum(map(str.isdigit, position.text)) > 2:
        position = position.play(position.moves()[0])
    found = ply.playouts(position, 40_000, seed=1)
    assert found.values == pytest.approx(mean_of(position), abs=0.02)


def mean_of(position: ply.Position) -> float:
    """Return the mean result of random games for the side to move, by going through all of them."""
    if position.outcome is not None:
        winner = position.outcome.winner
        return 0.0 if winner is None else 1.0 if winner == position.to_move else -1.0
    moves = position.moves()
    return -sum(mean_of(position.play(move)) for move in moves) / len(moves)


def test_finished_games_are_counted_as_they_are() -> None:
    over = ply.game("breakthrough").position("bbbbb1/bbbbbb/6/6/wwwwww/wwwwwb white")
    assert over.outcome is not None
    found = ply.playouts(over, 10)
    assert (found.losses, found.plies) == (10, 0)
    assert not ply.Batch.of([over]).legal_moves().any()


def test_a_game_in_a_file_has_batches_too() -> None:
    game = ply.game(NIM)
    batch = ply.Batch.start(game, 2000)
    assert batch.legal_moves().sum() == 2000 * len(game.start().moves())
    assert ply.playouts(batch, 2, seed=1).games.tolist() == [2] * 2000
    assert batch.play(batch.random_moves(1)).observations().shape[2:] == (game.rows, game.columns)


def test_rows_are_chosen_as_in_numpy_and_pickled() -> None:
    game = ply.game("breakthrough")
    batch = ply.Batch.start(game, 6)
    moved = batch.play(batch.random_moves(2))
    assert len(moved[1:3]) == 2
    assert moved[moved.players == 1] == moved
    assert moved[np.array([5, 0])].positions() == [moved[5], moved[0]]
    assert pickle.loads(pickle.dumps(moved)) == moved  # noqa: S301
    assert len(ply.Batch.start(game, 0).legal_moves()) == 0
    with pytest.raises(ValueError, match="read-only"):
        moved.words[0, 0] = 0


def test_mistakes_are_one_clear_line() -> None:
    game = ply.game("breakthrough")
    batch = ply.Batch.start(game, 3)
    with pytest.raises(ply.IllegalMoveError, match="position 1: code 0 is not a legal move there"):
        batch.play([-1, 0, -1])
    with pytest.raises(ply.WrongTypeError, match="3 whole numbers"):
        batch.play([0.5, 1, 2])
    with pytest.raises(ply.PositionError, match="position 1 is of another game"):
        ply.Batch.of([game.start(), ply.game("breakthrough", size=5).start()])
    with pytest.raises(ply.PositionError, match="no positions"):
        ply.Batch.of([])
    with pytest.raises(ply.WrongTypeError, match="3 columns"):
        ply.Batch(game, np.zeros((2, 2), np.uint64))
    with pytest.raises(ply.OptionError, match="0 random games"):
        ply.playouts(game.start(), 0)
    with pytest.raises(ply.UnknownHeuristicError):
        ply.evaluate_all(batch, "nonsense")
