"""What people add to games: kept, exported, imported, deleted."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from plyground.errors import DamagedRowError, RecordError, UnknownRecordError
from plyground.store import EventKind, Remark, Selection, Store, StoredEvent
from plyground.store.remarks import PERSON, split_remark, with_remark

from .samples import RECORD, numbered, record

REMARK = Remark("Against Ann", is_favourite=True, note='she said "no"\nand won')
WRITTEN = Path(__file__).parent / "earlier" / "runs.sql"


@pytest.fixture
def store(file: Path) -> Iterator[Store]:
    with Store(file) as opened:
        yield opened


def fill(store: Store) -> None:
    """Put in a game of a match, one that was played, and one of a file."""
    store.add_event(StoredEvent("match", EventKind.MATCH))
    store.add_event(StoredEvent("play", EventKind.PLAY))
    store.add_game(numbered(0), "match", 0)
    store.add_game(numbered(1), "play", 0)
    store.add_single(numbered(2))


def test_a_remark_comes_back_and_goes(store: Store) -> None:
    fill(store)
    store.set_remark(2, REMARK)
    assert store.remarks([1, 2, 3]) == {2: REMARK}
    assert [each.id for each in store.games(Selection(is_favourite=True))] == [2]
    store.set_remark(2, Remark())
    assert store.remarks([1, 2, 3]) == {}
    assert store.count(Selection(is_favourite=True)) == 0
    with pytest.raises(UnknownRecordError, match="there is no game 9"):
        store.set_remark(9, REMARK)


def test_games_are_selected_by_the_kind_of_their_event(store: Store) -> None:
    fill(store)

    def ids(*kinds: EventKind | None) -> list[int]:
        return [each.id for each in store.games(Selection(kinds=kinds))]

    assert ids(EventKind.PLAY) == [2]
    assert ids(EventKind.MATCH, EventKind.TOURNAMENT) == [1]
    assert ids(None) == [3]
    assert ids(EventKind.PLAY, None) == [2, 3]
    assert ids() == []


def test_a_deleted_game_takes_its_event_along(store: Store) -> None:
    fill(store)
    store.set_remark(2, REMARK)
    store.add_measurement("play", "report", {"accuracy": 90})
    store.delete_game(2)
    store.delete_game(3)
    assert [each.id for each in store.games()] == [1]
    assert [each.id for each in store.events()] == ["match"]
    assert store.deletions == 2
    # An id may come again, and what was said about the game before it is gone.
    assert store.add_single(RECORD) == 2
    assert store.remarks([2]) == {}
    with pytest.raises(UnknownRecordError, match="there is no game 7"):
        store.delete_game(7)


def test_a_game_of_a_contest_is_not_deleted(store: Store) -> None:
    fill(store)
    with pytest.raises(RecordError, match="game 1 counts in match match, and stays there"):
        store.delete_game(1)
    assert store.count() == 3
    assert store.deletions == 0


def test_remarks_travel_among_the_tags_of_records(store: Store) -> None:
    written = with_remark(RECORD, REMARK)
    assert written.tags == {
        "Event": "club",
        "Name": "Against Ann",
        "Favourite": "yes",
        "Note": 'she said "no"\nand won',
    }
    assert split_remark(written) == (RECORD, REMARK)
    assert with_remark(RECORD, Remark()) == RECORD
    store.add_single(RECORD)
    added = store.add_all([written, with_remark(numbered(5), Remark("Other"))])
    assert (added.new, added.known) == (1, 1)
    assert store.remarks([1, 2]) == {1: REMARK, 2: Remark("Other")}
    store.add_all([with_remark(RECORD, Remark("Changed elsewhere"))])
    assert store.remarks([1]) == {1: REMARK}


def test_what_can_be_no_remark_stays_a_tag() -> None:
    for tags in ({"Favourite": "Ann"}, {"Name": "x" * 101}, {"Note": "x" * 5001}):
        strange = record(tags=tags)
        assert split_remark(strange) == (strange, Remark())
    with pytest.raises(RecordError, match="a name has up to 100 characters, and this one 101"):
        Remark("x" * 101)


@pytest.mark.parametrize("change", ["name = 'Bob'", "is_favourite = 0", "note = ''"])
def test_a_damaged_remark_is_told_in_one_line(store: Store, file: Path, change: str) -> None:
    fill(store)
    store.set_remark(1, Remark("sound"))
    store.set_remark(2, REMARK)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(f"UPDATE remarks SET {change} WHERE game = 2")  # noqa: S608
        connection.commit()
    damage: list[DamagedRowError] = []
    assert store.remarks([1, 2], damage.append) == {1: Remark("sound")}
    assert [str(error) for error in damage] == ["the remark on game 2 is damaged: its checksum is wrong"]
    with pytest.raises(DamagedRowError, match="the remark on game 2 is damaged"):
        store.remarks([2])


def test_the_profile(store: Store, file: Path) -> None:
    assert store.profile(PERSON) is None
    store.set_profile(PERSON, "Ann")
    store.set_profile(PERSON, "Bea")
    assert store.profile(PERSON) == "Bea"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE profile SET value = '\"Eve\"'")
        connection.commit()
    with pytest.raises(DamagedRowError, match="its checksum is wrong"):
        store.profile(PERSON)
    store.set_profile(PERSON, None)
    assert store.profile(PERSON) is None


def test_a_store_of_an_earlier_version_gets_remarks(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(WRITTEN.read_text("utf-8"))
    with Store(file, read_only=True) as before:
        games = list(before.games())
        ids = [each.id for each in games]
        assert before.remarks(ids) == {}
        assert before.profile(PERSON) is None
        assert before.count(Selection(is_favourite=True)) == 0
    with Store(file) as after:
        assert list(after.games()) == games
        after.set_remark(ids[0], REMARK)
    with Store(file, read_only=True) as again:
        assert again.remarks(ids) == {ids[0]: REMARK}
