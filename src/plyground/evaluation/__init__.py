"""The evaluations of the games. One file a game; a function decorated there is discovered."""

from __future__ import annotations

import functools
import importlib
import pkgutil

from plyground.heuristics import Heuristic, registered


def known_heuristics(game: str) -> dict[str, Heuristic]:
    """Return the heuristics of a game by name, in the order in which their files define them."""
    _import_all()
    return {name: found for (owner, name), found in registered.items() if owner == game}


@functools.cache
def _import_all() -> None:
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")
