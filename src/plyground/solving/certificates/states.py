"""States in memory: their words one after the other, written and read by compiled code."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

from plyground.hashing import formed, leaves, machine_words
from plyground.jit import Operation, instruction

WORD_BYTES = 8


def _build_store_state() -> Operation:
    from llvmlite import ir
    from numba.core import types

    word = ir.IntType(64)

    def store(typing_context: Any, state: Any, address: Any) -> Any:
        def generate(context: Any, llvm: Any, signature: Any, arguments: Any) -> Any:
            first = llvm.inttoptr(arguments[1], word.as_pointer())
            for index, each in enumerate(machine_words(llvm, arguments[0])):
                llvm.store(each, llvm.gep(first, [word(index)]))
            return context.get_dummy_value()

        return types.void(state, types.uint64), generate

    return store


@instruction(_build_store_state)
def store_state(state: Any, address: Any) -> None:
    """Write the words of a state to an address."""
    words = [int(leaf) for leaf in leaves(state)]
    _words_at(address, len(words))[:] = words


def _build_load_state() -> Operation:
    from llvmlite import ir
    from numba.core import types

    word = ir.IntType(64)

    def load(typing_context: Any, form: Any, address: Any) -> Any:
        def generate(context: Any, llvm: Any, signature: Any, arguments: Any) -> Any:
            state, pointer = arguments
            first = llvm.inttoptr(pointer, word.as_pointer())
            for index, path in enumerate(_paths(state.type)):
                state = llvm.insert_value(state, llvm.load(llvm.gep(first, [word(index)])), path)
            return state

        return form(form, types.uint64), generate

    return load


@instruction(_build_load_state)
def load_state(form: Any, address: Any) -> Any:
    """Return the state whose words stand at an address; it has the form of another state."""
    return formed(form, iter(_words_at(address, len(list(leaves(form))))))


def _paths(kind: Any) -> Iterator[list[int]]:
    """Go through the places of the words in a tuple of tuples."""
    if hasattr(kind, "width"):  # a number
        yield []
        return
    for index in range(len(kind)):
        for path in _paths(kind.elements[index] if hasattr(kind, "elements") else kind.element):
            yield [index, *path]


def _words_at(address: Any, count: int) -> Any:
    return (ctypes.c_uint64 * count).from_address(int(address))
