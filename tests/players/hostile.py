"""A program that speaks UGI badly, in the way that its argument says. It needs nothing but Python."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

KIND = sys.argv[1]
AT_START = ("dead", "mute", "flooding-start", "half-hearted", "unreadable-options")


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def hold_the_pipe(*, own_session: bool) -> None:
    """Leave a child behind that has our output and ignores whatever can be ignored."""
    ignoring = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(1000)"
    subprocess.Popen([sys.executable, "-c", ignoring], start_new_session=own_session)


def start_badly() -> None:
    if KIND == "dead":
        sys.stderr.write("Traceback\nno such model file\n")
        sys.exit(3)
    if KIND == "mute":
        time.sleep(1000)
    if KIND == "half-hearted":
        say("id name half")
        sys.exit(0)
    if KIND == "unreadable-options":
        say("option whatever")
    while True:
        say("id name " + "x" * 50)


def misbehave() -> None:  # noqa: PLR0912  # one branch a kind
    output = sys.stdout.buffer
    if KIND == "silent":
        time.sleep(1000)
    elif KIND == "crashing":
        sys.stderr.write("index out of range\n")
        sys.exit(1)
    elif KIND == "killed":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif KIND == "no-move":
        say("bestmove banana")
    elif KIND == "nothing":
        say("bestmove")
    elif KIND == "noisy":
        output.write(bytes(range(256)).replace(b"\n", b"") + b"\n")
        say("bestmove \x00\x1b[2J")
    elif KIND == "illegal":
        say("bestmove a1-a2")
    elif KIND == "endless-line":
        for _ in range(100):
            output.write(b"x" * 2**20)
        say("")
    elif KIND == "flooding":
        while True:
            output.write(b"info string flood\n" * 1000)
    elif KIND == "flooding-errors":
        while True:
            os.write(2, b"flood " * 10_000)
    elif KIND == "output-closed":
        os.close(1)
        time.sleep(1000)
    elif KIND in ("forking", "daemon"):
        hold_the_pipe(own_session=KIND == "daemon")
        os._exit(0)
    elif KIND == "forking-and-silent":
        hold_the_pipe(own_session=False)
        time.sleep(1000)
    elif KIND == "deaf":
        say("bestmove b3xa2")
        while True:
            time.sleep(1000)  # reads nothing any more
    else:
        say("bestmove b3xa2")


if KIND == "stubborn":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
if KIND in AT_START:
    start_badly()
while True:
    line = sys.stdin.readline()
    if line == "ugi\n":
        say("id name hostile\noption name Game type combo default breakthrough var breakthrough\nugiok")
    elif line == "isready\n":
        say("readyok")
    elif line.startswith("go"):
        misbehave()
        if KIND == "twice":
            say("bestmove c3xd2")
    elif line == "quit\n" and KIND == "stubborn":
        time.sleep(1000)
    elif line in ("", "quit\n"):
        break
