"""Guessed cuts are fitted to what was learned, and stored with it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import plyground as ply
from plyground.evaluation.learned import LearnedEvaluation, Model, make_evaluation, make_weights
from plyground.learning import guessed_cuts
from plyground.learning.guessed_cuts import with_guessed_cuts
from plyground.search import selectivity_fit
from plyground.search.alphabeta import make_search
from plyground.search.selectivity import Selectivity
from tests.strangers import NIM


def some_evaluation(game: ply.Game) -> LearnedEvaluation:
    """Return an evaluation with weights by chance."""
    model = Model.for_game(game)
    tables = np.random.default_rng(1).normal(size=(model.phase_count, model.weight_count))
    return make_evaluation("learned", model, make_weights(model, tables))


def test_the_weights_bring_their_cuts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guessed_cuts, "POSITIONS", 100)
    game = ply.game("othello", size=6)
    evaluation, done = some_evaluation(game), list[int]()
    assert Selectivity.of(game, evaluation) is None
    weights = with_guessed_cuts(evaluation, 1, done.append)
    assert done == list(range(1, 101))
    assert np.array_equal(weights.tables, evaluation.weights.tables)
    cuts = Selectivity.of(game, make_evaluation("learned", evaluation.model, weights))
    assert cuts is not None
    assert any(pair.deviation > 0 for phase in cuts.pairs for pair in phase)
    assert with_guessed_cuts(evaluation, 1).digest == weights.digest, "the same seed gives the same"


def test_a_game_that_is_always_decided_has_none() -> None:
    evaluation = some_evaluation(ply.game(str(NIM)))
    assert with_guessed_cuts(evaluation, 1) is evaluation.weights


@pytest.mark.parametrize(("nodes", "depths"), [(100_000, range(1, 9)), (200, range(1, 5))])
def test_positions_are_searched_as_deep_as_the_nodes_allow(
    monkeypatch: pytest.MonkeyPatch, nodes: int, depths: range
) -> None:
    searched: list[int] = []
    monkeypatch.setattr(guessed_cuts, "POSITIONS", 40)
    monkeypatch.setattr(guessed_cuts, "AFFORDABLE_NODES", nodes)
    monkeypatch.setattr(
        selectivity_fit, "make_search", lambda *made_of: noting(make_search(*made_of), searched)
    )
    with_guessed_cuts(some_evaluation(ply.game("othello", size=6)), 1)
    assert set(searched) == set(depths)


def noting(search: Any, searched: list[int]) -> Any:
    """Return a search that notes the depths it is called for."""

    def noted(state: Any, depth: int, *others: Any) -> Any:
        searched.append(depth)
        return search(state, depth, *others)

    return noted
