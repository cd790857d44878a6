"""Clocks and conditions at the table."""

from __future__ import annotations

import time

import pytest

from plyground.arena.adjudication import Verdict
from plyground.errors import OptionError, PlayerTimeoutError
from plyground.players import Choice, Player
from plyground.position import Position, game
from plyground.records import PlayedMove, Termination
from plyground.search.limit import Limit
from plyground.terminal.agreement import Agreement
from plyground.terminal.table import TableReferee

START = game("breakthrough", size="5x4").start()
MOVES = (("b4-b3", 10.0), ("b2-a3", 1.0), ("d4-d3", 20.0))


class Slow(Player):
    """Takes some time for every move."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.limits: list[Limit] = []

    def choose(self, position: Position, limit: Limit) -> Choice:
        self.limits.append(limit)
        time.sleep(self.seconds)
        return Choice(position.moves()[0])


def referee_of(agreement: Agreement, seconds: float = 0.0) -> TableReferee:
    return TableReferee((Slow(seconds), Slow(seconds)), agreement)


def test_clocks_are_what_the_moves_left_of_them() -> None:
    referee = referee_of(Agreement(("human", "first"), clock="100+2"))
    position = START
    played: list[PlayedMove] = []
    expected = [(100.0, 100.0), (92.0, 100.0), (92.0, 101.0), (74.0, 101.0)]
    assert referee.clocks(position, played) == expected[0]
    for (text, seconds), clocks in zip(MOVES, expected[1:], strict=True):
        played.append(PlayedMove(text, seconds))
        position = position.play(text)
        assert referee.clocks(position, played) == clocks
    assert referee_of(Agreement(("human", "first"))).clocks(position, played) is None


def test_a_turn_after_taking_back_has_the_clock_of_then() -> None:
    player = Slow(0.0)
    referee = TableReferee((player, player), Agreement(("a", "b"), clock="100+0"))
    referee.turn(START.play("b4-b3").play("b2-a3"), [PlayedMove("b4-b3", 40.0), PlayedMove("b2-a3", 1.0)])
    referee.turn(START, [])
    left = [limit.clock.seconds for limit in player.limits if limit.clock]
    assert left == [60.0, 100.0]


def test_seconds_bind_programs_and_not_people() -> None:
    late = referee_of(Agreement(("engine", "human"), seconds=0.01), seconds=0.2)
    verdict = late.turn(START, [])
    assert isinstance(verdict, Verdict)
    assert (verdict.winner, verdict.termination) == (1, Termination.TIME)
    played = PlayedMove("b4-b3", 0.2)
    assert isinstance(late.turn(START.play("b4-b3"), [played]), PlayedMove)


class Failing(Player):
    """Raises something."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def choose(self, position: Position, limit: Limit) -> Choice:
        raise self.error


def test_what_goes_wrong_while_a_person_is_asked_loses_no_game() -> None:
    failing = Failing(BrokenPipeError("nobody reads"))
    with pytest.raises(BrokenPipeError):
        TableReferee((failing, failing), Agreement(("human", "engine"))).turn(START, [])
    verdict = TableReferee((failing, failing), Agreement(("engine", "human"))).turn(START, [])
    assert isinstance(verdict, Verdict)
    assert verdict.termination is Termination.CRASH
    late = Failing(PlayerTimeoutError("the time is up"))
    verdict = TableReferee((late, late), Agreement(("human", "engine"))).turn(START, [])
    assert isinstance(verdict, Verdict)
    assert verdict.termination is Termination.TIME


@pytest.mark.parametrize(
    ("seconds", "clock"), [(0.0, None), (-1.0, None), (float("nan"), None), (None, "soon"), (1.0, "60+1")]
)
def test_an_agreement_that_cannot_be_is_refused(seconds: float | None, clock: str | None) -> None:
    with pytest.raises(OptionError):
        Agreement(("human", "first"), seconds=seconds, clock=clock)


def test_an_agreement_survives_the_store() -> None:
    agreement = Agreement(("human", "level:3"), 7, None, "60+1")
    assert Agreement.of_settings(agreement.to_settings()) == agreement
