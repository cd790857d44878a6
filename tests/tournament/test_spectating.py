"""Games of a contest as spectators see them while they are played."""

from __future__ import annotations

import queue

from plyground.core.position import game
from plyground.match.judging import Conditions
from plyground.match.live_game import LiveGame
from plyground.search.limit import Clock
from plyground.tournament.contest import Contest, Entrant
from plyground.tournament.game_pools import ProcessPool
from plyground.tournament.game_task import GameTask
from plyground.tournament.spectating import Commentator, GameInPlay

PATIENCE = 120.0
ON = game("breakthrough", size=4)
NAMES = ("A", "B")


def task(number: int) -> GameTask:
    return GameTask(number, ON.start().history, ("first", "first"), NAMES, Conditions(), 1)


def test_a_turn_is_sent_with_the_place_the_names_and_the_clocks() -> None:
    sent = queue.Queue[GameInPlay]()
    position = ON.start().play(ON.start().moves()[0])
    live = LiveGame(position, NAMES, Conditions(clock=Clock(60, 1)))
    with Commentator(sent.put, seconds=0.001).game(task(7), 3) as on_turn:
        on_turn(live)
        shown = sent.get(timeout=PATIENCE)
        live.take(live.position.moves()[0], seconds=5.0)
        on_turn(live)
        later = sent.get(timeout=PATIENCE)
    assert shown == GameInPlay(3, 7, NAMES, position.text, 1, (60.0, 60.0))
    assert (later.position, later.plies, later.clocks) == (live.position.text, 2, (60.0, 56.0))


def test_a_turn_is_sent_once_and_none_after_the_game() -> None:
    sent = queue.Queue[GameInPlay]()
    commentator = Commentator(sent.put, seconds=0.001)
    live = LiveGame(ON.start(), NAMES, Conditions())
    with commentator.game(task(1), 0) as on_turn:
        on_turn(live)
        assert sent.get(timeout=PATIENCE).number == 1
    with commentator.game(task(2), 0) as on_turn:
        on_turn(live)
        assert sent.get(timeout=PATIENCE).number == 2
    assert sent.empty()


def test_a_pool_shows_the_games_that_it_plays() -> None:
    entrants = (Entrant("A", "engine:seconds=0.1"), Entrant("B", "engine:seconds=0.1"))
    contest = Contest("breakthrough", {"size": "6x6"}, entrants, opening_plies=2)
    shown: list[GameInPlay] = []
    stage = contest.next_stage((), {})
    assert stage is not None
    records = list(ProcessPool(2, shown.append).play(contest.tasks(stage, {})))
    assert len(records) == 2
    assert {each.place for each in shown} <= {0, 1}
    for played, record in records:
        seen = [each for each in shown if each.number == played.number]
        assert seen
        assert {each.names for each in seen} == {played.names}
        plies = [each.plies for each in seen]
        assert plies == sorted(set(plies))
        assert plies[-1] < len(record.moves)
