"""Plyground: a laboratory for adversarial search.

>>> import plyground as ply
>>> position = ply.game("othello", size=4).start()
>>> [str(move) for move in position.moves()]
['b1', 'a2', 'd3', 'c4']
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plyground.errors import GameFileError as GameFileError
    from plyground.errors import IllegalMoveError as IllegalMoveError
    from plyground.errors import KernelError as KernelError
    from plyground.errors import NotationError as NotationError
    from plyground.errors import OptionError as OptionError
    from plyground.errors import PlygroundError as PlygroundError
    from plyground.errors import PositionError as PositionError
    from plyground.errors import UnknownGameError as UnknownGameError
    from plyground.position import Game as Game
    from plyground.position import Move as Move
    from plyground.position import Outcome as Outcome
    from plyground.position import Position as Position
    from plyground.position import game as game

__version__ = "0.1.0"

# Everything is imported when it is first asked for, so that `import plyground` and the
# command line's help cost nothing.
_HOMES = {
    "plyground.errors": (
        "GameFileError",
        "IllegalMoveError",
        "KernelError",
        "NotationError",
        "OptionError",
        "PlygroundError",
        "PositionError",
        "UnknownGameError",
    ),
    "plyground.position": ("Game", "Move", "Outcome", "Position", "game"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME_OF)  # noqa: PLE0605  # derived from the table above


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'plyground' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    return sorted([*_HOME_OF, "__version__"])
