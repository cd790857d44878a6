"""Numbers read and changed in memory by address: data that compiled code uses and does not contain.

Weights, tables and patterns are data. A kernel that closed over them as arrays would be recompiled
for each set of weights, and its cache file would hold a copy. So kernels get an address, and read from
there. Whoever calls them keeps the array alive.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from plyground.jit import instruction


def address_of(array: Any) -> np.uint64:
    """Return the address of the first element of an array."""
    return np.uint64(array.ctypes.data)


@instruction("uint64, int64 -> int64", lambda code, *place: code.cast(code.load(*place, "int16"), "int64"))
def load_int16(address: Any, index: int) -> int:
    """Return a number of 16 bits."""
    return int(ctypes.c_int16.from_address(int(address) + 2 * int(index)).value)


@instruction("uint64, int64 -> int64", lambda code, *place: code.cast(code.load(*place, "uint16"), "int64"))
def load_uint16(address: Any, index: int) -> int:
    """Return an unsigned number of 16 bits."""
    return int(ctypes.c_uint16.from_address(int(address) + 2 * int(index)).value)


@instruction("uint64, int64 -> int64", lambda code, *place: code.cast(code.load(*place, "int32"), "int64"))
def load_int32(address: Any, index: int) -> int:
    """Return a number of 32 bits."""
    return int(ctypes.c_int32.from_address(int(address) + 4 * int(index)).value)


@instruction("uint64, int64 -> int64", lambda code, *place: code.load(*place, "int64"))
def load_int64(address: Any, index: int) -> int:
    """Return a number of 64 bits."""
    return int(ctypes.c_int64.from_address(int(address) + 8 * int(index)).value)


@instruction("uint64, int64 -> uint64", lambda code, *place: code.load(*place, "uint64"))
def load_word(address: Any, index: int) -> np.uint64:
    """Return a word: a set of squares, or another address."""
    return np.uint64(ctypes.c_uint64.from_address(int(address) + 8 * int(index)).value)


@instruction("uint64, int64 -> float64", lambda code, *place: code.load(*place, "float64"))
def load_float64(address: Any, index: int) -> float:
    """Return a floating-point number."""
    return float(ctypes.c_double.from_address(int(address) + 8 * int(index)).value)


# What threads share. Python runs one thread at a time between two of its steps, and the plain forms are for
# single threads.


@instruction(
    "uint64, int64, int64 -> int64",
    lambda code, address, index, number: code.atomic_add(number, address, index),
)
def atomic_add(address: Any, index: int, number: int) -> int:
    """Add to a number of 64 bits that other threads add to as well; return what it was before."""
    place = ctypes.c_int64.from_address(int(address) + 8 * int(index))
    before = int(place.value)
    place.value = before + int(number)
    return before


@instruction(
    "uint64, int64, int64 -> int64",
    lambda code, address, index, number: code.atomic_exchange(number, address, index),
)
def atomic_exchange(address: Any, index: int, number: int) -> int:
    """Write a number of 64 bits, and return what was there before: of several threads only one sees that."""
    place = ctypes.c_int64.from_address(int(address) + 8 * int(index))
    before = int(place.value)
    place.value = int(number)
    return before


@instruction("uint64, int64 -> int64", lambda code, *place: code.load_acquire(*place))
def load_acquire(address: Any, index: int) -> int:
    """Return a number of 64 bits; what its writer had written before it can be read from now on."""
    return int(ctypes.c_int64.from_address(int(address) + 8 * int(index)).value)
