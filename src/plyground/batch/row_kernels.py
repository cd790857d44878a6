"""Compiled loops over rows of words: one state a row.

Each kernel takes a state of the game as a form, the rows, what it fills, and the first and last row. Only
random playouts are worth a compilation for one board; the others take the board as an argument.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from plyground.core.discovery import AnyRules
from plyground.core.guards import guarded
from plyground.core.hashing import below, random_word
from plyground.core.heuristics import DataKernel
from plyground.core.instructions import as_int, at
from plyground.core.rules import ONGOING, SCENERY
from plyground.jit import kernel
from plyground.search.mcts.features import MctsFeatures
from plyground.search.mcts.playouts import make_playout
from plyground.solving.stored_states import load_state, store_state

RowKernel = Callable[..., int]

LEFT_ALONE = -1
"""The code of a move that leaves a state as it is, and what is picked where a game is over."""

LOSSES, DRAWS, WINS, PLIES = range(4)
"""The columns of what is counted of playouts."""
COUNTS = 4


@functools.cache
def make_list_moves(rules: AnyRules, codes: int) -> RowKernel:
    """Make the kernel that marks the legal moves of each state, none where the game is over."""
    legal_moves, result = guarded(rules).legal_moves, rules.result

    @kernel(label=f"legal moves of a batch of {rules.name}")
    def list_moves(board: Any, form: Any, words: Any, masks: Any, moves: Any, first: int, last: int) -> int:
        for row in range(first, last):
            state = load_state(form, words, row)
            count = legal_moves(board, state, moves)
            if result(board, state, count) == ONGOING:
                for index in range(count):
                    code = as_int(moves[index])
                    if code < 0 or code >= codes:
                        return row
                    masks[row, code] = True
        return -1

    return list_moves


@functools.cache
def make_play_moves(rules: AnyRules) -> RowKernel:
    """Make the kernel that plays a move in each state; it returns the first row where it is not legal."""
    whole = guarded(rules)
    legal_moves, play, result = whole.legal_moves, whole.play, whole.result

    @kernel(label=f"moves of a batch of {rules.name}")
    def play_moves(
        board: Any, form: Any, words: Any, codes: Any, after: Any, moves: Any, first: int, last: int
    ) -> int:
        for row in range(first, last):
            state = load_state(form, words, row)
            code = as_int(codes[row])
            if code == LEFT_ALONE:
                store_state(state, after, row)
                continue
            count = legal_moves(board, state, moves)
            is_legal = False
            if result(board, state, count) == ONGOING:
                for index in range(count):
                    is_legal = is_legal or as_int(moves[index]) == code
            if not is_legal:
                return row
            store_state(play(board, state, code), after, row)
        return -1

    return play_moves


@functools.cache
def make_pick_moves(rules: AnyRules) -> RowKernel:
    """Make the kernel that picks a random legal move in each state, by the seed and the row alone."""
    legal_moves, result = guarded(rules).legal_moves, rules.result

    @kernel(label=f"random moves of a batch of {rules.name}")
    def pick_moves(
        board: Any, form: Any, words: Any, codes: Any, moves: Any, random: Any, first: int, last: int
    ) -> int:
        seed = random[2]
        for row in range(first, last):
            state = load_state(form, words, row)
            count = legal_moves(board, state, moves)
            if result(board, state, count) == ONGOING:
                random[0], random[1] = random_word(seed, np.uint64(row)), np.uint64(0)
                codes[row] = moves[below(random, count)]
        return -1

    return pick_moves


@functools.cache
def make_find_results(rules: AnyRules) -> RowKernel:
    """Make the kernel that finds whether each game is over, and the result for the side to move."""
    legal_moves, result = guarded(rules).legal_moves, rules.result

    @kernel(label=f"results of a batch of {rules.name}")
    def find_results(
        board: Any, form: Any, words: Any, results: Any, is_over: Any, moves: Any, first: int, last: int
    ) -> int:
        for row in range(first, last):
            state = load_state(form, words, row)
            score = as_int(result(board, state, legal_moves(board, state, moves)))
            if score != ONGOING:
                is_over[row], results[row] = True, score
        return -1

    return find_results


@functools.cache
def make_see_planes(rules: AnyRules) -> RowKernel:
    """Make the kernel that fills the planes: own pieces, the opponent's, scenery, the player."""
    cell, pieces = rules.cell, len(rules.pieces)
    all_planes = 2 * pieces + len(rules.scenery)

    @kernel(label=f"planes of a batch of {rules.name}")
    def see_planes(board: Any, form: Any, words: Any, planes: Any, first: int, last: int) -> int:
        for row in range(first, last):
            state = load_state(form, words, row)
            player = as_int(state.player)
            for line in range(board.rows):
                for column in range(board.columns):
                    seen = as_int(cell(board, state, line, column))
                    plane = seen - 1 if seen > 0 else pieces - 1 - seen
                    if seen >= SCENERY:
                        plane = 2 * pieces + seen - SCENERY
                    if seen != 0 and plane >= 0 and plane < all_planes:
                        planes[row, plane, line, column] = 1
                    planes[row, all_planes, line, column] = player
        return -1

    return see_planes


@functools.lru_cache(maxsize=64)
def make_evaluate_rows(evaluate: DataKernel) -> RowKernel:
    """Make the kernel that evaluates each state for its side to move."""

    @kernel(label="the evaluation of a batch")
    def evaluate_rows(
        board: Any, form: Any, address: Any, words: Any, found: Any, first: int, last: int
    ) -> int:
        for row in range(first, last):
            found[at(row)] = evaluate(board, load_state(form, words, row), address)
        return -1

    return evaluate_rows


@functools.lru_cache(maxsize=64)
def make_play_out_rows(rules: AnyRules, board: Any) -> RowKernel:
    """Make the kernel that plays random games from states, `repeats` from each.

    It takes ``(form, words, repeats, seed, counts, workspace, first, last)``, where the last two count games:
    number g begins at row ``g // repeats``. What is random in it depends on the seed and g alone.
    """
    rules = guarded(rules, board)
    legal_moves, result = rules.legal_moves, rules.result
    play_out = make_playout(rules, board, None, MctsFeatures())

    @kernel(label=f"random games of {rules.name} {board.rows}x{board.columns}")
    def play_out_rows(
        form: Any, words: Any, repeats: int, seed: Any, counts: Any, workspace: Any, first: int, last: int
    ) -> int:
        moves, random = workspace.moves[0], workspace.random
        for number in range(first, last):
            row = number // repeats
            state = load_state(form, words, row)
            random[0], random[1] = random_word(seed, np.uint64(number)), np.uint64(0)
            workspace.nodes = 0
            count = legal_moves(board, state, moves)
            outcome = as_int(result(board, state, count))
            value = 1.0 if outcome > 0 else -1.0 if outcome < 0 else 0.0
            if outcome == ONGOING:
                value = play_out(state, count, 0, workspace)
            counts[at(row), at(DRAWS + as_int(value))] += 1
            counts[at(row), PLIES] += workspace.nodes
        return -1

    return play_out_rows
