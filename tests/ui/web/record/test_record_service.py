"""What the record of a person counts, and what it makes of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from plyground.players.level_ratings import measured_levels
from plyground.store import EventKind, Store, StoredEvent
from plyground.store.records import GameRecord, PlayedMove, Termination
from plyground.ui.web.limits import Limits
from plyground.ui.web.record.record_service import (
    PersonalRecord,
    Profile,
    RecordService,
    advice_for,
    own_games,
)
from plyground.ui.web.transport.executors import Executors
from tests.ui.web.asynchronous import run_async
from tests.ui.web.library.made_up import made_up_game, unfinished

from .own_games import keep, own_game


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.db") as opened:
        yield opened


@pytest.fixture
def service(store: Store) -> RecordService:
    return RecordService(store, Limits(), Executors())


def counted(service: RecordService) -> PersonalRecord:
    return run_async(service.show_own_record())


def test_an_empty_store(service: RecordService) -> None:
    found = counted(service)
    assert (found.games, found.seconds, found.name) == ([], 0, "")


def test_results_are_counted_by_game_and_opponent(store: Store, service: RecordService) -> None:
    keep(
        store,
        own_game("level:2", 1.0),
        own_game("level:2", 0.0, second=True),
        own_game("level:strength=2", 0.5),
        own_game("level:10", 0.0),
        own_game("random", 1.0, second=True, game="othello"),
    )
    found = counted(service)
    othello, breakthrough = found.games
    assert (othello.game.name, breakthrough.game.name) == ("othello", "breakthrough")
    assert (found.score.wins, found.score.draws, found.score.losses) == (2, 1, 2)
    assert [each.name for each in breakthrough.opponents] == ["Level 2", "Level 10"]
    assert [each.level for each in breakthrough.opponents] == [2, 10]
    score = breakthrough.opponents[0].score
    assert (score.wins, score.draws, score.losses) == (1, 1, 1)
    assert breakthrough.form == ["win", "loss", "draw", "loss"]
    moves = own_games(service._finished.games)[0].game.moves
    assert breakthrough.opponents[0].seconds > 0.5 * len(moves) / 2


def test_games_of_others_do_not_count(store: Store, service: RecordService) -> None:
    store.add_event(StoredEvent("match", EventKind.MATCH))
    store.add_game(own_game("level:1"), "match", 0)
    store.add_single(own_game("level:1"))
    two = made_up_game("human", "human", size="6x6")
    engines = made_up_game("level:1", "level:2", size="6x6")
    keep(store, two, engines, unfinished(own_game("level:1"), 4))
    assert counted(service).games == []


def test_games_are_found_when_they_are_finished_and_go_when_they_are_deleted(
    store: Store, service: RecordService
) -> None:
    whole = own_game("level:1")
    begun = unfinished(whole, 4)
    keep(store, begun, own_game("level:1", 0.0))
    assert counted(service).score.wins == 0
    store.put_game(1, whole, seen=begun)
    assert counted(service).score.wins == 1
    store.delete_game(2)
    keep(store, own_game("level:1", 0.5))  # it has the id of the one that was deleted
    score = counted(service).score
    assert (score.wins, score.draws, score.losses) == (1, 1, 0)


def test_a_rating_comes_from_the_levels_on_the_measured_board(store: Store, service: RecordService) -> None:
    levels = measured_levels("breakthrough")
    assert levels is not None
    keep(store, own_game("random"), own_game("level:3", size="5x5"))
    assert counted(service).games[0].rating is None
    for _ in range(8):
        keep(store, own_game("level:3", 1.0), own_game("level:3", 0.0))
    rating = counted(service).games[0].rating
    assert rating is not None
    assert rating.value == pytest.approx(levels.ratings[2])
    assert rating.games == 16
    assert rating.low < rating.value - 100 < rating.value + 100 < rating.high
    keep(store, *(own_game("level:4", 1.0) for _ in range(5)))
    better = counted(service).games[0].rating
    assert better is not None
    assert better.value > rating.value


@pytest.mark.parametrize(
    ("results", "advice"),
    [
        ([(3, 1.0)] * 4, None),  # too few to say
        ([(3, 1.0)] * 5, (4, 3)),
        ([(3, 1.0)] * 3 + [(3, 0.5), (3, 0.0)], (4, 3)),
        ([(3, 1.0)] * 3 + [(3, 0.0)] * 2, None),
        ([(3, 0.0)] * 10 + [(3, 1.0)] * 10, (4, 3)),  # the last ten count
        ([(3, 1.0)] * 9 + [(4, 0.0)], None),  # that level has been tried
        ([(3, 0.0)] * 5, (2, 3)),
        ([(1, 0.0)] * 5, None),
        ([(10, 1.0)] * 5, None),
    ],
)
def test_another_level_is_advised(
    store: Store, service: RecordService, results: list[tuple[int, float]], advice: tuple[int, int] | None
) -> None:
    keep(store, *(own_game(f"level:{level}", points) for level, points in results))
    counted(service)
    found = advice_for(own_games(service._finished.games), 10)
    assert (None if found is None else (found.level, found.because_of)) == advice


def cut(record: GameRecord, moves: str, points: float, *, second: bool = False) -> GameRecord:
    """Return a game with other moves and another result, which nothing checks."""
    winner = int((points == 0.0) != second)
    played = tuple([PlayedMove(text) for text in moves.split()])
    return replace(record, moves=played, winner=winner, termination=Termination.RESIGNATION)


def test_openings_are_counted_by_side_and_however_the_board_is_turned(
    store: Store, service: RecordService
) -> None:
    tiger, turned = own_game("level:1", game="othello"), own_game("level:1", game="othello")
    for record, moves, points in (
        (tiger, "f5 d6 c3 d3 c4", 1.0),
        (turned, "c4 e3 f6 e6 f5", 0.0),
        (tiger, "f5 f6", 1.0),
    ):
        keep(store, cut(record, moves, points))
    keep(store, cut(own_game("level:1", game="othello", second=True), "f5 d6 c3 d3 c4", 0.0, second=True))
    [othello] = counted(service).games
    assert [(each.name, each.side, each.score.wins, each.score.losses) for each in othello.openings] == [
        ("Tiger", 0, 1, 1),
        ("Tiger", 1, 0, 1),
        ("Diagonal", 0, 1, 0),
    ]
    assert othello.openings[0].moves == ["c4", "e3", "f6", "e6", "f5"]


def test_openings_without_names_are_told_by_their_moves(store: Store, service: RecordService) -> None:
    keep(store, own_game("level:1"), own_game("level:1"), own_game("level:1", seed=3))
    [breakthrough] = counted(service).games
    # That of the third game was played once only.
    assert [each.score.wins for each in breakthrough.openings] == [2]
    assert [len(each.moves) for each in breakthrough.openings] == [4]


def test_the_name_of_the_person(store: Store, service: RecordService) -> None:
    assert run_async(service.show_profile()).name == ""
    assert run_async(service.change_profile(Profile("  Ann \n Lee "))).name == "Ann Lee"
    assert run_async(service.show_profile()).name == "Ann Lee"
    run_async(service.change_profile(Profile(" ")))
    assert run_async(service.show_profile()).name == ""
