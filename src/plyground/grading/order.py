"""An order to run a hand-in: one word of JSON, which the command of its process carries."""

from __future__ import annotations

import dataclasses
import json
import shlex
import sys
from dataclasses import dataclass
from typing import Literal

import msgspec

from plyground.grading.limits import HandInLimits

Kind = Literal["heuristic", "player"]

LAUNCH = "plyground.grading.launch"


@dataclass(frozen=True)
class HandInOrder:
    """Which file to run, for which game, as what, and under which limits.

    `name` is the function or class, empty if it is to be found out. `play_as` is the player
    that a heuristic becomes, such as ``alphabeta:depth=3``, `forbidden` what it may not use of
    Plyground. `most_tasks` is filled in at launch.
    """

    file: str
    name: str
    kind: Kind | None
    game: str
    options: dict[str, str]
    play_as: str
    limits: HandInLimits
    has_sandbox: bool
    most_tasks: int = 0
    forbidden: tuple[str, ...] = ()

    def command(self, module: str = LAUNCH) -> list[str]:
        """Return the command that carries it out; by default, from the very beginning."""
        return [sys.executable, "-P", "-m", module, json.dumps(dataclasses.asdict(self))]

    def player(self) -> str:
        """Return the text that names such a player."""
        return f"program:{shlex.join(self.command())}"

    @classmethod
    def read(cls, text: str) -> HandInOrder:
        """Read what a command carries."""
        return msgspec.json.decode(text, type=cls)
