"""The memory a search works in: one record a thread, and the table that threads share.

A record travels through the recursion as one pointer. A named tuple of arrays would be copied
field by field at every call, which was measured to be three times slower.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from plyground.errors import OptionError
from plyground.rules import Rules

MOST_PLIES = 128
"""No line of a search is longer than this."""

MOST_HISTORY = 1024
"""So many positions of the game before the root are looked at for repetitions."""

KILLERS = 2
BUCKET = 4  # entries of 16 bytes that share a cache line
BUSY = 1024  # entries at the end of the table that say what threads are searching right now


def make_workspace(rules: Rules[Any, Any], board: Any) -> Any:
    """Make the working memory of one thread."""
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
        ("age", np.uint64),
        ("past", np.int64),  # how many of `keys` lie before the root
        ("keys", np.uint64, MOST_HISTORY + MOST_PLIES + 2),
        ("killers", np.int32, (MOST_PLIES + 2, KILLERS)),
        ("history", np.int32, (2, move_codes)),
        ("line_length", np.int32, MOST_PLIES + 2),
        ("line", np.int32, (MOST_PLIES + 2, MOST_PLIES + 2)),
        ("moves", np.int32, (MOST_PLIES + 2, most_moves)),
        ("order", np.int64, (MOST_PLIES + 2, most_moves)),
        ("deferred", np.int32, (MOST_PLIES + 2, most_moves)),
    ]
    return np.zeros(1, np.dtype(layout, align=True)).view(np.recarray)[0]


ENTRY = np.dtype([("check", np.uint64), ("data", np.uint64)], align=True)


def make_table(megabytes: int) -> Any:
    """Make a transposition table of about this size: a power of two of buckets."""
    available = _memory_of_this_machine()
    if megabytes * 2**20 > available:
        raise OptionError(
            f"a table of {megabytes} MB does not fit into this machine's {available // 2**20} MB of memory"
        )
    buckets = 1
    while 2 * buckets * BUCKET * ENTRY.itemsize <= megabytes * 2**20:
        buckets *= 2
    return np.zeros(buckets * BUCKET + BUSY, ENTRY)


def _memory_of_this_machine() -> int:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
