"""Evaluations of the Wumpus duel, each from the view of the side to move."""

from __future__ import annotations

import math

import numpy as np

from plyground.core.bits import EMPTY, lowest, without_lowest
from plyground.core.heuristics import heuristic
from plyground.core.wide import WORD_BITS, Words, common, moved_down, moved_up, size, union, without
from plyground.games.duel import ONE, Board, State
from plyground.jit import kernel

EUCLIDEAN, MANHATTAN = True, False  # the two ways to measure a distance


@kernel
def wumpuses(low: Words, high: Words) -> Words:
    """Return the wumpuses of a side."""
    return without(low, high)


@kernel
def heroes(low: Words, high: Words) -> Words:
    """Return the heroes of a side."""
    return without(high, low)


@kernel
def mages(low: Words, high: Words) -> Words:
    """Return the mages of a side."""
    return common(low, high)


@kernel
def count_steps(board: Board, own: Words) -> int:
    """Count the moves of a side: steps onto squares that none of its own pieces closes."""
    free = without(board.squares, own)
    to_left, to_right = without(free, board.right_column), without(free, board.left_column)
    columns = np.uint64(board.columns)
    count = size(common(own, moved_up(to_left, columns + ONE)))
    count += size(common(own, moved_up(free, columns)))
    count += size(common(own, moved_up(to_right, columns - ONE)))
    count += size(common(own, moved_up(to_left, ONE)))
    count += size(common(own, moved_down(to_right, ONE)))
    count += size(common(own, moved_down(to_left, columns - ONE)))
    count += size(common(own, moved_down(free, columns)))
    return count + size(common(own, moved_down(to_right, columns + ONE)))


@kernel
def nearest(board: Board, square: int, others: Words, is_euclidean: bool) -> float:
    """Return the distance from a square to the nearest of some pieces, -1 if there are none."""
    row, column = square // board.columns, square % board.columns
    best = -1.0
    for index in range(len(others)):
        word = others[index]
        while word != EMPTY:
            other = WORD_BITS * index + lowest(word)
            word = without_lowest(word)
            down, right = abs(other // board.columns - row), abs(other % board.columns - column)
            distance = math.sqrt(down * down + right * right) if is_euclidean else float(down + right)
            if best < 0 or distance < best:
                best = distance
    return best


@kernel
def total_distance(board: Board, hunters: Words, prey: Words, is_euclidean: bool) -> float:
    """Add up the distances from some pieces to the nearest of their prey."""
    total = 0.0
    for index in range(len(hunters)):
        word = hunters[index]
        while word != EMPTY:
            square = WORD_BITS * index + lowest(word)
            word = without_lowest(word)
            total += max(nearest(board, square, prey, is_euclidean), 0.0)
    return total


@kernel
def hunting_distance(
    board: Board, low: Words, high: Words, other_low: Words, other_high: Words, is_euclidean: bool
) -> float:
    """Return the mean distance from the pieces of one side to the nearest prey on the other."""
    total = total_distance(board, wumpuses(low, high), mages(other_low, other_high), is_euclidean)
    total += total_distance(board, heroes(low, high), wumpuses(other_low, other_high), is_euclidean)
    total += total_distance(board, mages(low, high), heroes(other_low, other_high), is_euclidean)
    return total / max(size(union(low, high)), 1)


@kernel
def spread(board: Board, pieces: Words) -> float:
    """Return the mean distance among the pieces of one side."""
    total = 0.0
    for index in range(len(pieces)):
        word = pieces[index]
        while word != EMPTY:
            square = WORD_BITS * index + lowest(word)
            word = without_lowest(word)
            total += _sum_of_distances(board, square, pieces)
    count = size(pieces)
    return total / max(count * (count - 1), 1)


@kernel
def _sum_of_distances(board: Board, square: int, others: Words) -> float:
    row, column = square // board.columns, square % board.columns
    total = 0.0
    for index in range(len(others)):
        word = others[index]
        while word != EMPTY:
            other = WORD_BITS * index + lowest(word)
            word = without_lowest(word)
            down, right = other // board.columns - row, other % board.columns - column
            total += math.sqrt(down * down + right * right)
    return total


@heuristic("duel")
def pieces(board: Board, state: State) -> int:
    """Pieces I have more than you."""
    own = size(union(state.own_low, state.own_high))
    return own - size(union(state.opponent_low, state.opponent_high))


@heuristic("duel")
def moves(board: Board, state: State) -> int:
    """Legal moves I have more than you."""
    own = count_steps(board, union(state.own_low, state.own_high))
    return own - count_steps(board, union(state.opponent_low, state.opponent_high))


@heuristic("duel")
def advantage(board: Board, state: State) -> int:
    """Pairs in which my piece beats yours, less those in which yours beats mine."""
    low, high = state.own_low, state.own_high
    other_low, other_high = state.opponent_low, state.opponent_high
    my_wumpuses, my_heroes, my_mages = (
        size(wumpuses(low, high)),
        size(heroes(low, high)),
        size(mages(low, high)),
    )
    your_wumpuses = size(wumpuses(other_low, other_high))
    your_heroes = size(heroes(other_low, other_high))
    your_mages = size(mages(other_low, other_high))
    mine = my_wumpuses * your_mages + my_heroes * your_wumpuses + my_mages * your_heroes
    return mine - your_wumpuses * my_mages - your_heroes * my_wumpuses - your_mages * my_heroes


@heuristic("duel")
def euclidean(board: Board, state: State) -> float:
    """How much nearer, as the crow flies, my pieces are to their prey than yours to theirs."""
    return _nearness(board, state, EUCLIDEAN)


@heuristic("duel")
def manhattan(board: Board, state: State) -> float:
    """How much nearer, in rows and columns, my pieces are to their prey than yours to theirs."""
    return _nearness(board, state, MANHATTAN)


@kernel
def _nearness(board: Board, state: State, is_euclidean: bool) -> float:
    low, high = state.own_low, state.own_high
    other_low, other_high = state.opponent_low, state.opponent_high
    yours = hunting_distance(board, other_low, other_high, low, high, is_euclidean)
    return yours - hunting_distance(board, low, high, other_low, other_high, is_euclidean)


@heuristic("duel")
def spacing(board: Board, state: State) -> float:
    """How much wider my pieces stand apart than yours."""
    own = spread(board, union(state.own_low, state.own_high))
    return own - spread(board, union(state.opponent_low, state.opponent_high))
