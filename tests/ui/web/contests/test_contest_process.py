"""The process that plays a contest: it hears of its end, and says why it cannot go on."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from plyground.store import EventKind, EventState, Selection, Store
from plyground.tournament.contest import Contest, Entrant
from plyground.tournament.contest_running import KeptContest
from plyground.tournament.spectating import GameInPlay
from plyground.ui.web.contests.contest_process import PROBLEM

PATIENCE = 120.0


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.db") as opened:
        yield opened


def kept(store: Store, *players: str, pairs: int = 1, opening_plies: int = 2) -> str:
    entrants = tuple(Entrant(f"p{number}", player) for number, player in enumerate(players))
    options = {"size": "4x4"}
    contest = Contest("breakthrough", options, entrants, pairs=pairs, opening_plies=opening_plies)
    return KeptContest.begin(store, contest, EventKind.MATCH, "").id


def play(store: Store, contest: str) -> subprocess.Popen[str]:
    words = [contest, "--store", str(store.path), "--processes", "1"]
    return subprocess.Popen(
        [sys.executable, "-m", "plyground.ui.web.contests.contest_process", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_it_plays_to_the_end(store: Store) -> None:
    contest = kept(store, "random", "first", pairs=2)
    with play(store, contest) as process:
        assert process.wait(PATIENCE) == 0
    assert store.event(contest).state is EventState.DONE
    assert store.count(Selection(event=contest)) == 4


def test_it_stops_when_its_input_ends_and_keeps_what_was_played(store: Store) -> None:
    contest = kept(store, "engine:seconds=0.05", "engine:seconds=0.05", pairs=5000)
    with play(store, contest) as process:
        deadline = time.monotonic() + PATIENCE
        while store.count(Selection(event=contest)) == 0:
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.1)
        assert os.getpriority(os.PRIO_PROCESS, process.pid) == os.getpriority(os.PRIO_PROCESS, 0) + 10
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(PATIENCE) == 0
    assert store.event(contest).state is EventState.STOPPED
    assert store.count(Selection(event=contest)) > 0


def test_an_input_that_ended_before_it_began_stops_it_too(store: Store) -> None:
    contest = kept(store, "engine:seconds=0.05", "engine:seconds=0.05", pairs=5000)
    with play(store, contest) as process:
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(PATIENCE) == 0
    assert store.event(contest).state is EventState.STOPPED


def test_its_output_shows_the_games_and_nothing_that_players_print(store: Store, tmp_path: Path) -> None:
    talkative = tmp_path / "talkative.py"
    talkative.write_text(TALKATIVE)
    contest = kept(store, f"{talkative}:Talkative", "engine:seconds=0.05")
    with play(store, contest) as process:
        assert process.stdout is not None
        shown = [msgspec.json.decode(line, type=GameInPlay) for line in process.stdout]
        assert process.wait(PATIENCE) == 0
    assert 0 in {each.number for each in shown}
    assert {each.names for each in shown} <= {("p0", "p1"), ("p1", "p0")}


TALKATIVE = """
import time


class Talkative:
    def choose(self, position):
        print("let me think")
        time.sleep(0.4)
        return position.moves()[0]
"""
LOSING_INTERRUPTS = """
import signal, threading, time
from plyground.ui.web.contests import contest_process

heard = []

def lose(*signal_and_frame):
    heard.append(True)
    if len(heard) == 3:
        raise KeyboardInterrupt

signal.signal(signal.SIGINT, lose)
contest_process.SECONDS_BETWEEN_INTERRUPTS = 0.01
threading.Thread(target=contest_process._stop_with_input, daemon=True).start()
try:
    time.sleep(60)
except KeyboardInterrupt:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    print("stopped")
"""


def test_an_interrupt_that_is_lost_is_repeated() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", LOSING_INTERRUPTS],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    assert ran.stdout == "stopped\n"


@pytest.mark.parametrize(
    ("player", "opening_plies", "told"),
    [
        ("nobody", 2, "there is no player 'nobody'"),
        ("first", 60, "is over within 60 random plies"),
    ],
)
def test_it_says_in_one_line_why_it_cannot_go_on(
    store: Store, player: str, opening_plies: int, told: str
) -> None:
    contest = kept(store, "random", player, opening_plies=opening_plies)
    with play(store, contest) as process:
        assert process.stderr is not None
        said = process.stderr.read()
        assert process.wait(PATIENCE) == 1
    assert said.splitlines()[-1].startswith(PROBLEM)
    assert told in said.splitlines()[-1]
    assert store.event(contest).state is EventState.STOPPED
