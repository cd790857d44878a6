"""Sets of up to 64 squares in one machine word.

Square number ``row * columns + column`` is the bit of that number, rows counted from the
top. Each function here is one or two machine instructions in compiled code.

Mixing a word with a plain int changes its type under Numba: write ``np.uint64(1)``, and use
`bit` to make a set from a number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from plyground.kernel import instruction, kernel

Word = np.uint64

EMPTY = np.uint64(0)
_ONE = np.uint64(1)


def _build_popcount() -> Callable[..., Any]:
    count_ones = _unary_instruction("ctpop")

    def popcount(word: Any) -> Any:
        return count_ones(word)

    return popcount


def _build_lowest() -> Callable[..., Any]:
    trailing_zeros = _unary_instruction("cttz")

    def lowest(word: Any) -> Any:
        return trailing_zeros(word)

    return lowest


def _unary_instruction(name: str) -> Any:
    """Make an intrinsic int64(uint64) from one of LLVM's bit operations."""
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    def operation(typing_context: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            if name == "ctpop":
                return builder.ctpop(arguments[0])
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

        return types.int64(types.uint64), generate

    return intrinsic(operation)


@instruction(_build_popcount)
def popcount(word: Word) -> int:
    """Count the squares in a set.

    >>> popcount(np.uint64(0b1011))
    3
    """
    return int(word).bit_count()


@instruction(_build_lowest)
def lowest(word: Word) -> int:
    """Return the number of the lowest square in a set, 64 if it is empty.

    >>> lowest(np.uint64(0b1000))
    3
    """
    return (int(word) & -int(word)).bit_length() - 1 if word else 64


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
