"""Damage that SQLite does not see: one clear line about the row, and the others can be used."""

from __future__ import annotations

import contextlib
import os
import random
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from plyground.errors import DamagedRowError, StaleGameError, StoreError
from plyground.store import EventKind, EventState, Store, StoredEvent
from plyground.store.records import PlayedMove, Termination

from .samples import RECORD, numbered, record

UNFINISHED = record(termination=Termination.UNFINISHED, winner=None)


@contextlib.contextmanager
def raw(file: Path) -> Iterator[sqlite3.Connection]:
    """Change a file behind the back of the store."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        yield connection
        connection.commit()


def fill(file: Path) -> None:
    """Make a store with two events, two games of one of them, one more, and a measurement."""
    with Store(file) as store:
        store.add_event(StoredEvent("first", EventKind.MATCH, {"games": 2}, label="a match"))
        store.add_event(StoredEvent("second", EventKind.STUDY, {"depth": 3}, state=EventState.DONE))
        for number in range(2):
            store.add_game(numbered(number), "first", number)
        store.add_single(numbered(2))
        store.add_measurement("second", "key", {"nodes": 17})


def everything(store: Store) -> dict[str, Any]:
    return {
        # Not their ids, which are the places of the rows.
        "games": [(game.event, game.number, game.record) for game in store.games()],
        "texts": [(number, text) for _, number, text in store.texts()],
        "events": store.events(),
        "measurements": store.measurements("second"),
    }


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("kind = 'picnic'", "its checksum is wrong"),
        ("settings = '{\"games\": 3}'", "its checksum is wrong"),
        ("state = 'lost'", "'lost' is not a valid EventState"),
        ("kind = 'picnic', checksum = NULL", "'picnic' is not a valid EventKind"),
        ("settings = '{', checksum = NULL", "Expecting property name enclosed in double quotes"),
        ("settings = '[]', checksum = NULL", "its settings are no object"),
        ("settings = 7, checksum = NULL", "its settings are no object"),
    ],
)
def test_a_damaged_event_is_left_out(file: Path, change: str, problem: str) -> None:
    fill(file)
    with raw(file) as connection:
        connection.execute(f"UPDATE events SET {change} WHERE id = 'first'")  # noqa: S608
    damage: list[DamagedRowError] = []
    with Store(file) as store:
        assert [event.id for event in store.events(on_damage=damage.append)] == ["second"]
        assert str(damage[0]).startswith(f"event 'first' is damaged: {problem}")
        with pytest.raises(DamagedRowError, match="event 'first' is damaged"):
            store.event("first")
        assert store.event("second").settings == {"depth": 3}


@pytest.mark.parametrize(
    "change",
    [
        *("winner = 1", "moves = 3", "first = 'me'", "game = 'othello'", "started = ''"),
        *("fingerprint = 'f00'", "record = replace(record, 'd4-c3', 'd4-d3')", "termination = 'time'"),
    ],
)
@pytest.mark.parametrize("is_of_an_earlier_version", [False, True])
def test_a_damaged_game_is_left_out(file: Path, change: str, is_of_an_earlier_version: bool) -> None:
    fill(file)
    with raw(file) as connection:
        if is_of_an_earlier_version:
            connection.execute("UPDATE games SET checksum = NULL")
        connection.execute(f"UPDATE games SET {change} WHERE id = 2")  # noqa: S608
    damage: list[DamagedRowError] = []
    with Store(file) as store:
        assert [game.id for game in store.games(on_damage=damage.append)] == [1, 3]
        assert [error.game_id for error in damage] == [2]
        assert [game.id for game in store.games(limit=2, on_damage=damage.append)] == [1]
        for read in (lambda: store.game(2), lambda: list(store.games()), lambda: list(store.texts())):
            with pytest.raises(
                DamagedRowError, match=r"game 2 is damaged: its (checksum|fingerprint) is wrong"
            ):
                read()


def test_no_flipped_byte_changes_what_is_read(file: Path) -> None:
    fill(file)
    with Store(file) as store:
        before = everything(store)
    sound = file.read_bytes()
    chance = random.Random(25)
    used = [place for place in range(len(sound)) if sound[place] != 0]  # most of a small file is empty
    problems = []
    for _ in range(400):
        place = chance.choice(used)
        content = bytearray(sound)
        content[place] ^= 1 << chance.randrange(8)
        file.write_bytes(content)
        try:
            with Store(file) as store:
                found = everything(store)
        except StoreError as error:
            problems.append(str(error))
        else:
            # A row that SQLite no longer finds may be missing; none may have changed.
            for name in ("games", "texts", "events"):
                assert [each for each in found[name] if each not in before[name]] == [], (place, name)
            assert found["measurements"].items() <= before["measurements"].items()
    assert len(problems) > 200
    assert all(problem.isprintable() for problem in problems)


@pytest.mark.parametrize(
    ("version", "problem"),
    [
        (0, "the file is damaged: it claims schema version 0, which never was"),
        (-3, "the file is damaged: it claims schema version -3, which never was"),
        (1, "the file is damaged: its tables are not those of schema version 1"),
        (2, "the file is damaged: its tables are not those of schema version 2"),
    ],
)
def test_a_wrong_schema_number(file: Path, version: int, problem: str) -> None:
    fill(file)
    with raw(file) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
    before = file.read_bytes()
    for read_only in (False, True):
        with pytest.raises(StoreError) as caught:
            Store(file, read_only=read_only)
        assert str(caught.value) == f"{str(file)!r}: {problem}"
    assert file.read_bytes() == before


def test_a_table_that_lost_a_column_after_it_was_opened(file: Path) -> None:
    fill(file)
    with Store(file) as store:
        with raw(file) as connection:
            connection.execute("ALTER TABLE games RENAME COLUMN size TO width")
        with pytest.raises(StoreError, match="the file is damaged: no such column: size"):
            list(store.games())


def test_a_file_that_was_removed_while_it_was_open(file: Path) -> None:
    fill(file)
    with Store(file) as store:
        file.unlink()
        for write in (
            lambda: store.add_single(RECORD),
            lambda: store.add_event(StoredEvent("third", EventKind.PLAY)),
            lambda: store.set_state("first", EventState.DONE),
            lambda: store.add_measurement("second", "other", {}),
        ):
            with pytest.raises(
                StoreError, match="the file was removed while it was open; nothing was changed"
            ):
                write()
    assert not file.exists()


def test_a_file_that_was_replaced_while_it_was_open(file: Path) -> None:
    fill(file)
    other = file.with_name("other.sqlite")
    Store(other).close()
    with Store(file) as store:
        os.replace(other, file)  # noqa: PTH105
        uses: list[Callable[[], object]] = [lambda: store.add_single(RECORD), store.count]
        for use in uses:
            with pytest.raises(StoreError, match="the file was replaced while it was open"):
                use()
    with Store(file) as store:
        assert store.count() == 0


def test_two_who_continue_one_game(file: Path) -> None:
    with Store(file) as store, Store(file) as other:
        game_id = store.add_single(UNFINISHED)
        mine = record(termination=Termination.UNFINISHED, winner=None, moves=(PlayedMove("a4-a3"),))
        theirs = record(termination=Termination.UNFINISHED, winner=None, moves=(PlayedMove("b4-b3"),))
        other.put_game(game_id, theirs, seen=UNFINISHED)
        with pytest.raises(StaleGameError, match=f"another program has continued game {game_id}"):
            store.put_game(game_id, mine, seen=UNFINISHED)
        assert store.game(game_id).record == theirs
        other.put_game(game_id, RECORD, seen=theirs)
        with pytest.raises(StaleGameError):
            store.put_game(game_id, mine, seen=UNFINISHED)
        assert store.game(game_id).record == RECORD


@pytest.mark.parametrize("make", ["mkfifo", "device"])
@pytest.mark.parametrize("read_only", [False, True])
def test_a_pipe_or_a_device_is_no_store(tmp_path: Path, make: str, read_only: bool) -> None:
    path = tmp_path / "pipe"
    if make == "mkfifo":
        os.mkfifo(path)
    else:
        path = Path("/dev/null")
    with pytest.raises(StoreError, match="it is a pipe or a device, not a file"):
        Store(path, read_only=read_only)
