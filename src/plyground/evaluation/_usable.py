"""Making a heuristic ready for the search, whether Numba can compile it or not."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from plyground.errors import KernelError, UncompiledWarning
from plyground.evaluation._asking import as_number, asking
from plyground.evaluation._failures import obstacle_in, shown
from plyground.evaluation._finding import Evaluation, as_heuristic
from plyground.evaluation._known import is_ours
from plyground.evaluation._sums import WeightedSum, added
from plyground.heuristics import Heuristic
from plyground.kernel import Kernel
from plyground.position import Game, Position

Function = Callable[[Any, Any], float]

# What Numba could not compile: the function as it was written, and the types of its arguments.
_uncompilable: set[tuple[object, ...]] = set()


def usable_evaluation(game: Game, given: Evaluation) -> Function:
    """Return a function ``(board, state)`` that compiled code can call for this game's board.

    A heuristic that Numba cannot compile is called as plain Python from there, with a warning
    that names the line in the way. What it raises comes out of the search as it is.

    Raises:
        PlygroundError: there is no such heuristic, or it cannot be used for this game.
    """
    heuristic = as_heuristic(game, given)
    if not isinstance(heuristic, WeightedSum):
        return _usable(game, heuristic)
    terms = [(weight, _usable(game, part)) for weight, part in heuristic.parts]
    is_compilable = all(
        function is part.function for (_, function), (_, part) in zip(terms, heuristic.parts, strict=True)
    )
    return heuristic.function if is_compilable else added(terms)


def evaluate(position: Position, given: Evaluation) -> float:
    """Return what a heuristic says about a position, for the side to move; nothing is searched.

    >>> import plyground as ply
    >>> ply.evaluate(ply.game("breakthrough").start(), "2*defensive+0.5*reckless+piece")
    8.5

    Raises:
        PlygroundError: there is no such heuristic, or it cannot be used for this game.
    """
    heuristic = as_heuristic(position.game, given)
    function = usable_evaluation(position.game, heuristic)
    return as_number(heuristic.name, function(position.game.board, position.state))


def _usable(game: Game, heuristic: Heuristic) -> Function:
    function = heuristic.function
    if is_ours(heuristic):
        return function
    if not isinstance(function, Kernel):  # nothing is compiled in this process
        return lambda board, state: as_number(heuristic.name, function(board, state))
    state = game.start().state
    if not _compiles(heuristic, function, game.board, state):
        return asking(heuristic.name, function.python, game.board, state)
    return function


def _compiles(heuristic: Heuristic, function: Kernel, board: Any, state: Any) -> bool:
    """Tell whether Numba can compile a function, by trying it; warn where it cannot."""
    kinds = map(function.dispatcher.typeof_pyval, (board, state))
    attempt = (function.python, *kinds)
    if attempt in _uncompilable:
        return False
    try:
        with warnings.catch_warnings():
            # Numba warns of what it is about to fail at; what remains is told below.
            warnings.simplefilter("ignore")
            score = function(board, state)
    except KernelError as error:
        _uncompilable.add(attempt)
        _warn(heuristic, error)
        return False
    except Exception:  # noqa: BLE001  # it compiles; what it raises is told where it is used
        return True
    as_number(heuristic.name, score)
    return True


def _warn(heuristic: Heuristic, error: KernelError) -> None:
    file, line, reason = obstacle_in(heuristic.function, error)
    place = f"line {line} of {shown(file)}"
    message = f"{heuristic.name} runs uncompiled, and slower: Numba cannot compile {place}: {reason}"
    warnings.warn_explicit(message, UncompiledWarning, file, line)
