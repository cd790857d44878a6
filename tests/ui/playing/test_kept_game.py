"""Games in a store: begun, kept, found again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from plyground.core.position import game
from plyground.errors import DamagedRowError, UnknownRecordError
from plyground.store import EventKind, EventState, Store, StoredEvent
from plyground.store.records import PlayedMove, Termination, replay
from plyground.ui.playing.agreement import Agreement
from plyground.ui.playing.kept_game import GameKeeper, find_game, unfinished_games
from plyground.ui.playing.played_game import PlayedGame

START = game("breakthrough", size="5x4").start()
AGREEMENT = Agreement(("human", "first"), seed=4, clock="60+1")
MOVE = PlayedMove("b4-b3", 2.0)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.sqlite") as opened:
        yield opened


def played_game(*moves: PlayedMove) -> PlayedGame:
    played = PlayedGame(START, AGREEMENT)
    for move in moves:
        played.take(move.text, move.seconds or 0.0)
    return played


def test_a_game_that_was_only_begun_is_found_and_is_no_record(store: Store) -> None:
    played = played_game()
    GameKeeper(store, AGREEMENT, event="e").begin(played.record())
    kept = find_game(store, "e")
    assert (kept.id, kept.event, kept.agreement) == (None, "e", AGREEMENT)
    assert kept.resumed(START).record() == played.record()
    assert (store.count(), list(unfinished_games(store))) == (0, [])
    keeper = GameKeeper(store, kept.agreement, kept)
    keeper.keep(played_game(MOVE).record())
    keeper.keep(played_game(MOVE, PlayedMove("b2-a3")).record())
    assert (keeper.problem, store.count()) == (None, 1)
    assert len(find_game(store, "e").record.moves) == 2


def test_a_finished_game_is_found_as_it_ended(store: Store) -> None:
    played = played_game(MOVE)
    played.resign(0)
    keeper = GameKeeper(store, AGREEMENT, event="e")
    keeper.keep(played.record())
    keeper.note(EventState.DONE)
    kept = find_game(store, "e")
    again = kept.resumed(replay(kept.record)[-1])
    assert again.verdict == played.verdict
    assert again.record().termination is Termination.RESIGNATION
    assert store.event("e").state is EventState.DONE
    assert list(unfinished_games(store)) == []


def test_games_to_go_on_with_come_newest_first(store: Store) -> None:
    for event in ("a", "b", "c"):
        GameKeeper(store, AGREEMENT, event=event).keep(played_game(MOVE).record())
    store.add_single(played_game(MOVE).record())  # from a file: who would play on is not known
    assert [kept.event for kept in unfinished_games(store)] == ["c", "b", "a"]


def test_a_store_that_is_shared_stays_open(store: Store) -> None:
    keeper = GameKeeper(store, AGREEMENT)
    keeper.keep(played_game(MOVE).record())
    keeper.close()
    assert store.count() == 1


def test_what_is_no_game_of_people_is_not_found(store: Store) -> None:
    store.add_event(StoredEvent("match", EventKind.MATCH))
    store.add_event(StoredEvent("empty", EventKind.PLAY, AGREEMENT.to_settings()))
    for event in ("nothing", "match", "empty"):
        with pytest.raises(UnknownRecordError):
            find_game(store, event)


def test_two_programs_that_continue_one_game_do_not_overwrite_each_other(store: Store) -> None:
    GameKeeper(store, AGREEMENT, event="e").keep(played_game(MOVE).record())
    kept = find_game(store, "e")
    one, other = GameKeeper(store, AGREEMENT, kept), GameKeeper(store, AGREEMENT, kept)
    theirs = played_game(MOVE, PlayedMove("b2-a3")).record()
    other.keep(theirs)
    other.keep(theirs)
    one.keep(played_game(MOVE, PlayedMove("b2-c3")).record())
    assert (other.problem, other.is_stale) == (None, False)
    assert one.is_stale
    assert one.problem == f"another program has continued game {kept.id}; open it again to see how it stands"
    assert find_game(store, "e").record == theirs


def test_two_programs_that_make_the_first_move_of_a_game(store: Store) -> None:
    GameKeeper(store, AGREEMENT, event="e").begin(played_game().record())
    kept = find_game(store, "e")
    one, other = GameKeeper(store, AGREEMENT, kept), GameKeeper(store, AGREEMENT, kept)
    theirs = played_game(MOVE).record()
    other.keep(theirs)
    one.keep(played_game(PlayedMove("a4-a3")).record())
    assert (one.is_stale, other.is_stale) == (True, False)
    assert find_game(store, "e").record == theirs


def test_a_damaged_game_is_left_out_of_the_unfinished_ones(store: Store) -> None:
    for event in ("a", "b", "c"):
        GameKeeper(store, AGREEMENT, event=event).keep(played_game(MOVE).record())
    store._rows("UPDATE games SET winner = 1 WHERE event = 'b'")
    store._rows("UPDATE events SET settings = '{}', checksum = NULL WHERE id = 'c'")
    damage: list[DamagedRowError] = []
    assert [kept.event for kept in unfinished_games(store, damage.append)] == ["a"]
    assert [str(error) for error in damage] == [
        "event 'c' is damaged: KeyError in its settings: 'players'",
        "game 2 is damaged: its checksum is wrong",
    ]
    with pytest.raises(DamagedRowError):
        find_game(store, "c")
