"""Handing UGI lines to a hand-in that plays by itself, and its answers back.

It runs only while an answer is owed. What the answers say is for the referee to judge.
"""

from __future__ import annotations

import os
import selectors
from collections import Counter

from plyground.system.child_process import ChildProcess
from plyground.system.line_splitter import CHUNK, LineSplitter

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
