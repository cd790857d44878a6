"""Stable discs of Othello, which can never be turned: a bound on what the other side can still win."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from plyground.core.bits import EMPTY, Word
from plyground.core.rules import set_of
from plyground.games.othello.rules import Board
from plyground.jit import kernel


class _Axis(NamedTuple):
    """A direction and its opposite, for sets of squares that move along it.

    `step` is the distance between neighbours. `forward` and `backward` are the squares that one, two and four
    steps lead to without leaving the board; `ends` those with a neighbour in one direction at most.
    """

    step: Word
    forward: tuple[Word, Word, Word]
    backward: tuple[Word, Word, Word]
    ends: Word


def make_stable_discs(board: Board) -> Callable[[Word, Word], Word]:
    """Make the kernel that returns stable discs of a side: not all of them, but no others.

    A disc is stable if on each of the four axes its line is full, ends at it, or continues with a stable
    disc of its own side.
    """
    horizontal, vertical, falling, rising = (
        _make_axis(board, *step) for step in ((0, 1), (1, 0), (1, 1), (1, -1))
    )
    full_h, full_v = _make_is_full(board, horizontal), _make_is_full(board, vertical)
    full_f, full_r = _make_is_full(board, falling), _make_is_full(board, rising)
    beside_h, beside_v = _make_beside(horizontal), _make_beside(vertical)
    beside_f, beside_r = _make_beside(falling), _make_beside(rising)

    @kernel(is_inlined=False)
    def stable_discs(own: Word, opponent: Word) -> Word:
        empty = board.squares & ~(own | opponent)
        safe_h, safe_v, safe_f, safe_r = full_h(empty), full_v(empty), full_f(empty), full_r(empty)
        stable = own & safe_h & safe_v & safe_f & safe_r
        before = EMPTY
        while stable != before:
            before = stable
            stable |= (
                own
                & (safe_h | beside_h(stable))
                & (safe_v | beside_v(stable))
                & (safe_f | beside_f(stable))
                & (safe_r | beside_r(stable))
            )
        return stable

    return stable_discs


def _make_axis(board: Board, down: int, right: int) -> _Axis:
    rows, columns = board.rows, board.columns

    def reached(steps: int) -> Word:
        return set_of(
            row * columns + column
            for row in range(rows)
            for column in range(columns)
            if 0 <= row - steps * down < rows and 0 <= column - steps * right < columns
        )

    one, two, four = reached(1), reached(2), reached(4)
    back = reached(-1), reached(-2), reached(-4)
    return _Axis(
        step=np.uint64(down * columns + right),
        forward=(one, two, four),
        backward=back,
        ends=board.squares & ~(one & back[0]),
    )


def _make_is_full(board: Board, axis: _Axis) -> Callable[[Word], Word]:
    """Make the kernel that returns the squares whose line on an axis is full, or ends there."""
    step, (f1, f2, f4), (b1, b2, b4), ends = axis
    twice, four_times, squares = step * np.uint64(2), step * np.uint64(4), board.squares

    @kernel
    def is_full(empty: Word) -> Word:
        reached = empty | ((empty << step) & f1) | ((empty >> step) & b1)
        reached |= ((reached << twice) & f2) | ((reached >> twice) & b2)
        reached |= ((reached << four_times) & f4) | ((reached >> four_times) & b4)
        return (squares & ~reached) | ends

    return is_full


def _make_beside(axis: _Axis) -> Callable[[Word], Word]:
    """Make the kernel that returns the neighbours of a set of squares on an axis."""
    step, (forward, _, _), (backward, _, _), _ = axis

    @kernel
    def beside(discs: Word) -> Word:
        return ((discs << step) & forward) | ((discs >> step) & backward)

    return beside
