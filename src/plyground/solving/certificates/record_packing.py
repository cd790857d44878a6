"""Positions of a walk as the records of a certificate: packed, sorted, in columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from plyground.core.guards import guarded
from plyground.core.hashing import formed
from plyground.core.instructions import as_int, at
from plyground.core.notation import EMPTY_SQUARE
from plyground.core.position import Game
from plyground.core.rules import SCENERY
from plyground.errors import CertificateError
from plyground.jit import kernel
from plyground.solving.certificates.layout import (
    BLOCK,
    COUNTER_BYTES,
    Record,
    bits_of_square,
    squares_bytes,
)
from plyground.solving.stored_states import load_state_at

_ROWS_AT_A_TIME = 1 << 16
_WORD_BYTES = 8


def record_of(game: Game, longest: int, *, has_counter: bool) -> Record:
    """Return how the records of a proof are laid out, from its longest distance."""
    most_moves = game.rules.most_moves(game.board)
    return Record(
        squares_bytes(game.rows * game.columns, game.rules.letters),
        COUNTER_BYTES if has_counter else 0,
        _bytes_for(most_moves - 1),
        _bytes_for(longest) if longest else 0,
    )


def _bytes_for(number: int) -> int:
    return max(1, -(-number.bit_length() // 8))


class SortedRecords:
    """The records of a proof in the order of the file: rows of bytes, and the order of the rows."""

    def __init__(self, rows: Any, record: Record) -> None:
        self._rows = rows
        words = [_word(rows[:, : record.position], place) for place in range(0, record.position, _WORD_BYTES)]
        self._order = np.lexsort(words[::-1])

    @property
    def nbytes(self) -> int:
        """The memory that they take."""
        return int(self._rows.nbytes + self._order.nbytes)

    @staticmethod
    def bytes_to_fill(count: int, record: Record) -> int:
        """Return the memory of so many records that are not sorted yet."""
        return count * record.width

    @staticmethod
    def bytes_to_sort(count: int, record: Record) -> int:
        """Return the memory while they are sorted: rows, words, their order and the space to merge."""
        words = -(-record.position // _WORD_BYTES)
        return count * (record.width + _WORD_BYTES * (words + 2))

    def blocks(self) -> Iterator[tuple[bytes, int]]:
        """Yield the records in blocks of columns, with how many records each has."""
        for start in range(0, len(self._order), BLOCK):
            part = self._rows[self._order[start : start + BLOCK]]
            yield np.ascontiguousarray(part.T).tobytes(), len(part)


def _word(keys: Any, place: int) -> Any:
    """Return up to eight bytes of each row, from some place on, as a number."""
    word = np.zeros(len(keys), np.uint64)
    for column in range(place, min(place + _WORD_BYTES, keys.shape[1])):
        word |= keys[:, column].astype(np.uint64) << np.uint64(8 * (place + _WORD_BYTES - 1 - column))
    return word


def packed_records(game: Game, form: Any, nodes: Any, player: int, record: Record) -> Any:
    """Return the records of a walk's positions, as rows of bytes in the order of the walk."""
    rows = np.zeros((len(nodes), record.width), np.uint8)
    codes, fill = _letter_codes(game, player), _make_fill(game, record)
    moves = np.zeros(game.rules.most_moves(game.board), np.int32)
    for start in range(0, len(nodes), _ROWS_AT_A_TIME):
        part, part_rows = nodes[start : start + _ROWS_AT_A_TIME], rows[start : start + _ROWS_AT_A_TIME]
        played = part["move"].astype(np.int64)
        fill(form, part.ctypes.data, part.strides[0], played, codes, moves, part_rows)
        if record.counter:
            _fill_counters(game, form, part, part_rows[:, record.squares : record.position])
        if record.distance:
            distances = part["distance"].astype(">u4").view(np.uint8).reshape(-1, 4)
            part_rows[:, record.width - record.distance :] = distances[:, 4 - record.distance :]
    return rows


def _fill_counters(game: Game, form: Any, nodes: Any, columns: Any) -> None:
    counter = game.rules.counter
    if counter is None:
        return
    for row, words in enumerate(nodes["words"]):
        number = counter(game.board, formed(form, iter(words)))
        if not 0 <= number < 1 << 8 * COUNTER_BYTES:
            raise CertificateError(f"a counter of {number} does not fit into a certificate")
        columns[row] = list(number.to_bytes(COUNTER_BYTES, "big"))


def _letter_codes(game: Game, player: int) -> Any:
    """Return the code of what `cell` tells to one player, by its number plus `SCENERY`."""
    rules = game.rules
    known = EMPTY_SQUARE + rules.letters
    codes = np.zeros(2 * SCENERY + len(rules.scenery), np.int64)
    for value, letter in rules.letter_of[player].items():
        codes[SCENERY + value] = known.index(letter)
    return codes


def _make_fill(game: Game, record: Record) -> Callable[..., None]:
    """Make the kernel that packs squares and moves.

    A move is its place among the legal ones, ordered by the squares that it comes from and goes to.
    """
    rules, board = guarded(game.rules, game.board), game.board
    cell, legal_moves, move_squares = rules.cell, rules.legal_moves, rules.move_squares
    rows_of_board, columns = game.rows, game.columns
    bits = bits_of_square(rules.letters)
    move_at, move_bytes = record.position, record.move

    @kernel
    def pack_squares(state: Any, codes: Any, row: Any) -> None:
        held, held_bits, place = 0, 0, 0
        for square in range(rows_of_board * columns):
            code = codes[SCENERY + cell(board, state, square // columns, square % columns)]
            held, held_bits = (held << bits) | code, held_bits + bits
            while held_bits >= 8:
                held_bits -= 8
                row[place] = (held >> held_bits) & 255
                held &= (1 << held_bits) - 1
                place += 1
        if held_bits > 0:
            row[place] = (held << (8 - held_bits)) & 255

    @kernel
    def rank_of(state: Any, move: int, moves: Any) -> int:
        origin, target = move_squares(board, state, move)
        rank = 0
        for place in range(legal_moves(board, state, moves)):
            other_origin, other_target = move_squares(board, state, as_int(moves[at(place)]))
            if other_origin < origin or (other_origin == origin and other_target < target):
                rank += 1
        return rank

    @kernel(label=f"certificates of {rules.name} {board.rows}x{board.columns}")
    def fill(form: Any, address: int, size: int, played: Any, codes: Any, moves: Any, rows: Any) -> None:
        for index in range(len(played)):
            state = load_state_at(form, np.uint64(address + index * size))
            pack_squares(state, codes, rows[index])
            rank = rank_of(state, as_int(played[index]), moves)
            for place in range(move_bytes):
                rows[index, move_at + place] = (rank >> (8 * (move_bytes - 1 - place))) & 255

    return fill
