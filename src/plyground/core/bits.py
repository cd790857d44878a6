"""Sets of up to 64 squares in one machine word.

Square number ``row * columns + column`` is the bit of that number, rows counted from the
top. Each function here is one or two machine instructions in compiled code.

Mixing a word with a plain int changes its type under Numba: write ``np.uint64(1)``, and use
`bit` to make a set from a number.
"""

from __future__ import annotations

import numpy as np

from plyground.jit import instruction, kernel

Word = np.uint64

EMPTY = np.uint64(0)
_ONE = np.uint64(1)


@instruction("uint64 -> int64", lambda code, word: code.popcount(word))
def popcount(word: Word) -> int:
    """Count the squares in a set.

    >>> popcount(np.uint64(0b1011))
    3
    """
    return int(word).bit_count()


@instruction("uint64 -> int64", lambda code, word: code.trailing_zeros(word))
def lowest(word: Word) -> int:
    """Return the number of the lowest square in a set, 64 if it is empty.

    >>> lowest(np.uint64(0b1000))
    3
    """
    return (int(word) & -int(word)).bit_length() - 1 if word else 64


@instruction("uint64 -> int64", lambda code, word: 63 - code.leading_zeros(word))
def highest(word: Word) -> int:
    """Return the number of the highest square in a set, -1 if it is empty.

    >>> highest(np.uint64(0b1011))
    3
    """
    return int(word).bit_length() - 1


@kernel
def without_lowest(word: Word) -> Word:
    """Return a set that is not empty without its lowest square."""
    return word & (word - _ONE)


@kernel
def bit(square: int) -> Word:
    """Return the set that holds one square."""
    return _ONE << np.uint64(square)


@kernel
def has(word: Word, square: int) -> bool:
    """Tell whether a square is in a set."""
    return bool((word >> np.uint64(square)) & _ONE)
