"""The transposition table: what was found about a position, in 16 bytes; and the marks of ABDADA.

``content`` holds score, move, depth, bound and age. ``check`` holds the key of the position
XORed with ``content``: when two threads write one entry at the same time, the halves of two
different writes do not fit together, and the entry is taken for that of another position.

The last entries of the table are marks: they say which positions are being searched right now, so that
another thread defers the move to them (J. Weill, "The ABDADA distributed minimax-search algorithm", 1996).
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from plyground.core.hashing import hash_state
from plyground.core.instructions import as_int, at, larger, prefetch
from plyground.errors import OptionError
from plyground.jit import instruction, kernel
from plyground.search.features import Features
from plyground.search.score import LONGEST_LINE, UNIT, WIN
from plyground.search.workspace import NO_MOVE, State, Workspace

ENTRY = np.dtype([("check", np.uint64), ("content", np.uint64)], align=True)
ENTRY_BYTES = ENTRY.itemsize
BUCKET = 4
"""Entries that share a cache line: a position may be in any one of its bucket."""

MARKS = 1024
"""Entries at the end of the table that say what threads are searching right now."""

CACHE_LINE = 64  # bytes that the processor fetches at a time
PAGE = 4096

# The layout of `content`, from the lowest bit: 32 bits of score, 16 of move, 8 of depth, 2 of
# bound, 6 of age.
_MOVE_SHIFT = np.uint64(32)
_DEPTH_SHIFT = np.uint64(48)
_BOUND_SHIFT = np.uint64(56)
_AGE_SHIFT = np.uint64(58)
_SCORES = 1 << 32  # how many scores can be told apart
_LOW_32 = np.uint64(_SCORES - 1)
_LOW_16 = np.uint64(0xFFFF)
_LOW_8 = np.uint64(0xFF)
_LOW_6 = np.uint64(0x3F)
_LOW_2 = np.uint64(3)
_ZERO = np.uint64(0)

UPPER_BOUND, LOWER_BOUND, EXACT_SCORE = 1, 2, 3

COMPLETE = 255
"""The depth in the table of what no deeper search can change."""

_WON = WIN - LONGEST_LINE * UNIT


class TranspositionTable(NamedTuple):
    """The kernels that probe the table and store what was found.

    probe: takes ``(key, depth, ply, alpha, beta, workspace)``; returns whether the table has the answer,
        the score, and the hash move, `NO_MOVE` if it knows none.
    store: takes ``(key, depth, ply, score, move, alpha, beta, workspace)``.
    """

    probe: Callable[[Any, int, int, int, int, Workspace], tuple[bool, int, int]]
    store: Callable[[Any, int, int, int, int, int, int, Workspace], None]


def make_tt(features: Features) -> TranspositionTable:
    """Make the kernels that probe and store."""
    uses_deeper = features.tt_deeper

    @kernel
    def tt_probe(
        key: Any, depth: int, ply: int, alpha: int, beta: int, workspace: Workspace
    ) -> tuple[bool, int, int]:
        entry = find_entry(table_of(workspace), key)
        if entry == np.uint64(0):
            return False, 0, NO_MOVE
        entry_depth = depth_of(entry)
        score = score_from_tt(score_of(entry), ply)
        is_deep_enough = entry_depth == depth or (uses_deeper and entry_depth > depth)
        is_cutoff = ply > 0 and is_deep_enough and answers(bound_of(entry), score, alpha, beta)
        if is_cutoff and entry_depth < COMPLETE:
            workspace.horizon = 1
        return is_cutoff, score, move_of(entry)

    @kernel
    def tt_store(
        key: Any, depth: int, ply: int, score: int, move: int, alpha: int, beta: int, workspace: Workspace
    ) -> None:
        bound = LOWER_BOUND if score >= beta else UPPER_BOUND if score <= alpha else EXACT_SCORE
        # A score that comes from finished games alone holds at any depth.
        stored_depth = COMPLETE if uses_deeper and workspace.horizon == 0 else depth
        stored_score = score_to_tt(score, ply)
        store_entry(table_of(workspace), key, stored_score, move, stored_depth, bound, workspace.age)

    return TranspositionTable(tt_probe, tt_store)


@kernel
def prefetch_child(child: State, workspace: Workspace) -> None:
    """Prefetch the bucket of a position that will soon be searched.

    The table does not fit into the caches of the processor: waiting for it took a quarter of the time.
    """
    prefetch_bucket(hash_state(child), workspace)


@kernel
def prefetch_bucket(key: Any, workspace: Any) -> None:
    """Prefetch the entries of the table that a key may be in."""
    first = first_of_bucket(table_of(workspace), key)
    prefetch(workspace.table + np.uint64(first * ENTRY_BYTES))


@kernel
def enter(child: State, depth: int, workspace: Workspace) -> bool:
    """Mark a position as being searched by this thread; return False if another one is searching it."""
    key = _mark_key(child, depth)
    if is_marked(table_of(workspace), key):
        return False
    set_mark(table_of(workspace), key)
    return True


@kernel
def leave(child: State, depth: int, workspace: Workspace) -> None:
    """Take back the mark of a successful `enter`."""
    clear_mark(table_of(workspace), _mark_key(child, depth))


@kernel
def _mark_key(child: State, depth: int) -> Any:
    return hash_state(child) ^ np.uint64(depth)


@kernel
def first_of_bucket(table: Any, key: Any) -> int:
    """Return the index of the first entry of the bucket of a key."""
    return as_int(key & np.uint64(len(table) - MARKS - 1)) & ~(BUCKET - 1)


@kernel
def find_entry(table: Any, key: Any) -> Any:
    """Return the content stored for a key, 0 if there is none."""
    first = first_of_bucket(table, key)
    for index in range(first, first + BUCKET):
        entry = table[at(index)]
        data = entry.content
        if data != _ZERO and entry.check ^ data == key:
            return data
    return _ZERO


@kernel
def store_entry(table: Any, key: Any, score: int, move: int, depth: int, bound: int, age: Any) -> None:
    """Store what was found, in place of the least valuable entry of the bucket.

    The entry of the same position is replaced; otherwise an empty one, an old one, or the
    one of the shallowest search.
    """
    first = first_of_bucket(table, key)
    chosen, least = first, 1 << 40
    for index in range(first, first + BUCKET):
        entry = table[at(index)]
        data = entry.content
        if data == _ZERO or entry.check ^ data == key:
            chosen = index
            break
        staleness = as_int((age - (data >> _AGE_SHIFT)) & _LOW_6)
        worth = as_int((data >> _DEPTH_SHIFT) & _LOW_8) - 8 * staleness
        if worth < least:
            chosen, least = index, worth
    data = (
        np.uint64(score & (_SCORES - 1))
        | (np.uint64(move) << _MOVE_SHIFT)
        | (np.uint64(larger(depth, 0)) << _DEPTH_SHIFT)
        | (np.uint64(bound) << _BOUND_SHIFT)
        | ((age & _LOW_6) << _AGE_SHIFT)
    )
    entry = table[at(chosen)]
    entry.check = key ^ data
    entry.content = data


@kernel
def _index_of_mark(table: Any, key: Any) -> int:
    return len(table) - 1 - as_int(key & np.uint64(MARKS - 1))


@kernel
def is_marked(table: Any, key: Any) -> bool:
    """Tell whether some thread is searching what a key stands for."""
    return bool(table[at(_index_of_mark(table, key))].check == key)


@kernel
def set_mark(table: Any, key: Any) -> None:
    """Say that this is being searched. Another mark at the same index is lost: it only costs time."""
    table[at(_index_of_mark(table, key))].check = key


@kernel
def clear_mark(table: Any, key: Any) -> None:
    """Say that this is no longer being searched."""
    entry = table[at(_index_of_mark(table, key))]
    if entry.check == key:
        entry.check = _ZERO


@kernel
def score_of(data: Any) -> int:
    """Read the score; it is signed."""
    score = as_int(data & _LOW_32)
    return score if score < _SCORES // 2 else score - _SCORES


@kernel
def move_of(data: Any) -> int:
    """Read the hash move, `NO_MOVE` if there was none."""
    return as_int((data >> _MOVE_SHIFT) & _LOW_16)


@kernel
def depth_of(data: Any) -> int:
    """Read how deep the search was."""
    return as_int((data >> _DEPTH_SHIFT) & _LOW_8)


@kernel
def bound_of(data: Any) -> int:
    """Read what the score is: a bound, or exact."""
    return as_int((data >> _BOUND_SHIFT) & _LOW_2)


@kernel
def answers(bound: int, score: int, alpha: int, beta: int) -> bool:
    """Tell whether a stored score is all that a search with this window asks for."""
    return (
        bound == EXACT_SCORE
        or (bound == LOWER_BOUND and score >= beta)
        or (bound == UPPER_BOUND and score <= alpha)
    )


@kernel
def score_to_tt(score: int, ply: int) -> int:
    """Count the plies to a won or lost end from the node, not from the root, for storing."""
    if score > _WON:
        return score + ply * UNIT
    return score - ply * UNIT if score < -_WON else score


@kernel
def score_from_tt(score: int, ply: int) -> int:
    """Undo `score_to_tt` at a node `ply` plies from the root."""
    if score > _WON:
        return score - ply * UNIT
    return score + ply * UNIT if score < -_WON else score


def check_megabytes(megabytes: int) -> None:
    """Make sure that this machine has so much memory.

    Raises:
        OptionError: it has not, or nobody has.
    """
    if megabytes < 0:
        raise OptionError(f"a table of {megabytes} MB cannot be made; give 0 or more")
    available = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    if megabytes * 2**20 > available:
        raise OptionError(
            f"a table of {megabytes} MB does not fit into this machine's {available // 2**20} MB of memory"
        )


def make_table(megabytes: int) -> Any:
    """Make a table of about this size: a power of two of buckets, and the marks."""
    check_megabytes(megabytes)
    buckets = 1
    while 2 * buckets * BUCKET * ENTRY_BYTES <= megabytes * 2**20:
        buckets *= 2
    length = buckets * BUCKET + MARKS
    # A bucket is to lie in one cache line, not in two.
    raw = np.zeros(length * ENTRY_BYTES + CACHE_LINE, np.uint8)
    skipped = -raw.ctypes.data % CACHE_LINE
    return raw[skipped : skipped + length * ENTRY_BYTES].view(ENTRY)


def claim_memory(table: Any) -> None:
    """Touch every page of a new table.

    The system hands out memory at the first touch, in pages of up to 2 MB that it has to clear: the
    first few hundred nodes of a search would wait for the whole table, up to 0.2 s of its time.
    """
    table["check"][:: PAGE // ENTRY_BYTES] = 0


@instruction("uint64, int64 -> array", lambda code, *place: code.array_at(*place), dtype=ENTRY)
def _table_at(address: int, length: int) -> Any:
    raw: Any = (ctypes.c_char * (int(length) * ENTRY.itemsize)).from_address(int(address))
    return np.frombuffer(raw, ENTRY).view(np.recarray)


@kernel
def table_of(workspace: Any) -> Any:
    """Return the table that a workspace points to.

    As an argument of its own, the table would be an array whose references Numba counts: two
    atomic instructions at every node, and threads that wait for each other's counts.
    """
    return _table_at(workspace.table, workspace.table_length)
