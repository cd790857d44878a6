"""What the explorer counts: moves, results and games, whatever the order of moves and the way up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import plyground as ply
from plyground.errors import PlygroundError
from plyground.store import EventKind, Store, StoredEvent
from plyground.store.records import GameRecord, PlayedMove, Termination
from plyground.ui.web.limits import Limits
from plyground.ui.web.openings.openings_service import Exploration, Explored, OpeningsService
from plyground.ui.web.transport.executors import Executors
from tests.ui.web.asynchronous import run_async
from tests.ui.web.library.made_up import made_up_game
from tests.ui.web.record.own_games import keep


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.db") as opened:
        yield opened


def othello(moves: str, winner: int | None = 0, players: tuple[str, str] = ("ann", "bob")) -> GameRecord:
    """Return a game that was resigned after some moves."""
    start = ply.game("othello").start()
    played = [PlayedMove(text) for text in moves.split()]
    return GameRecord.of(start, players, played, termination=Termination.RESIGNATION, winner=winner)


def explore(service: OpeningsService, moves: str = "", **more: Any) -> Explored:
    asked = Exploration(game="othello", moves=moves.split(), **more)
    return run_async(service.explore_openings(asked))


def serve(store: Store, **limits: Any) -> OpeningsService:
    return OpeningsService(store, replace(Limits(), **limits), Executors())


def told(found: Explored) -> list[tuple[str, int, int, int]]:
    return [(each.move, each.results.first, each.results.draws, each.results.second) for each in found.moves]


def fill(store: Store) -> None:
    for record in (
        othello("f5 d6 c3 d3 c4", 0),
        othello("c4 e3 f6 e6 f5", 1),  # the same, half a turn further
        othello("f5 d6 c4 d3 c3", None),  # the same in another order
        othello("f5 f6 e6 f4", 1),
        othello("f5", 0),
    ):
        store.add_single(record)


def test_moves_are_counted_with_their_results(store: Store) -> None:
    fill(store)
    service = serve(store)
    start = explore(service)
    [first] = start.moves
    assert {first.move, *first.alike} == {"f5", "c4", "d3", "e6"}
    assert told(start) == [(first.move, 2, 1, 2)]
    after = explore(service, "f5")
    assert told(after) == [("d6", 1, 1, 1), ("f6", 0, 0, 1)]
    assert [each.opening for each in after.moves] == ["Perpendicular", "Diagonal"]
    assert after.opening is None
    assert told(explore(service, "f5 d6 c3 d3")) == [("c4", 1, 0, 1)]
    assert explore(service, "f5 d6 c3 d3 c4").opening == "Tiger"
    assert explore(service, "f5 d6 c3 d3 c4").moves == []


def test_positions_are_the_same_however_they_came_about(store: Store) -> None:
    store.add_single(othello("f5 d6 c3 d3 c4 f4"))
    service = serve(store)
    for moves in ("f5 d6 c4 d3 c3", "d3 c5 f6 f5 e6"):
        found = explore(service, moves)
        assert (found.results.first, len(found.moves)) == (1, 1)
        reached = ply.game("othello").start().play_all(moves.split()).play(found.moves[0].move)
        played = ply.game("othello").start().play_all(["f5", "d6", "c3", "d3", "c4", "f4"])
        assert reached.text in {played.transformed(each).text for each in played.symmetries()}


def test_games_are_told_the_newest_first(store: Store) -> None:
    fill(store)
    service = serve(store, named_games=2)
    assert [each.id for each in explore(service, "f5 d6").games] == [3, 2]
    assert explore(service, "f5 d6").games[1].names == ("ann", "bob")


def test_games_are_filtered_by_where_they_come_from_and_by_player(store: Store) -> None:
    store.add_event(StoredEvent("cup", EventKind.TOURNAMENT))
    store.add_game(othello("f5 f6", players=("level:3", "level:4")), "cup", 0)
    store.add_single(othello("f5 f4"))
    keep(store, othello("f5 d6", players=("human", "level:3")))
    service = serve(store)

    def moves(**filters: str) -> set[str]:
        return {each.move for each in explore(service, "f5", **filters).moves}

    assert moves() == {"d6", "f4", "f6"}
    assert moves(source="mine") == {"d6"}
    assert moves(source="contests") == {"f6"}
    assert moves(source="imports") == {"f4"}
    assert moves(player="Level 3") == {"d6", "f6"}
    assert moves(player="you") == {"d6"}
    assert moves(player="a*") == {"f4"}
    assert moves(player="a*", source="mine") == set()


def test_what_is_new_is_counted_and_what_is_deleted_is_not(store: Store) -> None:
    service = serve(store)
    assert (explore(service).moves, explore(service).total) == ([], 0)
    fill(store)
    store.add_single(made_up_game("ann", "bob"))  # another game
    assert explore(service).total == 5
    store.delete_game(4)
    assert told(explore(service, "f5")) == [("d6", 1, 1, 1)]


def test_a_large_library_is_read_part_by_part(store: Store) -> None:
    fill(store)
    service = serve(store, explored_plies=8)
    read = [explore(service).read for _ in range(4)]
    assert read == [2, 4, 5, 5]
    assert told(explore(service))[0][1:] == (2, 1, 2)


def test_games_are_followed_up_to_a_limit(store: Store) -> None:
    fill(store)
    service = serve(store, opening_plies=2)
    assert len(explore(service, "f5").moves) == 2
    assert explore(service, "f5 d6").moves == []
    assert explore(service).followed == 2


def test_boards_of_other_sizes_are_other_books(store: Store) -> None:
    store.add_single(made_up_game("ann", "bob", game="othello", size="6", seed=1))
    service = serve(store, explored_boards=1)
    assert explore(service).total == 0
    assert explore(service, options={"size": "6"}).total == 1
    assert explore(service).total == 0


@pytest.mark.parametrize("game", ["breakthrough", "konane", "duel"])
def test_every_game_has_an_explorer(store: Store, game: str) -> None:
    size = {"breakthrough": "4x4", "konane": "4x4", "duel": "3"}[game]
    store.add_single(made_up_game("ann", "bob", game=game, size=size, seed=2))
    record = store.game(1).record
    service = serve(store)
    asked = Exploration(game=game, options=record.options)
    for played in record.moves[:6]:
        found = run_async(service.explore_openings(asked))
        [move] = found.moves
        assert played.text in [move.move, *move.alike]
        asked = Exploration(game=game, options=record.options, moves=[*asked.moves, played.text])


def test_a_line_that_is_none(store: Store) -> None:
    with pytest.raises(PlygroundError, match="a1 is not legal"):
        explore(serve(store), "a1")


def test_a_damaged_game_does_not_hide_the_others(store: Store) -> None:
    fill(store)
    with store._changing() as connection:
        connection.execute("UPDATE games SET winner = 1 WHERE id = 1")
    found = explore(serve(store))
    assert found.total == 4
    assert found.damaged == ["game 1 is damaged: its checksum is wrong"]
