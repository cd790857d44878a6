"""The board of the duel and its positions: how they are kept, set up and read."""

from __future__ import annotations

import random
from typing import NamedTuple

import numpy as np

from plyground.core.bits import EMPTY, Word
from plyground.core.notation import Diagram
from plyground.core.wide import WORD_BITS, Words, words_of
from plyground.errors import OptionError
from plyground.games.duel.hunting import hunter_catches

ADVERSARY = np.uint64(0)
LETTERS = ("WHM", "whm")
NAMES = ("wumpus", "hero", "mage")


class Board(NamedTuple):
    """What never changes: the size, the pits, and when a game is drawn."""

    rows: int
    columns: int
    squares: Words
    left_column: Words
    right_column: Words
    pits: Words
    offsets: Word  # to the next square in each direction, plus columns + 1, a byte each
    quiet_limit: Word  # plies without a piece destroyed; 0 for no limit
    repetitions: int
    hunter_catches: bool  # a lone hunter catches lone prey, wherever they stand


class State(NamedTuple):
    """The pieces as two sets a side: a wumpus is in `low`, a hero in `high`, a mage in both."""

    own_low: Words
    own_high: Words
    opponent_low: Words
    opponent_high: Words
    player: Word
    quiet: Word  # plies since a piece was destroyed


def make_board(size: tuple[int, int], seed: int, quiet: int, repetitions: int) -> Board:
    """Make a board with pits from the seed: d/3 - 1 in every row but the top and the bottom one."""
    if repetitions == 1:
        raise OptionError("repetitions 1 is not allowed: every game would be drawn at its start")
    rows, columns = size
    chance = random.Random(seed)
    pits = [
        row * columns + column
        for row in range(1, rows - 1)
        for column in chance.sample(range(columns), columns // 3 - 1)
    ]
    return _board_with_pits(rows, columns, pits, quiet, repetitions)


def _board_with_pits(rows: int, columns: int, pits: list[int], quiet: int, repetitions: int) -> Board:
    squares = range(rows * columns)
    count = -(-len(squares) // WORD_BITS)
    return Board(
        rows,
        columns,
        squares=words_of(squares, count),
        left_column=words_of(squares[::columns], count),
        right_column=words_of(squares[columns - 1 :: columns], count),
        pits=words_of(pits, count),
        offsets=_offsets(columns),
        quiet_limit=np.uint64(2 * quiet),
        repetitions=repetitions,
        hunter_catches=hunter_catches(rows, columns, tuple(pits)),
    )


def _offsets(columns: int) -> Word:
    around = [row * columns + column for row in range(3) for column in range(3) if (row, column) != (1, 1)]
    return np.uint64(sum(offset << 8 * direction for direction, offset in enumerate(around)))


def start(board: Board) -> State:
    """Wumpus, hero, mage, wumpus, hero, mage, ... on both home rows."""
    count = len(board.squares)
    bottom = (board.rows - 1) * board.columns
    low, high = ([column for column in range(board.columns) if column % 3 != other] for other in (1, 0))

    def pieces(columns: list[int], first: int) -> Words:
        return words_of([first + column for column in columns], count)

    return State(pieces(low, bottom), pieces(high, bottom), pieces(low, 0), pieces(high, 0), ADVERSARY, EMPTY)


def set_up(
    diagram: Diagram, size: tuple[int, int], seed: int, quiet: int, repetitions: int
) -> tuple[Board, State]:
    """Read a position; it brings its own pits, so the seed does not matter."""
    rows, columns = size
    for letters in LETTERS:
        for letter, name in zip(letters, NAMES, strict=True):
            diagram.limit(letter, columns // 3, f"of {letter} ({name})")
    board = _board_with_pits(rows, columns, diagram.where("*"), quiet, repetitions)
    if board.quiet_limit != EMPTY and diagram.counter > board.quiet_limit:
        raise diagram.problem(f"the game was drawn after {board.quiet_limit} plies without a loss")

    def pieces(player: int, kinds: str) -> Words:
        squares = [square for kind in kinds for square in diagram.where(kind)]
        return words_of(squares, len(board.squares))

    low, high = [pieces(0, "WM"), pieces(1, "wm")], [pieces(0, "HM"), pieces(1, "hm")]
    own, other = diagram.player, 1 - diagram.player
    state = State(low[own], high[own], low[other], high[other], np.uint64(own), np.uint64(diagram.counter))
    return board, state
