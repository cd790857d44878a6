"""The games that Konane's source printed, played again move by move.

Which game comes out depends on what the rules leave open: the order in which moves are listed, since
of equal moves the first is played and the opponent always plays the first; and the score of a position
without moves, which in the source is the difference in moves, as everywhere else. So the order and the
search are written down here; the rules are those of Konane. Each move of the root has a full window:
what alpha-beta saves that way is nearest to what the printed times of the source say.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.core.bits import EMPTY, Word, has, lowest, popcount, without_lowest
from plyground.core.position import Game, Position, game
from plyground.core.rules import Moves
from plyground.core.stones import State
from plyground.evaluation.konane import mobility
from plyground.games.konane import COLUMN, ONE, ROW, TWO, Board, play
from plyground.jit import kernel
from plyground.study.published import ALPHABETA

# Squares of an 8x8 board: a1, h8, e5, d4.
OPENINGS = (0, 63, 36, 27)
UP, RIGHT, DOWN, LEFT = range(4)
INFINITY = 1_000_000


@dataclass(frozen=True)
class ReplayedGame:
    """A game: its moves, its last position, and the processor time of all searches."""

    line: list[str]
    last: str
    seconds: float


def replay_game(algorithm: str, depth: int) -> ReplayedGame:
    """Let a search play black against the first legal move, as the source of Konane did."""
    position, line, seconds = game("konane").start(), list[str](), 0.0
    search = ReportSearch(position.game, algorithm)
    while position.outcome is None:
        if position.player == 0:
            began = time.thread_time()
            code = search.choose(position, depth)
            seconds += time.thread_time() - began
        else:
            code = search.list_moves(position)[0]
        move = next(each for each in position.moves() if each.code == code)
        line.append(str(move))
        position = position.play(move)
    return ReplayedGame(line, position.text, seconds)


class ReportSearch:
    """Minimax or alpha-beta with the order of moves and the scores of the source."""

    def __init__(self, game: Game, algorithm: str) -> None:
        self._board, self._prunes = game.board, algorithm == ALPHABETA
        self._choose = _make_choose(self._board)
        self._room = game.rules.most_moves(self._board)
        self.choose(game.start(), 1)  # compiles it, so that no time that is taken has to pay for it

    def list_moves(self, position: Position) -> list[int]:
        """Return the codes of the legal moves in the order of the source."""
        moves = np.zeros(self._room, np.int32)
        return [int(code) for code in moves[: list_moves(self._board, position.state, moves)]]

    def choose(self, position: Position, depth: int) -> int:
        """Return the first of the best moves."""
        buffers = np.zeros((depth + 1, self._room), np.int32)
        return int(self._choose(position.state, depth, self._prunes, buffers))


@kernel(label="the moves of Konane's source")
def list_moves(board: Board, state: State, moves: Moves) -> int:
    """Fill `moves` row by row; for each stone up, right, down, left; the shorter jump first."""
    holes = board.squares & ~(state.own | state.opponent)
    count = 0
    if popcount(holes) == 0:
        for square in OPENINGS:
            moves[count] = 8 * square
            count += 1
        return count
    if popcount(holes) == 1:
        return _list_beside(board, lowest(holes), moves)
    movers = _movers(board, state, holes)
    while movers != EMPTY:
        for way in range(4):
            count = _list_jumps(board, state, lowest(movers), way, moves, count)
        movers = without_lowest(movers)
    return count


@kernel
def _movers(board: Board, state: State, holes: Word) -> Word:
    """Return the stones that can jump in some direction."""
    over, columns = state.opponent, np.uint64(board.columns)
    up = (over << columns) & (holes << TWO * columns)
    down = (over >> columns) & (holes >> TWO * columns)
    right = (over >> ONE) & (holes >> TWO) & board.room_1
    left = (over << ONE) & ((holes & board.room_1) << TWO)
    return state.own & (up | right | down | left)


@kernel
def _list_beside(board: Board, hole: int, moves: Moves) -> int:
    """List the stones next to the first hole, all of which are white's."""
    count = 0
    for way in range(4):
        if _squares_ahead(board, hole, way) > 0:
            moves[count] = 8 * (hole + _step(board, way))
            count += 1
    return count


@kernel
def _list_jumps(board: Board, state: State, square: int, way: int, moves: Moves, count: int) -> int:
    """List the jumps of a stone in one direction; a code has the upper or left end of the jump."""
    step, axis = _step(board, way), ROW if way in (RIGHT, LEFT) else COLUMN
    for jumps in range(1, _squares_ahead(board, square, way) // 2 + 1):
        landing = square + 2 * jumps * step
        if not has(state.opponent, landing - step) or has(state.own | state.opponent, landing):
            break
        moves[count] = 8 * min(square, landing) + axis + jumps
        count += 1
    return count


@kernel
def _step(board: Board, way: int) -> int:
    """Return what one square in a direction adds to the number of a square."""
    return (-board.columns, 1, board.columns, -1)[way]


@kernel
def _squares_ahead(board: Board, square: int, way: int) -> int:
    """Return how many squares lie between a square and the edge in a direction."""
    row, column = square // board.columns, square % board.columns
    return (row, board.columns - 1 - column, board.rows - 1 - row, column)[way]


def _make_choose(board: Any) -> Callable[[Any, int, bool, Any], int]:
    """Make the kernel that returns the first of the best moves, by minimax or, if it prunes, by alpha-beta.

    It takes ``(state, depth, prunes, buffers)``, with room for a list of moves for every depth.
    """

    @kernel
    def value(state: Any, depth: int, alpha: int, beta: int, prunes: bool, buffers: Any) -> int:
        if depth == 0:
            return mobility(board, state)
        moves = buffers[depth]
        count = list_moves(board, state, moves)
        if count == 0:
            return mobility(board, state)
        best = -INFINITY
        for index in range(count):
            child = play(board, state, moves[index])
            best = max(best, -value(child, depth - 1, -beta, -alpha, prunes, buffers))
            if prunes:
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
        return best

    @kernel(label="the search of Konane's source")
    def choose(state: Any, depth: int, prunes: bool, buffers: Any) -> int:
        moves = buffers[depth]
        best, best_move = -INFINITY, -1
        for index in range(list_moves(board, state, moves)):
            child = play(board, state, moves[index])
            score = -value(child, depth - 1, -INFINITY, INFINITY, prunes, buffers)
            if score > best:
                best, best_move = score, moves[index]
        return best_move

    return choose
