"""Calling plain Python from compiled code: the way out for what Numba cannot compile."""

from __future__ import annotations

import itertools
import threading
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from plyground.core.hashing import formed
from plyground.errors import KernelError
from plyground.jit import instruction, kernel, plain_python

if TYPE_CHECKING:
    from plyground.jit.machine import Code, Value

_MODULE = "plyground.evaluation._asking"

Function = Callable[[Any, Any], float]


class _Asked(NamedTuple):
    """A function that is called as Python, the board to call it with, and the form of a state."""

    function: Function
    board: Any
    state: Any


# Compiled code knows a function by its number here and asks for it when it runs. So the
# machine code is the same whatever the function is, and may come from the cache: in any
# process the number stands for the function that the process has put there.
_asked: dict[int, _Asked] = {}
_asked_lock = threading.Lock()
_in_plain_python: set[int] = set()  # the numbers of those that call kernels which do not compile


def asking(name: str, function: Function, board: Any, state: Any, *, is_plain: bool = False) -> Function:
    """Make a kernel that calls a Python function with this very board, and states like this one.

    The function returns a float. With `is_plain`, the kernels that it calls run uncompiled as well.
    """
    number = _number_of(_Asked(function, board, state))
    if is_plain:
        _in_plain_python.add(number)

    @kernel(label=f"the call of {name}")
    def evaluate(board: Any, state: Any) -> float:
        return ask(number, state)

    return evaluate


def keep_for(owner: Any, function: Function, board: Any, state: Any) -> int:
    """Return the number by which compiled code may `ask` for a function as long as `owner` lives."""
    asked = _Asked(function, board, state)
    with _asked_lock:
        number = _next_number()
        _asked[number] = asked
    weakref.finalize(owner, _forget, number).atexit = False
    return number


def _forget(number: int) -> None:  # without the lock: whoever holds it may be what ends an owner
    _asked.pop(number, None)
    _in_plain_python.discard(number)


def _number_of(wanted: _Asked) -> int:
    with _asked_lock:
        for taken, known in _asked.copy().items():  # an owner may die meanwhile, and its number with it
            if known.function is wanted.function and known.board == wanted.board:
                return taken
        number = _next_number()
        _asked[number] = wanted
        return number


def _next_number() -> int:
    return next(each for each in itertools.count() if each not in _asked)


def _ask(code: Code, number: Value, state: Value) -> Value:
    """Do in machine code what ``answer(number, *words)`` does in Python."""
    return code.call_python(_MODULE, "answer", number, code.leaves(state))


@instruction("int64, any -> float64", _ask)
def ask(number: int, state: Any) -> float:
    """Call the function that has a number."""
    asked = _asked[number]
    return asked.function(asked.board, state)


def answer(number: int, *words: int) -> float:
    """Call a function with the state that has these words; this is what compiled code calls."""
    asked = _asked[number]
    state = formed(asked.state, iter(words))
    if number not in _in_plain_python:
        try:
            return asked.function(asked.board, state)
        except KernelError:
            _in_plain_python.add(number)
    with plain_python(in_this_thread=True):
        return asked.function(asked.board, state)
