"""The process in which a contest is played, so that the server stays quick and outlives it.

It is begun by the server and hears of nothing but its end: when its standard input is closed,
since somebody stops the contest or since the server is gone, however that came about, it stops.
The games that are over are in the store by then, and the contest can be resumed.

Its standard output shows the games while they are played, one line of JSON for each position.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import sys
import threading
import time
from pathlib import Path

import msgspec

from plyground.errors import PlygroundError
from plyground.store import Store
from plyground.tournament.contest_running import KeptContest, run_contest
from plyground.tournament.game_pools import ProcessPool
from plyground.tournament.spectating import GameInPlay, Spectator

SECONDS_BETWEEN_INTERRUPTS = 5.0
NICENESS = 10
"""Whoever plays at the board is more urgent."""

PROBLEM = "the contest cannot continue: "
"""How the line begins that says why; others may come from anywhere below."""


def main() -> int:
    """Play what is left of a contest; return 0 if it came to its end."""
    parser = argparse.ArgumentParser(prog="python -m plyground.ui.web.contests.contest_process")
    parser.add_argument("id")
    parser.add_argument("--store", type=Path, required=True)
    parser.add_argument("--processes", type=int, required=True)
    given = parser.parse_args()
    os.nice(NICENESS)
    # A server that was started in the background of a shell ignores Ctrl-C, and so would this.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with Store(given.store) as store:
            _play(KeptContest.open(store, given.id), given.processes, _line_writer())
    except PlygroundError as error:
        sys.stderr.write(f"{PROBLEM}{error}\n")
        return 1
    except KeyboardInterrupt:
        return 0
    return 0


def _line_writer() -> Spectator:
    """Take the standard output for positions alone: what players print goes nowhere."""
    output = os.dup(sys.stdout.fileno())  # no process that is begun here inherits it
    with Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())

    def write(game: GameInPlay) -> None:
        with contextlib.suppress(BrokenPipeError):  # the server is gone, which ends the input too
            os.write(output, msgspec.json.encode(game) + b"\n")

    return write


def _play(kept: KeptContest, processes: int, spectator: Spectator) -> None:
    try:
        threading.Thread(target=_stop_with_input, daemon=True).start()
        kept.resume()
        kept.contest.check()
        run_contest(kept.contest, kept, ProcessPool(processes, spectator), lambda progress: None)
        kept.end()
    except BaseException:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # what is left to do is not to be cut off
        kept.stop()
        raise


def _stop_with_input() -> None:
    """Wait for the end of the input, then interrupt the games as Ctrl-C would."""
    # Not through `sys.stdin`, whose lock a thread that is cut off would keep for ever.
    while os.read(0, 4096):
        pass
    # More than once: an interrupt that comes while Python throws an object away is lost.
    while True:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(SECONDS_BETWEEN_INTERRUPTS)


if __name__ == "__main__":
    sys.exit(main())
