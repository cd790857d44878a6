"""Numbers read from memory by address: data that compiled code uses and does not contain.

Weights, tables and patterns are data. A kernel that closed over them as arrays would be compiled anew
for each set of weights, and its cache file would hold a copy. So kernels get an address, and read from
there. Whoever calls them keeps the array alive.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from plyground.jit import Operation, instruction


def address_of(array: Any) -> np.uint64:
    """Return the address of the first element of an array."""
    return np.uint64(array.ctypes.data)


def _load(kind: str, result: str) -> Operation:
    """Make the machine form of a read: element `index` of an array of `kind` at an address, as `result`."""
    from numba.core import types

    element, returned = getattr(types, kind), getattr(types, result)

    def load(typing_context: Any, address: Any, index: Any) -> Any:
        def generate(context: Any, llvm: Any, signature: Any, arguments: Any) -> Any:
            pointer = llvm.inttoptr(arguments[0], context.get_data_type(element).as_pointer())
            value = llvm.load(llvm.gep(pointer, [arguments[1]]))
            return context.cast(llvm, value, element, returned)

        return returned(types.uint64, types.int64), generate

    return load


def _build_load_int16() -> Operation:
    return _load("int16", "int64")


@instruction(_build_load_int16)
def load_int16(address: Any, index: int) -> int:
    """Return a number of 16 bits."""
    return int(ctypes.c_int16.from_address(int(address) + 2 * int(index)).value)


def _build_load_uint16() -> Operation:
    return _load("uint16", "int64")


@instruction(_build_load_uint16)
def load_uint16(address: Any, index: int) -> int:
    """Return an unsigned number of 16 bits."""
    return int(ctypes.c_uint16.from_address(int(address) + 2 * int(index)).value)


def _build_load_int32() -> Operation:
    return _load("int32", "int64")


@instruction(_build_load_int32)
def load_int32(address: Any, index: int) -> int:
    """Return a number of 32 bits."""
    return int(ctypes.c_int32.from_address(int(address) + 4 * int(index)).value)


def _build_load_int64() -> Operation:
    return _load("int64", "int64")


@instruction(_build_load_int64)
def load_int64(address: Any, index: int) -> int:
    """Return a number of 64 bits."""
    return int(ctypes.c_int64.from_address(int(address) + 8 * int(index)).value)


def _build_load_word() -> Operation:
    return _load("uint64", "uint64")


@instruction(_build_load_word)
def load_word(address: Any, index: int) -> np.uint64:
    """Return a word: a set of squares, or another address."""
    return np.uint64(ctypes.c_uint64.from_address(int(address) + 8 * int(index)).value)


def _build_load_float64() -> Operation:
    return _load("float64", "float64")


@instruction(_build_load_float64)
def load_float64(address: Any, index: int) -> float:
    """Return a floating-point number."""
    return float(ctypes.c_double.from_address(int(address) + 8 * int(index)).value)
