"""Players as people may write them, some of them badly."""

from __future__ import annotations

import os
import random
import sys
from typing import Any

import numpy as np

print("this file was loaded")


class Random:
    def choose(self, position: Any) -> Any:
        return random.choice(position.moves())


class NumpyRandom:
    def choose(self, position: Any) -> Any:
        return str(position.moves()[np.random.randint(len(position.moves()))])


class Last:
    """Takes options, counts the moves of its game, and prints wherever it can."""

    def __init__(self, skip: int = 1, bold: bool = False, name: str = "") -> None:
        self.skip, self.bold, self.name = skip, bold, name
        self.asked = 0

    def choose(self, position: Any, limit: Any) -> str:
        self.asked += 1
        print("bestmove printed")
        os.system("echo bestmove echoed")  # noqa: S605, S607
        seen = (self.skip, self.bold, self.name, self.asked, limit.seconds, sys.stdin.read())
        print("seen", seen, file=sys.stderr, flush=True)
        return str(position.moves()[-self.skip])


class Resigning:
    def choose(self, position: Any) -> str:
        return "resign"


class Impatient:
    def choose(self, position: Any) -> Any:
        position.play("a1-a1-a1")


class Looping:
    def choose(self, position: Any) -> Any:
        while True:
            pass


class Nothing:
    def choose(self, position: Any) -> None:
        return None


class Talkative:
    def choose(self, position: Any) -> str:
        return "I think\nquit"


class Leaving:
    def choose(self, position: Any) -> str:
        sys.exit("enough")


class Broken:
    def __init__(self) -> None:
        self.model = dict[str, str]()["weights"]

    def choose(self, position: Any) -> None:
        pass


class Idle:
    pass
