"""A live game: whatever a turn comes to, it is taken in one way."""

from __future__ import annotations

from typing import Any

import pytest

from plyground.core.position import game
from plyground.match.judging import Adjudication, Conditions
from plyground.match.live_game import LiveGame, TurnClock, ask, play_game
from plyground.players import Choice, make_player
from plyground.search.limit import Clock
from plyground.store.records import PlayedMove, Termination, replay
from plyground.ui.playing.agreement import Agreement
from plyground.ui.playing.played_game import PlayedGame

BOARD = game("breakthrough", size="5x4")
START = BOARD.start()
NAMES = ("A", "B")


@pytest.mark.parametrize("given", ["b4-b3", "B4B3", START.find_move("b4-b3"), Choice("b4b3", 1.5, 3, 9, 1)])
def test_a_move_is_taken_however_it_is_given(given: Any) -> None:
    live = LiveGame(START, NAMES, Conditions())
    played = live.take(given, 0.5)
    assert played is not None
    assert (played.text, played.seconds) == ("b4-b3", 0.5)
    assert (live.position, live.position.last_move) == (START.play("b4-b3"), START.find_move("b4-b3"))
    assert live.moves == (played,)


@pytest.mark.parametrize(
    ("given", "termination", "reason"),
    [
        ("b4-b2", Termination.ILLEGAL_MOVE, "A: b4-b2 is not legal"),
        (START.play("b4-b3").moves()[0], Termination.ILLEGAL_MOVE, "A: "),
        ("castle", Termination.GARBAGE, "A: a move looks like"),
        (None, Termination.GARBAGE, "A gave 'None', no move"),
        (ValueError("no idea"), Termination.CRASH, "A: no idea"),
        ("resign", Termination.RESIGNATION, "A resigns"),
    ],
    ids=str,
)
def test_everything_else_ends_the_game_where_it_stands(
    given: Any, termination: Termination, reason: str
) -> None:
    live = LiveGame(START, NAMES, Conditions())
    assert live.take(given, 0.5) is None
    assert live.verdict is not None
    assert (live.verdict.winner, live.verdict.termination) == (1, termination)
    assert live.verdict.reason.startswith(reason)
    assert (live.position, live.plies, live.record().moves) == (START, 0, ())


def test_a_game_ends_by_its_rules_and_by_adjudication() -> None:
    won = LiveGame(BOARD.position("4/1w2/b3/4/4 white"), NAMES, Conditions())
    assert won.take("b4-b5", 0.1) == PlayedMove("b4-b5", 0.1)
    assert won.verdict is not None
    assert (won.verdict.winner, won.verdict.termination) == (1, Termination.NORMAL)
    long = LiveGame(START, NAMES, Conditions(adjudication=Adjudication(most_moves=1)))
    assert long.take("b4-b3", 0.1) is not None
    assert long.verdict is None
    assert long.take("b2-a3", 0.1) is not None
    assert long.verdict is not None
    assert long.verdict.termination is Termination.MOVE_LIMIT


def test_clocks_of_a_game_that_goes_on_are_those_of_its_moves() -> None:
    conditions = Conditions(clock=Clock(10.0, 1.0))
    live = LiveGame(START.play("b4-b3"), NAMES, conditions)  # the first move was given: it took nobody's time
    live.take("b2-a3", 4.0)
    live.take("d4-d3", 2.0)
    assert live.clock_history() == [(10.0, 10.0), (10.0, 7.0), (9.0, 7.0)]
    again = LiveGame(live.position, NAMES, conditions, moves=live.moves)
    assert (again.given, again.clock_history(), again.limit()) == (1, live.clock_history(), live.limit())
    live.take("a3xb4", 7.5)
    assert live.clocks() == (9.0, 0.0)


def test_the_clock_of_a_turn_may_stand_still() -> None:
    times = [0.0]
    turn = TurnClock(lambda: times[0])
    assert (turn.is_running, turn.seconds) == (False, 0.0)
    turn.run()
    times[0] = 2.0
    turn.run()  # it runs already
    assert (turn.is_running, turn.seconds) == (True, 2.0)
    turn.halt()
    times[0] = 10.0
    assert (turn.is_running, turn.seconds) == (False, 2.0)
    turn.run()
    times[0] = 11.0
    assert turn.seconds == 3.0
    turn.reset()
    assert (turn.is_running, turn.seconds) == (False, 0.0)


def test_only_the_clock_of_the_side_to_move_runs() -> None:
    times = [0.0]
    live = LiveGame(START, NAMES, Conditions(clock=Clock(100.0)))
    live.turn = TurnClock(lambda: times[0])
    assert live.clocks_now() == (100.0, 100.0)
    live.turn.run()
    times[0] = 39.5
    assert (live.clocks_now(), live.clocks()) == ((60.5, 100.0), (100.0, 100.0))
    assert live.take("b4-b3") == PlayedMove("b4-b3", 39.5)
    assert (live.turn.is_running, live.clocks_now()) == (False, (60.5, 100.0))
    live.turn.run()
    times[0] = 200.0
    assert live.clocks_now() == (60.5, 0.0)
    live.resign(0)
    assert (live.turn.is_running, live.clocks_now()) == (False, (60.5, 100.0))


def test_a_game_is_the_same_whoever_drives_it() -> None:
    players = (make_player("random", BOARD), make_player("first", BOARD))
    arena = play_game(LiveGame(START, NAMES, Conditions()), players, (1, 2))
    at_the_board = PlayedGame(START, Agreement(("random", "first")))
    for player, seed in zip(players, (1, 2), strict=True):
        player.begin(START, seed)
    while at_the_board.verdict is None:
        ask(at_the_board, players[at_the_board.mover])
    record = at_the_board.record()
    assert record.history == arena.history
    assert (record.winner, record.termination, record.reason) == (
        arena.winner,
        Termination.NORMAL,
        arena.reason,
    )
    assert replay(record)[-1] == at_the_board.position
