"""How fast the environments for learning agents are, by PettingZoo's own benchmark."""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Iterator

from pettingzoo.test import performance_benchmark

from benchmarks.row import Row
from benchmarks.searching import CLASSIC, board_name
from plyground.core.position import game
from plyground.environments import pettingzoo_env


def rows() -> Iterator[Row]:
    """Let random agents play each game for five seconds."""
    for name in CLASSIC:
        on = game(name)
        env = pettingzoo_env(on)
        env.reset()
        env.step(on.start().moves()[0].code)  # compiles the rules
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            performance_benchmark(env)
        found = re.search(r"([0-9.]+) turns per second", printed.getvalue())
        if found is None:
            raise RuntimeError(f"PettingZoo printed no turns per second: {printed.getvalue()}")
        how = "random agents, five seconds on the wall"
        yield Row(f"performance_benchmark, {board_name(on)}", float(found[1]), None, how, unit="turns/s")
