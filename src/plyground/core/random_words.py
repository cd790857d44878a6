"""Random numbers that depend on a seed and a place alone, whoever asks for them: splitmix64."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from plyground.core.bits import Word
from plyground.core.instructions import as_int
from plyground.jit import instruction, kernel

if TYPE_CHECKING:
    from plyground.jit.machine import Code, Value

_WORD = (1 << 64) - 1
# The increment and the two multipliers of Steele, Lea and Flood's splitmix64.
_STEP = 0x9E3779B97F4A7C15
_FIRST_MULTIPLIER = 0xBF58476D1CE4E5B9
_SECOND_MULTIPLIER = 0x94D049BB133111EB
_HALF = np.uint64(32)


def _random_word(code: Code, stream: Value, index: Value) -> Value:
    mixed = stream + (index + 1) * _STEP
    mixed = (mixed ^ (mixed >> 30)) * _FIRST_MULTIPLIER
    mixed = (mixed ^ (mixed >> 27)) * _SECOND_MULTIPLIER
    return mixed ^ (mixed >> 31)


@instruction("uint64, uint64 -> uint64", _random_word)
def random_word(stream: Word, index: Word) -> Word:
    """Return output number `index` of splitmix64 seeded with `stream`."""
    mixed = (int(stream) + (int(index) + 1) * _STEP) & _WORD
    mixed = (mixed ^ (mixed >> 30)) * _FIRST_MULTIPLIER & _WORD
    mixed = (mixed ^ (mixed >> 27)) * _SECOND_MULTIPLIER & _WORD
    return np.uint64(mixed ^ (mixed >> 31))


@kernel
def below(random: Any, bound: int) -> int:
    """Return the next number of a stream, from 0 to `bound` - 1; `random` is the stream and a counter."""
    word = random_word(random[0], random[1])
    random[1] += np.uint64(1)
    return as_int(((word >> _HALF) * np.uint64(bound)) >> _HALF)


def stream_of(seed: int, number: int) -> Any:
    """Return the stream of random numbers of one game, for `below`."""
    first = random_word(np.uint64(seed & _WORD), np.uint64(number & _WORD))
    return np.array([first, 0], np.uint64)
