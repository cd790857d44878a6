"""Moves as people write them down: one after the other, in one word or in many, numbered or not."""

from __future__ import annotations

import re

from plyground.core.position import Position
from plyground.errors import IllegalMoveError, NotationError, RecordError
from plyground.store.records.text_writing import MOST_MOVES

PASSES = ("pass", "pa", "ps", "--")
"""How transcripts of Othello write a pass, where they write it at all."""

_WORD = re.compile(r"(?:\d+\.+)?(?P<moves>[^\s,;]*)[\s,;]*")
_PASS = re.compile("|".join(PASSES))
_SQUARE = re.compile(r"[a-z][1-9][0-9]?(?![-x][a-z])")
_TWO_SQUARES = re.compile(r"[a-z][1-9][0-9]?[-x]?[a-z][1-9][0-9]?")


def read_moves(start: Position, text: str, most_moves: int = MOST_MOVES) -> Position:
    """Play the moves of a text such as ``f5d6c3``, ``F5 D6`` or ``1. f5 d6 2. c3``.

    Commas, blanks and numbers may stand between the moves, and nothing has to. A pass that is the
    only move may be left out, as it is in most transcripts of Othello.

    Returns:
        The last position, which knows all before it.

    Raises:
        IllegalMoveError: a move cannot be read or played; the message says which, and where it stands.
        RecordError: there are too many.
    """
    position, moves = start, 0
    lowered = text.lower() if text.isascii() else text  # some letters become two
    place = len(text) - len(text.lstrip(" \t\r\n,;"))
    while place < len(text):
        word = _WORD.match(lowered, place)
        assert word is not None  # noqa: S101  # since the pattern matches anything
        place = word.end()
        begin, end = word.span("moves")
        while begin < end:
            position = _after_forced_pass(position, lowered, begin)
            length = _length_of_move(position, lowered[begin:end])
            position = _played(position, text, begin, begin + length)
            begin += length
            moves += 1
            if moves > most_moves:
                raise RecordError(f"this has more than {most_moves:,} moves, which are too many")
    return position


def _after_forced_pass(position: Position, text: str, place: int) -> Position:
    """Pass where nothing else can be played, unless the text says so itself."""
    is_forced = [str(move) for move in position.moves()] == ["pass"]
    return position.play("pass") if is_forced and not _PASS.match(text, place) else position


def _length_of_move(position: Position, word: str) -> int:
    """Return how much of a word is the next move: two squares where pieces move, else one."""
    has_pieces_to_move = any(move.origin is not None for move in position.moves())
    move = _PASS.match(word) or (_TWO_SQUARES if has_pieces_to_move else _SQUARE).match(word)
    return move.end() if move else len(word)


def _played(position: Position, text: str, begin: int, end: int) -> Position:
    written = text[begin:end]
    try:
        return position.play("pass" if written.lower() in PASSES else written)
    except NotationError as error:
        problem, place = error.problem, begin + error.place
    except IllegalMoveError as error:
        problem, place = str(error), begin
    raise IllegalMoveError(f"move {len(position.line())} ({_told_place(text, place)}): {problem}")


def _told_place(text: str, place: int) -> str:
    if "\n" not in text.strip():
        return f"character {place + 1}"
    line_begin = text.rfind("\n", 0, place) + 1
    return f"line {text.count(chr(10), 0, place) + 1}, character {place - line_begin + 1}"
