"""What watches over hand-ins from outside: they run only when asked, and what they replace is their own."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from plyground.grading.handed_in import read_hand_ins
from plyground.grading.order import Kind
from plyground.players import Player, make_player
from plyground.search.limit import Limit
from plyground.store.records import Termination
from plyground.system.child_process import descendants
from tests.protocol.talking import Marked, ending_within

from .grading import BOTH, SMALL, START, graded, terms, written
from .hostile import playing, scoring

PATIENT = replace(SMALL, seconds=60, ready=60)
CELL = b"plyground.grading.cell"

SCORING = scoring("return 1 if state.own > state.opponent else 0")
BURNING = playing(
    "for _ in range(2): threading.Thread(target=burn, daemon=True).start()",
    """
    def burn():
        while True: pass
    """,
)

# Whatever is between the pipe and the heuristic resigns: classes of players, thinkers and the server.
REPLACING = (
    SCORING
    + """
import sys
import plyground.grading.thinkers, plyground.players.simple
import plyground.protocol.server, plyground.players.searching
from plyground.players.player import Choice

def resign(*arguments, **options):
    return Choice("resign")

for module in list(sys.modules.values()):
    if module.__name__.startswith("plyground."):
        for kind in [each for each in vars(module).values() if isinstance(each, type)]:
            if "choose" in vars(kind): kind.choose = resign
            if "think" in vars(kind): kind.think = lambda *arguments: "resign"
plyground.protocol.server.Server._go = lambda self, *arguments: self._say("bestmove resign")
"""
)


@pytest.fixture(autouse=True)
def mark(monkeypatch: pytest.MonkeyPatch) -> Iterator[Marked]:
    """Let no test hang, and none leave a process behind."""
    mark = Marked(monkeypatch)
    with ending_within(120):
        yield mark
    assert mark.wait_until_gone(30)


def player_of(folder: Path, source: str, kind: Kind, name: str, *, has_sandbox: bool) -> Player:
    """Return the player that a file is in a contest."""
    (hand_in,) = read_hand_ins(written(folder, {"mine": source}))
    order = terms(has_sandbox=has_sandbox, limits=PATIENT).order(replace(hand_in, kind=kind, wanted=name))
    return make_player(order.player(), START.game)


def cells(of: int) -> list[int]:
    """Return the processes of hand-ins that a process has started, without those that wait for them."""
    found = []
    for pid in descendants(of):
        with contextlib.suppress(OSError):
            command = Path("/proc", str(pid), "cmdline").read_bytes().split(b"\0")
            if CELL in command and command[0] == os.fsencode(sys.executable):
                found.append(pid)
    return found


def is_stopped(pid: int) -> bool:
    """Tell whether every thread of a process stands still."""
    states = [
        (task / "stat").read_text().rpartition(")")[2].split()[0]
        for task in Path("/proc", str(pid), "task").iterdir()
    ]
    return set(states) == {"T"}


def wait_until_stopped(pid: int) -> None:
    while not is_stopped(pid):
        time.sleep(0.02)


@BOTH
@pytest.mark.parametrize(
    ("source", "kind", "name"),
    [(BURNING, "player", "Mine"), (SCORING, "heuristic", "mine")],
    ids=["player", "heuristic"],
)
def test_it_stands_still_while_the_opponent_thinks(
    source: str, kind: Kind, name: str, tmp_path: Path, *, has_sandbox: bool
) -> None:
    player = player_of(tmp_path, source, kind, name, has_sandbox=has_sandbox)
    player.begin(START, 0)
    (pid,) = cells(os.getpid())
    wait_until_stopped(pid)
    position = START
    for _ in range(2):
        position = position.play(str(player.choose(position, Limit(seconds=60)).move))
        wait_until_stopped(pid)
        time.sleep(0.3)
        assert is_stopped(pid)
    player.close()


@BOTH
def test_a_heuristic_cannot_replace_the_player_around_it(tmp_path: Path, *, has_sandbox: bool) -> None:
    _, marks, games = graded(
        tmp_path, {"replacing": REPLACING}, terms(has_sandbox=has_sandbox, limits=PATIENT)
    )
    assert (marks["replacing"].hand_in.problem, marks["replacing"].failures) == ("", [])
    assert [game.termination for game in games.values()] == [Termination.NORMAL] * 2


@BOTH
def test_it_ends_with_a_grader_that_is_killed(tmp_path: Path, *, has_sandbox: bool) -> None:
    clearing = playing("import ctypes; ctypes.CDLL(None).prctl(1, 0, 0, 0, 0); time.sleep(1000)")
    (hand_in,) = read_hand_ins(written(tmp_path, {"mine": clearing}))
    hand_in = replace(hand_in, kind="player", wanted="Mine")
    order = terms(has_sandbox=has_sandbox, limits=PATIENT).order(hand_in)
    grading = (
        "import plyground as ply; from plyground.players import make_player; import sys\n"
        "start = ply.game('breakthrough', size=4).start()\n"
        "player = make_player(sys.argv[1], start.game); player.begin(start, 0); print(flush=True)\n"
        "player.choose(start, ply.Limit(seconds=60))"
    )
    command = [sys.executable, "-c", grading, order.player()]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as grader:
        assert grader.stdout is not None
        assert grader.stdout.readline() == b"\n"
        (pid,) = cells(grader.pid)
        time.sleep(0.5)  # it clears what would end it
        os.kill(grader.pid, signal.SIGKILL)
    while Path("/proc", str(pid)).exists():
        time.sleep(0.02)
