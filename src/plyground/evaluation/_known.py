"""The heuristics that have a name: Plyground's own, and those of everybody's modules."""

from __future__ import annotations

import functools
import importlib
import pkgutil
import sys
from pathlib import Path
from typing import Any

from plyground.core.discovery import known_games
from plyground.core.heuristics import Heuristic, registered
from plyground.core.loading import is_file_module
from plyground.core.position import Game
from plyground.errors import UnknownHeuristicError, nearest, shortened
from plyground.evaluation._by_board import (
    BEST,
    HANDMADE,
    LEARNED,
    BoardHeuristic,
    best_heuristic,
    learned_heuristic,
    resolved,
)
from plyground.evaluation.learned.finding import has_weights, weights_files
from plyground.jit import kernel

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
