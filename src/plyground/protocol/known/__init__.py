"""The protocols by which programs play games, one a file; nothing lists them."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from plyground.protocol.protocol import GameProtocol


@cache
def game_protocols() -> dict[str, type[GameProtocol]]:
    """Return the protocols by the kind of player that speaks each."""
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")
    return {each.kind: each for each in GameProtocol.__subclasses__()}
