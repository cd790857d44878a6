"""Contests: whatever interrupts them, the result is the one of an undisturbed run."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from plyground.errors import ArenaError, OptionError, PlayerWarning, PlygroundError
from plyground.store import EventKind, EventState, Store
from plyground.tournament.contest import Contest, Entrant, read_entrant
from plyground.tournament.contest_running import ContestProgress, KeptContest, run_contest
from plyground.tournament.game_pools import GamePool, HerePool, ProcessPool
from plyground.tournament.summary import summary

CONTEST = Contest(
    "breakthrough",
    {"size": "5x4"},
    tuple(map(read_entrant, ("killer", "naive", "random"))),
    pairs=3,
    seed=5,
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.db") as opened:
        yield opened


def begun(store: Store, contest: Contest = CONTEST) -> KeptContest:
    return KeptContest.begin(store, contest, EventKind.TOURNAMENT, "a test")


def ignore(progress: ContestProgress) -> None:
    """Watch without a word."""


def told(progress: ContestProgress) -> dict[str, Any]:
    """Return what a contest has shown, without the time it took."""
    found = summary("", progress)
    for standing in found["standings"]:
        del standing["seconds_per_move"]
    return found


def undisturbed(store: Store, contest: Contest = CONTEST) -> dict[str, Any]:
    return told(run_contest(contest, begun(store, contest), HerePool(), ignore))


class StopError(Exception):
    """Stands for whatever may stop a run."""


def stop_after(games: int) -> Callable[[ContestProgress], None]:
    def look(progress: ContestProgress) -> None:
        if len(progress.results) >= games:
            raise StopError

    return look


@pytest.mark.parametrize("pool", [ProcessPool(1), ProcessPool(3)], ids=["one", "three"])
def test_processes_play_the_games_that_one_would_play(store: Store, pool: GamePool) -> None:
    assert told(run_contest(CONTEST, begun(store), pool, ignore)) == undisturbed(store)


@pytest.mark.parametrize("format", ["round-robin", "gauntlet", "swiss", "knockout"])
def test_an_interrupted_contest_goes_on_as_if_nothing_had_happened(store: Store, format: str) -> None:
    contest = replace(CONTEST, format=format, rounds=2)
    kept = begun(store, contest)
    for games in (1, 4, 5, 9):
        with pytest.raises(StopError):
            run_contest(contest, kept, HerePool(), stop_after(games))
        kept = KeptContest.open(store, kept.id)
        assert kept.contest == contest
        assert len(list(kept.finished())) == games
    assert told(run_contest(contest, kept, HerePool(), ignore)) == undisturbed(store, contest)


def test_a_contest_that_is_over_is_not_played_again(store: Store) -> None:
    kept = begun(store)
    first = told(run_contest(CONTEST, kept, HerePool(), ignore))

    class NoPool:
        def play(self, tasks: Any) -> Iterator[Any]:
            assert list(tasks) == []
            return iter(())

    assert told(run_contest(CONTEST, kept, NoPool(), ignore)) == first


def test_a_game_cannot_be_counted_twice(store: Store) -> None:
    kept = begun(store)
    run_contest(CONTEST, kept, HerePool(), ignore)
    number, record = next(kept.finished())
    with pytest.raises(ArenaError, match="game 1 is there already"):
        kept.keep(number, record)


TEST = Contest(
    "breakthrough",
    {"size": "5x4"},
    (Entrant("strong", "killer"), Entrant("weak", "random")),
    pairs=500,
    sprt="0,50",
    seed=2,
)


def test_a_test_stops_by_itself_and_in_the_same_place(store: Store) -> None:
    alone = undisturbed(store, TEST)
    assert alone["sprt"]["verdict"] == "accept H1"
    assert alone["games"] == 2 * alone["sprt"]["pairs"] < 200
    together = begun(store, TEST)
    with pytest.raises(StopError):
        run_contest(TEST, together, ProcessPool(3), stop_after(3))
    assert told(run_contest(TEST, together, ProcessPool(3), ignore)) == alone


def test_a_process_that_is_killed_is_replaced_and_no_other_one(store: Store) -> None:
    kept = begun(store)
    survivors: list[int] = []

    def kill_one(progress: ContestProgress) -> None:
        if len(progress.results) >= 4 and not survivors:
            *others, last = children_of(os.getpid())
            survivors.extend(others)
            os.kill(last, signal.SIGKILL)
        elif survivors and not progress.is_over:
            assert set(survivors) <= set(children_of(os.getpid()))

    assert told(run_contest(CONTEST, kept, ProcessPool(2), kill_one)) == undisturbed(store)
    assert len(survivors) == 1


def children_of(process: int) -> list[int]:
    """Return the processes that play games for another one."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
            command = (status.parent / "cmdline").read_bytes()
        except OSError:
            continue
        if int(fields[1]) == process and b"spawn_main" in command:
            found.append(int(status.parent.name))
    return sorted(found)


