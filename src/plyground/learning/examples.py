"""From positions of self-play to examples for the weights of a sum: quiet positions and what came of them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from plyground.core.guards import guarded
from plyground.core.heuristics import DataKernel, Heuristic
from plyground.core.instructions import at
from plyground.core.position import Game
from plyground.errors import LearningError
from plyground.evaluation import Evaluator, usable_evaluation
from plyground.jit import kernel
from plyground.learning.layouts import learning_layouts
from plyground.learning.positions import EXACT, LEAF, NO_RESULT, Positions
from plyground.learning.texel import Examples, fit_curve
from plyground.learning.thinking import PROVED
from plyground.search.quiescence import make_leaf, make_value
from plyground.search.repetition import make_is_repeated
from plyground.search.score import INFINITY, UNIT
from plyground.search.tt import make_table
from plyground.search.workspace import make_workspace
from plyground.solving.stored_states import load_state

FEWEST = 100
"""From fewer positions nothing is fitted."""


def make_examples(game: Game, terms: Sequence[Heuristic], total: Evaluator, positions: Positions) -> Examples:
    """Make examples of the quiet positions.

    A position of a game is labelled by how the game ended, one off the game by what the search found, as a
    chance to win.

    Raises:
        LearningError: there are too few positions.
    """
    chances, is_known = _labels(positions)
    is_quiet = _on_layouts(
        game, positions.games, positions.words, lambda layout, words: quiet_positions(layout, total, words)
    )
    chosen = np.flatnonzero(is_known & is_quiet)
    if len(chosen) < FEWEST:
        raise LearningError(f"{len(chosen)} quiet positions are too few to fit weights to; play more games")
    words = np.ascontiguousarray(positions.words[chosen])
    games = positions.games[chosen]

    def values_by(evaluator: Evaluator) -> Any:
        return _on_layouts(game, games, words, lambda layout, each: values_of(layout, evaluator, each))

    values = np.column_stack([values_by(usable_evaluation(game, term)) for term in terms])
    return Examples(values, chances[chosen], games)


def _on_layouts(game: Game, games: Any, words: Any, find: Callable[[Game, Any], Any]) -> Any:
    """Return what `find` finds about each position, on the layout of the board that its game had."""
    layouts = learning_layouts(game)
    if len(layouts) == 1:
        return find(game, words)
    rows = [np.flatnonzero(games % len(layouts) == index) for index in range(len(layouts))]
    parts = [find(layout, words[each]) for layout, each in zip(layouts, rows, strict=True)]
    found = np.zeros(len(words), parts[0].dtype)
    for each, part in zip(rows, parts, strict=True):
        found[each] = part
    return found


def _labels(positions: Positions) -> tuple[Any, Any]:
    """Return the chances to win, and which are known."""
    scores = positions.scores.astype(np.float64) / UNIT
    is_leaf, has_result = positions.kinds & LEAF != 0, positions.results != NO_RESULT
    is_proved = np.abs(positions.scores.astype(np.int64)) >= PROVED
    chances = 0.5 + 0.5 * np.sign(positions.results.astype(np.float64))
    usual = has_result & ~is_leaf & ~is_proved & (positions.kinds & EXACT == 0)
    is_known = has_result.copy()
    if usual.any():
        curve = fit_curve(scores[usual], chances[usual])
        if curve.slope > 0:
            found = np.where(is_proved, scores > 0, curve.chances(scores))
            chances = np.where(has_result, chances, found)
            is_known |= is_leaf
    return chances, is_known


def values_of(game: Game, evaluator: Evaluator, words: Any) -> Any:
    """Return what an evaluation says about each position."""
    found = np.zeros(len(words))
    _made_values(evaluator.kernel)(game.board, game.start().state, evaluator.address, words, found)
    return found


def quiet_positions(game: Game, evaluator: Evaluator, words: Any) -> Any:
    """Tell of each position whether it is quiet: no line of captures makes it better for the side to move."""
    found = np.zeros(len(words), np.bool_)
    workspace = make_workspace(game.rules, game.board, make_table(0))
    workspace["evaluation"] = evaluator.address
    _made_quiet(game, evaluator.kernel)(game.start().state, words, found, workspace)
    return found


@functools.lru_cache(maxsize=64)
def _made_values(evaluate: DataKernel) -> Callable[..., None]:
    @kernel(label="values of positions")
    def values(board: Any, form: Any, address: Any, words: Any, found: Any) -> None:
        for row in range(len(words)):
            found[at(row)] = evaluate(board, load_state(form, words, row), address)

    return values


@functools.lru_cache(maxsize=16)
def _made_quiet(game: Game, evaluate: DataKernel) -> Callable[..., None]:
    board = game.board
    rules = guarded(game.rules, board)
    value = make_value(board, evaluate)
    leaf = make_leaf(rules, board, value, make_is_repeated(rules, board), uses_quiescence=True)

    @kernel(label="quiet positions")
    def find_quiet(form: Any, words: Any, found: Any, workspace: Any) -> None:
        for row in range(len(words)):
            state = load_state(form, words, row)
            static = value(state, workspace.evaluation)
            found[at(row)] = leaf(state, 0, -INFINITY, INFINITY, workspace) == static

    return find_quiet
