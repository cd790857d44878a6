"""Watching over somebody's heuristic where it runs: what it returns is a score, or an error.

The error names the line and the position. Compiled code knows neither, so where something is wrong
the heuristic is asked again as plain Python.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import numpy as np

from plyground.errors import HeuristicError, KernelError
from plyground.evaluation._asking import asking
from plyground.evaluation._failures import code_of, note_position, problem_text
from plyground.evaluation._known import is_ours
from plyground.evaluation._sums import terms_of
from plyground.evaluation._values import dividing, line_of_return, problem_with
from plyground.heuristics import MOST_POINTS, Heuristic
from plyground.kernel import Kernel, kernel, plain_python
from plyground.loading import is_file_module
from plyground.position import Game, Position

Function = Callable[[Any, Any], float]


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


def guarded(game: Game, heuristic: Heuristic, total: Kernel, *, is_compiled: bool) -> Function:
    """Return a kernel that calls another one, and sees to it that what it returns is a score.

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

    number = _number_of(game, heuristic)
    refuse = asking(heuristic.name, explain, game.board, game.start().state, number=number)
    return _catching(total, refuse) if is_compiled else _bounding(total, refuse)


def _catching(function: Function, refuse: Function) -> Function:
    @kernel(label="a heuristic")
    def catching(board: Any, state: Any) -> float:
        try:
            points = 1.0 * function(board, state)
        except Exception:  # noqa: BLE001  # it is raised again as plain Python
            points = np.inf
        return points if -MOST_POINTS <= points <= MOST_POINTS else refuse(board, state)

    return catching


def _bounding(function: Function, refuse: Function) -> Function:
    # What plain Python raised is on its way already, and cannot be caught here.
    @kernel(label="a heuristic")
    def bounding(board: Any, state: Any) -> float:
        points = 1.0 * function(board, state)
        return points if -MOST_POINTS <= points <= MOST_POINTS else refuse(board, state)

    return bounding


def _number_of(game: Game, heuristic: Heuristic) -> int | None:
    """Return the number that a heuristic of a file has in every process, since compiled code holds it.

    Others, which may be made anew again and again, take the next one that is free.
    """
    strangers = [part for _, part in terms_of(heuristic) if not is_ours(part)]
    if not all(is_file_module(str(part.function.__module__)) for part in strangers):
        return None
    files = [code_of(part.function).co_filename for part in strangers]
    named = repr([game.name, game.board, heuristic.name, files])
    return 1 << 32 | int(hashlib.sha256(named.encode()).hexdigest()[:12], 16)


def _text(game: Game, state: Any) -> str:
    return Position(game, state).text
