"""From a name, a text or a function to a heuristic: Plyground's own, and those of everybody's modules."""

from __future__ import annotations

import functools
import importlib
import inspect
import math
import pkgutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from plyground.core.discovery import find_rules, known_games
from plyground.core.heuristics import DataHeuristic, Evaluator, Heuristic, registered
from plyground.core.loading import is_file_module, load_module
from plyground.core.position import Game
from plyground.errors import HeuristicError, UnknownHeuristicError, expect, nearest, shortened
from plyground.evaluation._by_board import (
    BEST,
    HANDMADE,
    LEARNED,
    BoardHeuristic,
    best_heuristic,
    file_heuristic,
    learned_heuristic,
    resolved,
)
from plyground.evaluation._notation import Term, read_terms, write_file
from plyground.evaluation._sums import WeightedSum, sum_of
from plyground.evaluation.learned.finding import has_weights, weights_files
from plyground.jit import Kernel, kernel

NEUTRAL = "neutral"


def known_heuristics(game: str) -> dict[str, Heuristic]:
    """Return the heuristics of a game by name, in the order in which their files define them.

    Those of other modules come behind Plyground's own, and never take their place. A game without any
    has `neutral`, so that it can be searched for a win all the same. Behind them come `learned`, if there
    are weights for some board of the game, and `best`.
    """
    written = _written_heuristics(game)
    named = dict(written)
    if has_weights(game) and LEARNED not in named:
        named[LEARNED] = learned_heuristic(game, find_on_board)
    if (LEARNED in named or HANDMADE in named) and BEST not in named:
        otherwise = written.get(HANDMADE) or next(iter(written.values()))
        named[BEST] = best_heuristic(game, otherwise, find_on_board)
    return named


def heuristics_on(game: Game) -> dict[str, Heuristic]:
    """Return the heuristics that there are on the board of a game, each once: `best` is one of the others."""
    found: dict[str, Heuristic] = {}
    for name, heuristic in known_heuristics(game.name).items():
        if not isinstance(heuristic, BoardHeuristic):
            found[name] = heuristic
        elif name == LEARNED and weights_files(game):
            found[name] = heuristic.on(game)
    return found


def find_on_board(game: Game, name: str) -> Heuristic:
    """Return the heuristic that some name means on the board of a game."""
    return resolved(game, find_known(game.name, name))


def _written_heuristics(game: str) -> dict[str, Heuristic]:
    """Return the heuristics that people wrote for a game."""
    _import_all()
    found = [each for each in registered.values() if is_for(each, game)]
    ours = {each.name: each for each in found if is_ours(each)}
    if HANDMADE in ours:
        ours[HANDMADE] = ours.pop(HANDMADE)  # the strongest comes last
    theirs = {each.name: each for each in found if not is_ours(each) and _has_a_name(each)}
    named = ours | {name: each for name, each in theirs.items() if name not in ours}
    return named or {NEUTRAL: Heuristic.of(game, neutral)}


def find_known(game: str, name: str) -> Heuristic:
    """Return the heuristic of some name. Every game has `neutral`, also where it is not listed.

    Raises:
        UnknownHeuristicError: there is none; the message names the nearest.
    """
    known = known_heuristics(game)
    if name == NEUTRAL and name not in known:
        return Heuristic.of(game, neutral)
    if name not in known:
        hint, listed = nearest(name, known), ", ".join(known)
        raise UnknownHeuristicError(
            f"there is no heuristic {shortened(name)} for {game}{hint} (there are: {listed})"
        )
    return known[name]


def default_heuristic(game: str) -> Heuristic:
    """Return what scores positions where nobody says what should: `best`, or the first there is."""
    known = known_heuristics(game)
    return known.get(BEST) or next(iter(known.values()))


def has_heuristics(game: str) -> bool:
    """Tell whether there is more than `neutral`: somebody wrote a heuristic, or weights were learned."""
    return set(known_heuristics(game)) != {NEUTRAL}


@kernel
def neutral(board: Any, state: Any) -> float:
    """Score every undecided position 0: the game has no heuristics of its own."""
    return 0.0


def is_for(heuristic: Heuristic, game: str) -> bool:
    """Tell whether a heuristic is one of this game, which may be called by an alias."""
    rules = known_games().get(game)
    return heuristic.game == game or (rules is not None and heuristic.game in rules.aliases)


def told_game(heuristic: Heuristic) -> str:
    """Return the game that a heuristic says it is for; if there is no such game, say which may be meant."""
    games = known_games()
    known = [*games, *(alias for rules in games.values() for alias in rules.aliases)]
    if heuristic.game in known:
        return heuristic.game
    return f"{heuristic.game!r}, which is no game{nearest(heuristic.game, known)}"


def is_ours(heuristic: Heuristic) -> bool:
    """Tell whether a heuristic comes with Plyground."""
    return heuristic.comes_with_plyground


def _has_a_name(heuristic: Heuristic) -> bool:
    """Tell whether the name alone is enough: a file has to be named too, unless it is the game's.

    Otherwise a name would mean one thing before a file was looked at and another behind it.
    """
    if not is_file_module(str(heuristic.function.__module__)):
        return True
    module = sys.modules.get(heuristic.function.__module__)
    rules = getattr(module, "RULES", None)
    is_still_there = getattr(module, heuristic.name, None) is heuristic.function
    return is_still_there and getattr(rules, "name", None) == heuristic.game


@functools.cache
def _import_all() -> None:
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        if not module.name.startswith("_"):
            importlib.import_module(f"{__package__}.{module.name}")


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
