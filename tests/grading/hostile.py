"""What somebody may hand in: the body of `choose`, or a whole file, that does harm or tries to."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass


@dataclass(frozen=True)
class Hostile:
    """A file, what it may be said to have done, and what stands in the reason.

    It may have done nothing, and play on, where nothing is said.
    """

    source: str
    what: tuple[str, ...]
    why: str = ""


def playing(body: str, before: str = "") -> str:
    """Return a file with a player that does something when it is asked for a move."""
    return (
        "import os, signal, socket, sys, threading, time\n"
        f"{textwrap.dedent(before)}\n"
        "class Mine:\n"
        "    def choose(self, position):\n"
        f"{textwrap.indent(textwrap.dedent(body).strip(), ' ' * 8)}\n"
        "        return position.moves()[0]\n"
    )


def scoring(body: str) -> str:
    """Return a file with a heuristic."""
    return (
        "from plyground.core.heuristics import heuristic\n\n"
        '@heuristic("breakthrough")\n'
        "def mine(board, state):\n"
        f"{textwrap.indent(textwrap.dedent(body).strip(), ' ' * 4)}\n"
    )


CANNOT_PLAY = "cannot play"
FORBIDDEN = "PermissionError: [Errno 1] Operation not permitted"

HOSTILE = {
    "loop": Hostile(playing("while True: pass"), ("too slow",), "no move within"),
    "sleep": Hostile(playing("time.sleep(1000)"), ("too slow",), "no move within"),
    "loop_when_imported": Hostile("while True: pass", (CANNOT_PLAY,), "more processor time than it may"),
    "ignores_the_limit": Hostile(
        playing("while True: pass", "signal.signal(signal.SIGXCPU, signal.SIG_IGN)"),
        ("too slow",),
        "no move within",
    ),
    "much_memory": Hostile(
        playing("bytearray(10 * 2**30)"),
        ("too much memory",),
        "it needs more than 700 MB of memory: line 5: MemoryError",
    ),
    "memory_when_imported": Hostile(
        "x = bytearray(10 * 2**30)", (CANNOT_PLAY,), "more than 700 MB of memory"
    ),
    "memory_bit_by_bit": Hostile(
        playing(
            """
            kept = []
            while True: kept.append(bytearray(2**24))
            """
        ),
        ("too much memory",),
        "more than 700 MB of memory",
    ),
    "fork": Hostile(playing("while True: os.fork()"), ("crashed",), FORBIDDEN),
    "fork_when_imported": Hostile("import os\nwhile True: os.fork()", (CANNOT_PLAY,), FORBIDDEN),
    "exec": Hostile(playing("os.execv('/bin/sh', ['sh', '-c', 'sleep 1000'])"), ("crashed",), FORBIDDEN),
    "kills_its_parent": Hostile(
        playing("os.kill(os.getppid(), signal.SIGKILL)"), ("crashed",), f"line 5: {FORBIDDEN}"
    ),
    "kills_everybody": Hostile(playing("os.kill(-1, signal.SIGKILL)"), ("crashed",), FORBIDDEN),
    "network": Hostile(playing("socket.create_connection(('127.0.0.1', 22))"), ("crashed",), FORBIDDEN),
    "writes_a_file": Hostile(
        playing("open('written.txt', 'w').write('x' * 10_000)"),
        ("crashed",),
        "Error: [Errno ",  # not permitted, too large, or a file system that is only read
    ),
    "prints": Hostile(
        playing("for _ in range(1000): print('x' * 2**20)"), ("crashed",), "it printed more than 1 MB"
    ),
    "floods_the_protocol": Hostile(
        playing(
            """
            while True:
                for file in range(3, 20):
                    try: os.write(file, b'info string flood\\n' * 50_000)
                    except OSError: pass
            """
        ),
        ("crashed", "gave no move", "too slow"),  # depends on what it hits first
    ),
    "closes_everything": Hostile(playing("os.closerange(0, 64); time.sleep(1000)"), ("crashed", "too slow")),
    "returns_a_number": Hostile(playing("return 42"), ("gave no move",), "choose returned '42'"),
    "returns_nothing": Hostile(playing("return None"), ("gave no move",), "choose returned 'None'"),
    "returns_control_characters": Hostile(playing(r"return '\x1b[2J'"), ("gave no move",), "no move"),
    "illegal_move": Hostile(playing("return 'a4-a1'"), ("illegal move",), "a4-a1"),
    "leaves": Hostile(playing("sys.exit('enough')"), ("crashed",), "line 5: SystemExit: enough"),
    "leaves_at_once": Hostile(playing("os._exit(0)"), ("crashed",), "it ended with code 0"),
    "segfault": Hostile(playing("import ctypes; ctypes.string_at(0)"), ("crashed",), "signal 11"),
    "lies_about_itself": Hostile(
        "import os\nfor file in range(3, 9):\n"
        '    try: os.write(file, b\'{"kind": "player", "name": "x; sh"}\\n\')\n    except OSError: pass',
        (CANNOT_PLAY,),
        "unreadable",
    ),
    "thread": Hostile(
        playing(
            "",
            """
            def burn():
                while True: pass
            threading.Thread(target=burn).start()
            """,
        ),
        (),
    ),
    "looping_heuristic": Hostile(
        scoring("while state.own != 0: pass\nreturn 0"), (CANNOT_PLAY,), "line 5: it does not return"
    ),
    "heuristic_of_text": Hostile(scoring("return 'good'"), (CANNOT_PLAY,), "mine"),
    "failing_heuristic": Hostile(
        scoring("return 1 // int(state.own - state.own)"), (CANNOT_PLAY,), "ZeroDivision"
    ),
}

QUICK = {
    *("loop", "much_memory", "fork", "prints", "returns_a_number", "kills_its_parent"),
    *("closes_everything", "thread", "loop_when_imported"),
}
"""Those that are tried every time."""

ENDED_BY_TIME = {
    *("loop", "sleep", "loop_when_imported", "ignores_the_limit", "floods_the_protocol"),
    *("closes_everything", "thread", "looping_heuristic"),
}
"""Those that would go on for as long as they are let."""

NEVER_READY = {"loop_when_imported", "looping_heuristic"}
"""Those of them that do so before the first game."""
