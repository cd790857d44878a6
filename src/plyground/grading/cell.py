"""Where a hand-in lives: a process that gives up what it will not need, and then speaks UGI.

`python -m plyground.grading.cell ORDER`; `launch` is what starts it. With an order that names no
function or class it finds out which there is, tells it in a line of JSON, and ends.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from plyground.errors import PlygroundError, UncompiledWarning
from plyground.grading.calls import can_refuse_calls, end_with_parent, refuse_calls
from plyground.grading.limits import impose
from plyground.grading.order import Order
from plyground.loading import told

if TYPE_CHECKING:
    from plyground.ugi.server import Pipes

MOST_PRINTED = 2**20
"""Bytes that a hand-in may print in the life of its process."""

CHUNK = 4096
PATIENCE = 1.0
"""Seconds to wait for what was printed before, if somebody keeps it open."""


def main(words: Sequence[str]) -> int:
    """Run as a program; what goes wrong is told in one line."""
    order = Order.read(words[0])
    end_with_parent()
    impose(order.limits, order.most_tasks)
    if can_refuse_calls():
        refuse_calls()
    errors = _Errors()
    try:
        _live(order)
    except (PlygroundError, MemoryError) as error:
        errors.tell(problem_of(error, order))
        return 1
    except KeyboardInterrupt:
        return 130
    except Exception as error:  # noqa: BLE001  # such as pipes that a stranger has closed
        errors.tell(told(error))
        return 1
    return 0


def problem_of(error: BaseException, order: Order) -> str:
    """Say what went wrong in one line; a lack of memory by its name."""
    line = " ".join(str(error).split()).removeprefix(f"{Path(order.file).name}: ")
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, MemoryError):
            return f"it needs more than {order.limits.memory} MB of memory: {line or 'MemoryError'}"
        seen = seen.__cause__
    return line


def note_of(warned: Sequence[warnings.WarningMessage]) -> str:
    """Say in one line which heuristic could not be compiled; nothing if there is none."""
    told = [str(each.message) for each in warned if issubclass(each.category, UncompiledWarning)]
    return " ".join(told[0].split()) if told else ""


def _live(order: Order) -> None:
    # The libraries are loaded under the limits already.
    from plyground.grading.content import choose
    from plyground.grading.thinkers import make_thinker
    from plyground.position import game as find_game
    from plyground.ugi.server import Pipes, Server

    pipes = Pipes()  # before anything of somebody else's can print
    start = find_game(order.game, **order.options).start()
    os.chdir(Path(order.file).parent)  # messages name the file alone
    if order.kind is not None:
        Server(make_thinker(order, start.game), start, pipes).run()
        return
    try:
        chosen = choose(order, start.game)
        thinker = make_thinker(chosen, start.game)
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always", UncompiledWarning)
            thinker.begin()
            if chosen.kind == "heuristic":  # a player is ready as soon as its object is there
                thinker.prepare(start)
        answer = {"kind": chosen.kind, "name": chosen.name, "note": note_of(warned)}
    except (PlygroundError, MemoryError) as error:
        answer = {"problem": problem_of(error, order)}
    _answer(pipes, answer)


def _answer(pipes: Pipes, answer: dict[str, str | None]) -> None:
    """Tell what was found, and end at once, whatever threads there may be."""
    pipes.say(json.dumps(answer))
    os._exit(0)


class _Errors:
    """Standard error, of which a hand-in has only so much."""

    def __init__(self) -> None:
        self._real = os.dup(2)
        reading, writing = os.pipe()
        os.dup2(writing, 2)
        os.close(writing)
        self._pump = threading.Thread(target=self._hand_on, args=(reading,), daemon=True)
        self._pump.start()

    def tell(self, line: str) -> None:
        """Write a line behind everything that was printed."""
        for file in (1, 2):
            os.dup2(self._real, file)
        self._pump.join(PATIENCE)
        self._write(f"\n{line}\n".encode("utf-8", "replace"))

    def _hand_on(self, reading: int) -> None:
        left = MOST_PRINTED
        while chunk := os.read(reading, CHUNK):
            left -= len(chunk)
            if left < 0:
                self._write(f"\nit printed more than {MOST_PRINTED // 2**20} MB\n".encode())
                os._exit(1)
            self._write(chunk)

    def _write(self, content: bytes) -> None:
        while content:
            content = content[os.write(self._real, content) :]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
