"""What the search asks of the machine, and Python has no words for."""

from __future__ import annotations

from typing import Any

from plyground.jit import Operation, instruction


def _build_as_int() -> Operation:
    return _cast_to("int64")


@instruction(_build_as_int)
def as_int(number: Any) -> int:
    """Return a whole number of any width as one of 64 bits.

    Numba's own `int` keeps the width of its argument. Whatever is called with the result would be
    compiled once for each width.
    """
    return int(number)


def _build_at() -> Operation:
    return _cast_to("uint64")


@instruction(_build_at)
def at(number: Any) -> Any:
    """Return a number that is not negative as a place in an array.

    Places may be negative in Python: Numba asks about every signed number whether it counts from the end.
    """
    return number


def _cast_to(kind: str) -> Operation:
    """Make the machine form of a change to another type of numbers."""
    from numba.core import types

    result = getattr(types, kind)

    def cast(typing_context: Any, number: Any) -> Any:
        def generate(context: Any, llvm: Any, signature: Any, arguments: Any) -> Any:
            return context.cast(llvm, arguments[0], number, result)

        return result(number), generate

    return cast


def _build_larger() -> Operation:
    return _one_of_two(">")


@instruction(_build_larger)
def larger(first: int, second: int) -> int:
    """Return the larger of two whole numbers: Numba compiles its own `max` anew for each use."""
    return max(first, second)


def _build_smaller() -> Operation:
    return _one_of_two("<")


@instruction(_build_smaller)
def smaller(first: int, second: int) -> int:
    """Return the smaller of two whole numbers."""
    return min(first, second)


def _one_of_two(comparison: str) -> Operation:
    """Make the machine form of a choice: the first number if it compares so with the second."""
    from numba.core import types

    def choose(typing_context: Any, first: Any, second: Any) -> Any:
        def generate(context: Any, llvm: Any, signature: Any, numbers: Any) -> Any:
            return llvm.select(llvm.icmp_signed(comparison, *numbers), *numbers)

        return types.int64(types.int64, types.int64), generate

    return choose


def _build_is_whole() -> Operation:
    from llvmlite import ir
    from numba.core import types

    def tell(typing_context: Any, number: Any) -> Any:
        def generate(context: Any, llvm: Any, signature: Any, arguments: Any) -> Any:
            is_int = isinstance(number, types.Integer) and number.signed
            return ir.Constant(ir.IntType(1), is_int)

        return types.boolean(number), generate

    return tell


@instruction(_build_is_whole)
def is_whole(number: float) -> bool:
    """Tell whether a number is a signed whole number: a constant in compiled code."""
    return isinstance(number, int)


def _build_prefetch() -> Operation:
    from llvmlite import ir
    from numba.core import types

    number, byte = ir.IntType(32), ir.IntType(8).as_pointer()
    to_read, into_all_caches, data = number(0), number(3), number(1)

    def fetch(typing_context: Any, address: Any) -> Any:
        def generate(context: Any, llvm: Any, signature: Any, arguments: Any) -> Any:
            kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
            function = llvm.module.declare_intrinsic("llvm.prefetch", [byte], kind)
            llvm.call(function, [llvm.inttoptr(arguments[0], byte), to_read, into_all_caches, data])
            return context.get_dummy_value()

        return types.void(types.uint64), generate

    return fetch


@instruction(_build_prefetch)
def prefetch(address: Any) -> None:
    """Have the memory at some address brought into the caches, without waiting for it."""
