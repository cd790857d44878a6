"""The Konane program of the course report, written again: plain Python, lists and loops, nothing else.

It imports neither Plyground nor NumPy. What its games depend on is as the report had it: the order
in which moves are listed, the first of equal moves is played, and a position is scored by the
difference in moves also where the game is over. Alpha-beta searches every move of the root with a
full window: what it saves that way is nearest to what the printed times say.

A square is a row and a column. A move lists the squares that a stone passes; one square alone is a
stone that is removed.
"""

from __future__ import annotations

import time
from collections.abc import Callable

Square = tuple[int, int]
Move = list[Square]
Board = list[list[str]]
Search = Callable[[Board, str, int], Move]

SIZE = 8
EMPTY = "."
DIRECTIONS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # up, right, down, left
OPENINGS = ((0, 0), (7, 7), (4, 4), (3, 3))
OTHER = {"b": "w", "w": "b"}
INFINITY = 1_000_000


def full_board() -> Board:
    """Return the board of the start."""
    return [["bw"[(row + column) % 2] for column in range(SIZE)] for row in range(SIZE)]


def is_on_board(row: int, column: int) -> bool:
    return 0 <= row < SIZE and 0 <= column < SIZE


def legal_moves(board: Board, side: str) -> list[Move]:
    """List the moves of a side: removals in the opening, then jumps."""
    holes = [(row, column) for row in range(SIZE) for column in range(SIZE) if board[row][column] == EMPTY]
    if not holes:
        return [[square] for square in OPENINGS]
    if len(holes) == 1:
        beside = [(holes[0][0] + down, holes[0][1] + right) for down, right in DIRECTIONS]
        return [[square] for square in beside if is_on_board(*square)]
    moves: list[Move] = []
    for row in range(SIZE):
        for column in range(SIZE):
            if board[row][column] == side:
                for down, right in DIRECTIONS:
                    moves += jumps(board, side, row, column, down, right)
    return moves


def jumps(board: Board, side: str, row: int, column: int, down: int, right: int) -> list[Move]:
    """List the jumps of a stone in one direction, the shorter ones first."""
    found: list[Move] = []
    passed = [(row, column)]
    while True:
        over = row + down, column + right
        landing = row + 2 * down, column + 2 * right
        if not is_on_board(*landing):
            return found
        if board[over[0]][over[1]] != OTHER[side] or board[landing[0]][landing[1]] != EMPTY:
            return found
        passed = [*passed, over, landing]
        found.append(passed)
        row, column = landing


def play(board: Board, side: str, move: Move) -> Board:
    """Return a new board with a move made."""
    after = [row.copy() for row in board]
    for row, column in move:
        after[row][column] = EMPTY
    if len(move) > 1:
        row, column = move[-1]
        after[row][column] = side
    return after


def mobility(board: Board, side: str) -> int:
    """Score a board: my moves less yours."""
    return len(legal_moves(board, side)) - len(legal_moves(board, OTHER[side]))


def minimax(board: Board, side: str, depth: int) -> Move:
    """Return the first of the moves that are best for the side to move."""

    def value(board: Board, to_move: str, depth: int) -> int:
        moves = legal_moves(board, to_move) if depth > 0 else []
        if not moves:
            return mobility(board, side)
        values = [value(play(board, to_move, move), OTHER[to_move], depth - 1) for move in moves]
        return max(values) if to_move == side else min(values)

    best, best_move = -INFINITY, None
    for move in legal_moves(board, side):
        found = value(play(board, side, move), OTHER[side], depth - 1)
        if found > best:
            best, best_move = found, move
    assert best_move is not None
    return best_move


def alphabeta(board: Board, side: str, depth: int) -> Move:
    """Return the move of minimax, without the lines that cannot matter."""

    def value(board: Board, to_move: str, depth: int, alpha: int, beta: int) -> int:
        moves = legal_moves(board, to_move) if depth > 0 else []
        if not moves:
            return mobility(board, side)
        best = -INFINITY if to_move == side else INFINITY
        for move in moves:
            found = value(play(board, to_move, move), OTHER[to_move], depth - 1, alpha, beta)
            if to_move == side:
                best = max(best, found)
                alpha = max(alpha, best)
            else:
                best = min(best, found)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    best, best_move = -INFINITY, None
    for move in legal_moves(board, side):
        found = value(play(board, side, move), OTHER[side], depth - 1, -INFINITY, INFINITY)
        if found > best:
            best, best_move = found, move
    assert best_move is not None
    return best_move


def play_game(search: Search, depth: int) -> tuple[list[Move], Board, float]:
    """Play a search as black against the first legal move; return moves, last board and search seconds."""
    board, side, seconds = full_board(), "b", 0.0
    line: list[Move] = []
    while moves := legal_moves(board, side):
        move = moves[0]
        if side == "b":
            began = time.process_time()
            move = search(board, side, depth)
            seconds += time.process_time() - began
        line.append(move)
        board, side = play(board, side, move), OTHER[side]
    return line, board, seconds


def board_text(board: Board) -> str:
    """Write a board as a position text has it: rows joined by /, a number for a run of empty squares."""
    rows = []
    for row in board:
        text, run = "", 0
        for content in [*row, ""]:
            if content == EMPTY:
                run += 1
                continue
            text += f"{run or ''}{content}"
            run = 0
        rows.append(text)
    return "/".join(rows)
