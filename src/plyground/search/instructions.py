"""What the search asks of the machine, and Python has no words for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plyground.kernel import instruction


def _build_as_int() -> Callable[..., Any]:
    from numba.core import types
    from numba.extending import intrinsic

    def widen(typing_context: Any, number: Any) -> Any:
        def generate(context: Any, llvm: Any, signature: Any, arguments: Any) -> Any:
            return context.cast(llvm, arguments[0], number, types.int64)

        return types.int64(number), generate

    machine_form = intrinsic(widen)

    def as_int(number: Any) -> Any:
        return machine_form(number)

    return as_int


@instruction(_build_as_int)
def as_int(number: Any) -> int:
    """Return a whole number of any width as one of 64 bits.

    Numba's own `int` keeps the width of its argument. Whatever is called with the result would be
    compiled once for each width.
    """
    return int(number)


def _build_is_whole() -> Callable[..., Any]:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    def tell(typing_context: Any, number: Any) -> Any:
        def generate(context: Any, llvm: Any, signature: Any, arguments: Any) -> Any:
            is_int = isinstance(number, types.Integer) and number.signed
            return ir.Constant(ir.IntType(1), is_int)

        return types.boolean(number), generate

    machine_form = intrinsic(tell)

    def is_whole(number: Any) -> Any:
        return machine_form(number)

    return is_whole


@instruction(_build_is_whole)
def is_whole(number: float) -> bool:
    """Tell whether a number is a signed whole number: a constant in compiled code."""
    return isinstance(number, int)


def _build_prefetch() -> Callable[..., Any]:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    number, byte = ir.IntType(32), ir.IntType(8).as_pointer()
    to_read, into_all_caches, data = number(0), number(3), number(1)

    def fetch(typing_context: Any, address: Any) -> Any:
        def generate(context: Any, llvm: Any, signature: Any, arguments: Any) -> Any:
            kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
            function = llvm.module.declare_intrinsic("llvm.prefetch", [byte], kind)
            llvm.call(function, [llvm.inttoptr(arguments[0], byte), to_read, into_all_caches, data])
            return context.get_dummy_value()

        return types.void(types.uint64), generate

    machine_form = intrinsic(fetch)

    def prefetch(address: Any) -> None:
        machine_form(address)

    return prefetch


@instruction(_build_prefetch)
def prefetch(address: Any) -> None:
    """Have the memory at some address brought into the caches, without waiting for it."""
