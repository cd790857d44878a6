"""Evaluations of Breakthrough, each from the view of the side to move.

Those of one side only (`reckless`, `defensive`, `cautious`) are meant that way: taken as
differences, a reckless and a defensive player would be the same.
"""

from __future__ import annotations

import numpy as np

from plyground.core.bits import EMPTY, Word, popcount
from plyground.core.heuristics import heuristic
from plyground.core.stones import State
from plyground.games.breakthrough import BLACK, ONE, Board
from plyground.jit import kernel

# Weights of `complete`. Losing next move outweighs everything that pawns can add up to.
NEARLY_HOME_PENALTY = 100.0
PROTECTION_BONUS = 1.5  # more than the point that danger costs
EMPTY_COLUMN_PENALTY = 0.5


@kernel
def attacked(board: Board, pawns: Word, player: Word) -> Word:
    """Return the squares diagonally ahead of a player's pawns."""
    columns = np.uint64(board.columns)
    left, right = pawns & ~board.left_column, pawns & ~board.right_column
    if player == BLACK:
        return ((left << (columns - ONE)) | (right << (columns + ONE))) & board.squares
    return (left >> (columns + ONE)) | (right >> (columns - ONE))


@kernel
def steps(board: Board, pawns: Word, enemies: Word, player: Word) -> int:
    """Count the moves of a player's pawns."""
    columns = np.uint64(board.columns)
    free = board.squares & ~(pawns | enemies)
    ahead = pawns << columns if player == BLACK else pawns >> columns
    left, right = pawns & ~board.left_column, pawns & ~board.right_column
    if player == BLACK:
        left, right = left << (columns - ONE), right << (columns + ONE)
    else:
        left, right = left >> (columns + ONE), right >> (columns - ONE)
    open_diagonally = board.squares & ~pawns
    return popcount(ahead & free) + popcount(left & open_diagonally) + popcount(right & open_diagonally)


@kernel
def row_of(board: Board, row: int) -> Word:
    """Return the squares of a row, counted from the top."""
    return board.top_row << np.uint64(row * board.columns)


@kernel
def rows_advanced(board: Board, pawns: Word, player: Word) -> int:
    """Return how many rows all pawns of a player have behind them together."""
    total = 0
    for advanced in range(1, board.rows):
        row = advanced if player == BLACK else board.rows - 1 - advanced
        total += advanced * popcount(pawns & row_of(board, row))
    return total


@kernel
def farthest(board: Board, pawns: Word, player: Word) -> int:
    """Return how many rows the most advanced of a player's pawns has behind it."""
    for advanced in range(board.rows - 1, 0, -1):
        row = advanced if player == BLACK else board.rows - 1 - advanced
        if pawns & row_of(board, row) != EMPTY:
            return advanced
    return 0


@heuristic("breakthrough")
def piece(board: Board, state: State) -> int:
    """Pawns I have more than you."""
    return popcount(state.own) - popcount(state.opponent)


@heuristic("breakthrough")
def mobility(board: Board, state: State) -> int:
    """Moves I have more than you."""
    own = steps(board, state.own, state.opponent, state.player)
    return own - steps(board, state.opponent, state.own, state.player ^ ONE)


@heuristic("breakthrough")
def position(board: Board, state: State) -> int:
    """Rows that my pawns have advanced together, less those of yours."""
    own = rows_advanced(board, state.own, state.player)
    return own - rows_advanced(board, state.opponent, state.player ^ ONE)


@heuristic("breakthrough")
def reckless(board: Board, state: State) -> int:
    """How many rows my farthest pawn has advanced."""
    return farthest(board, state.own, state.player)


@heuristic("breakthrough")
def defensive(board: Board, state: State) -> int:
    """How many rows your nearest pawn still is from my home row."""
    return board.rows - 1 - farthest(board, state.opponent, state.player ^ ONE)


@heuristic("breakthrough")
def cautious(board: Board, state: State) -> int:
    """One point off for each of my pawns that you can take next."""
    return -popcount(state.own & attacked(board, state.opponent, state.player ^ ONE))


@heuristic("breakthrough")
def comprehensive(board: Board, state: State) -> float:
    """All of these: piece + position + 2 x defensive + 0.5 x reckless + cautious."""
    return (
        piece(board, state)
        + position(board, state)
        + 2 * defensive(board, state)
        + 0.5 * reckless(board, state)
        + cautious(board, state)
    )


@heuristic("breakthrough")
def complete(board: Board, state: State) -> float:
    """Like comprehensive, and also: pawns about to arrive, pawns that protect each other, open columns."""
    enemy = state.player ^ ONE
    own_attacks = attacked(board, state.own, state.player)
    in_danger = state.own & attacked(board, state.opponent, enemy)
    home = 1 if state.player == BLACK else board.rows - 2
    nearly_home = state.opponent & row_of(board, home)
    score = comprehensive(board, state)
    score += PROTECTION_BONUS * popcount(in_danger & own_attacks)
    if nearly_home != EMPTY:
        score -= NEARLY_HOME_PENALTY
    for column in range(board.columns):
        squares = board.left_column << np.uint64(column)
        if state.own & squares == EMPTY:
            score -= EMPTY_COLUMN_PENALTY * (2.0 if state.opponent & squares != EMPTY else 1.0)
    return score


