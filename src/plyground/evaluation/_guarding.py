"""Watching over somebody's heuristic where it runs: what it returns is a score, or an error.

The error names the line and the position. Compiled code knows neither, so where something is wrong
the heuristic is asked again as plain Python.
"""

from __future__ import annotations

import functools
import inspect
import math
import sys
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any

import numpy as np

from plyground.core.heuristics import MOST_POINTS, DataKernel, Evaluator, Heuristic
from plyground.core.pointers import load_int64, load_word
from plyground.core.position import Game, Position
from plyground.errors import HeuristicError, KernelError
from plyground.evaluation._asking import ask, keep_for
from plyground.evaluation._failures import note_position, problem_text
from plyground.evaluation._finding import is_ours
from plyground.evaluation._sums import terms_of
from plyground.jit import Kernel, kernel, plain_python

LARGEST_SHOWN = 10**300
_LONGEST_SHOWN = 60

_NUMBERS = int | float | np.integer | np.floating | np.bool_


def problem_with(score: Any) -> str | None:
    """Say what is wrong with what a heuristic returned, None if nothing is.

    >>> problem_with(3), problem_with(float("nan"))
    (None, 'it returned nan, which is not finite')
    """
    if not isinstance(score, _NUMBERS):
        return f"it returned {_shown(score)}, which is not a number"
    if -MOST_POINTS <= score <= MOST_POINTS:
        return None
    if isinstance(score, float | np.floating) and not math.isfinite(score):
        return f"it returned {score}, which is not finite"
    size = f"{float(score):.4g}" if abs(int(score)) < LARGEST_SHOWN else "more than can be shown"
    return f"it returned {size}, and scores go from {-MOST_POINTS:,} to {MOST_POINTS:,}"


def dividing() -> np.errstate:
    """Return a context in which a division by zero raises, also that of NumPy's whole numbers.

    NumPy would return 0, where compiled code raises. Words wrap around, and nobody is warned.
    """
    return np.errstate(divide="raise", over="ignore", invalid="ignore", under="ignore")


def _shown(score: Any) -> str:
    return " ".join(repr(score).split())[:_LONGEST_SHOWN]


def line_of_return(function: Callable[[Any, Any], Any], board: Any, state: Any) -> int:
    """Return the line on which a function, run as plain Python, returns its value.

    It is called again for that; the line of its definition is the answer if it does something else
    this time.
    """
    code: CodeType = inspect.unwrap(function).__code__
    lines = [code.co_firstlineno]

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        if frame.f_code is not code:
            return None
        if event == "return":
            lines.append(frame.f_lineno)
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        with dividing():
            function(board, state)
    except Exception:  # noqa: BLE001  # it is asked for a place, not for another failure
        return lines[0]
    finally:
        sys.settrace(before)
    return lines[-1]


Function = Callable[[Any, Any], float]

# What a guard reads: the address of what is below it, and the number of who explains what is wrong.
ADDRESS, NUMBER = range(2)


def python_of(heuristic: Heuristic) -> Function:
    """Return the function of a heuristic as it was written."""
    function = heuristic.function
    return function.python if isinstance(function, Kernel) else function


def called(game: Game, name: str, python: Function, *, is_sum: bool = False) -> Function:
    """Return a function that calls another one as plain Python, and checks what it returns.

    What that raises has the position in a note. A sum has no line to name.
    """

    def call(board: Any, state: Any) -> float:
        try:
            with dividing():
                score = python(board, state)
        except KernelError:  # a kernel below it does not compile: who calls tries again uncompiled
            raise
        except Exception as error:
            note_position(error, Position(game, state))
            raise
        except SystemExit as error:
            text = f"SystemExit: {error}"
            raise HeuristicError(problem_text(name, text, None, _text(game, state))) from error
        if type(score) is float and -MOST_POINTS <= score <= MOST_POINTS:
            return score
        problem = problem_with(score)
        if problem is None:
            return float(score)
        line = None
        if not is_sum:
            with plain_python(in_this_thread=True):
                line = line_of_return(python, board, state)
        raise HeuristicError(problem_text(name, problem, line, _text(game, state)))

    return call


def guarded(game: Game, heuristic: Heuristic, total: Evaluator, *, is_compiled: bool) -> Evaluator:
    """Return an evaluator that runs another one, and sees to it that what it returns is a score.

    `is_compiled` says that nothing below is called as plain Python.
    """

    def explain(board: Any, state: Any) -> float:
        with plain_python(in_this_thread=True):
            for _, part in terms_of(heuristic):
                if not is_ours(part):
                    called(game, part.name, python_of(part))(board, state)
            called(game, heuristic.name, total, is_sum=True)(board, state)
        text = "compiled, it fails or returns what is no score; uncompiled it does not"
        raise HeuristicError(problem_text(heuristic.name, text, None, _text(game, state)))

    # Whom to ask is data, as weights are: guards of other weights are the same kernel.
    data = np.zeros(2, np.uint64)
    data[ADDRESS], data[NUMBER] = total.address, keep_for(data, explain, game.board, game.start().state)
    return Evaluator((_catching if is_compiled else _bounding)(total.kernel), data, (total,))


@functools.lru_cache(maxsize=64)
def _catching(function: DataKernel) -> DataKernel:
    @kernel(label="a heuristic")
    def catching(board: Any, state: Any, address: Any) -> float:
        below = load_word(address, ADDRESS)
        try:
            points = 1.0 * function(board, state, below)
        except Exception:  # noqa: BLE001  # it is raised again as plain Python
            points = np.inf
        return points if -MOST_POINTS <= points <= MOST_POINTS else ask(load_int64(address, NUMBER), state)

    return catching


@functools.lru_cache(maxsize=64)
def _bounding(function: DataKernel) -> DataKernel:
    # What plain Python raised is on its way already, and cannot be caught here.
    @kernel(label="a heuristic")
    def bounding(board: Any, state: Any, address: Any) -> float:
        points = 1.0 * function(board, state, load_word(address, ADDRESS))
        return points if -MOST_POINTS <= points <= MOST_POINTS else ask(load_int64(address, NUMBER), state)

    return bounding


def _text(game: Game, state: Any) -> str:
    return Position(game, state).text
