"""The store: what is put in comes out, once, and selected."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from plyground.errors import StoreError, UnknownRecordError
from plyground.store import (
    Added,
    EventKind,
    EventState,
    Selection,
    Store,
    StoredEvent,
    StoredGame,
    default_store_file,
)
from plyground.store.records import GameRecord, Termination, record_of_json
from tests.store.records.games import records

from .samples import RECORD, numbered, record

MATCH = StoredEvent("brisk-otter", EventKind.MATCH, {"seed": 1, "players": ["a", "b"]}, label="a match")


@pytest.fixture
def store(file: Path) -> Any:
    with Store(file) as opened:
        yield opened


def test_a_game_comes_back(store: Store) -> None:
    game_id = store.add_single(RECORD)
    assert store.game(game_id) == StoredGame(game_id, None, None, RECORD)
    assert list(store.games()) == [store.game(game_id)]


@settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(played=records())
def test_any_record_comes_back(store: Store, played: GameRecord) -> None:
    assert store.game(store.add_single(played)).record == played
    assert store.count(Selection(player=played.players[0])) > 0


def test_a_game_of_an_event_counts_once(store: Store) -> None:
    store.add_event(MATCH)
    assert store.add_game(RECORD, MATCH.id, 7) is True
    before = list(store.games())
    assert store.add_game(RECORD, MATCH.id, 7) is False
    assert store.add_game(record(winner=1), MATCH.id, 7) is False
    assert list(store.games()) == before == [StoredGame(1, MATCH.id, 7, RECORD)]
    assert store.add_game(RECORD, MATCH.id, 8) is True
    assert store.finished_numbers(MATCH.id) == {7, 8}


def test_the_same_number_in_two_events(store: Store) -> None:
    store.add_event(MATCH)
    store.add_event(replace(MATCH, id="other"))
    assert store.add_game(RECORD, MATCH.id, 0)
    assert store.add_game(RECORD, "other", 0)
    assert store.finished_numbers("other") == {0}


def test_an_unknown_event_has_no_games(store: Store) -> None:
    with pytest.raises(UnknownRecordError, match="there is no event 'nowhere'"):
        store.add_game(RECORD, "nowhere", 0)
    assert store.count() == 0
    assert store.finished_numbers("nowhere") == set()


def test_the_database_itself_refuses_doubles_and_orphans(store: Store, file: Path) -> None:
    store.add_event(MATCH)
    store.add_game(RECORD, MATCH.id, 1)
    other = sqlite3.connect(file)
    other.execute("PRAGMA foreign_keys = ON")
    copy = (
        "INSERT INTO games (event, number, game, size, first, second, termination, started, moves,"
        " fingerprint, record) SELECT {}, {}, game, size, first, second, termination, started, moves,"
        " fingerprint, record FROM games LIMIT 1"
    )
    for event, number in (("event", "number"), ("'nowhere'", "1"), ("event", "NULL"), ("NULL", "3")):
        with pytest.raises(sqlite3.IntegrityError):
            other.execute(copy.format(event, number))
    other.execute(copy.format("event", "2"))
    other.close()


def test_games_that_are_there_already_are_not_added_again(store: Store) -> None:
    games = [numbered(number) for number in range(3)]
    assert store.add_all(games) == Added(3, 0)
    assert store.add_all([*games, numbered(3), numbered(3)]) == Added(1, 4)
    reordered = record(tags={"a": "1", "b": "2"}, options={"size": "5x4"})
    assert store.add_all([reordered]) == Added(1, 0)
    assert store.add_all([record(tags={"b": "2", "a": "1"})]) == Added(0, 1)
    assert store.count() == 5


def test_all_or_nothing(store: Store) -> None:
    def interrupted() -> Any:
        yield numbered(1)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.add_all(interrupted())
    assert store.count() == 0
    with pytest.raises(sqlite3.ProgrammingError):
        store.add_all([numbered(1), record(winner=[0])])  # which only SQLite refuses, after the first
    assert store.count() == 0
    assert store.add_all([numbered(1)]) == Added(1, 0)


def test_a_change_that_was_cut_off_as_it_began_is_in_nobodys_way(store: Store) -> None:
    # As if Ctrl-C came right after SQLite had begun: nothing was there yet to end it in order.
    store._connection.execute("BEGIN IMMEDIATE")
    assert store.add_all([numbered(1)]) == Added(1, 0)
    with Store(store.path) as other:
        assert other.count() == 1


def test_an_unfinished_game_is_continued(store: Store) -> None:
    store.add_event(StoredEvent("evening", EventKind.PLAY))
    unfinished = record(termination=Termination.UNFINISHED, winner=None)
    assert store.add_game(unfinished, "evening", 1)
    [stored] = store.games()
    assert store.finished_numbers("evening") == set()
    longer = replace(unfinished, moves=unfinished.moves * 2)
    store.put_game(stored.id, longer, seen=unfinished)
    assert list(store.games()) == [StoredGame(stored.id, "evening", 1, longer)]
    store.put_game(stored.id, RECORD, seen=longer)
    assert store.finished_numbers("evening") == {1}
    assert store.count(Selection(termination=Termination.RESIGNATION, winner=0)) == 1
    with pytest.raises(StoreError, match="game 1 is finished, and stays as it is"):
        store.put_game(stored.id, longer, seen=RECORD)
    assert list(store.games()) == [StoredGame(stored.id, "evening", 1, RECORD)]
    with pytest.raises(UnknownRecordError, match="there is no game 99"):
        store.put_game(99, longer, seen=RECORD)


def test_a_game_that_is_not_there(store: Store) -> None:
    with pytest.raises(UnknownRecordError, match="there is no game 1"):
        store.game(1)


def test_games_come_in_order_and_in_any_number(store: Store) -> None:
    store.add_all(numbered(number) for number in range(450))
    numbers = [int(each.record.tags["number"]) for each in store.games()]
    assert numbers == list(range(450))
    newest = [int(each.record.tags["number"]) for each in store.games(newest_first=True, limit=250)]
    assert newest == list(range(449, 199, -1))
    assert list(store.games(limit=0)) == []
    assert store.count() == 450


def test_texts_are_the_records_of_the_selected_games(store: Store) -> None:
    store.add_event(MATCH)
    for number in (1, 0):
        store.add_game(numbered(number), MATCH.id, number)
    store.add_single(numbered(7))
    found = list(store.texts(Selection(event=MATCH.id)))
    assert [(game_id, number) for game_id, number, _ in found] == [(1, 1), (2, 0)]
    assert [record_of_json(json.loads(text)) for _, _, text in found] == [numbered(1), numbered(0)]
    assert [number for _, number, _ in store.texts()] == [1, 0, None]


def test_games_may_be_added_while_others_are_read(store: Store) -> None:
    store.add_all(numbered(number) for number in range(300))
    reading = store.games()
    first = next(reading)
    store.add_single(numbered(300))
    rest = list(reading)
    assert [int(each.record.tags["number"]) for each in (first, *rest)] == list(range(301))


def test_events_come_back(store: Store) -> None:
    store.add_event(replace(MATCH, created="2026-07-24T10:00:00+00:00"))
    store.add_event(StoredEvent("later", EventKind.TOURNAMENT, created="2026-07-25T10:00:00+00:00"))
    store.add_event(StoredEvent("latest", EventKind.TOURNAMENT, created="2026-07-25T10:00:00+00:00"))
    assert [event.id for event in store.events()] == ["latest", "later", MATCH.id]
    assert store.event(MATCH.id) == replace(MATCH, created="2026-07-24T10:00:00+00:00")
    store.set_state("later", EventState.DONE)
    assert store.event("later").state is EventState.DONE
    assert [event.id for event in store.events(EventKind.TOURNAMENT, EventState.RUNNING)] == ["latest"]
    assert [event.id for event in store.events(EventKind.MATCH)] == [MATCH.id]
    assert [event.id for event in store.events(state=EventState.DONE)] == ["later"]


def test_an_event_gets_its_date(store: Store) -> None:
    before = datetime.now(UTC) - timedelta(seconds=2)
    store.add_event(MATCH)
    assert before < datetime.fromisoformat(store.event(MATCH.id).created) < before + timedelta(minutes=5)


def test_an_event_is_added_once(store: Store) -> None:
    store.add_event(MATCH)
    with pytest.raises(StoreError, match="there is an event 'brisk-otter' already"):
        store.add_event(replace(MATCH, label="another"))
    assert store.event(MATCH.id).label == "a match"
    for change in (store.event, lambda name: store.set_state(name, EventState.DONE)):
        with pytest.raises(UnknownRecordError, match="there is no event 'nowhere'"):
            change("nowhere")


GAMES = [
    record(started="2026-07-20T08:00:00+00:00"),
    record(players=("random", "engine:seconds=1"), started="2026-07-24T10:00:00+02:00"),
    record(game="othello", winner=1, started="2026-07-24T09:00:00"),
    record(winner=None, termination=Termination.MOVE_LIMIT, started="someday"),
    record(winner=None, termination=Termination.UNFINISHED, players=("[x]*", "engine:depth=3")),
]


@pytest.mark.parametrize(
    ("selection", "expected"),
    [
        (Selection(), [0, 1, 2, 3, 4]),
        (Selection(game="othello"), [2]),
        (Selection(game="chess"), []),
        (Selection(player="random"), [0, 1, 2, 3]),
        (Selection(player="rand"), []),
        (Selection(player="rand*"), [0, 1, 2, 3]),
        (Selection(player="engine:*"), [0, 1, 2, 3, 4]),
        (Selection(player="engine:depth=?"), []),
        (Selection(player="[x]*"), [4]),
        (Selection(player="Random"), []),
        (Selection(winner=0), [0, 1]),
        (Selection(winner=1), [2]),
        (Selection(won_by="random"), [1, 2]),
        (Selection(won_by="engine:*"), [0]),
        (Selection(is_draw=True), [3]),
        (Selection(termination=Termination.UNFINISHED), [4]),
        (Selection(since=datetime(2026, 7, 24, 8, 30, tzinfo=UTC)), [2, 4]),
        (Selection(since=datetime(2026, 7, 24, 10, 0, tzinfo=timezone(timedelta(hours=2)))), [1, 2, 4]),
        (
            Selection(
                game="breakthrough", winner=0, player="random", since=datetime(2026, 7, 24, tzinfo=UTC)
            ),
            [1],
        ),
        (Selection(ids=(1, 3)), [0, 2]),
        (Selection(ids=()), []),
        (Selection(event="none"), []),
    ],
)
def test_games_are_selected(store: Store, selection: Selection, expected: list[int]) -> None:
    for each in GAMES:
        store.add_single(each)
    assert [each.id - 1 for each in store.games(selection)] == expected
    assert store.count(selection) == len(expected)


def test_hostile_names_are_found_again(store: Store) -> None:
    for name in ("\ud800", "a\x00b", "x'; DROP TABLE games; --", "\n", "*", "'", '"'):
        store.add_single(record(players=(name, "b")))
        found = store.games(Selection(player=name))
        assert name in [each.record.players[0] for each in found]
    store.add_event(StoredEvent("\udcff", EventKind.PLAY))
    assert store.add_game(RECORD, "\udcff", 1)
    assert store.count(Selection(event="\udcff")) == 1


def test_a_store_is_the_same_when_it_is_opened_again(file: Path) -> None:
    with Store(file) as store:
        store.add_event(MATCH)
        store.add_game(RECORD, MATCH.id, 3)
    with Store(file) as store:
        assert list(store.games()) == [StoredGame(1, MATCH.id, 3, RECORD)]
    with Store(file, read_only=True) as store:
        assert list(store.games()) == [StoredGame(1, MATCH.id, 3, RECORD)]
        with pytest.raises(StoreError, match="it cannot be written"):
            store.add_single(RECORD)


def test_what_is_written_is_on_the_disk_and_readers_do_not_wait(store: Store, file: Path) -> None:
    [(synchronous,)] = store._rows("PRAGMA synchronous")
    [(journal,)] = store._rows("PRAGMA journal_mode")
    assert (synchronous, journal) == (2, "wal")
    with store._changing(), Store(file, read_only=True, patience=0) as reader:
        assert reader.count() == 0


def test_the_usual_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_DATA_DIR", str(tmp_path / "a" / "b"))
    assert default_store_file() == tmp_path / "a" / "b" / "games.sqlite"
    with Store() as store:
        store.add_single(RECORD)
    assert default_store_file().exists()
    monkeypatch.delenv("PLYGROUND_DATA_DIR")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert default_store_file() == tmp_path / "data" / "plyground" / "games.sqlite"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for unusable in ("", "relative"):
        monkeypatch.setenv("XDG_DATA_HOME", unusable)
        assert default_store_file() == tmp_path / "home" / ".local" / "share" / "plyground" / "games.sqlite"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert default_store_file() == tmp_path / "home" / ".local" / "share" / "plyground" / "games.sqlite"


def test_paths_of_all_kinds(tmp_path: Path) -> None:
    for name in ("with space", "100%?#&=", "ünï", "'quote'\"", "new\nline"):
        file = tmp_path / name
        with Store(str(file)) as store:
            store.add_single(RECORD)
        assert file.is_file()
        with Store(file, read_only=True) as store:
            assert store.count() == 1


def test_a_measurement_counts_once(store: Store) -> None:
    store.add_event(StoredEvent("bench", EventKind.STUDY))
    assert store.add_measurement("bench", '["minimax", 3]', {"nodes": 17, "seconds": 0.1}) is True
    assert store.add_measurement("bench", '["minimax", 3]', {"nodes": 18}) is False
    assert store.add_measurement("bench", '["alphabeta", 3]', {"nodes": 9}) is True
    assert store.measurements("bench") == {
        '["minimax", 3]': {"nodes": 17, "seconds": 0.1},
        '["alphabeta", 3]': {"nodes": 9},
    }
    assert store.measurements("another") == {}


def test_a_measurement_of_nothing(store: Store) -> None:
    with pytest.raises(UnknownRecordError, match="there is no event 'nothing'"):
        store.add_measurement("nothing", "key", {})


def test_a_damaged_measurement_is_told(store: Store, file: Path) -> None:
    store.add_event(StoredEvent("bench", EventKind.STUDY))
    store.add_measurement("bench", "key", {})
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE measurements SET content = '{'")
    connection.close()
    with pytest.raises(StoreError, match="measurement 'key' of bench is damaged: its checksum is wrong"):
        store.measurements("bench")


def test_a_file_of_the_first_version_is_brought_up_to_date(file: Path) -> None:
    with Store(file) as store:
        store.add_event(MATCH)
        store.add_game(RECORD, MATCH.id, 0)
    connection = sqlite3.connect(file)
    for table in ("measurements", "remarks", "profile"):
        connection.execute(f"DROP TABLE {table}")
    for table in ("events", "games"):
        connection.execute(f"ALTER TABLE {table} DROP COLUMN checksum")
    connection.execute("PRAGMA user_version = 1")
    connection.close()
    with Store(file, read_only=True) as store:
        assert [stored.record for stored in store.games()] == [RECORD]
        assert store.measurements(MATCH.id) == {}
    with Store(file) as store:
        assert [stored.record for stored in store.games()] == [RECORD]
        store.add_event(StoredEvent("bench", EventKind.STUDY))
        assert store.add_measurement("bench", "key", {"nodes": 1})
