"""Evaluations of the Wumpus duel, each from the view of the side to move."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from plyground.core.bits import EMPTY, lowest, without_lowest
from plyground.core.heuristics import heuristic
from plyground.core.instructions import at, smaller
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


Signature = tuple[int, ...]
"""How many wumpuses, heroes and mages either side has, the side to move first."""

MOST = 2
"""Of each kind a side has at most this many pieces on the 6x6 board; more count as this many."""

# Points, tenths of powers of ten of the odds to win, on layouts where prey can run round a pit for ever.
# Kinds may be rotated, since each beats the next one, and sides may be swapped; a signature that is not
# listed is its own image with the sides swapped, and worth 0.
VALUES = """
W-h -2  WH-m 3  WH-h 5  WH-w 20  WW-m 18  WW-h -1  WW-w 20  WH-wm 1  WHM-w 20  WW-hm -1  WW-hh -12
WW-wm 8  WW-wh -11  WWM-m 20  WWM-h 7  WWM-w 20  WWH-m 20  WWH-h 5  WWH-w 20  WHM-wh 7  WW-whm -14
WWM-mm 17  WWM-hm 5  WWM-hh 8  WWM-wm 20  WWM-wh 3  WWM-ww 7  WWH-mm 16  WWH-hm 4  WWH-hh 1  WWH-wm 8
WWH-wh 8  WWH-ww 20  WWHM-m 20  WWHM-h 20  WWHM-w 20  WWHH-m 20  WWHH-h 20  WWHH-w 20  WWM-whm 0
WWM-whh -5  WWH-hmm 1  WWH-wmm 4  WWH-whm -1  WWH-whh -11  WWH-wwm 4  WWHM-mm 20  WWHM-hm 14  WWHM-hh 13
WWHM-wm 20  WWHM-wh 20  WWHM-ww 20  WWHH-mm 20  WWHH-hm 10  WWHH-hh 7  WWHH-wm 20  WWHH-wh 20  WWHH-ww 20
WWHHM-m 20  WWHHM-h 20  WWHHM-w 20  WWHM-hmm 6  WWHM-hhm 5  WWHM-wmm 16  WWHM-whm 7  WWHM-whh 5
WWHM-wwm 9  WWHM-wwh 8  WWHH-hmm 7  WWHH-hhm 1  WWHH-wmm 15  WWHH-whm 5  WWHH-whh 8  WWHH-wwm 18
WWHH-wwh 20  WWHHM-mm 20  WWHHM-hm 20  WWHHM-hh 20  WWHHM-wm 20  WWHHM-wh 20  WWHHM-ww 20  WWHHMM-w 20
WWHM-whhm 0  WWHH-whmm 0  WWHH-whhm -2  WWHH-wwmm 5  WWHH-wwhm 3  WWHHM-hmm 13  WWHHM-hhm 12
WWHHM-wmm 20  WWHHM-whm 19  WWHHM-whh 20  WWHHM-wwm 20  WWHHM-wwh 20  WWHHMM-wh 20  WWHHMM-ww 20
WWHHM-hhmm 3  WWHHM-whmm 7  WWHHM-whhm 7  WWHHM-wwmm 10  WWHHM-wwhm 10  WWHHM-wwhh 9  WWHHMM-whm 20
WWHHMM-wwm 20  WWHHMM-wwh 20  WWHHM-wwhmm 1  WWHHMM-wwhm 20  WWHHMM-wwhh 18  WWHHMM-wwhhm 8
"""

# What differs where a lone hunter catches its prey. The first row is retrograde analysis from opposite
# corners, the others are self-play on such layouts.
VALUES_IF_CAUGHT = """
W-h -20  WH-m 20  WH-h 20  WW-m 20  WW-h -20
WW-hm -20  WW-wm 20  WW-wh -20  WWM-h 17  WWH-h 12  WHM-wh 9  WW-whm -20  WWM-ww 9  WWH-hh -6  WWH-wm 16
WWM-whh -11  WWH-hmm 3  WWH-wmm 11  WWH-whh -15  WWH-wwm 6  WWHM-hm 18  WWHM-hh 19  WWHH-hm 17  WWHM-hmm 11
WWHM-wmm 19  WWHM-wwm 13  WWHH-whhm -4  WWHHM-hmm 20  WWHHM-wwmm 15  WWHHM-wwhm 12  WWHHM-wwhh 12
WWHHMM-wwhh 20  WWHHMM-wwhhm 10
"""


def _signature(text: str) -> Signature:
    return tuple(text.count(letter) for letter in "WHMwhm")


def _images(signature: Signature) -> Iterator[tuple[int, Signature]]:
    """Yield the signatures that are worth the same, and those with the sides swapped, with their signs."""
    own, others = signature[:3], signature[3:]
    for _ in range(3):
        own, others = (*own[1:], own[0]), (*others[1:], others[0])
        yield 1, own + others
        yield -1, others + own


def _make_table(*texts: str) -> npt.NDArray[np.int64]:
    table = np.zeros((MOST + 1,) * 6, np.int64)
    for text in texts:
        words = text.split()
        for signature, value in zip(words[::2], words[1::2], strict=True):
            for sign, image in _images(_signature(signature)):
                table[image] = sign * int(value)
    return table.reshape(-1)


TABLE = np.concatenate([_make_table(VALUES), _make_table(VALUES, VALUES_IF_CAUGHT)])
IF_CAUGHT = (MOST + 1) ** 6
"""Where the second of the two tables begins."""


@kernel
def _number(low: Words, high: Words) -> int:
    """Return the number of what a side has."""
    count = smaller(size(wumpuses(low, high)), MOST)
    count = (MOST + 1) * count + smaller(size(heroes(low, high)), MOST)
    return (MOST + 1) * count + smaller(size(mages(low, high)), MOST)


@heuristic("duel")
def material(board: Board, state: State) -> float:
    """What my pieces are worth against yours: pieces that are left, wherever they stand."""
    own = (MOST + 1) ** 3 * _number(state.own_low, state.own_high)
    first = IF_CAUGHT if board.hunter_catches else 0
    return float(TABLE[at(first + own + _number(state.opponent_low, state.opponent_high))])
