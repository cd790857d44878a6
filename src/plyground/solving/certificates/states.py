"""States in memory: their words one after the other, written and read by compiled code."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

from plyground.core.hashing import formed, leaves
from plyground.jit import instruction

if TYPE_CHECKING:
    from plyground.jit.machine import Code, Value

WORD_BYTES = 8


def _store_state(code: Code, state: Value, address: Value) -> None:
    for index, word in enumerate(code.leaves(state)):
        code.store(word, address, index)


@instruction("any, uint64 -> none", _store_state)
def store_state(state: Any, address: Any) -> None:
    """Write the words of a state to an address."""
    words = [int(leaf) for leaf in leaves(state)]
    _words_at(address, len(words))[:] = words


def _load_state(code: Code, form: Value, address: Value) -> Value:
    return code.load_like(form, address)


@instruction("any, uint64 -> first", _load_state)
def load_state(form: Any, address: Any) -> Any:
    """Return the state whose words stand at an address; it has the form of another state."""
    return formed(form, iter(_words_at(address, len(list(leaves(form))))))


def _words_at(address: Any, count: int) -> Any:
    return (ctypes.c_uint64 * count).from_address(int(address))
