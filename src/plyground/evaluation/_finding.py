"""From what a person gives to a heuristic: a text, a function, or one that it already is."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import FunctionType, ModuleType
from typing import Any

from plyground.core.discovery import find_rules
from plyground.core.heuristics import DataHeuristic, Evaluator, Heuristic, registered
from plyground.core.loading import load_module
from plyground.core.position import Game
from plyground.errors import HeuristicError, expect, nearest, shortened
from plyground.evaluation._by_board import file_heuristic, resolved
from plyground.evaluation._known import find_known, find_on_board, is_for, known_heuristics, told_game
from plyground.evaluation._notation import Term, read_terms, write_file
from plyground.evaluation._sums import WeightedSum, sum_of
from plyground.jit import Kernel

Evaluation = str | Heuristic | Callable[[Any, Any], float]
"""What a person may give: a text as on the command line, a heuristic, or any function."""


def find_evaluation(game: str | Game, text: str) -> Heuristic:
    """Return the heuristic that a text names, which may be a sum or stand in a file.

    >>> find_evaluation("breakthrough", "2*defensive+0.5*reckless+piece").name
    '2*defensive + 0.5*reckless + piece'

    Raises:
        NotationError: the text is malformed; the message says where.
        UnknownHeuristicError: the game has no such heuristic; the message names the nearest.
        HeuristicError: the file or the function in it cannot be used.
    """
    expect(text, str, "an evaluation has to be a text such as 'piece'")
    name = _name_of(game)
    parts = [(term.weight, _on_board(game, _find_term(name, term))) for term in read_terms(text)]
    is_alone = len(parts) == 1 and parts[0][0] == 1
    return parts[0][1] if is_alone else sum_of(name, parts)


def find_feature(game: Game, text: str) -> Heuristic:
    """Return a heuristic that can be part of learned weights, where it stands by its name.

    Raises:
        UnknownHeuristicError: the game has no such heuristic.
        HeuristicError: it is a sum or has weights, or only its file could say what it is: reading weights
            runs no file but that of the game.
    """
    found = find_evaluation(game, text)
    if isinstance(found, DataHeuristic):
        raise HeuristicError(
            f"{found.name} is a sum or has weights; what is learned beside is single heuristics"
        )
    if found.name not in known_heuristics(game.name):
        raise HeuristicError(f"{found.name} cannot be stored with weights; put it into the file of the game")
    return found


def as_heuristic(game: str | Game, given: Evaluation) -> Heuristic:
    """Return a heuristic of a game, made from whatever names it.

    Raises:
        PlygroundError: there is no such heuristic, or it cannot be used for this game.
    """
    if isinstance(given, str):
        return find_evaluation(game, given)
    name = _name_of(game)
    found = _checked(given, name) if isinstance(given, Heuristic) else _from_function(name, given)
    return _on_board(game, found)


def _on_board(game: str | Game, heuristic: Heuristic) -> Heuristic:
    """Return what a heuristic is on the board of a game, if the board is known."""
    if isinstance(game, str):
        return heuristic
    if isinstance(heuristic, WeightedSum):
        parts = [(weight, resolved(game, part)) for weight, part in heuristic.parts]
        is_same = all(one is other for (_, one), (_, other) in zip(parts, heuristic.parts, strict=True))
        return heuristic if is_same else sum_of(game.name, parts)
    return resolved(game, heuristic)


def games_of(given: Evaluation) -> set[str]:
    """Return the games that a heuristic or a decorated function says it is for."""
    return {given.game} if isinstance(given, Heuristic) else {each.game for each in _decorated(given)}


def _name_of(game: str | Game) -> str:
    return game.name if isinstance(game, Game) else find_rules(game).name


def _find_term(game: str, term: Term) -> Heuristic:
    if term.file is None:
        return find_known(game, term.name)
    if not term.name:
        return file_heuristic(game, term.file, find_on_board)
    return find_in_file(game, term.file, term.name)


def find_in_file(game: str | Game, file: str, name: str) -> Heuristic:
    """Return the heuristic that a file has under a name.

    Raises:
        HeuristicError: the file or the function in it cannot be used.
    """
    module = load_module(file, "a heuristic stands in a Python file", HeuristicError)
    try:
        found = _from_function(_name_of(game), _attribute(module, name), name)
    except HeuristicError as error:
        raise HeuristicError(f"{file}: {error}") from error
    return replace(found, name=write_file(file, name))


def _attribute(module: ModuleType, name: str) -> Any:
    if hasattr(module, name):
        return getattr(module, name)
    own = {each: value for each, value in vars(module).items() if _is_function_of(module, value)}
    listed = f" (it has: {', '.join(own)})" if own else ""
    raise HeuristicError(f"it has no function {shortened(name)}{nearest(name, own)}{listed}")


def _is_function_of(module: ModuleType, value: object) -> bool:
    is_defined_there = getattr(value, "__module__", None) == module.__name__
    return isinstance(value, Kernel | FunctionType) and is_defined_there


def _from_function(game: str, given: Any, name: str = "this") -> Heuristic:
    """Make a heuristic of a function, or return the one that its decorator made."""
    decorated = _decorated(given)
    if decorated:
        return _checked(next((each for each in decorated if is_for(each, game)), decorated[0]), game)
    if isinstance(given, Evaluator):
        return _checked(_from_evaluator(game, given), game)
    function = getattr(given, "py_func", given)  # behind Numba's own decorators
    if not isinstance(function, Kernel | FunctionType):
        raise HeuristicError(f"a heuristic is a function, and {name} is of type {type(given).__name__}")
    return _checked(Heuristic.of(game, function), game)


def _from_evaluator(game: str, given: Evaluator) -> Heuristic:
    """Make a heuristic of one that was made ready before."""
    return DataHeuristic(given.kernel.__name__, game, "", given.kernel, given.data, kept=given.kept)


def _decorated(given: object) -> list[Heuristic]:
    return [each for each in registered.values() if each.function is given]


def _checked(heuristic: Heuristic, game: str) -> Heuristic:
    """Return a heuristic that is one of this game and takes what heuristics take."""
    if not is_for(heuristic, game):
        told = told_game(heuristic)
        instead = f", not of {game}" if told == heuristic.game else ""
        raise HeuristicError(f"{heuristic.name} is a heuristic of {told}{instead}")
    signature = inspect.signature(heuristic.function)
    try:
        signature.bind("board", "state")
    except TypeError:
        takes = f"{heuristic.name} takes ({', '.join(signature.parameters)})"
        raise HeuristicError(f"{takes}, and a heuristic takes (board, state)") from None
    return heuristic


def weighted(weights: Mapping[Any, float], game: str | Game | None = None) -> WeightedSum:
    """Return the sum of some heuristics, each multiplied by its weight, as one heuristic.

    Args:
        weights: the weight of every heuristic, which may be given by its name, as on the
            command line, or as a function.
        game: the game, by name; it may be left out where a decorated function says it.

    >>> weighted({"defensive": 2, "reckless": 0.5, "piece": 1}, game="breakthrough").name
    '2*defensive + 0.5*reckless + piece'

    Raises:
        HeuristicError: there is nothing to add up, or not with such weights.
        PlygroundError: one of the heuristics cannot be found or used.
    """
    if not weights:
        raise HeuristicError("a weighted sum needs at least one heuristic")
    owner = _only_game(weights) if game is None else game
    parts = [(_read_weight(weight), as_heuristic(owner, each)) for each, weight in weights.items()]
    return sum_of(parts[0][1].game, parts)


def _only_game(weights: Mapping[Any, float]) -> str:
    games = set[str]().union(*map(games_of, weights))
    if len(games) != 1:
        raise HeuristicError('say of which game they are: weighted({...}, game="breakthrough")')
    return games.pop()


def _read_weight(weight: object) -> float:
    try:
        number = float(weight)  # type: ignore[arg-type]  # what is none is reported below
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number):
        raise HeuristicError(f"the weight {shortened(str(weight))} is not a number")
    return number
