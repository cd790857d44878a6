"""What emitters write: every operation of `Code` and `Value`, against what it means for Python's numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.errors import KernelError
from plyground.jit import instruction

if TYPE_CHECKING:
    from plyground.jit.machine import Code, Value

ALL = 2**64 - 1
words = st.integers(0, ALL) | st.sampled_from([0, 1, ALL, 1 << 63])


def of_two_words(emit: Callable[..., Any]) -> Callable[..., Any]:
    def meaning(first: Any, second: Any) -> Any:
        raise AssertionError("the machine form is what is called")

    return instruction("uint64, uint64 -> uint64", emit)(meaning)


OPERATORS: dict[str, tuple[Callable[..., Any], Callable[[int, int], int]]] = {
    "and": (lambda code, x, y: x & y, lambda x, y: x & y),
    "or": (lambda code, x, y: x | y, lambda x, y: x | y),
    "xor": (lambda code, x, y: x ^ y, lambda x, y: x ^ y),
    "not": (lambda code, x, y: ~x, lambda x, y: ~x),
    "add": (lambda code, x, y: x + y, lambda x, y: x + y),
    "subtract": (lambda code, x, y: x - y, lambda x, y: x - y),
    "multiply": (lambda code, x, y: x * y, lambda x, y: x * y),
    "move up": (lambda code, x, y: x << (y & 63), lambda x, y: x << (y & 63)),
    "move down": (lambda code, x, y: x >> (y & 63), lambda x, y: x >> (y & 63)),
    "subtract from a constant": (lambda code, x, y: np.uint64(7) - x, lambda x, y: 7 - x),
    "mix with a word of NumPy": (lambda code, x, y: x ^ np.uint64(ALL), lambda x, y: x ^ ALL),
    "count": (lambda code, x, y: code.popcount(x), lambda x, y: x.bit_count()),
    "upper half": (lambda code, x, y: code.product(x, y)[1], lambda x, y: x * y >> 64),
    "lower half": (lambda code, x, y: code.product(x, y)[0], lambda x, y: x * y),
    "choose": (lambda code, x, y: code.choose(code.is_equal(x & 1, 0), x, y), lambda x, y: y if x & 1 else x),
    "constant": (lambda code, x, y: code.constant(ALL - 1), lambda x, y: ALL - 1),
    "lanes": (
        lambda code, x, y: code.lanes(code.vector([x, y, x, y]) * 3 + 1)[1],
        lambda x, y: y * 3 + 1,
    ),
    "lanes that are not zero": (
        lambda code, x, y: code.lanes(code.all_ones_unless_zero(code.vector([y, x])))[1],
        lambda x, y: ALL if x else 0,
    ),
    "leading zeros of lanes": (
        lambda code, x, y: code.lanes(code.leading_zeros_of_lanes(code.vector([x, y, x, y]) | 1))[3],
        lambda x, y: 64 - (y | 1).bit_length(),
    ),
}
EMITTED = {name: of_two_words(emit) for name, (emit, _) in OPERATORS.items()}


@pytest.mark.parametrize("name", OPERATORS)
@given(first=words, second=words)
def test_an_operation_on_words(name: str, first: int, second: int) -> None:
    found = EMITTED[name](np.uint64(first), np.uint64(second))
    assert int(found) == OPERATORS[name][1](first, second) & ALL


@given(first=st.integers(-(2**63), 2**63 - 1), second=st.integers(-(2**63), 2**63 - 1))
def test_what_is_less_is_so_with_its_sign(first: int, second: int) -> None:
    assert is_less(first, second) == (first < second)


@instruction("int64, int64 -> boolean", lambda code, first, second: code.is_less(first, second))
def is_less(first: Any, second: Any) -> bool:
    return bool(first < second)


@instruction("any, uint64 -> first")
def moved(state: Any, distance: Any) -> Any:
    low, (middle, high) = state
    return middle, low << distance, high


def test_a_function_without_an_emitter_is_run_while_it_is_compiled() -> None:
    one, two, three = map(np.uint64, (1, 2, 3))
    assert moved((one, (two, three)), np.uint64(4)) == (2, (16, 3))


def test_a_value_is_not_known_while_it_is_compiled() -> None:
    def decide(code: Code, number: Value) -> Value:
        return number if number else number + 1

    @instruction("uint64 -> uint64", decide)
    def decided(number: Any) -> Any:
        return number

    with pytest.raises(KernelError, match="is not known while it is compiled"):
        decided(np.uint64(1))


def test_an_argument_of_another_width_is_brought_to_that_of_the_signature() -> None:
    assert is_less(np.int8(-3), np.uint8(200))


def test_four_arguments_are_the_most() -> None:
    @instruction("uint64, uint64, uint64, uint64 -> uint64", lambda code, a, b, c, d: (a ^ b) + (c ^ d))
    def mixed(a: Any, b: Any, c: Any, d: Any) -> Any:
        return (a ^ b) + (c ^ d)

    assert mixed(*map(np.uint64, (1, 2, 4, 8))) == 15
