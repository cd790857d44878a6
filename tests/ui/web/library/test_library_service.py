"""The games of a store: pages of them, filters, and record files in both directions."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest

from plyground.errors import PlygroundError, RecordError, UnknownRecordError
from plyground.store import EventKind, Store, StoredEvent
from plyground.store.records import Termination, read_games
from plyground.ui.web.library.library_messages import RecordText, Result, Wanted, WantedPage
from plyground.ui.web.library.library_service import LibraryService
from plyground.ui.web.limits import Limits
from plyground.ui.web.transport.executors import Executors
from tests.ui.web.asynchronous import run_async

from .made_up import HOSTILE, made_up_game, text_of, unfinished

Answer = TypeVar("Answer")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.db") as opened:
        yield opened


def asked(
    store: Store,
    question: Callable[[LibraryService], Coroutine[Any, Any, Answer]],
    limits: Limits | None = None,
) -> Answer:
    return run_async(question(LibraryService(store, limits or Limits(), Executors())))


def ids(store: Store, **wanted: Any) -> list[int]:
    return [
        game.id for game in asked(store, lambda library: library.list_records(WantedPage(**wanted))).games
    ]


def fill(store: Store) -> None:
    """Put five games into a store: two by the rules, a draw, one lost on time, one unfinished."""
    drawn = replace(made_up_game("ann", "bob"), termination=Termination.MOVE_LIMIT, winner=None)
    late = replace(made_up_game("bob", "ann"), termination=Termination.TIME, winner=0)
    for record in (
        made_up_game("ann", "level:1"),
        made_up_game("ann", "level:2", game="othello", size="4", seed=5),
        drawn,
        late,
        unfinished(made_up_game("carl", "ann"), 2),
    ):
        store.add_single(record)


def test_games_are_listed_page_by_page_and_none_twice(store: Store) -> None:
    for number in range(7):
        store.add_single(made_up_game("a", "b", number=str(number)))
    seen: list[int] = []
    wanted: WantedPage | None = WantedPage(limit=3)
    while wanted is not None:
        page = asked(store, partial(LibraryService.list_records, query=wanted))
        assert page.total == 7
        seen += [game.id for game in page.games]
        wanted = WantedPage(before=page.next, limit=3) if page.next else None
    assert seen == [7, 6, 5, 4, 3, 2, 1]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({}, [5, 4, 3, 2, 1]),
        ({"game": "othello"}, [2]),
        ({"game": "chess"}, []),
        ({"player": "level:*"}, [2, 1]),
        ({"player": "bob"}, [4, 3]),
        ({"player": "bo"}, []),
        ({"result": "draw"}, [3]),
        ({"result": "unfinished"}, [5]),
        ({"result": "over"}, [4, 3, 2, 1]),
        ({"termination": Termination.TIME}, [4]),
        ({"termination": Termination.TIME, "result": "unfinished"}, []),
        ({"player": "ann", "result": "over", "game": "breakthrough"}, [4, 3, 1]),
        ({"event": "none"}, []),
    ],
)
def test_filters_all_have_to_hold(store: Store, wanted: dict[str, Any], found: list[int]) -> None:
    fill(store)
    assert ids(store, **wanted) == found


@pytest.mark.parametrize(("result", "winner"), [("first", 0), ("second", 1)])
def test_a_result_is_that_of_a_side(store: Store, result: Result, winner: int) -> None:
    for seed in range(4):
        store.add_single(made_up_game("a", "b", seed=seed))
    games = asked(store, lambda library: library.list_records(WantedPage(result=result))).games
    assert games
    assert {game.winner for game in games} == {winner}
    assert {game.result for game in games} == {("black", "white")[winner]}


def test_a_game_is_shown_with_its_event(store: Store) -> None:
    store.add_event(StoredEvent("e1", EventKind.MATCH, label="a <b> match"))
    store.add_game(made_up_game("a", "b"), "e1", 4)
    shown = asked(store, lambda library: library.show_record(1))
    assert (shown.event_kind, shown.event_label) == (EventKind.MATCH, "a <b> match")
    assert (shown.listed.event, shown.listed.number) == ("e1", 4)
    assert shown.game.rows == 4
    assert len(shown.plies) == shown.listed.moves + 1


@pytest.mark.parametrize("game_id", [0, -1, 2, 2**63, 10**30])
def test_what_is_not_there_is_told(store: Store, game_id: int) -> None:
    store.add_single(made_up_game("a", "b"))
    with pytest.raises(UnknownRecordError, match="there is no game"):
        asked(store, lambda library: library.show_record(game_id))


def test_a_game_of_unknown_rules_is_listed_but_not_replayed(store: Store) -> None:
    store.add_single(replace(made_up_game("a", "b"), game="halma"))
    [listed] = asked(store, lambda library: library.list_records(WantedPage())).games
    assert (listed.title, listed.result) == ("halma", "second")
    with pytest.raises(PlygroundError, match="there is no game 'halma'"):
        asked(store, lambda library: library.show_record(1))


def test_what_is_exported_can_be_imported_elsewhere(store: Store, tmp_path: Path) -> None:
    for seed in range(3):
        store.add_single(made_up_game(HOSTILE, "\ud800 \u202e\n", seed=seed))
    text = asked(store, lambda library: library.export_records(Wanted())).text
    assert list(read_games(text)) == [stored.record for stored in store.games()]
    with Store(tmp_path / "other.db") as other:
        imported = asked(other, lambda library: library.import_records(RecordText(text)))
        assert (imported.new, imported.known) == (3, 0)
        again = asked(other, lambda library: library.import_records(RecordText(text)))
        assert (again.new, again.known) == (0, 3)
        assert [each.record for each in other.games()] == [each.record for each in store.games()]


def test_an_export_has_an_end_and_keeps_the_newest(store: Store) -> None:
    for number in range(5):
        store.add_single(made_up_game("a", "b", number=str(number)))
    one = len(text_of(made_up_game("a", "b", number="4")))
    for limits in (Limits(exported_games=2), Limits(exported_characters=one)):
        text = asked(store, lambda library: library.export_records(Wanted()), limits).text
        assert [record.tags["number"] for record in read_games(text)] == ["3", "4"]


RIGHT = text_of(made_up_game("right", "player"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (RIGHT.replace("1. ", "1. a1-a9 "), r"line \d+, column \d+: "),
        (RIGHT.replace('"breakthrough"', '"chess"'), "there is no game 'chess'"),
        (RIGHT.replace('"breakthrough"', '"evil.py"'), "there is no game 'evil.py'"),
        (RIGHT.replace('"normal"', '"time"'), "over by the rules"),
    ],
)
def test_a_file_with_a_wrong_game_changes_nothing(store: Store, text: str, told: str) -> None:
    with pytest.raises(RecordError, match=told):
        asked(store, lambda library: library.import_records(RecordText(f"{RIGHT}\n{text}")))
    assert store.count() == 0


@pytest.mark.parametrize("text", ["", "hello", "; only a comment", "{}"])
def test_what_holds_no_game_is_told(store: Store, text: str) -> None:
    with pytest.raises(RecordError, match="a game begins with its name"):
        asked(store, lambda library: library.import_records(RecordText(text)))


def test_hostile_names_can_be_sent(store: Store) -> None:
    store.add_single(replace(made_up_game("\udfff\ud800", "a\x00b\u202e"), tags={"Tag\n": "\udcff"}))
    shown = asked(store, lambda library: library.show_record(1))
    assert msgspec.json.decode(msgspec.json.encode(shown))["listed"]["players"] == [
        r"\udfff\ud800",
        r"a\x00b\u202e",
    ]
