"""Machine operations that the search needs and Python cannot express."""

from __future__ import annotations

from typing import Any

from plyground.jit import instruction


@instruction("any -> int64", lambda code, number: code.cast(number, "int64"))
def as_int(number: Any) -> int:
    """Return a whole number of any width as one of 64 bits.

    Numba's own `int` keeps the width of its argument. Whatever is called with the result would be
    compiled once for each width.
    """
    return int(number)


@instruction("any -> uint64", lambda code, number: code.cast(number, "uint64"))
def at(number: Any) -> Any:
    """Return a number that is not negative as a place in an array.

    Places may be negative in Python: Numba asks about every signed number whether it counts from the end.
    """
    return number


@instruction(
    "int64, int64 -> int64", lambda code, one, other: code.choose(code.is_less(other, one), one, other)
)
def larger(first: int, second: int) -> int:
    """Return the larger of two whole numbers: Numba recompiles its own `max` for each use."""
    return max(first, second)


@instruction(
    "int64, int64 -> int64", lambda code, one, other: code.choose(code.is_less(one, other), one, other)
)
def smaller(first: int, second: int) -> int:
    """Return the smaller of two whole numbers."""
    return min(first, second)


@instruction("any -> boolean", lambda code, number: code.constant(code.is_signed(number), "boolean"))
def is_whole(number: float) -> bool:
    """Tell whether a number is a signed whole number: a constant in compiled code."""
    return isinstance(number, int)


@instruction("uint64 -> none", lambda code, address: code.prefetch(address))
def prefetch(address: Any) -> None:
    """Have the memory at some address brought into the caches, without waiting for it."""
