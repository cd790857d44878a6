"""The last empty squares of Othello: kernels that get simpler with every square less.

With up to three, moves are tried one by one without a loop; with up to `FEW`, in the order of parity alone.
Margins are differences in discs on the board. All kernels are fail-soft, as those of
`plyground.solving.exact_alphabeta`, and none of them uses the table or asks whether to stop: they take
microseconds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from plyground.core.bits import EMPTY, Word, bit, lowest, popcount, without_lowest
from plyground.core.instructions import at, larger, smaller
from plyground.core.rules import set_of
from plyground.games.othello.rules import Board
from plyground.games.othello.vectors import make_enclosed, make_placements
from plyground.jit import kernel

FEW = 7
"""With at most so many empty squares, ordering moves by replies costs more than it saves."""

NOTHING = -999
"""Below every margin: no move has been tried."""


class Squares(NamedTuple):
    """What the kernels know about the squares of a board."""

    quadrants: tuple[Word, Word, Word, Word]
    corners: Word
    neighbours: Any
    values: Any


def make_squares(board: Board) -> Squares:
    """Collect what the kernels need to know about the squares of a board."""
    rows, columns = board.rows, board.columns
    numbers = range(rows * columns)
    places = [divmod(square, columns) for square in numbers]
    quadrants = [
        set_of(
            square
            for square, (row, column) in enumerate(places)
            if (row >= rows // 2, column >= columns // 2) == half
        )
        for half in ((False, False), (False, True), (True, False), (True, True))
    ]
    neighbours = [
        set_of(
            other
            for other, (row, column) in enumerate(places)
            if other != square and max(abs(row - places[square][0]), abs(column - places[square][1])) == 1
        )
        for square in numbers
    ]
    corners = [0, columns - 1, (rows - 1) * columns, rows * columns - 1]
    values = [_value_of(board, row, column) for row, column in places]
    return Squares(
        quadrants=(quadrants[0], quadrants[1], quadrants[2], quadrants[3]),
        corners=set_of(corners),
        neighbours=np.array(neighbours, np.uint64),
        values=np.array(values, np.int64),
    )


def _value_of(board: Board, row: int, column: int) -> int:
    """Return the usual value of a square: corners best, squares that give them away worst."""
    near, far = sorted((min(row, board.rows - 1 - row), min(column, board.columns - 1 - column)))
    values = {
        (0, 0): 18,
        (0, 1): 4,
        (0, 2): 16,
        (0, 3): 12,
        (1, 1): 2,
        (1, 2): 6,
        (1, 3): 8,
        (2, 2): 14,
        (2, 3): 10,
    }
    return values.get((near, far), 0)


def make_empty_of(board: Board) -> Callable[[Word, Word], Word]:
    """Make the kernel that returns the empty squares."""
    squares = board.squares

    @kernel
    def empty_of(own: Word, opponent: Word) -> Word:
        return squares & ~(own | opponent)

    return empty_of


def make_odd_regions(squares: Squares) -> Callable[[Word], Word]:
    """Make the kernel that returns the quadrants with an odd number of empty squares.

    The side that makes the last move in a region keeps what it turns there, so odd regions are played first.
    """
    first, second, third, fourth = squares.quadrants

    @kernel
    def odd_regions(empty: Word) -> Word:
        odd = EMPTY
        if popcount(empty & first) & 1:
            odd |= first
        if popcount(empty & second) & 1:
            odd |= second
        if popcount(empty & third) & 1:
            odd |= third
        if popcount(empty & fourth) & 1:
            odd |= fourth
        return odd

    return odd_regions


def _make_turned(board: Board, squares: Squares) -> Callable[[int, Word, Word], Word]:
    neighbours, enclosed = squares.neighbours, make_enclosed(board)

    @kernel
    def turned(square: int, own: Word, opponent: Word) -> Word:
        """Return the discs that a new one turns; often there is no enemy next to it."""
        if neighbours[at(square)] & opponent == EMPTY:
            return EMPTY
        return enclosed(square, own, opponent)

    return turned


@kernel
def margin_of(own: Word, opponent: Word) -> int:
    """Return the difference in discs."""
    return popcount(own) - popcount(opponent)


def _make_last_one(turned: Callable[[int, Word, Word], Word]) -> Callable[..., int]:
    """Make the kernel for one empty square: either side may fill it, or nobody."""

    @kernel
    def last_one(own: Word, opponent: Word, square: int, workspace: Any) -> int:
        workspace.nodes += 1
        discs = turned(square, own, opponent)
        if discs != EMPTY:
            return margin_of(own, opponent) + 2 * popcount(discs) + 1
        discs = turned(square, opponent, own)
        if discs != EMPTY:
            return margin_of(own, opponent) - 2 * popcount(discs) - 1
        return margin_of(own, opponent)

    return last_one


def _make_last_two(turned: Callable[[int, Word, Word], Word]) -> Callable[..., int]:
    """Make the kernel for two empty squares."""
    last_one = _make_last_one(turned)

    @kernel
    def last_two(
        own: Word, opponent: Word, alpha: int, beta: int, first: int, second: int, workspace: Any
    ) -> int:
        workspace.nodes += 1
        best = NOTHING
        discs = turned(first, own, opponent)
        if discs != EMPTY:
            best = -last_one(opponent ^ discs, own | discs | bit(first), second, workspace)
            if best >= beta:
                return best
        discs = turned(second, own, opponent)
        if discs != EMPTY:
            best = larger(best, -last_one(opponent ^ discs, own | discs | bit(second), first, workspace))
        if best != NOTHING:
            return best
        best = -NOTHING  # a pass: the same for the other side
        discs = turned(first, opponent, own)
        if discs != EMPTY:
            best = last_one(own ^ discs, opponent | discs | bit(first), second, workspace)
            if best <= alpha:
                return best
        discs = turned(second, opponent, own)
        if discs != EMPTY:
            best = smaller(best, last_one(own ^ discs, opponent | discs | bit(second), first, workspace))
        return best if best != -NOTHING else margin_of(own, opponent)

    return last_two


def _make_last_three(turned: Callable[[int, Word, Word], Word]) -> Callable[..., int]:
    """Make the kernel for three empty squares, to be tried in the order given."""
    last_two = _make_last_two(turned)

    @kernel(is_inlined=False)
    def last_three(
        own: Word, opponent: Word, alpha: int, beta: int, a: int, b: int, c: int, workspace: Any
    ) -> int:
        workspace.nodes += 1
        sign = 1
        while True:
            best = NOTHING
            discs = turned(a, own, opponent)
            if discs != EMPTY:
                best = -last_two(opponent ^ discs, own | discs | bit(a), -beta, -alpha, b, c, workspace)
                if best >= beta:
                    return sign * best
                alpha = larger(alpha, best)
            discs = turned(b, own, opponent)
            if discs != EMPTY:
                score = -last_two(opponent ^ discs, own | discs | bit(b), -beta, -alpha, a, c, workspace)
                best = larger(best, score)
                if best >= beta:
                    return sign * best
                alpha = larger(alpha, best)
            discs = turned(c, own, opponent)
            if discs != EMPTY:
                score = -last_two(opponent ^ discs, own | discs | bit(c), -beta, -alpha, a, b, workspace)
                best = larger(best, score)
            if best != NOTHING:
                return sign * best
            if sign < 0:  # neither can move
                return -margin_of(own, opponent)
            own, opponent, alpha, beta, sign = opponent, own, -beta, -alpha, -1

    return last_three


def _make_last_four(board: Board, squares: Squares) -> Callable[..., int]:
    """Make the kernel for four empty squares; those in odd regions are tried first."""
    turned = _make_turned(board, squares)
    last_three, odd_regions, empty_of = (
        _make_last_three(turned),
        make_odd_regions(squares),
        make_empty_of(board),
    )

    @kernel(is_inlined=False)
    def last_four(own: Word, opponent: Word, alpha: int, beta: int, workspace: Any) -> int:
        workspace.nodes += 1
        empty = empty_of(own, opponent)
        odd = empty & odd_regions(empty)
        sign = 1
        while True:
            best = NOTHING
            now, later = odd, empty & ~odd
            while now | later != EMPTY:
                if now == EMPTY:
                    now, later = later, EMPTY
                square = lowest(now)
                now = without_lowest(now)
                discs = turned(square, own, opponent)
                if discs == EMPTY:
                    continue
                rest = empty & ~bit(square)
                preferred = rest & odd_regions(rest)
                a = lowest(preferred if preferred != EMPTY else rest)
                preferred &= ~bit(a)
                b = lowest(preferred if preferred != EMPTY else rest & ~bit(a))
                c = lowest(rest & ~bit(a) & ~bit(b))
                score = -last_three(
                    opponent ^ discs, own | discs | bit(square), -beta, -alpha, a, b, c, workspace
                )
                if score > best:
                    best = score
                    if best >= beta:
                        return sign * best
                    alpha = larger(alpha, best)
            if best != NOTHING:
                return sign * best
            if sign < 0:
                return -margin_of(own, opponent)
            own, opponent, alpha, beta, sign = opponent, own, -beta, -alpha, -1

    return last_four


def make_solve_few(board: Board, squares: Squares) -> Callable[..., int]:
    """Make the kernel for up to `FEW` empty squares: odd regions first, and in them corners."""
    last_four, odd_regions, empty_of = (
        _make_last_four(board, squares),
        make_odd_regions(squares),
        make_empty_of(board),
    )
    placements, enclosed = make_placements(board), make_enclosed(board)
    corners = squares.corners

    @kernel(is_inlined=False)
    def solve_few(own: Word, opponent: Word, alpha: int, beta: int, count: int, workspace: Any) -> int:
        if count == 4:
            return last_four(own, opponent, alpha, beta, workspace)
        workspace.nodes += 1
        sign = 1
        moves = placements(own, opponent)
        if moves == EMPTY:
            moves = placements(opponent, own)
            if moves == EMPTY:
                return margin_of(own, opponent)
            own, opponent, alpha, beta, sign = opponent, own, -beta, -alpha, -1
        odd = odd_regions(empty_of(own, opponent))
        now, later = moves & odd, moves & ~odd
        best = NOTHING
        while now | later != EMPTY:
            if now == EMPTY:
                now, later = later, EMPTY
            chosen = now & corners
            square = lowest(chosen if chosen != EMPTY else now)
            now &= ~bit(square)
            discs = enclosed(square, own, opponent)
            score = -solve_few(
                opponent ^ discs, own | discs | bit(square), -beta, -alpha, count - 1, workspace
            )
            if score > best:
                best = score
                if best >= beta:
                    break
                alpha = larger(alpha, best)
        return sign * best

    return solve_few
