"""Calling plain Python from compiled code: the way out for what Numba cannot compile."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from plyground.errors import HeuristicError, KernelError
from plyground.hashing import machine_words
from plyground.kernel import Operation, instruction, kernel, plain_python

_MODULE = "plyground.evaluation._asking"

_LONGEST_SHOWN = 60

Function = Callable[[Any, Any], float]


class _Asked(NamedTuple):
    """A function that is called as Python, the board to call it with, and the form of a state."""

    name: str
    function: Function
    board: Any
    state: Any


# Compiled code knows a function by its number here and asks for it when it runs. So the
# machine code is the same whatever the function is, and may come from the cache: in any
# process the number stands for the function that the process has put there.
_asked: list[_Asked] = []
_asked_lock = threading.Lock()
_in_plain_python: set[int] = set()  # the numbers of those that call kernels which do not compile


def asking(name: str, function: Function, board: Any, state: Any) -> Function:
    """Make a kernel that calls a Python function with this very board, and states like this one."""
    number = _number_of(_Asked(name, function, board, state))

    @kernel(label=f"the call of {name}")
    def evaluate(board: Any, state: Any) -> float:
        return _ask(number, state)

    return evaluate


def _number_of(wanted: _Asked) -> int:
    with _asked_lock:
        for number, known in enumerate(_asked):
            if known.function is wanted.function and known.board == wanted.board:
                return number
        _asked.append(wanted)
        return len(_asked) - 1


def _build_ask() -> Operation:
    from numba.core import cgutils, types

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        """Do in machine code what ``answer(number, *words)`` does in Python."""
        python = context.get_python_api(builder)
        lock = python.gil_ensure()
        module = python.import_module(context.insert_const_string(builder.module, _MODULE))
        answer = python.object_getattr_string(module, "answer")
        number, state = arguments
        given = [python.long_from_longlong(number)]
        given += [python.long_from_ulonglong(word) for word in machine_words(builder, state)]
        result = python.call_function_objargs(answer, given)
        for each in (*given, answer, module):
            python.decref(each)
        with builder.if_then(cgutils.is_null(builder, result), likely=False):
            # What the function raised waits in Python; from here on it travels as any other.
            python.gil_release(lock)
            context.call_conv.return_exc(builder)
        score = python.float_as_double(result)
        python.decref(result)
        python.gil_release(lock)
        return score

    def call_python(typing_context: Any, number: Any, state: Any) -> Any:
        return types.float64(types.int64, state), generate

    return call_python


@instruction(_build_ask)
def _ask(number: int, state: Any) -> float:
    asked = _asked[number]
    return asked.function(asked.board, state)


def answer(number: int, *words: int) -> float:
    """Call a function with the state that has these words; this is what compiled code calls."""
    asked = _asked[number]
    state = _formed(asked.state, iter(words))
    if number not in _in_plain_python:
        try:
            return as_number(asked.name, asked.function(asked.board, state))
        except KernelError:
            _in_plain_python.add(number)
    with plain_python():
        return as_number(asked.name, asked.function(asked.board, state))


def _formed(form: Any, words: Iterator[int]) -> Any:
    """Put words together as they are in `form`: a state, or tuples of words inside one."""
    if not isinstance(form, tuple):
        return np.uint64(next(words))
    members = [_formed(each, words) for each in form]
    return type(form)._make(members) if hasattr(form, "_make") else tuple(members)


def as_number(name: str, score: Any) -> float:
    """Return a score as a number, or say that it is none."""
    if isinstance(score, int | float | np.integer | np.floating | np.bool_):
        return float(score)
    shown = " ".join(repr(score).split())[:_LONGEST_SHOWN]
    raise HeuristicError(f"{name} returned {shown}, which is not a number")
