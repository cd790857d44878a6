"""Evaluations taken apart: the parts add up to the score, and each is what a slow twin says."""

from __future__ import annotations

import itertools
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground as ply
from plyground.core.notation import Grid
from plyground.core.position import Game, Position
from plyground.core.symmetry import Symmetry
from plyground.evaluation import Explainer
from plyground.evaluation.learned import LearnedEvaluation, Model, make_evaluation, make_weights
from plyground.evaluation.learned.explaining import pattern_name, usual_weight
from plyground.evaluation.learned.patterns import tie

from .test_model import known_winner, random_positions, twin_digits, twin_entries

BOARDS = [("othello", 8), ("breakthrough", 6), ("konane", "6x7"), ("duel", 6), ("duel", 9)]
DENSE = {
    "othello": ("squares",),
    "breakthrough": ("piece", "mobility"),
    "konane": ("mobility",),
    "duel": ("pieces", "euclidean"),
}


def random_evaluation(
    game: Game, *, dense: tuple[str, ...] = (), asks_first: bool = False
) -> LearnedEvaluation:
    """Return an evaluation whose weights are drawn by lot; every third one was never learned."""
    features = [ply.find_evaluation(game, name) for name in dense]
    model = Model.for_game(game, dense=features, asks_first=asks_first)
    chance = np.random.default_rng(3)
    shape = (model.phase_count, model.weight_count)
    tables = chance.normal(0.5, 1, shape) * (chance.integers(0, 3, shape) > 0)
    return make_evaluation(
        "drawn", model, make_weights(model, tables, chance.normal(0, 1, (model.phase_count, len(dense))))
    )


@pytest.mark.parametrize(("name", "size"), BOARDS)
def test_parts_of_a_learned_evaluation_add_up_to_the_score(name: str, size: Any) -> None:
    game = ply.game(name, size=size)
    evaluation = random_evaluation(game, dense=DENSE[name])
    for position in random_positions(game, 20, seed=1):
        seen = ply.explain(position, evaluation)
        assert seen.score == pytest.approx(ply.evaluate(position, evaluation), rel=1e-12, abs=1e-9)
        surplus = sum(each.surplus for each in seen.contributions)
        assert seen.usual + surplus == pytest.approx(seen.score)
        sizes = [abs(each.surplus) for each in seen.contributions]
        assert sizes == sorted(sizes, reverse=True)
        on_board = sum(each.surplus for each in seen.contributions if each.kind == "pattern")
        assert sum(seen.squares) == pytest.approx(on_board)


@pytest.mark.parametrize(("name", "size"), BOARDS)
def test_patterns_are_those_of_the_twin(name: str, size: Any) -> None:
    game = ply.game(name, size=size)
    evaluation = random_evaluation(game)
    model, weights = evaluation.model, evaluation.weights
    for position in random_positions(game, 5, seed=2):
        phase = model.phases[sum(digit > 0 for digit in twin_digits(position))]
        expected = [
            (tuple(sorted(squares)), weights.tables[phase, model.tables.classes[entry]] * weights.header.unit)
            for (_, squares), entry in zip(
                model.tables.instances(position.player), twin_entries(model, position), strict=True
            )
        ]
        found = [(each.squares, each.points) for each in ply.explain(position, evaluation).contributions]
        assert sorted(found) == sorted(expected)


def test_what_is_usual_is_the_mean_of_what_was_learned_with_pieces_at_random() -> None:
    game = ply.game("othello", size=4)
    model = Model.for_game(game, patterns=[(0, 1, 4)], phase_count=1)
    chance = np.random.default_rng(4)
    tables = chance.normal(1, 1, (1, model.weight_count)) * (chance.integers(0, 3, model.weight_count) > 0)
    evaluation = make_evaluation("drawn", model, make_weights(model, tables))
    position = random_positions(game, 3, seed=5)[1]
    digits = twin_digits(position)
    shares = [digits.count(digit) / len(digits) for digit in range(3)]
    total = share = 0.0
    for content in itertools.product(range(3), repeat=3):
        place = sum(digit * 3**index for index, digit in enumerate(content))
        points = evaluation.weights.tables[0, model.tables.classes[place]] * evaluation.weights.header.unit
        if points:
            likelihood = math.prod(shares[digit] for digit in content)
            total, share = total + likelihood * points, share + likelihood
    for each in ply.explain(position, evaluation).contributions:
        assert each.usual == pytest.approx(total / share)
        assert each.surplus == each.points - each.usual


def test_a_pattern_that_always_adds_the_same_adds_nothing_of_its_own() -> None:
    game = ply.game("konane", size=5)
    model = Model.for_game(game, asks_first=False)
    tables = np.full((model.phase_count, model.weight_count), 3.0)
    evaluation = make_evaluation("flat", model, make_weights(model, tables))
    seen = ply.explain(random_positions(game, 3, seed=6)[1], evaluation)
    assert seen.score == 3 * model.instance_count
    assert seen.usual == pytest.approx(seen.score)
    assert all(each.surplus == pytest.approx(0) for each in seen.contributions)
    assert max(map(abs, seen.squares)) == pytest.approx(0)


def test_a_table_without_learned_weights_has_nothing_usual() -> None:
    tables = tie([(0, 1)], 2, 2, 3, [Symmetry.IDENTITY], Symmetry.IDENTITY)
    assert usual_weight(tables.tables[0], np.zeros(9), np.full(3, 1 / 3)) == 0


