"""The process between the referee and a hand-in: `python -m plyground.grading.launch ORDER`.

It starts the hand-in's cell without the environment of whoever grades, in the sandbox if there is
to be one, and lets it run only while it is asked something. A player's UGI is handed on. With a
heuristic the search runs here, and the cell is asked for scores: whatever the file replaces in its
own process, it plays by the rules of this one. Nothing of the hand-in is loaded here.
"""

from __future__ import annotations

import os
import selectors
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from plyground.errors import PlayerCrashError, PlygroundError
from plyground.grading.calls import why_no_filter
from plyground.grading.limits import tasks_allowed
from plyground.grading.order import HandInOrder
from plyground.grading.sandbox import HAND_IN_FOLDER, environment, game_files, sandboxed
from plyground.system.child_process import ChildProcess, end_as
from plyground.system.line_splitter import CHUNK, LineSplitter
from plyground.system.prctl import end_with_parent, hide_memory

ANSWERS = {"ugi": "ugiok", "isready": "readyok", "go": "bestmove", "query": "response"}
"""What is asked, and the first word of the line that answers it."""

LAST_COMMAND = "quit"


def relay(player: ChildProcess, source: int = 0, target: int = 1, *, may_start_others: bool) -> None:
    """Hand lines to and fro until the player closes its output.

    `may_start_others` says that it can start processes, which have to be suspended too.
    """
    asked, answered = LineSplitter(), LineSplitter()
    owed: Counter[str] = Counter()
    with selectors.DefaultSelector() as selector:
        for file in (source, player.output):
            selector.register(file, selectors.EVENT_READ)
        while True:
            for key, _ in selector.select():
                chunk = os.read(key.fd, CHUNK)
                if key.fd == player.output:
                    if not chunk:
                        return
                    _write(target, chunk)
                    owed -= Counter(line.partition(" ")[0] for line in answered.feed(chunk) if line)
                    if not owed:
                        player.suspend(may_start_others=may_start_others)
                    continue
                lines = [line for line in asked.feed(chunk) if line]
                owed.update(ANSWERS[word] for line in lines if (word := line.partition(" ")[0]) in ANSWERS)
                if owed or LAST_COMMAND in lines or not chunk:
                    player.resume()
                if chunk:
                    _write(player.input, chunk)
                else:
                    selector.unregister(source)
                    player.close_input()


def _write(file: int, content: bytes) -> None:
    try:
        while content:
            content = content[os.write(file, content) :]
    except BrokenPipeError:  # whoever has ended is noticed by the end of the output
        return


CELL = "plyground.grading.cell"


def main(words: Sequence[str]) -> None:
    """Run a hand-in, and end as it does."""
    order = HandInOrder.read(words[0])
    command = _command(order)
    hide_memory()
    end_with_parent()
    if order.kind is None:  # it answers once, and ends
        os.execve(command[0], command, environment())  # noqa: S606  # no shell is wanted
    os.write(1, f"id name {order.name}\n".encode())  # what follows may take its time
    cell = ChildProcess(command, environment=environment(), errors=None)
    if order.kind == "player":
        relay(cell, may_start_others=why_no_filter() is not None)
        cell.resume()
        end_as(cell.wait())
    try:
        _search(order, cell)
    except PlayerCrashError:
        cell.resume()
        end_as(cell.wait())
    except PlygroundError as error:
        sys.exit(f"\n{' '.join(str(error).split())}")


def _command(order: HandInOrder) -> list[str]:
    file = Path(order.file)
    order = replace(order, most_tasks=tasks_allowed(os.getuid()))
    if not order.has_sandbox:
        return order.command(CELL)
    inside = replace(order, file=f"{HAND_IN_FOLDER}/{file.name}")
    return sandboxed(inside.command(CELL), file, game_files(order.game))


def _search(order: HandInOrder, cell: ChildProcess) -> None:
    """Play as a heuristic does, with the scores of another process."""
    # Not loaded where they are not needed: they take a second.
    from plyground.core.position import game as find_game
    from plyground.grading.thinkers import AskingThinker
    from plyground.jit import listen_to_compiler
    from plyground.protocol.server import Pipes, Server

    listen_to_compiler(lambda *label_and_seconds: None)  # only the hand-in's own words count
    pipes = Pipes()
    start = find_game(order.game, **order.options).start()
    Server(AskingThinker(order, start.game, cell), start, pipes).run()


if __name__ == "__main__":
    main(sys.argv[1:])
