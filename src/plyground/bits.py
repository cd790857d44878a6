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

from plyground.jit import Operation, instruction, kernel

Word = np.uint64

EMPTY = np.uint64(0)
_ONE = np.uint64(1)


def _build_popcount() -> Operation:
    return _of_a_word(lambda llvm, word: llvm.ctpop(word))


def _build_lowest() -> Operation:
    from llvmlite import ir

    is_undefined_for_zero = ir.Constant(ir.IntType(1), 0)
    return _of_a_word(lambda llvm, word: llvm.cttz(word, is_undefined_for_zero))


def _build_highest() -> Operation:
    from llvmlite import ir

    is_undefined_for_zero, last = ir.Constant(ir.IntType(1), 0), ir.Constant(ir.IntType(64), 63)
    return _of_a_word(lambda llvm, word: llvm.sub(last, llvm.ctlz(word, is_undefined_for_zero)))


def _of_a_word(told: Callable[[Any, Any], Any]) -> Operation:
    """Make the machine form of a function that counts something in a word."""
    from numba.core import types

    def operation(typing_context: Any, word: Any) -> Any:
        def generate(context: Any, llvm: Any, signature: Any, arguments: Any) -> Any:
            return told(llvm, arguments[0])

        return types.int64(types.uint64), generate

    return operation


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


@instruction(_build_highest)
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
