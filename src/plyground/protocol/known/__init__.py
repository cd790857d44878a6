"""The protocols by which programs play games, one a file; nothing lists them."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from functools import cache

from plyground.protocol.protocol import GameProtocol


@cache
def game_protocols() -> dict[str, type[GameProtocol]]:
    """Return the protocols by the kind of player that speaks each."""
    names = [f"{__name__}.{module.name}" for module in pkgutil.iter_modules(__path__)]
    found = [each for name in names for each in vars(importlib.import_module(name)).values()]
    return {
        each.kind: each
        for each in found
        if inspect.isclass(each) and issubclass(each, GameProtocol) and each is not GameProtocol
    }
