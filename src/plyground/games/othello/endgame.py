"""Exact endgames of Othello: a principal variation search whose last plies are kernels of their own.

Moves are ordered by the replies they leave (fastest first), by parity and by squares; far from the end, and
with a learned evaluation, by a shallow search as well (`estimating.py`). Stable discs, the transposition
table and the table entries of the children (enhanced transposition cut-offs) save searches.
With few empty squares left, simpler kernels take over (`few_empties.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from plyground.core.bits import EMPTY, Word, bit, lowest, popcount, without_lowest
from plyground.core.instructions import as_int, at, larger, smaller
from plyground.core.stones import State
from plyground.games.othello.few_empties import (
    FEW,
    NOTHING,
    Squares,
    make_empty_of,
    make_odd_regions,
    make_solve_few,
    make_squares,
    margin_of,
)
from plyground.games.othello.rules import Board
from plyground.games.othello.stability import make_stable_discs
from plyground.games.othello.vectors import make_enclosed, make_placements
from plyground.jit import kernel

_BLACK = np.uint64(0)
_NOTHING = -1e9


def make_estimate(board: Board, evaluate: Any) -> Callable[..., float]:
    """Make the kernel that searches some plies with an evaluation, in points for the side to move."""
    if evaluate is None:
        return _nothing
    placements, enclosed = make_placements(board), make_enclosed(board)

    @kernel(is_inlined=False)
    def estimate(own: Word, opponent: Word, depth: int, alpha: float, beta: float, workspace: Any) -> float:
        workspace.nodes += 1
        if workspace.nodes > workspace.node_limit:
            workspace.stop = 1
        if workspace.stop != 0:
            return 0.0
        if depth == 0:
            return float(evaluate(board, State(own, opponent, _BLACK), workspace.evaluation))
        moves = placements(own, opponent)
        if moves == EMPTY:
            if placements(opponent, own) == EMPTY:
                return float(margin_of(own, opponent))
            return -estimate(opponent, own, depth - 1, -beta, -alpha, workspace)
        best = _NOTHING
        while moves != EMPTY and best < beta:
            square = lowest(moves)
            moves = without_lowest(moves)
            discs = enclosed(square, own, opponent)
            least = alpha if alpha > best else best
            score = -estimate(
                opponent ^ discs, own | discs | bit(square), depth - 1, -beta, -least, workspace
            )
            best = score if score > best else best
        return best

    return estimate


@kernel
def _nothing(own: Word, opponent: Word, depth: int, alpha: float, beta: float, workspace: Any) -> float:
    return 0.0


TABLE_FROM = 9
"""With fewer empty squares it takes less time to solve a position than to find it in the table."""
CUTOFFS_FROM = 10
"""From so many empty squares on, the table entries of all children are probed before one is searched."""

SPLIT_FROM = 12
"""With fewer empty squares a position is solved before another thread could have helped."""

REPLIES_FROM = 15
"""From so many empty squares on, a move is ranked by the worst reply to it as well."""

# What counts for the rank of a move, and how much: replies that it leaves, corners it holds, empty squares
# next to the discs of its side (replies to come), a square in a region with an odd number of empty ones, and
# the mobility after the worst reply.
REPLY = 1 << 15
CORNER = 1 << 11
FRONTIER = 1 << 5
PARITY = 1 << 4
MOBILITY = 1 << 15
NO_REPLY = 32  # as much as mobility can be: a pass is the best that can be left
HASH_MOVE = 1 << 40

ESTIMATE_FROM = 13
"""From so many empty squares on, a move is ranked by a shallow search with an evaluation, if there is one."""
ESTIMATE_STEP = 2  # with so many more empty squares that search is a ply deeper
DEEPEST_ESTIMATE = 8
ESTIMATE = 1 << 16  # how much a point of it counts
INFINITE = 1e6  # points

# What a node is expected to be: one of the principal variation, one where a move reaches beta, and one where
# none does. A thread that meets another in the last kind takes the next move: all are to be searched.
PV_NODE, CUT_NODE, ALL_NODE = 0, 1, 2

BLACK = np.uint64(0)
# Where the words of a child stand in the workspace.
OWN, OPPONENT = 0, 1


def make_endgame(board: Board, tt: Any, evaluate: Any = None) -> Callable[..., int]:
    """Compile the solver for one board; `tt` holds the kernels of the solver's transposition table.

    With an evaluation, it estimates what moves are worth where many squares are empty.
    It keeps the contract of `plyground.solving.exact_alphabeta`: fail-soft alpha-beta on margins.
    """
    squares = make_squares(board)
    solve = _make_solve(board, squares, tt, evaluate)
    empty_of = make_empty_of(board)

    @kernel(label=f"the endgame of othello {board.rows}x{board.columns}")
    def endgame(state: Any, alpha: int, beta: int, workspace: Any) -> int:
        empty, kind = popcount(empty_of(state.own, state.opponent)), as_int(PV_NODE)
        return solve(state.own, state.opponent, alpha, beta, empty, kind, workspace)

    return endgame


def _make_solve(board: Board, squares: Squares, tt: Any, evaluate: Any) -> Callable[..., int]:
    """Make the kernel for many empty squares: a principal variation search with a table."""
    solve_few = make_solve_few(board, squares)
    stable_discs, list_moves = make_stable_discs(board), _make_list_moves(board, squares, tt, evaluate)
    placements, probe, store = make_placements(board), tt.probe, tt.store
    is_busy, enter, leave = tt.is_busy, tt.enter, tt.leave
    squares_of_board = board.rows * board.columns

    @kernel
    def solve(own: Word, opponent: Word, alpha: int, beta: int, empty: int, kind: int, workspace: Any) -> int:
        # Step 1. The last few empty squares have kernels of their own.
        if empty <= FEW:
            return solve_few(own, opponent, alpha, beta, empty, workspace)

        # Step 2. Count the node, and stop at a limit.
        workspace.nodes += 1
        if workspace.nodes > workspace.node_limit:
            workspace.stop = 1
        if workspace.stop != 0:
            return 0

        # Step 3. Stability cut-off: what the opponent cannot lose is more than alpha allows.
        if alpha >= _stability_from(empty):
            most = squares_of_board - 2 * popcount(stable_discs(opponent, own))
            if most <= alpha:
                return most

        # Step 4. Without a move it is a pass, or the end of the game.
        moves = placements(own, opponent)
        if moves == EMPTY:
            if placements(opponent, own) == EMPTY:
                return margin_of(own, opponent)
            return -solve(opponent, own, -beta, -alpha, empty, _kind_of_child(kind), workspace)

        # Step 5. Probe the transposition table.
        first_alpha, first_beta, hash_move = alpha, beta, -1
        uses_table = empty >= TABLE_FROM
        if uses_table:
            low, high, hash_move = probe(State(own, opponent, BLACK), workspace)
            if low >= beta:
                return as_int(low)
            if high <= alpha or low == high:
                return as_int(high)
            alpha, beta = larger(alpha, low), smaller(beta, high)

        # Step 6. List the children with their ranks; one of them may be known to reach beta.
        count, enough = list_moves(own, opponent, moves, empty, hash_move, beta, workspace)
        if count == 0:
            return enough

        # Step 7. Search the first child with the whole window, the others with an empty one.
        # What another thread is searching is deferred to the end of the list.
        best, best_move, deferred, index = NOTHING, -1, 0, 0
        is_split = empty >= SPLIT_FROM and workspace.is_shared != 0
        while index < count + deferred:
            place = _next_place(empty, index, count, workspace)
            may_wait = is_split and index < count and (index > 0 or kind == ALL_NODE)
            is_first, index = index == 0, index + 1
            move = as_int(workspace.moves[at(empty), at(place)])
            child_own = workspace.children[at(empty), at(place), OWN]
            child_opponent = workspace.children[at(empty), at(place), OPPONENT]
            child = State(child_own, child_opponent, BLACK)
            if may_wait and is_busy(child, workspace):
                _swap(empty, place, deferred, workspace)
                deferred += 1
                continue
            if is_split:
                enter(child, workspace)
            bound = beta if is_first else alpha + 1
            expected = as_int(_kind_of_child(kind) if is_first or kind != PV_NODE else CUT_NODE)
            score = -solve(child_own, child_opponent, -bound, -alpha, empty - 1, expected, workspace)
            if alpha < score < beta and bound < beta:
                expected = as_int(PV_NODE)
                score = -solve(child_own, child_opponent, -beta, -score, empty - 1, expected, workspace)
            if is_split:
                leave(child, workspace)
            if score > best:
                best, best_move = score, move
                alpha = larger(alpha, best)
                if alpha >= beta:
                    break

        # Step 8. Store the bounds.
        if workspace.stop != 0:
            return 0
        if uses_table:
            low = best if best > first_alpha else -squares_of_board
            high = best if best < first_beta else squares_of_board
            store(State(own, opponent, BLACK), low, high, best_move, empty, workspace)
        return best

    return solve


@kernel
def _kind_of_child(kind: int) -> int:
    """Return what the first child of a node is expected to be."""
    return as_int(PV_NODE if kind == PV_NODE else CUT_NODE + ALL_NODE - kind)


@kernel
def _stability_from(empty: int) -> int:
    """Return the alpha from which on counting stable discs saves more than it costs, as measured."""
    return smaller(2 * empty - 4, empty + 8)


def _make_list_moves(
    board: Board, squares: Squares, tt: Any, evaluate: Any
) -> Callable[..., tuple[int, int]]:
    """Make the kernel that writes the children of a node and their ranks into the workspace.

    It returns how many there are; or 0 and a margin, if one of them is known to reach beta.
    """
    odd_regions, empty_of, count_frontier = (
        make_odd_regions(squares),
        make_empty_of(board),
        _make_frontier(board),
    )
    corners, values = squares.corners, squares.values
    mobility_after_reply = _make_mobility_after_reply(board, squares)
    placements, enclosed, probe = make_placements(board), make_enclosed(board), tt.probe
    estimates, estimate = evaluate is not None, make_estimate(board, evaluate)

    @kernel
    def list_moves(
        own: Word, opponent: Word, moves: Word, empty: int, hash_move: int, beta: int, workspace: Any
    ) -> tuple[int, int]:
        odd = odd_regions(empty_of(own, opponent))
        parity = PARITY * 8 if empty < 12 else PARITY * 4 if empty < 21 else PARITY * 2
        count = 0
        while moves != EMPTY:
            square = lowest(moves)
            moves = without_lowest(moves)
            discs = enclosed(square, own, opponent)
            child_own, child_opponent = opponent ^ discs, own | discs | bit(square)
            if child_own == EMPTY and popcount(child_opponent) >= beta:
                return 0, popcount(child_opponent)  # nothing is left of the opponent
            if empty >= CUTOFFS_FROM:
                _, high, _ = probe(State(child_own, child_opponent, BLACK), workspace)
                if -high >= beta:
                    return 0, -high
            rank = HASH_MOVE
            if square != hash_move:
                replies = placements(child_own, child_opponent)
                rank = values[at(square)] + CORNER * popcount(child_opponent & corners)
                rank -= REPLY * (popcount(replies) + popcount(replies & corners))
                rank -= FRONTIER * count_frontier(child_own, child_opponent)
                if odd & bit(square) != EMPTY:
                    rank += parity
                if estimates and empty >= ESTIMATE_FROM:
                    depth = _estimate_depth(empty)
                    value = estimate(child_own, child_opponent, depth, -INFINITE, INFINITE, workspace)
                    rank -= int(ESTIMATE * value)
                elif empty >= REPLIES_FROM:
                    rank += MOBILITY * mobility_after_reply(child_own, child_opponent, replies)
            workspace.moves[at(empty), at(count)] = square
            workspace.ranks[at(empty), at(count)] = rank
            workspace.children[at(empty), at(count), OWN] = child_own
            workspace.children[at(empty), at(count), OPPONENT] = child_opponent
            count += 1
        return count, 0

    return list_moves


@kernel
def _estimate_depth(empty: int) -> int:
    """Return how deep moves are searched before they are ordered: what that costs is a small share."""
    return smaller(DEEPEST_ESTIMATE, (empty - ESTIMATE_FROM) // ESTIMATE_STEP)


def _make_mobility_after_reply(board: Board, squares: Squares) -> Callable[[Word, Word, Word], int]:
    """Make the kernel that returns how many more moves a side has than its opponent, after the worst reply.

    It is asked of a child: `own` are the discs of the side to reply, and `replies` its moves. Corners count
    twice.
    """
    placements, enclosed, corners = make_placements(board), make_enclosed(board), squares.corners

    @kernel(is_inlined=False)
    def mobility_after_reply(own: Word, opponent: Word, replies: Word) -> int:
        worst = NO_REPLY
        while replies != EMPTY:
            square = lowest(replies)
            replies = without_lowest(replies)
            discs = enclosed(square, own, opponent)
            mover, other = opponent ^ discs, own | discs | bit(square)
            gained, lost = placements(mover, other), placements(other, mover)
            mobility = popcount(gained) + popcount(gained & corners)
            mobility -= popcount(lost) + popcount(lost & corners)
            worst = smaller(worst, mobility)
        return worst

    return mobility_after_reply


def _make_frontier(board: Board) -> Callable[[Word, Word], int]:
    """Make the kernel that counts the empty squares next to discs of the opponent."""
    columns, one = np.uint64(board.columns), np.uint64(1)

    @kernel
    def count_frontier(own: Word, opponent: Word) -> int:
        inner = opponent & board.inner_columns
        beside = (opponent << columns) | (opponent >> columns) | (inner << one) | (inner >> one)
        beside |= (inner << (columns - one)) | (inner >> (columns - one))
        beside |= (inner << (columns + one)) | (inner >> (columns + one))
        return popcount(beside & board.squares & ~(own | opponent))

    return count_frontier


@kernel
def _next_place(empty: int, index: int, count: int, workspace: Any) -> int:
    """Return where the next child is: the one that ranks highest among those left, then what was deferred."""
    if index >= count:
        return index - count
    ranks, best = workspace.ranks[at(empty)], index
    for other in range(index + 1, count):
        if ranks[at(other)] > ranks[at(best)]:
            best = other
    if best != index:
        _swap(empty, index, best, workspace)
    return index


@kernel
def _swap(empty: int, first: int, second: int, workspace: Any) -> None:
    moves, ranks, children = (
        workspace.moves[at(empty)],
        workspace.ranks[at(empty)],
        workspace.children[at(empty)],
    )
    moves[at(first)], moves[at(second)] = moves[at(second)], moves[at(first)]
    ranks[at(first)], ranks[at(second)] = ranks[at(second)], ranks[at(first)]
    for word in range(2):
        children[at(first), at(word)], children[at(second), at(word)] = (
            children[at(second), at(word)],
            children[at(first), at(word)],
        )
