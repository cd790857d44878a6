"""Checking a table against the rules: every entry has to follow from those of the positions after it.

That proves the values, if it holds for all entries. A win in n plies has a move to a loss in n - 1, and so on
down to the end of a game. From a draw no move leads to a loss of the other side, and some move leads to
another draw: neither side can force anything.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from plyground.core.guards import guarded
from plyground.core.instructions import as_int, at, larger, smaller
from plyground.core.position import Position
from plyground.core.rules import ONGOING
from plyground.errors import TableError
from plyground.jit import kernel
from plyground.solving.retrograde.table_packing import Layout, layout_arrays
from plyground.solving.retrograde.thread_crew import Crew
from plyground.solving.solution import final_margin
from plyground.solving.stored_states import load_state, store_state
from plyground.tables.exact import Found
from plyground.tables.format import BLOCK
from plyground.tables.table import Table

BLOCKS_AT_ONCE, PARTS_PER_THREAD = 64, 4
"""So many blocks are a part of the work, and so many parts a thread are done between two reports."""

_NO_DISTANCE = -1
_MISSING = -1
_SEVEN, _ONE = np.uint64(7), np.uint64(1)


def check_sample(table: Table, count: int, seed: int = 0) -> int:
    """Verify all checksums, then derive a random sample of entries from the plain rules; return how many.

    Raises:
        TableError: the table is damaged, or an entry does not follow from the rules.
    """
    table.verify()
    chance = random.Random(seed)
    places = chance.sample(range(len(table)), min(count, len(table)))
    by_block: dict[int, list[int]] = {}
    for place in sorted(places):
        by_block.setdefault(place // BLOCK, []).append(place % BLOCK)
    _check_root(table)
    for block, inside in by_block.items():
        numbers = list(table.numbers_of(block))
        for place in inside:
            _check_entry(table, table.state_of(numbers[place]))
    return len(places)


def _check_root(table: Table) -> None:
    root = table.game.position(table.header.root)
    if table.look_up(root.repetition_key) is None:
        raise TableError(f"{table.path} is wrong: it has not the position from which it was built")


def _check_entry(table: Table, state: Any) -> None:
    """Derive one entry from those of the positions after it, in plain Python."""
    position = Position(table.game, state)
    after = [table.look_up(position.play(move).repetition_key) for move in position.moves()]
    if None in after:
        raise _wrong(table, position, "a position after it is missing")
    derived = derive(position, [found for found in after if found is not None])
    if table.look_up(state) != derived:
        raise _wrong(table, position, f"the rules say {derived}")


def derive(position: Position, after: list[Found]) -> Found:
    """Return what a position comes to, given what the positions after it come to."""
    has_distance = position.game.rules.largest_margin(position.game.board) == 1
    if position.outcome is not None:
        margin = final_margin(position)
        return Found(margin, 0 if has_distance and margin != 0 else None)
    margin = max((-found.margin for found in after), default=0)
    distances = [found.distance for found in after if -found.margin == margin and found.distance is not None]
    if not has_distance or margin == 0:
        return Found(margin, None)
    return Found(margin, 1 + (min(distances) if margin > 0 else max(distances)))


def _wrong(table: Table, position: Position, problem: str) -> TableError:
    return TableError(f"{table.path} is wrong about {position.text!r}: {problem}")


def check_all(table: Table, threads: int = 0) -> Iterator[int]:
    """Verify all checksums, then derive every entry from the rules, on all cores; yield how many are done.

    Raises:
        TableError: the table is damaged, or an entry does not follow from the rules.
    """
    table.verify()
    _check_root(table)
    check = _make_check(table)
    with Crew(threads) as crew:
        step = PARTS_PER_THREAD * crew.size
        for begin in range(0, table.blocks, step * BLOCKS_AT_ONCE):
            crew.run(partial(check, begin), step)
            yield min((begin + step * BLOCKS_AT_ONCE) * BLOCK, len(table))


def _make_check(table: Table) -> Callable[[int, int], None]:
    """Return a function that checks a part of the blocks from one on."""
    header, game = table.header, table.game
    words, places = layout_arrays(Layout(header.layout, header.base))
    form = game.start().state
    arrays = (
        table.bytes_of("firsts").view("<u8"),
        table.bytes_of("places").view("<u8"),
        table.bytes_of("gaps"),
        table.bytes_of("entries"),
        np.array([margin for margin, _ in header.kinds], np.int64),
        np.array([_NO_DISTANCE if each is None else each for _, each in header.kinds], np.int64),
        words,
        places,
        np.array(header.base, np.uint64),
    )
    check_block = _make_check_block(table)
    most_moves = game.rules.most_moves(game.board)

    def check(first: int, part: int) -> None:
        moves, rows = np.empty(most_moves, np.int32), np.empty((2, len(header.base)), np.uint64)
        begin = first + part * BLOCKS_AT_ONCE
        for block in range(begin, min(begin + BLOCKS_AT_ONCE, table.blocks)):
            wrong = check_block(form, *arrays, len(table), block, moves, rows)
            if wrong >= 0:
                numbers = list(table.numbers_of(block))
                _check_entry(table, table.state_of(numbers[wrong]))
                raise TableError(f"{table.path} is wrong in block {block}")

    return check


def _make_check_block(table: Table) -> Callable[..., int]:
    """Compile the check of a block: it returns the place of the first entry that is wrong, -1 if none is."""
    game, entry_bits = table.game, table.header.entry_bits
    board, rules = game.board, guarded(game.rules, game.board)
    legal_moves, play, result = rules.legal_moves, rules.play, rules.result
    key_of, largest = rules.repetition_key or _same, rules.largest_margin(board)

    @kernel(label=f"check of tables of {rules.name} {board.rows}x{board.columns}")
    def check_block(
        form: Any,
        firsts: Any,
        begins: Any,
        gaps: Any,
        entries: Any,
        margins: Any,
        distances: Any,
        words: Any,
        places: Any,
        base: Any,
        count: int,
        block: int,
        moves: Any,
        rows: Any,
    ) -> int:
        number, nibble = firsts[at(block)], as_int(begins[at(block)])
        for place in range(block * BLOCK, smaller(count, (block + 1) * BLOCK)):
            if place > block * BLOCK:
                gap, nibble = _read_gap(gaps, nibble)
                number += gap + _ONE
            _decode(number, words, places, base, rows)
            state = load_state(form, rows, 0)
            degree = legal_moves(board, state, moves)
            score = result(board, state, degree)
            margin, distance = -largest, _NO_DISTANCE
            if score != ONGOING:
                margin, distance, degree = larger(smaller(score, largest), -largest), 0, 0
            elif degree == 0:
                margin = 0
            for index in range(degree):
                child = key_of(board, play(board, state, as_int(moves[at(index)])))
                store_state(child, rows, 1)
                found = _find(rows, firsts, begins, gaps, count, words, places, base)
                if found == _MISSING:
                    return place - block * BLOCK
                kind = _read_entry(entries, found, entry_bits)
                if kind >= len(margins):
                    return place - block * BLOCK
                reply, later = -margins[at(kind)], distances[at(kind)] + 1
                is_preferred = later > distance if reply < 0 else later < distance
                if index == 0 or reply > margin or (reply == margin and is_preferred):
                    margin, distance = reply, later
            if largest > 1 or margin == 0:
                distance = _NO_DISTANCE
            kind = _read_entry(entries, place, entry_bits)
            if kind >= len(margins) or margins[at(kind)] != margin or distances[at(kind)] != distance:
                return place - block * BLOCK
        return -1

    return check_block


@kernel
def _same(board: Any, state: Any) -> Any:
    """Stand in for games whose positions cannot repeat."""
    return state


@kernel
def _decode(number: Any, words: Any, places: Any, base: Any, rows: Any) -> None:
    """Write the words of the state that a number stands for into the first row."""
    for word in range(len(base)):
        rows[at(0), at(word)] = base[at(word)]
    for index in range(len(words)):
        bit = (number >> np.uint64(index)) & _ONE
        rows[at(0), at(words[at(index)])] |= bit << places[at(index)]


@kernel
def _read_gap(gaps: Any, nibble: int) -> tuple[Any, int]:
    gap, shift = np.uint64(0), np.uint64(0)
    while nibble < 2 * len(gaps):
        half = np.uint64(gaps[at(nibble >> 1)]) >> np.uint64(4 * (nibble & 1))
        nibble += 1
        gap |= (half & _SEVEN) << shift
        shift += np.uint64(3)
        if half & np.uint64(8) == np.uint64(0):
            break
    return gap, nibble


@kernel
def _read_entry(entries: Any, place: int, width: int) -> int:
    kind = 0
    for bit in range(width):
        where = place * width + bit
        kind |= ((as_int(entries[at(where >> 3)]) >> (where & 7)) & 1) << bit
    return kind


@kernel(is_inlined=False)
def _find(
    rows: Any, firsts: Any, begins: Any, gaps: Any, count: int, words: Any, places: Any, base: Any
) -> int:
    """Return the place of the state in the second row among all positions, `_MISSING` if it is not there."""
    number = np.uint64(0)
    for index in range(len(words)):
        word, bit = at(words[at(index)]), places[at(index)]
        number |= ((rows[at(1), word] >> bit) & _ONE) << np.uint64(index)
        rows[at(1), word] &= ~(_ONE << bit)
    for word in range(len(base)):
        if rows[at(1), at(word)] != base[at(word)]:
            return _MISSING
    low, high = 0, len(firsts)
    while high - low > 1:
        middle = (low + high) // 2
        if firsts[at(middle)] <= number:
            low = middle
        else:
            high = middle
    each, nibble = firsts[at(low)], as_int(begins[at(low)])
    place, last = low * BLOCK, smaller(count, (low + 1) * BLOCK) - 1
    while each < number and place < last:
        gap, nibble = _read_gap(gaps, nibble)
        each += gap + _ONE
        place += 1
    return place if each == number else _MISSING
