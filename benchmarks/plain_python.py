"""Plain Python alpha-beta over lists of lists, and how much faster the engine reaches the same depth."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from benchmarks.plain_games import EMPTY, GAMES, PIT, Board, PlainGame
from benchmarks.row import Row
from benchmarks.searching import compare_depth, deepest_within
from plyground.core.position import Position, game

TARGET = 300

WIN = 1_000_000
INFINITY = 2 * WIN

LETTERS = {"b": 1, "w": -1, "W": 1, "H": 2, "M": 3, "h": -2, "m": -3, "*": PIT}


def alphabeta(
    game: PlainGame,
    board: Board,
    player: int,
    depth: int,
    ply: int = 0,
    alpha: int = -INFINITY,
    beta: int = INFINITY,
) -> int:
    """Return the score of a board for the player to move, looking `depth` moves ahead."""
    result = game.result(board, player)
    if result is not None:
        return result * (WIN - ply)
    if depth == 0:
        return game.evaluate(board, player)
    best = -INFINITY
    for move in game.moves(board, player):
        child = game.play(board, player, move)
        score = -alphabeta(game, child, -player, depth - 1, ply + 1, -beta, -alpha)
        best = max(best, score)
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return best


def read_board(position: Position) -> tuple[Board, int]:
    """Return the board of a position as lists, and the player to move."""
    rows, columns = position.game.rows, position.game.columns
    board = [[EMPTY] * columns for _ in range(rows)]
    for letter in position.game.rules.letters:
        for square in position.diagram.where(letter):
            board[square // columns][square % columns] = LETTERS[letter]
    return board, 1 if position.player == 0 else -1


def rows() -> Iterator[Row]:
    """Compare the engine with plain Python from the start of each game, to the same depth."""
    for plain in GAMES:
        position = game(plain.name).start()
        board, player = read_board(position)
        depth, seconds = deepest_within(partial(alphabeta, plain, board, player))
        yield from compare_depth("plain Python", TARGET, position, plain.evaluation, depth, seconds)
