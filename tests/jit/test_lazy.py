"""Numba is imported when the first kernel is called, and never where nothing is compiled."""

from __future__ import annotations

import inspect
import pkgutil

import plyground.games
from plyground.core.discovery import known_games
from plyground.core.position import Game
from plyground.jit import plain_python

from .lab import Lab

PLIES = 6


def final_texts(plies: int) -> dict[str, str]:
    """Play the last legal move for a few plies of every game, with all that people see of it."""
    texts = {}
    for name, rules in known_games().items():
        position = Game.of(rules, {}).start()
        for _ in range(plies):
            position = position.play(str(position.moves()[-1]))
        texts[name] = f"{position.text} {position.outcome} {position.hash}"
    return texts


def test_importing_does_not_import_numba(lab: Lab) -> None:
    games = [f"plyground.games.{game.name}" for game in pkgutil.iter_modules(plyground.games.__path__)]
    assert len(games) >= 4
    names = [
        "plyground",
        "plyground.jit",
        "plyground.core.bits",
        "plyground.core.wide",
        "plyground.core.hashing",
    ]
    code = """
import importlib, sys
for name in {names}:
    importlib.import_module(name)
    tell(name, "numba" in sys.modules)
import plyground
plyground.core.bits.popcount(np.uint64(3))
tell("a kernel", "numba" in sys.modules)
"""
    names = [*names, "plyground.core.position", *games, "plyground.ui.cli._main"]
    ran = lab.run(code.format(names=names))
    assert ran.answers == [*([name, False] for name in names), ["a kernel", True]]


def test_without_compiling_everything_works_without_numba(lab: Lab) -> None:
    code = """
import sys, types
sys.modules["numba"] = sys.modules["llvmlite"] = None  # as if they were not installed
from plyground.core import bits, wide, hashing
from plyground.core.discovery import known_games
from plyground.jit import is_compiling_enabled, kernel
from plyground.core.position import Game

def function(number): return number
tell(is_compiling_enabled(), kernel(function) is function, type(bits.popcount) is types.FunctionType)
"""
    play = f"\n{inspect.getsource(final_texts)}\ntell(final_texts({PLIES}))"
    ran = lab.run(code + play, NUMBA_DISABLE_JIT="1")
    assert ran.said == ""
    assert ran.answers[0] == [False, True, True]
    with plain_python():
        assert ran.answers[1] == [final_texts(PLIES)]
    assert len(ran.answers[1][0]) >= 4
    assert lab.entries() == {}


def test_loading_does_not_import_what_only_compiling_needs(lab: Lab) -> None:
    lab.write(
        "looking",
        """
import numpy as np
from plyground.jit import kernel

@kernel
def first(values):
    return np.ascontiguousarray(values)[0]
""",
    )
    code = """
import sys, looking
tell(looking.first(np.array([4, 5])), "numba.np.arrayobj" in sys.modules)
"""
    assert [lab.run(code).answers for _ in range(2)] == [[[4, True]], [[4, False]]]