def test_a_decided_position_has_one_reason() -> None:
    game = ply.game("breakthrough", size=6)
    evaluation = random_evaluation(game, asks_first=True)
    positions = random_positions(game, 200, seed=7)
    decided = [each for each in positions if abs(known_winner(game, each)) == 1]
    assert decided
    assert len(decided) < len(positions)
    for position in decided:
        (only,) = ply.explain(position, evaluation).contributions
        assert (only.kind, only.points) == ("decided", ply.evaluate(position, evaluation))
    other = next(each for each in positions if abs(known_winner(game, each)) != 1)
    assert ply.explain(other, evaluation).has_patterns


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("breakthrough", "2*defensive - 0.5*reckless + piece"),
        ("othello", "squares + 3*handmade"),
        ("konane", "2*mobility - handmade"),
        ("duel", "pieces + 0.25*euclidean"),
    ],
)
def test_terms_of_a_sum_add_up_to_the_score(name: str, text: str) -> None:
    game = ply.game(name)
    for position in random_positions(game, 10, seed=8):
        seen = ply.explain(position, text)
        assert seen.score == pytest.approx(ply.evaluate(position, text))
        for each in seen.contributions:
            assert each.value == pytest.approx(ply.evaluate(position, each.name))
            assert each.weight is not None
            assert each.value is not None
            assert each.points == pytest.approx(each.weight * each.value)
        assert not seen.others
        assert not seen.has_patterns


def test_a_learned_term_is_taken_apart_with_its_weight() -> None:
    game = ply.game("breakthrough", size=6)
    evaluation = random_evaluation(game, dense=("piece",))
    total = ply.weighted({evaluation: -2, "mobility": 0.5}, game="breakthrough")
    for position in random_positions(game, 5, seed=9):
        seen, alone = ply.explain(position, total), ply.explain(position, evaluation)
        assert seen.score == pytest.approx(ply.evaluate(position, total))
        assert seen.squares == pytest.approx([-2 * points for points in alone.squares])
        piece = next(each for each in seen.contributions if each.name == "piece")
        weight, value = piece.weight, piece.value
        assert weight is not None
        assert value == ply.evaluate(position, "piece")
        assert piece.points == pytest.approx(weight * value)
        assert piece.kind == "feature"


@pytest.mark.parametrize("name", ["breakthrough", "othello", "konane", "duel"])
def test_a_single_heuristic_has_the_others_beside_it(name: str) -> None:
    game = ply.game(name)
    position = random_positions(game, 3, seed=10)[1]
    seen = ply.explain(position, "handmade")
    (only,) = seen.contributions
    assert only.name == "handmade"
    assert only.points == pytest.approx(ply.evaluate(position, "handmade"))
    assert seen.others
    assert {"handmade", "best"}.isdisjoint(each.name for each in seen.others)
    for each in seen.others:
        assert each.value == pytest.approx(ply.evaluate(position, each.name))
    assert ply.explain(position).evaluation == "best"


OWN = '''
from plyground import heuristic

@heuristic("konane")
def steady(board, state):
    """Always one."""
    return 1.0

@heuristic("konane")
def failing(board, state):
    """Never anything."""
    return [][0]
'''


def test_functions_of_a_file_are_explained_and_what_they_raise_comes_out(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(OWN)
    start = ply.game("konane", size=4).start()
    seen = ply.explain(start, f"3*{file}:steady + mobility")
    assert seen.score == ply.evaluate(start, f"3*{file}:steady + mobility")
    with pytest.raises((IndexError, ply.HeuristicError), match="list index out of range"):
        ply.explain(start, f"{file}:failing")


def test_another_heuristic_that_fails_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(OWN)
    heuristic = ply.find_evaluation("konane", f"{file}:failing")
    steady = ply.find_evaluation("konane", f"{file}:steady")
    start = ply.game("konane", size=4).start()
    seen = Explainer(ply.find_evaluation("konane", "mobility"), (heuristic, steady)).explain(start)
    assert [(each.name, each.value) for each in seen.others] == [(steady.name, 1.0)]


def test_the_position_has_to_be_one() -> None:
    not_one: Any = "8/8 black"
    with pytest.raises(ply.WrongTypeError, match="position has to be a Position"):
        ply.explain(not_one)


@pytest.mark.parametrize(
    ("squares", "name"),
    [
        ((5,), "b2"),
        ((0, 1, 2, 3), "a1-d1"),
        ((1, 5, 9), "b1-b3"),
        ((8, 9, 4, 5), "a2-b3"),
        ((0, 5, 10, 15), "a1-d4 diagonal"),
        ((3, 6, 9), "d1-b3 diagonal"),
        ((0, 1, 4), "a1 b1 a2"),
        ((0, 6, 12), "a1 c2 a4"),
    ],
)
def test_patterns_are_named_by_their_squares(squares: tuple[int, ...], name: str) -> None:
    assert pattern_name(Grid(4, 4, rows_from_top=True), squares) == name


def test_explanations_hold_the_position() -> None:
    position: Position = ply.game("konane", size=4).start()
    assert ply.explain(position, "mobility").position == position


def test_what_a_front_says_is_the_only_reason() -> None:
    game = ply.game("breakthrough", size=6)
    model = Model.for_game(game, front=ply.find_evaluation(game, "piece"), asks_first=True)
    tables = np.full((model.phase_count, model.weight_count), 0.5)
    evaluation = make_evaluation("flat", model, make_weights(model, tables))
    positions = [each for each in random_positions(game, 60, seed=7) if abs(known_winner(game, each)) != 1]
    ahead = next(each for each in positions if ply.evaluate(each, "piece"))
    (only,) = ply.explain(ahead, evaluation).contributions
    assert (only.kind, only.name, only.points) == ("heuristic", "piece", ply.evaluate(ahead, "piece"))
    even = next(each for each in positions if not ply.evaluate(each, "piece"))
    assert ply.explain(even, evaluation).has_patterns
