"""Making a heuristic ready for the search, whether Numba can compile it or not."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from plyground.core.discovery import AnyRules
from plyground.core.heuristics import DataHeuristic, Evaluator, Heuristic
from plyground.core.position import Game, Position
from plyground.errors import KernelError, UncompiledWarning, expect
from plyground.evaluation._asking import asking
from plyground.evaluation._failures import Obstacle, code_of, obstacle_in, shown
from plyground.evaluation._finding import Evaluation, as_heuristic, is_ours
from plyground.evaluation._guarding import called, guarded, problem_with, python_of
from plyground.evaluation._sums import WeightedSum, added, evaluator_of, terms_of
from plyground.evaluation._tryout import CALLS_ITSELF, try_out
from plyground.jit import Kernel, is_recursive, types_of
from plyground.jit.fingerprint import UnknownContentError, content_of

Function = Callable[[Any, Any], float]

LARGEST_WEIGHT = 1000
"""With larger weights a sum of our own heuristics may be too large for a search."""

# Why functions cannot be compiled: the function as it was written, and the types of its arguments.
_obstacles: dict[tuple[object, ...], Obstacle] = {}


def usable_evaluation(game: Game, given: Evaluation) -> Evaluator:
    """Return a kernel ``(board, state, address)`` for this game's board, with the data that it reads.

    A heuristic in a file is tried out first, in a child process. One that Numba cannot compile is
    called as plain Python, with a warning that names the line in the way. What it raises comes out
    of the search as it is, with the position in a note; what is not a finite number, or too large,
    is a `HeuristicError`.

    Raises:
        PlygroundError: there is no such heuristic, or it cannot be used for this game.
    """
    heuristic = as_heuristic(game, given)
    if _is_trusted(heuristic):
        return evaluator_of(heuristic.function)
    contents = tuple((weight, _content(part)) for weight, part in terms_of(heuristic))
    return _made(game.rules, game, heuristic.name, contents, _Given(heuristic))


def evaluate(position: Position, given: Evaluation) -> float:
    """Return what a heuristic says about a position, for the side to move; nothing is searched.

    >>> import plyground as ply
    >>> ply.evaluate(ply.game("breakthrough").start(), "2*defensive+0.5*reckless+piece")
    8.5

    Raises:
        PlygroundError: there is no such heuristic, or it cannot be used for this game.
    """
    expect(position, Position, "position has to be a Position such as game.start()")
    return float(usable_evaluation(position.game, given)(position.game.board, position.state))


def strangers_in(game: Game, *given: Evaluation | None) -> tuple[Heuristic, ...]:
    """Return the heuristics that do not come with Plyground, of all that somebody gave.

    Raises:
        PlygroundError: there is no such heuristic, or it cannot be used for this game.
    """
    found = [as_heuristic(game, each) for each in given if each is not None]
    return tuple(part for each in found for _, part in terms_of(each) if not is_ours(part))


def _is_trusted(heuristic: Heuristic) -> bool:
    """Tell whether a heuristic comes with Plyground, with weights that cannot make it too large."""
    terms = terms_of(heuristic)
    return (
        all(is_ours(part) for _, part in terms) and sum(abs(weight) for weight, _ in terms) <= LARGEST_WEIGHT
    )


def _content(part: Heuristic) -> object:
    """Return what decides about a heuristic: one that was given twice is made ready once.

    A function itself does not: it is compiled with the values that its globals have then.
    """
    written = _written(part)
    # An array that is in use has an address of its own, and what is made of it keeps it in use.
    data = id(part.data) if isinstance(part, DataHeuristic) else None
    if not isinstance(written, Kernel):
        return written, data
    try:
        return content_of(written).digest, data
    except UnknownContentError:
        return written, data


def _written(part: Heuristic) -> Callable[..., float]:
    """Return the function of a heuristic that somebody wrote, with or without an address."""
    return part.kernel if isinstance(part, DataHeuristic) else part.function


@dataclass(frozen=True)
class _Given:
    """A heuristic as an argument that makes no difference to a cache."""

    heuristic: Heuristic = field(compare=False)


@functools.lru_cache(maxsize=64)
def _made(rules: AnyRules, game: Game, name: str, contents: object, given: _Given) -> Evaluator:
    """Make the evaluator of a heuristic; searches that are compiled around it are kept with it.

    The rules are among the arguments since two files of one game have equal boards.
    """
    heuristic = given.heuristic
    terms = [
        (weight, _first_given(part.name, _content(part), _Given(part)))
        for weight, part in terms_of(heuristic)
    ]
    parts = [(weight, part, _usable(game, part)) for weight, part in terms]
    is_compiled = all(usable is part.function for _, part, usable in parts)
    if isinstance(heuristic, WeightedSum):
        total = added([(weight, evaluator_of(usable)) for weight, _, usable in parts])
    else:
        total = evaluator_of(parts[0][2])
        if not is_compiled:
            return total  # it is checked by Python, which calls it
    if isinstance(total.kernel, Kernel):
        return guarded(game, heuristic, total, is_compiled=is_compiled)
    return evaluator_of(called(game, heuristic.name, total, is_sum=True))


@functools.lru_cache(maxsize=64)
def _first_given(name: str, content: object, given: _Given) -> Heuristic:
    """Return the first of equal heuristics: other weights for a function are the same kernel."""
    return given.heuristic


def _usable(game: Game, part: Heuristic) -> Function:
    """Return a function for compiled code: that of a heuristic itself, or one that calls Python."""
    function, written = part.function, _written(part)
    if is_ours(part):
        return function
    obstacle = try_out(game, part)
    if not isinstance(written, Kernel):  # nothing is compiled in this process
        return called(game, part.name, function)
    attempt = written.python, *types_of(game.board, game.start().state)
    if attempt not in _obstacles:
        obstacle = obstacle or _obstacle(game, part, written)
        if obstacle is None:
            return function
        _obstacles[attempt] = obstacle
        _warn(part, written, obstacle)
    return _asked(game.rules, game, part.name, python_of(part), _obstacles[attempt].is_plain)


@functools.lru_cache(maxsize=64)
def _asked(rules: AnyRules, game: Game, name: str, python: Function, is_plain: bool) -> Function:
    """Make the kernel that calls a function as plain Python."""
    checked = called(game, name, python)
    return asking(name, checked, game.board, game.start().state, is_plain=is_plain)


def _obstacle(game: Game, part: Heuristic, function: Kernel) -> Obstacle | None:
    """Return why Numba cannot compile a function, by trying it; None if it can."""
    board, state = game.board, game.start().state
    if is_recursive(function):
        return Obstacle(code_of(function).co_firstlineno, CALLS_ITSELF)
    try:
        with warnings.catch_warnings():
            # Numba warns of what it is about to fail at; what remains is reported in our own words.
            warnings.simplefilter("ignore")
            score = part.function(board, state)
    except KernelError as error:
        return obstacle_in(function, error)
    except Exception:  # noqa: BLE001  # it compiles; what it raises is reported where it is used
        return None
    if problem_with(score) is not None:
        called(game, part.name, python_of(part))(board, state)  # raises, with the line
    return None


def _warn(heuristic: Heuristic, function: Kernel, obstacle: Obstacle) -> None:
    file = code_of(function).co_filename
    place = f"line {obstacle.line} of {shown(file)}"
    message = f"{heuristic.name} runs uncompiled, and slower: Numba cannot compile {place}: {obstacle.reason}"
    warnings.warn_explicit(message, UncompiledWarning, file, obstacle.line)
