"""Going on with a game: after quitting, after a kill, with clocks, and without a store."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from plyground.core.position import game
from plyground.errors import StoreError
from plyground.store import EventKind, Store, StoredEvent
from plyground.store.records import GameRecord, PlayedMove, Termination, replay
from tests.strangers import NIM
from tests.ui.cli.running import Finished

from .playing import FIRST_MOVES, kept_games, play, transcript

SMALL = ("breakthrough", "human", "random", "--size", "5x4", "--seed", "4")


def complaint(finished: Finished, code: int) -> str:
    assert (finished.code, finished.output) == (code, "")
    [line] = finished.complaints
    return line


def moves_of(folder: Path) -> list[str]:
    return [move.text for move in kept_games(folder)[-1].moves]


def start_process(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "plyground", "play", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def kill_after(process: subprocess.Popen[str], told: int) -> None:
    """Kill a process at once when it has told so many moves."""
    assert process.stdout is not None
    for line in process.stdout:
        told -= " plays " in line
        if told == 0:
            break
    process.send_signal(signal.SIGKILL)
    process.wait(timeout=60)
    process.stdout.close()
    if process.stdin is not None:
        process.stdin.close()


def test_a_game_that_was_left_goes_on_to_its_end(folder: Path) -> None:
    transcript("b4-b3\nd4-d3\nquit\n", *SMALL)
    before = moves_of(folder)
    assert len(before) == 4
    lines = transcript(FIRST_MOVES, "--continue")
    assert lines[0] == "Breakthrough 5x4: you are black, white is random"
    [record] = kept_games(folder)
    assert [move.text for move in record.moves[:4]] == before
    assert record.termination is Termination.NORMAL
    replay(record)


def test_undo_reaches_behind_the_interruption(folder: Path) -> None:
    transcript("b4-b3\nd4-d3\nquit\n", *SMALL)
    transcript("undo\nundo\nundo\nquit\n", "--continue")
    assert moves_of(folder) == []


def test_a_game_of_a_person_survives_a_kill(folder: Path) -> None:
    process = start_process(*SMALL)
    assert process.stdin is not None
    process.stdin.write("b4-b3\nd4-d3\n")
    process.stdin.flush()
    kill_after(process, told=3)
    before = moves_of(folder)
    assert len(before) >= 3
    assert before[:3:2] == ["b4-b3", "d4-d3"]
    assert kept_games(folder)[0].termination is Termination.UNFINISHED
    transcript(FIRST_MOVES, "--continue", "1")
    [record] = kept_games(folder)
    assert [move.text for move in record.moves[: len(before)]] == before
    assert record.termination is Termination.NORMAL


def test_a_game_of_engines_survives_a_kill(folder: Path) -> None:
    thinker = "engine:seconds=0.1,evaluate=piece"
    kill_after(start_process("breakthrough", thinker, thinker, "--size", "5"), told=3)
    before = moves_of(folder)
    assert len(before) >= 3, "what was told is kept"
    lines = transcript("", "--continue")
    assert lines[-1] == "kept as game 1"
    assert moves_of(folder)[: len(before)] == before


def test_a_game_goes_on_after_the_reader_has_gone(folder: Path) -> None:
    process = start_process(*SMALL)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("b4-b3\n")
    process.stdin.flush()
    while not process.stdout.readline().startswith("white plays"):
        pass
    process.stdout.close()
    process.communicate("d4-d3\n", timeout=60)
    before = moves_of(folder)
    assert len(before) == 2
    assert kept_games(folder)[0].termination is Termination.UNFINISHED
    transcript("quit\n", "--continue")


def test_without_an_id_the_game_begun_last_goes_on(folder: Path) -> None:
    for move in ("a4-a3", "b4-b3", "c4-c3"):
        transcript(f"{move}\nquit\n", *SMALL)
    transcript("resign\n", "--continue", "3")
    assert any("--continue 2'" in line for line in transcript("quit\n", "--continue"))
    assert any("--continue 1'" in line for line in transcript("quit\n", "--continue=1"))


def test_options_and_position_come_back(folder: Path) -> None:
    words = ("duel", "human", "first", "--size", "6", "--seed", "7", "--quiet", "9", "--play", "a6-a5 a1-a2")
    transcript("b6-b5\nquit\n", *words)
    lines = transcript("undo\nundo\nquit\n", "--continue")
    assert "you have no move to take back" in lines, "what was given is not mine"
    record = kept_games(folder)[0]
    assert record.options == {"size": "6", "seed": "7", "quiet": "9", "repetitions": "3"}
    assert [move.text for move in record.moves] == ["a6-a5", "a1-a2"]
    assert (record.opening, record.tags["Seed"]) == (2, "7")


def test_clocks_follow_from_the_moves(folder: Path) -> None:
    words = ("breakthrough", "human", "first", "--size", "5x4", "--clock", "600+60")
    transcript("b4-b3\nd4-d3\nquit\n", *words)
    shown = "black to move (black 11:59, white 11:59)"
    lines = transcript("undo\nquit\n", "--continue")
    assert [line for line in lines if line.startswith("black to move")] == [
        shown,
        "black to move (black 10:59, white 10:59)",
    ]
    assert kept_games(folder)[0].tags["Clock"] == "600+60"


def test_a_game_from_a_file_names_its_file_again(folder: Path) -> None:
    lines = transcript("f1\nquit\n", "--game", str(NIM), "human", "first")
    assert lines[-1] == f"kept: 'plyground play --continue 1 --game {NIM}' resumes it"
    assert transcript("resign\n", "--continue", "1", "--game", str(NIM))[-1] == "kept as game 1"


def test_another_store(folder: Path) -> None:
    store = str(folder / "my games.sqlite")
    lines = transcript("b4-b3\nquit\n", *SMALL, "--store", store)
    assert lines[-1] == f"kept: 'plyground play --continue 1 --store '{store}'' resumes it"
    assert transcript("resign\n", "--continue", "--store", store)[-1] == "kept as game 1"
    assert not (folder / "games.sqlite").exists()


def test_a_game_from_elsewhere_starts_no_program(folder: Path) -> None:
    record = GameRecord(
        game="breakthrough",
        options={"size": "5x4"},
        start=game("breakthrough", size="5x4").start().text,
        players=("human", f"program:touch {folder / 'ran'}"),
        moves=(PlayedMove("b4-b3"),),
        termination=Termination.UNFINISHED,
    )
    with Store(folder / "games.sqlite") as store:
        store.add_all([record])
        store.add_event(StoredEvent("match", EventKind.MATCH))
        store.add_game(record, "match", 0)
    for number in ("1", "2"):
        told = complaint(play("", "--continue", number), 1)
        assert told.endswith(f"game {number} was not begun by 'plyground play' and cannot be continued")
    assert "there is no unfinished game to continue" in complaint(play("", "--continue"), 1)
    assert not (folder / "ran").exists()


@pytest.mark.parametrize("number", ["7", "0x1", str(2**70)])
def test_games_that_are_not_there(number: str) -> None:
    transcript("b4-b3\nquit\n", *SMALL)
    told = complaint(play("", f"--continue={number}"), 2)
    assert f"there is no game {number}" in told or "is not a valid integer" in told


def test_nothing_to_continue_yet() -> None:
    assert "there is no unfinished game to continue" in complaint(play("", "--continue"), 1)


def test_a_finished_game_is_not_continued() -> None:
    transcript("b4-b3\nresign\n", *SMALL)
    told = complaint(play("", "--continue", "1"), 1)
    assert told.endswith("game 1 is over; 'plyground records replay 1' shows it")


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["breakthrough"], "game"),
        (["--seconds", "3"], "seconds"),
        (["--size", "4"], "size"),
        (["--seed", "0"], "seed"),
        (["--play", "a1"], "play"),
    ],
)
def test_what_was_agreed_upon_stays(words: list[str], name: str) -> None:
    told = complaint(play("", "--continue=1", *words), 2)
    assert told.endswith(f"a game that is continued has its {name} already; leave it out")


@pytest.mark.parametrize("kind", ["a folder", "no store", "missing"])
def test_without_a_store_the_game_goes_on_and_it_is_told_once(folder: Path, kind: str) -> None:
    store = folder / "games.sqlite"
    if kind == "a folder":
        store.mkdir()
    elif kind == "no store":
        store.write_text("nothing of the kind " * 100)
    else:
        store = folder / "missing" / "games.sqlite"
    lines = transcript("b4-b3\nd4-d3\nquit\n", *SMALL, "--store", str(store))
    told = [line for line in lines if "not kept" in line]
    assert len(told) == 1
    assert told[0].startswith(f"the game is not kept: '{store}': ")
    assert len([line for line in lines if line.startswith("white plays")]) == 2
    assert "--continue" not in lines[-1]


def test_a_disk_that_fills_up_in_the_middle_is_told_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(store: Store, game_id: int, record: GameRecord, *, seen: GameRecord) -> None:
        raise StoreError("the disk is full")

    transcript("b4-b3\nquit\n", *SMALL)
    before = moves_of(folder)
    monkeypatch.setattr(Store, "put_game", fail)
    lines = transcript("d4-d3\nc4-c3\nquit\n", "--continue")
    assert [line for line in lines if "disk" in line] == ["the game is not kept: the disk is full"]
    assert "black plays c4-c3" in lines
    assert moves_of(folder) == before


@contextlib.contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Let nobody write into a folder; root needs a disk that cannot be written for that."""
    if os.geteuid() != 0:
        folder.chmod(0o500)
        try:
            yield
        finally:
            folder.chmod(0o700)
        return
    mount, umount = shutil.which("mount"), shutil.which("umount")
    if (
        mount is None
        or umount is None
        or subprocess.run([mount, "--bind", folder, folder], check=False).returncode
    ):
        pytest.skip("no disk can be mounted here, and nothing else is read-only to root")
    try:
        subprocess.run([mount, "-o", "remount,ro,bind", folder], check=True)
        yield
    finally:
        subprocess.run([umount, folder], check=True)


def test_a_store_that_cannot_be_written(folder: Path) -> None:
    transcript("b4-b3\nquit\n", *SMALL)
    before = moves_of(folder)
    with read_only(folder):
        lines = transcript("d4-d3\nquit\n", "--continue")
    assert len([line for line in lines if "not kept" in line]) == 1
    assert moves_of(folder) == before
