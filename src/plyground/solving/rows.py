"""States as rows of an array of words: how compiled code keeps millions of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plyground.core.hashing import formed, leaves
from plyground.jit import instruction

if TYPE_CHECKING:
    from plyground.jit.machine import Code, Value


def _store_state(code: Code, state: Value, rows: Value, row: Value) -> None:
    place = _place_of(code, rows, row)
    for index, word in enumerate(code.leaves(state)):
        code.store(word, place, index)


@instruction("any, any, int64 -> none", _store_state)
def store_state(state: Any, rows: Any, row: int) -> None:
    """Write the words of a state into a row."""
    rows[int(row)] = list(leaves(state))


def _load_state(code: Code, form: Value, rows: Value, row: Value) -> Value:
    return code.load_like(form, _place_of(code, rows, row))


@instruction("any, any, int64 -> first", _load_state)
def load_state(form: Any, rows: Any, row: int) -> Any:
    """Return the state whose words are in a row; `form` is any state of the game."""
    return formed(form, iter(map(int, rows[int(row)])))


def _place_of(code: Code, rows: Value, row: Value) -> Value:
    """Write the address of a row."""
    return code.place_in(rows, row * code.length(rows, 1))