# A race is proved, so it outweighs whatever the pawns can add up to; a shorter one is better.
RACE_WON = 100.0

# All others in hundredths of a pawn, fitted to the results of games and confirmed by matches.
POINT = 100
PAWN = 100
NEAR_GOAL = 60  # two or three rows from the goal: it ties down defenders
AT_HOME = -40  # not developed yet; what a home row needs is counted by its holes
HOLE = -20  # a square before the home row that no pawn of the home row guards
PROTECTED_IN_CONTACT = 120  # whoever takes it loses a pawn too, and it may take first
LOOSE_TO_TAKE = 80  # an enemy pawn in contact that nobody would avenge
LOOSE_BUT_TO_MOVE = 40  # one of ours, which is in contact as well, and it is our move


@kernel
def ahead(board: Board, pawns: Word, player: Word) -> Word:
    """Return the squares straight ahead of a player's pawns."""
    columns = np.uint64(board.columns)
    return (pawns << columns) & board.squares if player == BLACK else pawns >> columns


@kernel
def _with_one_move(board: Board, pawns: Word, player: Word) -> Word:
    """Return where a player's pawns stand or may stand after one more move, were nobody in the way."""
    return pawns | ahead(board, pawns, player) | attacked(board, pawns, player)


@kernel
def _run(board: Board, runners: Word, own: Word, defended: Word, player: Word) -> Word:
    """Let all runners make a move: straight on where no defender can be, diagonally past any."""
    straight = ahead(board, runners, player) & ~defended
    return (straight | attacked(board, runners, player)) & ~own


@kernel
def race(board: Board, state: State) -> int:
    """Return in how many moves the side to move surely arrives, below zero if the other side does.

    A runner makes every move of its side, and all paths are followed at once. The defenders
    are given more than they have: each of them makes every move of theirs, all at once, and
    nobody is in its way. So a runner that gets through is never caught. It only has to be
    there before the other side's foremost pawn could be, were that left alone.
    """
    own, opponent, player, enemy = state.own, state.opponent, state.player, state.player ^ ONE
    own_goal = board.bottom_row if player == BLACK else board.top_row
    enemy_goal = board.top_row if player == BLACK else board.bottom_row
    runners, enemy_runners = own, opponent
    guards, enemy_guards = own, opponent
    front, enemy_front = own, opponent
    for moves in range(1, board.rows):
        runners = _run(board, runners, own, enemy_guards, player)
        if runners & own_goal != EMPTY:
            return moves
        runners &= ~attacked(board, enemy_guards, enemy)
        front = ahead(board, front, player)
        enemy_runners &= ~attacked(board, guards, player)
        if front & own_goal != EMPTY:
            enemy_runners = EMPTY
        guards = _with_one_move(board, guards, player)

        enemy_runners = _run(board, enemy_runners, opponent, guards, enemy)
        if enemy_runners & enemy_goal != EMPTY:
            return -moves
        enemy_front = ahead(board, enemy_front, enemy)
        if enemy_front & enemy_goal != EMPTY:
            runners = EMPTY
        enemy_guards = _with_one_move(board, enemy_guards, enemy)
        if runners | enemy_runners == EMPTY:
            return 0
    return 0


@kernel
def _structure(board: Board, pawns: Word, player: Word) -> int:
    """Score a player's pawns by where they stand and how they guard the home row."""
    if player == BLACK:
        home = board.top_row
        near = row_of(board, board.rows - 3) | row_of(board, board.rows - 4)
    else:
        home = board.bottom_row
        near = row_of(board, 2) | row_of(board, 3)
    holes = ahead(board, home, player) & ~attacked(board, pawns & home, player)
    return (
        PAWN * popcount(pawns)
        + NEAR_GOAL * popcount(pawns & near)
        + AT_HOME * popcount(pawns & home)
        + HOLE * popcount(holes)
    )


@heuristic("breakthrough")
def handmade(board: Board, state: State) -> float:
    """Races that cannot be stopped; else pawns, how far they are, holes at home, and who can take whom."""
    moves = race(board, state)
    if moves > 0:
        return RACE_WON - moves
    if moves < 0:
        return -RACE_WON - moves
    own, opponent, player, enemy = state.own, state.opponent, state.player, state.player ^ ONE
    guarded, enemy_guarded = attacked(board, own, player), attacked(board, opponent, enemy)
    contact, enemy_contact = own & enemy_guarded, opponent & guarded
    score = _structure(board, own, player) - _structure(board, opponent, enemy)
    score += PROTECTED_IN_CONTACT * (popcount(contact & guarded) - popcount(enemy_contact & enemy_guarded))
    score += LOOSE_TO_TAKE * popcount(enemy_contact & ~enemy_guarded)
    score += LOOSE_BUT_TO_MOVE * popcount(contact & ~guarded)
    return score / POINT
