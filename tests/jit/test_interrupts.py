"""Ctrl-C while a kernel hands its result to Python ends in KeyboardInterrupt, and not in a crash."""

from __future__ import annotations

from .lab import Lab

# What Numba calls to find the class of a named tuple, interrupted each time.
INTERRUPTED = """
from numba.core import serialize

def interrupted(*arguments):
    raise KeyboardInterrupt

serialize._numba_unpickle = interrupted

import helpers

try:
    helpers.swapped(helpers.Pair(1, 2))
except KeyboardInterrupt:
    tell("interrupted")
"""

PAIRS = """
from typing import NamedTuple
from plyground.jit import kernel

class Pair(NamedTuple):
    first: int
    second: int

@kernel
def swapped(pair):
    return Pair(pair.second, pair.first)
"""


def test_an_interrupt_while_a_named_tuple_is_made_is_no_crash(lab: Lab) -> None:
    lab.write("helpers", PAIRS)
    assert lab.run(INTERRUPTED).answers == [["interrupted"]]
