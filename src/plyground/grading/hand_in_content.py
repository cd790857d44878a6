"""What a file holds: one heuristic, or one player. It is run to find out, so this is for cells only."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType

from plyground.core.heuristics import Heuristic, registered
from plyground.core.loading import load_module
from plyground.core.position import Game
from plyground.errors import PlayerError, nearest
from plyground.evaluation import told_game
from plyground.grading.order import HandInOrder, Kind


def choose(order: HandInOrder, game: Game) -> HandInOrder:
    """Return an order that says which function or class is meant.

    A class with a method `choose` is a player; heuristics beside it are its own affair. Names
    that begin with an underscore do not count.

    Raises:
        PlayerError: the file cannot be run, holds none, or more than one.
    """
    module = load(order)
    players, heuristics = players_in(module), heuristics_in(module, game)
    if order.name:
        return _named(order, players, list(heuristics))
    kind: Kind = "player" if players else "heuristic"
    found = players or list(heuristics)
    if len(found) > 1:
        raise PlayerError(
            f"it has several {kind}s: {', '.join(found)}; say which, as in {_file(order)}:{found[0]}"
        )
    if not found:
        raise PlayerError(f"it has no heuristic of {game.name} and no player{_instead(module)}")
    return replace(order, kind=kind, name=found[0])


def load(order: HandInOrder) -> ModuleType:
    """Run the file."""
    return load_module(_file(order), "a hand-in is a Python file", PlayerError)


def find_heuristic(order: HandInOrder, game: Game) -> Heuristic:
    """Run the file, and return the heuristic that an order names.

    Raises:
        PlayerError: there is none any more.
    """
    found = heuristics_in(load(order), game).get(order.name)
    if found is None:
        raise PlayerError(f"it has no heuristic {order.name!r} any more")
    return found


def players_in(module: ModuleType) -> list[str]:
    """Return the classes of a file that play."""
    return [
        name
        for name, value in vars(module).items()
        if inspect.isclass(value)
        and value.__module__ == module.__name__
        and not name.startswith("_")
        and callable(getattr(value, "choose", None))
    ]


def heuristics_in(module: ModuleType, game: Game) -> Mapping[str, Heuristic]:
    """Return the heuristics of a file that are of some game, by name."""
    names = (game.name, *game.rules.aliases)
    return {each.name: each for each in _decorated_in(module) if each.game in names}


def _decorated_in(module: ModuleType) -> list[Heuristic]:
    found = [each for (_, home, _), each in registered.items() if home == module.__name__]
    return [each for each in found if not each.name.startswith("_")]


def _named(order: HandInOrder, players: Sequence[str], heuristics: Sequence[str]) -> HandInOrder:
    if order.name in players:
        return replace(order, kind="player")
    if order.name in heuristics:
        return replace(order, kind="heuristic")
    known = [*players, *heuristics]
    raise PlayerError(f"it has no heuristic or player {order.name!r}{nearest(order.name, known)}")


def _instead(module: ModuleType) -> str:
    """Say what is nearly what was wanted."""
    others = _decorated_in(module)
    if others:
        return f": {others[0].name} is a heuristic of {told_game(others[0])}"
    own = [each for each in vars(module).values() if getattr(each, "__module__", None) == module.__name__]
    functions = [each.__name__ for each in own if inspect.isfunction(each)]
    classes = [each.__name__ for each in own if inspect.isclass(each)]
    if functions:
        return f": {functions[0]} has no @heuristic"
    return f": {classes[0]} has no method choose" if classes else ""


def _file(order: HandInOrder) -> str:
    return Path(order.file).name
