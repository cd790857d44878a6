"""What Othello says to people: its rules in pictures, a lesson, tags of puzzles, reasons of mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plyground.core.bits import EMPTY, Word, bit, lowest
from plyground.core.notation import EMPTY_SQUARE
from plyground.core.stones import State
from plyground.core.teaching import Comparison, Illustration, LessonStep, ReasonScene, Teaching

START = "6/6/2wb2/2bw2/6/6 black"
THREE_LINES = "1wwb2/ww4/b1b3/6/3bw1/6 black"

TEACHING = Teaching(
    prompt=lambda board, state: "place a disc on one of the outlined squares",
    illustrations=(
        Illustration(
            "Place a disc so that enemy discs lie in a straight line between it and another disc of yours. "
            "They turn over and are yours.",
            START,
            "c2",
        ),
        Illustration(
            "All lines count at once: along the row, along the column and diagonally.",
            THREE_LINES,
            "a1",
        ),
        Illustration(
            "Who cannot turn a disc passes. Nobody may pass otherwise.", "wwwb2/6/6/6/6/6 black", "pass"
        ),
        Illustration(
            "When neither side can move, the game is over, and the side with more discs wins.",
            "bbbb/bbbb/bbww/www1 black",
            "d4",
        ),
    ),
    lesson=(
        LessonStep(
            prompt="You are black. Place a disc on an outlined square, so that a white disc is enclosed.",
            praise="The white disc between yours turned over.",
            position=START,
        ),
        LessonStep(
            prompt="One disc can turn several lines. Find the square that turns four discs.",
            accepted=("a1",),
            praise="Four discs at once, and the new one stands in a corner.",
            correction="That turns fewer. Look for a square at the end of three lines.",
            position=THREE_LINES,
        ),
        LessonStep(
            prompt="A disc in a corner can never be turned again. Take the corner.",
            accepted=("f1",),
            praise="Nobody can enclose a corner. Discs beside it, of the same colour, are safe as well.",
            correction="White could turn that disc again. The corner f1 is free: take it.",
            position="2bww1/1bbw2/2wb2/2bw2/6/6 black",
        ),
        LessonStep(
            prompt="Two squares are left: play the one after which black ends with more discs.",
            accepted=("d4",),
            praise="Whatever white does now, you end with more discs.",
            correction="White would answer on the other square and win. Take that one yourself.",
            position="wwwb/wwww/wbw1/bbw1 black",
        ),
    ),
)


PARITY, CORNER, PASS = "parity", "corner", "pass"


def puzzle_tags(board: Any, states: tuple[State, ...], moves: tuple[int, ...]) -> tuple[str, ...]:
    """Name what the first move does: it fills an odd region, takes a corner, or makes the opponent pass."""
    first, squares = moves[0], board.rows * board.columns
    last_row = squares - board.columns
    found = []
    sizes = region_sizes(board, states[0])
    if first < squares and sizes[first] % 2 == 1 and any(size % 2 == 0 for size in sizes.values()):
        found.append(PARITY)
    if first in (0, board.columns - 1, last_row, squares - 1):
        found.append(CORNER)
    if squares in moves[1::2]:
        found.append(PASS)
    return tuple(found)


def region_sizes(board: Any, state: State) -> dict[int, int]:
    """Return the size of the region of empty squares, joined at edges or corners, around each of them."""
    sizes: dict[int, int] = {}
    left = board.squares & ~(state.own | state.opponent)
    while left != EMPTY:
        region, grown = EMPTY, bit(lowest(left))
        while grown != region:
            region, grown = grown, _spread(board, grown) & left
        members = [square for square in range(board.rows * board.columns) if region & bit(square)]
        sizes |= dict.fromkeys(members, len(members))
        left &= ~region
    return sizes


def _spread(board: Any, squares: Word) -> Word:
    """Return some squares with all their neighbours."""
    found = int(squares)
    for square in range(board.rows * board.columns):
        if squares & bit(square):
            row, column = divmod(square, board.columns)
            for near_row in range(max(row - 1, 0), min(row + 2, board.rows)):
                for near_column in range(max(column - 1, 0), min(column + 2, board.columns)):
                    found |= 1 << (near_row * board.columns + near_column)
    return Word(found)


LETTERS = "bw"
SOON = 5
"""Scenes in which a corner is taken because of the mistake: two moves of each side."""

MANY = 3
"""Moves fewer that are worth a word."""


def reason(comparison: Comparison) -> str:
    """Say which corner is given away or missed, or how few moves are left; discs count at the end alone."""
    enemy, own = LETTERS[1 - comparison.me], LETTERS[comparison.me]
    lost = _corners_taken(comparison, comparison.played, enemy) - _corners_taken(
        comparison, comparison.better, enemy
    )
    if lost:
        return f"lets {comparison.opponent} take {_named(comparison, lost)}"
    missed = _corners_taken(comparison, comparison.better, own) - _corners_taken(
        comparison, comparison.played, own
    )
    if missed:
        return f"misses {_named(comparison, missed)}"
    return _told_moves(comparison)


def _corners_taken(comparison: Comparison, line: Sequence[ReasonScene], letter: str) -> set[int]:
    """Return the corners that are taken soon by a disc of this colour."""
    rows, columns = comparison.grid.rows, comparison.grid.columns
    corners = {0, columns - 1, (rows - 1) * columns, rows * columns - 1}
    first, last = line[0].squares, line[:SOON][-1].squares
    return {corner for corner in corners if first[corner] == EMPTY_SQUARE and last[corner] == letter}


def _named(comparison: Comparison, corners: set[int]) -> str:
    names = [comparison.grid.name(corner) for corner in sorted(corners)]
    return f"the corner {names[0]}" if len(names) == 1 else f"the corners {' and '.join(names)}"


def _told_moves(comparison: Comparison) -> str:
    """Say that the side has to pass next, or has few moves."""
    counts = comparison.replies()
    if counts is None:
        return ""
    now, instead = counts
    if comparison.played[2].moves == (PASS,) and comparison.better[2].moves != (PASS,):
        return "has to pass next"
    if instead - now < MANY or comparison.played[2].player != comparison.me:
        return ""
    return f"keeps {now} move{'' if now == 1 else 's'} next, and {instead} after {comparison.better_move}"
