"""States as words in memory, in rows of an array or at any address: compiled code keeps millions of them."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

from plyground.core.hashing import formed, leaves
from plyground.jit import instruction

if TYPE_CHECKING:
    from plyground.jit.machine import Code, Value

WORD_BYTES = 8


def _store_state_at(code: Code, state: Value, address: Value) -> None:
    for index, word in enumerate(code.leaves(state)):
        code.store(word, address, index)


@instruction("any, uint64 -> none", _store_state_at)
def store_state_at(state: Any, address: Any) -> None:
    """Write the words of a state to an address."""
    words = [int(leaf) for leaf in leaves(state)]
    _words_at(address, len(words))[:] = words


def _load_state_at(code: Code, form: Value, address: Value) -> Value:
    return code.load_like(form, address)


@instruction("any, uint64 -> first", _load_state_at)
def load_state_at(form: Any, address: Any) -> Any:
    """Return the state whose words stand at an address; `form` is any state of the game."""
    return formed(form, iter(_words_at(address, len(list(leaves(form))))))


def _words_at(address: Any, count: int) -> Any:
    return (ctypes.c_uint64 * count).from_address(int(address))


def _store_state(code: Code, state: Value, rows: Value, row: Value) -> None:
    _store_state_at(code, state, _address_of(code, rows, row))


@instruction("any, any, int64 -> none", _store_state)
def store_state(state: Any, rows: Any, row: int) -> None:
    """Write the words of a state into a row."""
    rows[int(row)] = list(leaves(state))


def _load_state(code: Code, form: Value, rows: Value, row: Value) -> Value:
    return _load_state_at(code, form, _address_of(code, rows, row))


@instruction("any, any, int64 -> first", _load_state)
def load_state(form: Any, rows: Any, row: int) -> Any:
    """Return the state whose words are in a row; `form` is any state of the game."""
    return formed(form, iter(map(int, rows[int(row)])))


def _address_of(code: Code, rows: Value, row: Value) -> Value:
    """Write the address of a row."""
    return code.place_in(rows, row * code.length(rows, 1))
