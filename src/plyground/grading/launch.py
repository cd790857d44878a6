"""The first step of a hand-in's process: `python -m plyground.grading.launch ORDER`.

It leaves behind the environment of whoever grades, and becomes the cell, in the sandbox if there
is to be one. Nothing of the hand-in is looked at here.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from plyground.grading.limits import tasks_allowed
from plyground.grading.order import Order
from plyground.grading.sandbox import HAND_IN_FOLDER, environment, sandboxed

CELL = "plyground.grading.cell"


def main(words: Sequence[str]) -> None:
    """Become another program."""
    order = Order.read(words[0])
    file = Path(order.file)
    order = replace(order, most_tasks=tasks_allowed(os.getuid()))
    if order.has_sandbox:
        inside = replace(order, file=f"{HAND_IN_FOLDER}/{file.name}")
        game_files = [Path(order.game)] if Path(order.game).suffix == ".py" else []
        command = sandboxed(inside.command(CELL), file, game_files)
    else:
        command = order.command(CELL)
    os.execve(command[0], command, environment())  # noqa: S606  # no shell is wanted


if __name__ == "__main__":
    main(sys.argv[1:])
