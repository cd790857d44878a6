"""The memory a search works in: one record a thread, and the table that threads share.

A record travels through the recursion as one pointer. A named tuple of arrays would be copied
field by field at every call, which was measured to be three times slower.
"""

from __future__ import annotations

import ctypes
import os
from typing import Any

import numpy as np

from plyground.errors import OptionError
from plyground.jit import instruction, kernel
from plyground.rules import NO_SQUARE, Rules
from plyground.search.reductions import REDUCED_DEPTHS, REDUCED_MOVES, reduction_table

MOST_PLIES = 128
"""No line of a search is longer than this."""

MOST_HISTORY = 1024
"""So many positions of the game before the root are looked at for repetitions."""

KILLERS = 2
MOST_CONTINUATIONS = 1 << 16
NO_COUNTER = -1
PAGE = 4096
LINE = 64  # bytes that the processor fetches at a time
BUCKET = 4  # entries of 16 bytes that share a cache line
BUSY = 1024  # entries at the end of the table that say what threads are searching right now


def make_workspace(rules: Rules[Any, Any], board: Any, table: Any) -> Any:
    """Make the working memory of one thread. It keeps neither the table alive nor what heuristics read."""
    most_moves, move_codes = rules.most_moves(board), rules.move_codes(board)
    layout = [
        ("nodes", np.int64),
        ("node_limit", np.int64),
        ("stop", np.int64),
        ("is_shared", np.int64),  # 1 if other threads search the same tree
        ("horizon", np.int64),  # 1 if the depth was what ended the search below the last node
        ("root_score", np.int64),
        ("excluded_count", np.int64),
        ("excluded", np.int32, most_moves),  # root moves that other lines begin with
        ("table", np.uint64),  # the address of the table, and how many entries it has
        ("table_length", np.int64),
        ("evaluation", np.uint64),  # the address of what the evaluation reads, 0 for nothing
        ("ordering", np.uint64),  # likewise of the heuristic that orders the moves
        ("selectivity", np.uint64),  # and of the parameters of guessed cuts, see `selectivity.py`
        ("age", np.uint64),
        ("past", np.int64),  # how many of `keys` lie before the root
        ("keys", np.uint64, MOST_HISTORY + MOST_PLIES + 2),
        # How often any position up to some place was seen, with the same side to move; two places on.
        ("seen", np.int64, MOST_HISTORY + MOST_PLIES + 4),
        ("killers", np.int32, (MOST_PLIES + 2, KILLERS)),
        ("history", np.int32, (2, move_codes)),
        ("reductions", np.int8, (REDUCED_DEPTHS, REDUCED_MOVES)),
        # The move that led to the node at some ply, `move_codes` for none; and what refuted it elsewhere.
        ("path", np.int32, MOST_PLIES + 2),
        ("passed", np.int32, MOST_PLIES + 2),  # 1 where nobody may pass at some ply: somebody just did
        ("singular_margin", np.int64),  # all other moves are so much worse than a singular one
        ("extended", np.int32, MOST_PLIES + 2),  # by how many plies the line to the node at some ply was
        ("battle", np.int32, MOST_PLIES + 2),  # where the move to that node went if it was noisy
        ("counters", np.int32, (2, move_codes + 1)),
        ("continuation", np.int32, continuation_size(move_codes)),
        ("line_length", np.int32, MOST_PLIES + 2),
        ("line", np.int32, (MOST_PLIES + 2, MOST_PLIES + 2)),
        ("moves", np.int32, (MOST_PLIES + 2, most_moves)),
        ("order", np.int64, (MOST_PLIES + 2, most_moves + 3)),
        ("deferred", np.int32, (MOST_PLIES + 2, most_moves)),
    ]
    workspace = np.zeros(1, np.dtype(layout, align=True)).view(np.recarray)[0]
    workspace["table"], workspace["table_length"] = table.ctypes.data, len(table)
    workspace["reductions"] = reduction_table()
    workspace["path"] = move_codes
    workspace["counters"] = NO_COUNTER
    workspace["battle"] = NO_SQUARE
    return workspace


def continuation_size(move_codes: int) -> int:
    """Return how many entries the continuation history has: one for two moves in a row, up to a limit."""
    size = 1
    while size < 2 * (move_codes + 1) * move_codes and size < MOST_CONTINUATIONS:
        size *= 2
    return size


ENTRY = np.dtype([("check", np.uint64), ("content", np.uint64)], align=True)


def check_megabytes(megabytes: int) -> None:
    """Make sure that this machine has so much memory.

    Raises:
        OptionError: it has not, or nobody has.
    """
    if megabytes < 0:
        raise OptionError(f"a table of {megabytes} MB cannot be made; give 0 or more")
    available = _memory_of_this_machine()
    if megabytes * 2**20 > available:
        raise OptionError(
            f"a table of {megabytes} MB does not fit into this machine's {available // 2**20} MB of memory"
        )


def make_table(megabytes: int) -> Any:
    """Make a transposition table of about this size: a power of two of buckets."""
    check_megabytes(megabytes)
    buckets = 1
    while 2 * buckets * BUCKET * ENTRY.itemsize <= megabytes * 2**20:
        buckets *= 2
    return _zeros_in_lines(buckets * BUCKET + BUSY)


def _zeros_in_lines(length: int) -> Any:
    """Return empty entries, of which the first begins a cache line: a bucket is to lie in one, not in two."""
    raw = np.zeros(length * ENTRY.itemsize + LINE, np.uint8)
    skipped = -raw.ctypes.data % LINE
    return raw[skipped : skipped + length * ENTRY.itemsize].view(ENTRY)


def claim_memory(table: Any) -> None:
    """Touch every page of a new table.

    The system hands out memory at the first touch, in pages of up to 2 MB that it has to clear: the
    first few hundred nodes of a search would wait for the whole table, up to 0.2 s of its time.
    """
    table["check"][:: PAGE // ENTRY.itemsize] = 0


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


def _memory_of_this_machine() -> int:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
