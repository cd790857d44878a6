"""Games of the library with a name, a star and a note, and games that are deleted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from plyground.errors import RecordError, UnknownRecordError
from plyground.store import EventKind, Store, StoredEvent
from plyground.store.remarks import PERSON
from plyground.ui.playing.kept_game import find_game, unfinished_games
from plyground.ui.web.library.library_messages import GameList, GameRemark, Wanted, WantedPage
from plyground.ui.web.library.library_service import LibraryService
from plyground.ui.web.limits import Limits
from plyground.ui.web.transport.executors import Executors
from tests.ui.web.asynchronous import run_async

from .made_up import made_up_game, unfinished

AGREED = {"players": ["human", "level:1"], "seed": 0, "seconds": None, "clock": None}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A game of a match, one that is being played, and one of a file."""
    with Store(tmp_path / "games.db") as opened:
        opened.add_event(StoredEvent("match", EventKind.MATCH))
        opened.add_event(StoredEvent("play", EventKind.PLAY, dict(AGREED)))
        opened.add_game(made_up_game("level:1", "level:2"), "match", 0)
        opened.add_game(unfinished(made_up_game("human", "level:1"), 3), "play", 0)
        opened.add_single(made_up_game("ann", "bob"))
        yield opened


@pytest.fixture
def library(store: Store) -> LibraryService:
    return LibraryService(store, Limits(), Executors())


def listed(library: LibraryService, **wanted: object) -> GameList:
    return run_async(library.list_records(WantedPage(**wanted)))  # type: ignore[arg-type]


def test_games_are_told_apart_by_where_they_come_from(library: LibraryService) -> None:
    assert [each.source for each in listed(library).games] == ["imports", "mine", "contests"]
    for source, game_id in (("contests", 1), ("mine", 2), ("imports", 3)):
        found = listed(library, source=source)
        assert [each.id for each in found.games] == [game_id]
        assert found.total == 1


def test_a_game_gets_a_name_a_star_and_a_note(library: LibraryService) -> None:
    given = GameRemark(" The long one ", is_favourite=True, note="lost\na piece ")
    kept = run_async(library.remark_on_record(3, given))
    assert kept == GameRemark("The long one", is_favourite=True, note="lost\na piece")
    assert [each.remark for each in listed(library).games] == [kept, GameRemark(), GameRemark()]
    assert [each.id for each in listed(library, favourite=True).games] == [3]
    assert run_async(library.show_record(3)).listed.remark == kept
    text = run_async(library.export_record(3)).text
    assert '[Name "The long one"]' in text
    assert text in run_async(library.export_records(Wanted(favourite=True))).text
    run_async(library.remark_on_record(3, GameRemark()))
    assert listed(library, favourite=True).total == 0


def test_a_deleted_game_cannot_be_resumed(store: Store, library: LibraryService) -> None:
    assert [each.event for each in unfinished_games(store)] == ["play"]
    assert run_async(library.delete_record(2)).id == 2
    assert list(unfinished_games(store)) == []
    with pytest.raises(UnknownRecordError):
        find_game(store, "play")
    with pytest.raises(UnknownRecordError):
        run_async(library.show_record(2))
    assert [each.id for each in listed(library).games] == [3, 1]


def test_a_game_of_a_contest_stays(library: LibraryService) -> None:
    with pytest.raises(RecordError, match="game 1 counts in match match, and stays there"):
        run_async(library.delete_record(1))
    assert listed(library).total == 3


@pytest.mark.parametrize("game_id", [0, -1, 99, 2**63, 10**30])
def test_there_is_no_such_game(library: LibraryService, game_id: int) -> None:
    for change in (library.remark_on_record(game_id, GameRemark("x")), library.delete_record(game_id)):
        with pytest.raises(UnknownRecordError, match=f"there is no game {game_id}"):
            run_async(change)


def test_the_person_has_a_name(store: Store, library: LibraryService) -> None:
    store.set_profile(PERSON, "Ann Lee")
    assert [each.names[0] for each in listed(library, source="mine").games] == ["Ann Lee"]
    assert [each.id for each in listed(library, player="*lee*").games] == [2]
    assert [each.id for each in listed(library, player="*you*").games] == [2]
    assert [each.id for each in listed(library, player="*ann*").games] == [3, 2]


def test_a_damaged_event_does_not_hide_its_games(store: Store, library: LibraryService) -> None:
    with store._changing() as connection:
        connection.execute("UPDATE events SET label = 'other' WHERE id = 'play'")
    found = listed(library)
    assert [(each.id, each.source) for each in found.games] == [
        (3, "imports"),
        (2, "contests"),
        (1, "contests"),
    ]
    assert found.damaged == ["event 'play' is damaged: its checksum is wrong"]
