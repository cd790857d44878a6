"""rust_reversi, an Othello program in Rust, against the engine: the same tree, the same evaluation.

What rust_reversi calls depth 11 is our depth 12: it looks that deep behind each move of the
root. A pass does not count as a ply there and does here, so lines with passes end sooner here.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Iterator

import rust_reversi

from benchmarks.plain_games import othello_worths
from benchmarks.row import Row
from benchmarks.searching import SETTINGS, cpu_seconds, make_engine, openings
from plyground.core.bits import popcount
from plyground.core.position import Position, game
from plyground.core.stones import State
from plyground.evaluation.othello import squares
from plyground.games.othello.rules import Board, placements
from plyground.jit import kernel

RUST_DEPTH = 11
OWN_DEPTH = RUST_DEPTH + 1
POSITIONS = 20
OPENING_PLIES = 6
WIN_SCORE = 1_000_000


@kernel
def discs(board: Board, state: State) -> int:
    """What rust_reversi calls PieceEvaluator: discs I have more than you."""
    return popcount(state.own) - popcount(state.opponent)


@kernel
def places(board: Board, state: State) -> int:
    """What rust_reversi calls LegalNumEvaluator: the squares where I can place a disc."""
    return popcount(placements(board, state.own, state.opponent))


EVALUATIONS = {
    "discs": (rust_reversi.PieceEvaluator(), discs),
    "places": (rust_reversi.LegalNumEvaluator(), places),
    "squares": (rust_reversi.MatrixEvaluator(othello_worths(8)), squares),
}


def rows() -> Iterator[Row]:
    """Compare on positions from random openings, with each of the evaluations that both can have."""
    positions = openings("othello", POSITIONS, OPENING_PLIES, seed=11)
    for name, (rust_evaluation, own_evaluation) in EVALUATIONS.items():
        search = rust_reversi.AlphaBetaSearch(rust_evaluation, RUST_DEPTH, WIN_SCORE)
        rust_times = [_rust_seconds(search, position) for position in positions]
        for setting, features in SETTINGS.items():
            engine = make_engine(game("othello"), own_evaluation, features)
            own_times = [cpu_seconds(engine, position, OWN_DEPTH, repeats=1) for position in positions]
            ratios = [rust / own for rust, own in zip(rust_times, own_times, strict=True)]
            faster = sum(ratio > 1 for ratio in ratios)
            how = (
                f"depth {OWN_DEPTH} (theirs: {RUST_DEPTH}), faster on {faster} of {len(ratios)} positions; "
                f"geometric mean; {sum(rust_times):.1f} s against {sum(own_times):.1f} s in all"
            )
            mean = math.exp(statistics.mean(map(math.log, ratios)))
            yield Row(f"rust_reversi, {name}{setting}", mean, 1, how)


def _rust_seconds(search: rust_reversi.AlphaBetaSearch, position: Position) -> float:
    """Return the CPU seconds of one search in Rust."""
    board = rust_board(position)
    start = time.process_time()
    search.get_move(board)
    return time.process_time() - start


def rust_board(position: Position) -> rust_reversi.Board:
    """Set up a position in Rust."""
    board = rust_reversi.Board()
    turn = rust_reversi.Turn.BLACK if position.player == 0 else rust_reversi.Turn.WHITE
    letters = {square: letter for letter in "bw" for square in position.diagram.where(letter)}
    signs = {"b": "X", "w": "O"}
    board.set_board_str("".join(signs.get(letters.get(square, ""), "-") for square in range(64)), turn)
    return board
