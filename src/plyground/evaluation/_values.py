"""What a heuristic may return: a finite number that is not too large for a search."""

from __future__ import annotations

import inspect
import math
import sys
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any

import numpy as np

from plyground.core.heuristics import MOST_POINTS

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
