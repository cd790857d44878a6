"""OpenSpiel's alpha-beta in Python and easyAI's Negamax, against the engine at the same depth.

OpenSpiel's rules are C++ and its search is Python. easyAI is Python throughout; its games here
are the plain ones, taken back by keeping the boards, so that it need not copy a game for a move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pyspiel
from easyAI import Negamax, TranspositionTable, TwoPlayerGame  # type: ignore[import-untyped]
from open_spiel.python.algorithms.minimax import alpha_beta_search

from benchmarks.plain_games import Board, Breakthrough, Othello, PlainGame, othello_worths
from benchmarks.plain_python import WIN, read_board
from benchmarks.row import Row
from benchmarks.searching import compare_depth, deepest_within
from plyground.core.position import Position, game

TARGET = 100
TRIAL_SECONDS = 3.0
"""How long easyAI is tried with and without its table, to go on with the faster one."""

Search = Callable[[int], object]


def open_spiel_rows() -> Iterator[Row]:
    """Compare with OpenSpiel's alpha-beta, from the start."""
    searches = {"breakthrough": open_spiel_breakthrough(), "othello": open_spiel_othello()}
    for plain in (Breakthrough(), Othello()):
        depth, seconds = deepest_within(searches[plain.name])
        start = game(plain.name).start()
        yield from compare_depth("OpenSpiel", TARGET, start, plain.evaluation, depth, seconds)


def open_spiel_breakthrough() -> Search:
    """Search Breakthrough by the difference in pawns, far below the 1 that OpenSpiel gives for a win."""

    def pawns(state: Any) -> float:
        text = str(state)
        # One b is no pawn but the name of a column.
        return (text.count("b") - 1 - text.count("w")) / 100

    rules = pyspiel.load_game("breakthrough", {"rows": 6, "columns": 6})
    return lambda depth: alpha_beta_search(rules, value_function=pawns, maximum_depth=depth)


def open_spiel_othello() -> Search:
    """Search Othello by the weights of the squares, which Python adds up from the text of the board."""
    worths = [worth / 1000 for row in othello_worths(8) for worth in row]
    sign = {"x": 1, "o": -1, "-": 0}

    def squares(state: Any) -> float:
        # A line for the side to move and one for the columns; then rows such as "1 - x o - 1".
        lines = str(state).split("\n")[2:10]
        discs = "".join([line[2:17:2] for line in lines])
        return sum([sign[disc] * worth for disc, worth in zip(discs, worths, strict=True)])

    rules = pyspiel.load_game("othello")
    return lambda depth: alpha_beta_search(rules, value_function=squares, maximum_depth=depth)


class EasyGame(TwoPlayerGame):  # type: ignore[misc]
    """A plain game as easyAI wants it: changed in place and taken back."""

    def __init__(self, plain: PlainGame, position: Position) -> None:
        self.plain = plain
        board, player = read_board(position)
        self.boards: list[Board] = [board]
        self.players = (None, None)
        self.current_player = 1 if player == 1 else 2

    @property
    def side(self) -> int:
        """The player to move as the plain games have it."""
        return 1 if self.current_player == 1 else -1

    def possible_moves(self) -> list[Any]:
        return self.plain.moves(self.boards[-1], self.side)

    def make_move(self, move: Any) -> None:
        self.boards.append(self.plain.play(self.boards[-1], self.side, move))

    def unmake_move(self, move: Any) -> None:
        self.boards.pop()

    def is_over(self) -> bool:
        return self.plain.result(self.boards[-1], self.side) is not None

    def scoring(self) -> int:
        result = self.plain.result(self.boards[-1], self.side)
        return self.plain.evaluate(self.boards[-1], self.side) if result is None else result * WIN

    def ttentry(self) -> tuple[object, ...]:
        """Return what easyAI's table knows the position by."""
        return (self.current_player, *map(tuple, self.boards[-1]))


def easyai_rows() -> Iterator[Row]:
    """Compare with easyAI, with or without its table, whichever is faster, from the start."""
    for plain in (Breakthrough(), Othello()):
        start = game(plain.name).start()
        searches = {has_table: easy_search(plain, start, has_table=has_table) for has_table in (True, False)}
        trials = {key: deepest_within(search, TRIAL_SECONDS) for key, search in searches.items()}
        # Deeper is better, then sooner.
        has_table = max(trials, key=lambda key: (trials[key][0], -trials[key][1]))
        depth, seconds = deepest_within(searches[has_table])
        label = f"easyAI {'with' if has_table else 'without'} its table"
        yield from compare_depth(label, TARGET, start, plain.evaluation, depth, seconds)


def easy_search(plain: PlainGame, position: Position, *, has_table: bool) -> Search:
    """Make a search by easyAI that begins with an empty table each time."""

    def search(depth: int) -> Any:
        table = TranspositionTable() if has_table else None
        return Negamax(depth, win_score=2 * WIN, tt=table)(EasyGame(plain, position))

    return search