def test_a_game_that_always_ends_its_process_is_given_up(store: Store, tmp_path: Path) -> None:
    # Harmless where it is tried out, and deadly in the processes of the pool.
    (tmp_path / "deadly.py").write_text(
        "from plyground import heuristic\nimport multiprocessing, os\n"
        "@heuristic('breakthrough')\ndef deadly(board, state):\n"
        "    if multiprocessing.parent_process() is not None:\n        os._exit(3)\n    return 0\n"
    )
    deadly = f"greedy:{tmp_path / 'deadly.py'}:deadly"
    contest = replace(CONTEST, entrants=(Entrant("deadly", deadly), Entrant("first", "first")))
    with pytest.raises(ArenaError, match="ended its process 3 times"):
        run_contest(contest, begun(store, contest), ProcessPool(1), ignore)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"entrants": (Entrant("a", "first"),)}, "two players or more"),
        ({"entrants": (Entrant("a", "first"),) * 2}, "two players are called 'a'"),
        ({"pairs": 0}, "one pair of games"),
        ({"format": "ladder"}, "there is no format 'ladder'"),
    ],
)
def test_contests_that_cannot_be(changes: dict[str, Any], problem: str) -> None:
    with pytest.raises(OptionError, match=problem):
        replace(CONTEST, **changes)


def test_a_wrong_player_is_told_before_the_first_game() -> None:
    with pytest.raises(PlygroundError, match="there is no player 'nobody'"):
        replace(CONTEST, entrants=(Entrant("a", "first"), Entrant("b", "nobody"))).check()


def test_a_program_that_does_not_work_loses_its_games(store: Store) -> None:
    broken = Entrant("broken", f"program:{sys.executable} -c pass")
    contest = replace(CONTEST, entrants=(broken, Entrant("first", "first")), pairs=1)
    with pytest.warns(PlayerWarning, match="it will lose its games"):
        contest.check()
    found = undisturbed(store, contest)
    assert found["terminations"] == {"crash": 2}
    assert [standing["name"] for standing in found["standings"]] == ["first", "broken"]


def test_players_may_be_given_names() -> None:
    assert read_entrant("strong=engine:seconds=1") == Entrant("strong", "engine:seconds=1")
    assert read_entrant("engine:seconds=1") == Entrant("engine:seconds=1", "engine:seconds=1")


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("mine.py:Mine,depth=2", "{}/mine.py:Mine,depth=2"),
        ("greedy:2*mine.py:one+mine.py:two", "greedy:2*{0}/mine.py:one+{0}/mine.py:two"),
        ("engine:evaluate=mine.py:one", "engine:evaluate={}/mine.py:one"),
        ("program:python3 mine.py --fast", "program:python3 {}/mine.py --fast"),
        ("program:'", "program:'"),
    ],
)
def test_files_are_found_from_any_folder(
    given: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").touch()
    assert read_entrant(given) == Entrant(given, expected.format(tmp_path))


# Killed from outside.

COMMAND = [sys.executable, "-m", "plyground"]
TOURNAMENT = ["tournament", "breakthrough", "killer", "naive", "random", "--size", "5x4", "--games", "60"]
LONGEST = 60.0  # seconds in which processes have to be gone, on a machine however busy


def output_of(*words: str, file: Path) -> dict[str, Any]:
    ended = subprocess.run(
        [*COMMAND, *words, "--store", str(file), "--json"], capture_output=True, text=True, check=True
    )
    found: dict[str, Any] = json.loads(ended.stdout)
    for standing in found["standings"]:
        del standing["seconds_per_move"]
    return found


def check_kills(tmp_path: Path, kills: int) -> None:
    expected = output_of(*TOURNAMENT, file=tmp_path / "undisturbed.db")
    file = tmp_path / "killed.db"
    rng = random.Random(4)
    command: list[str] = TOURNAMENT
    for _ in range(kills):
        running = subprocess.Popen(
            [*COMMAND, *command, "--store", str(file)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(rng.uniform(0.5, 3.0))
        workers = children_of(running.pid)
        running.kill()
        running.wait()
        wait_for_end(workers)
        with Store(file) as store:
            found = store.events()
        if found:
            command = ["resume", found[0].id]
    result = output_of(*command, file=file)
    assert {**result, "id": ""} == {**expected, "id": ""}
    with Store(file) as store:
        assert [event.state for event in store.events()] == [EventState.DONE]


def wait_for_end(processes: list[int]) -> None:
    deadline = time.monotonic() + LONGEST
    while time.monotonic() < deadline:
        if not any(Path(f"/proc/{process}/cmdline").exists() for process in processes):
            return
        time.sleep(0.02)
    pytest.fail("processes were left behind")


def test_a_tournament_survives_being_killed(tmp_path: Path) -> None:
    check_kills(tmp_path, kills=4)


@pytest.mark.long
def test_a_tournament_survives_being_killed_a_hundred_times(tmp_path: Path) -> None:
    check_kills(tmp_path, kills=100)


def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    running = subprocess.Popen(
        [*COMMAND, *TOURNAMENT[:-1], "100000", "--store", str(tmp_path / "games.db")],  # takes minutes
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stderr is not None
    first = running.stderr.readline()
    time.sleep(2)
    running.send_signal(signal.SIGINT)
    output, rest = running.communicate(timeout=LONGEST)
    assert running.returncode == 130
    assert output == ""
    assert "resumes it" in first
    assert rest.splitlines()[-1] == "plyground: interrupted"
    with Store(tmp_path / "games.db") as store:
        (event,) = store.events()
        assert event.state == EventState.STOPPED
        assert f"plyground resume {event.id} --store" in rest
