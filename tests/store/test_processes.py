"""Many processes at one store, and processes that are killed while they write."""

from __future__ import annotations

import contextlib
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from plyground.errors import StoreError
from plyground.store import Selection, Store, schema

from .samples import numbered

# Adds games of an event with the numbers from A to B, and acknowledges each that is in.
WRITER = """
import sys
from plyground.store import EventKind, Store, StoredEvent
from plyground.errors import StoreError
from tests.store.samples import numbered

file, first, last = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
store = Store(file)
try:
    store.add_event(StoredEvent("event", EventKind.MATCH))
except StoreError:
    pass
for number in range(first, last):
    is_new = store.add_game(numbered(number, length=number % 50), "event", number)
    print(number, is_new, flush=True)
"""


def start_writer(file: Path, first: int, last: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, str(file), str(first), str(last)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def check_sound(file: Path) -> None:
    connection = sqlite3.connect(file)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()


def test_several_processes_write_at_once_into_a_new_file(file: Path) -> None:
    # The first two have the same games, the others their own.
    ranges = [(0, 40), (0, 40), (40, 80), (80, 120)]
    writers = [start_writer(file, *each) for each in ranges]
    outputs = [writer.communicate(timeout=120) for writer in writers]
    assert [writer.returncode for writer in writers] == [0] * 4, outputs
    answers = [line.split() for output, _ in outputs for line in output.splitlines()]
    assert len(answers) == 160
    new = sorted(int(number) for number, is_new in answers if is_new == "True")
    assert new == list(range(120)), "every game was new to exactly one of them"
    with Store(file) as store:
        assert store.count() == 120
        assert store.finished_numbers("event") == set(range(120))
    check_sound(file)


def test_many_open_a_new_store_at_once(tmp_path: Path) -> None:
    program = (
        "import sys; from plyground.store import Store; sys.stdin.read(1); print(Store(sys.argv[1]).count())"
    )
    for attempt in range(3):
        file = tmp_path / f"{attempt}.sqlite"
        processes = [
            subprocess.Popen(
                [sys.executable, "-c", program, str(file)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for _ in range(4)
        ]
        for process in processes:
            assert process.stdin is not None
            process.stdin.write("!")
            process.stdin.flush()
        assert [process.communicate(timeout=60)[0] for process in processes] == ["0\n"] * 4


def test_a_store_is_recognised_while_another_process_makes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games.sqlite"
    look = schema._columns

    def another_makes_it_first(connection: sqlite3.Connection) -> Mapping[str, tuple[str, ...]]:
        monkeypatch.setattr(schema, "_columns", look)
        with contextlib.suppress(StoreError):  # it is kept waiting, or it was quicker
            Store(file, patience=0).close()
        return look(connection)

    monkeypatch.setattr(schema, "_columns", another_makes_it_first)
    with Store(file) as store:
        assert store.count() == 0


def test_several_threads_share_a_store(file: Path) -> None:
    failures: list[BaseException] = []

    def work(store: Store, first: int) -> None:
        try:
            for number in range(first, first + 25):
                store.add_single(numbered(number))
                assert store.count() > 0
        except BaseException as error:  # noqa: BLE001  # told below, in the thread of the test
            failures.append(error)

    with Store(file) as store:
        threads = [threading.Thread(target=work, args=(store, 100 * number)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failures == []
        assert store.count() == 100


def kill_writers(file: Path, times: int, seed: int) -> None:
    """Kill one writer after the other at any moment; what was acknowledged must be there each time."""
    chance = random.Random(seed)
    acknowledged: set[int] = set()
    for attempt in range(times):
        first = 10_000 * attempt
        with start_writer(file, first, first + 10_000) as writer:
            assert writer.stdout is not None
            writer.stdout.readline()  # it has begun
            time.sleep(chance.uniform(0, 0.05))
            writer.send_signal(signal.SIGKILL)
            rest = writer.stdout.read()
        # The last line may be cut off in the middle of its number.
        complete = rest.rpartition("\n")[0].splitlines()
        numbers = {first, *(int(line.split()[0]) for line in complete)}
        assert numbers == set(range(first, first + len(numbers)))
        acknowledged |= numbers
        check_sound(file)
        with Store(file) as store:
            found = store.finished_numbers("event")
            assert acknowledged <= found
            assert len(found - acknowledged) <= 1, "at most the one that was just being acknowledged"
            acknowledged = found
            last = max(found)
            [game] = store.games(Selection(event="event"), newest_first=True, limit=1)
            assert (game.number, game.record) == (last, numbered(last, length=last % 50))


def test_what_was_acknowledged_survives_a_kill(file: Path) -> None:
    kill_writers(file, times=3, seed=1)


@pytest.mark.long
def test_what_was_acknowledged_survives_a_hundred_kills(file: Path) -> None:
    kill_writers(file, times=100, seed=2)
