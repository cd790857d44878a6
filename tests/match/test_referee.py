"""One game, played by all sorts of players."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from plyground.core.position import Position, game
from plyground.errors import PlayerGarbageError, PlayerTimeoutError
from plyground.match.judging import GRACE, Adjudication, Conditions
from plyground.match.live_game import LiveGame, play_game
from plyground.players import RESIGN, Choice, Player, make_player
from plyground.search.limit import Clock, Limit
from plyground.store.records import GameRecord, Termination

BOARD = game("breakthrough", size="5x4")
Answer = Callable[[Position, Limit], Any]


class Scripted(Player):
    """Plays sensibly for some moves, and then does something else."""

    def __init__(self, answer: Answer, after: int = 0) -> None:
        self.answer, self.after = answer, after
        self.asked: list[Limit] = []

    def choose(self, position: Position, limit: Limit) -> Choice:
        self.asked.append(limit)
        if len(self.asked) <= self.after:
            return Choice(position.moves()[0])
        found: Choice = self.answer(position, limit)
        return found


def sensible(position: Position, limit: Limit) -> Choice:
    return Choice(position.moves()[-1])


def play(first: Player, second: Player, conditions: Conditions | None = None, plies: int = 0) -> GameRecord:
    start = BOARD.start()
    for _ in range(plies):
        start = start.play(start.moves()[0])
    return play_game(LiveGame(start, ("A", "B"), conditions or Conditions()), (first, second), (1, 2))


def raising(error: Exception) -> Answer:
    def answer(position: Position, limit: Limit) -> Any:
        raise error

    return answer


@pytest.mark.parametrize("after", [0, 2])
@pytest.mark.parametrize(
    ("answer", "termination", "reason"),
    [
        (lambda position, limit: Choice("a1-a9"), Termination.GARBAGE, "A: "),
        (lambda position, limit: "a3-c1", Termination.ILLEGAL_MOVE, "A: a3-c1 is not legal"),
        (lambda position, limit: None, Termination.GARBAGE, "A gave 'None', no move"),
        (lambda position, limit: 42, Termination.GARBAGE, "A gave '42', no move"),
        (lambda position, limit: Choice(RESIGN), Termination.RESIGNATION, "A resigns"),
        (lambda position, limit: RESIGN, Termination.RESIGNATION, "A resigns"),
        (raising(ZeroDivisionError("division by zero")), Termination.CRASH, "A: division by zero"),
        (raising(KeyError()), Termination.CRASH, "A: KeyError"),
        (raising(PlayerTimeoutError("no answer")), Termination.TIME, "A: no answer"),
        (raising(PlayerGarbageError("noise")), Termination.GARBAGE, "A: noise"),
    ],
)
def test_who_does_something_else_than_moving_loses(
    answer: Answer, termination: Termination, reason: str, after: int
) -> None:
    record = play(Scripted(answer, after), Scripted(sensible))
    assert (record.termination, record.winner) == (termination, 1)
    assert record.reason.startswith(reason)
    assert "\n" not in record.reason
    assert len(record.moves) == 2 * after
    swapped = play(Scripted(sensible), Scripted(answer, after))
    assert (swapped.termination, swapped.winner) == (termination, 0)


def test_a_move_may_be_given_plainly() -> None:
    record = play(Scripted(lambda position, limit: position.moves()[0]), make_player("first", BOARD))
    assert record.termination == Termination.NORMAL


@pytest.mark.parametrize("told", ["much", float("nan"), float("inf"), 10**400, True, [1]])
def test_what_is_told_about_a_move_is_kept_if_it_is_a_number(told: Any) -> None:
    boasting = Scripted(lambda position, limit: Choice(position.moves()[0], told, told, told))
    record = play(boasting, Scripted(sensible))
    assert record.termination == Termination.NORMAL
    assert {(move.score, move.depth, move.nodes) for move in record.moves} == {(None, None, None)}


def test_an_ordinary_game_is_written_down() -> None:
    record = play(make_player("first", BOARD), make_player("random", BOARD), plies=3)
    assert (record.termination, record.game, record.options) == ("normal", "breakthrough", {"size": "5x4"})
    assert (record.players, record.opening, record.start) == (("A", "B"), 3, BOARD.start().text)
    assert all(move.seconds is None for move in record.moves[:3])
    assert all(move.seconds is not None for move in record.moves[3:])
    position = BOARD.start()
    for move in record.moves:
        position = position.play(move.text)
    assert position.outcome is not None
    assert record.winner is not None
    assert position.outcome.winner == BOARD.players[record.winner]
    assert record.reason == position.outcome.reason


def test_who_cannot_begin_loses() -> None:
    class Broken(Scripted):
        def begin(self, start: Position, seed: int) -> None:
            raise OSError("no such program")

    record = play(Scripted(sensible), Broken(sensible))
    assert (record.termination, record.winner, record.moves) == (Termination.CRASH, 0, ())
    assert record.reason == "B: no such program"


def slow(seconds: float) -> Answer:
    def answer(position: Position, limit: Limit) -> Choice:
        time.sleep(seconds)
        return sensible(position, limit)

    return answer


def test_who_takes_too_long_for_a_move_loses() -> None:
    record = play(Scripted(slow(0.05 + GRACE + 0.05)), Scripted(sensible), Conditions(seconds=0.05))
    assert (record.termination, record.winner) == (Termination.TIME, 1)
    assert "with 0.05 s allowed" in record.reason


def test_a_clock_runs_only_for_the_side_to_move() -> None:
    first, second = Scripted(slow(0.02)), Scripted(sensible)
    play(first, second, Conditions(clock=Clock(60, 1)))
    clocks = [limit.clock for limit in first.asked]
    assert clocks[0] == Clock(60, 1)
    assert all(clock is not None and clock.increment == 1 for clock in clocks)
    spent = [60 + turn - clock.seconds for turn, clock in enumerate(clocks) if clock is not None]
    assert all(seconds >= 0.02 * turn for turn, seconds in enumerate(spent))


def test_a_clock_that_runs_out_loses_the_game() -> None:
    record = play(Scripted(slow(0.1)), Scripted(sensible), Conditions(clock=Clock(0.15)))
    assert (record.termination, record.winner) == (Termination.TIME, 1)
    assert record.reason == "A ran out of time"


def scored(score: float | None) -> Scripted:
    return Scripted(lambda position, limit: Choice(position.moves()[0], score))


@pytest.mark.parametrize(
    ("rules", "scores", "expected"),
    [
        (Adjudication(resign_score=5, resign_moves=2), (-5, 5), ("adjudication", 1, 3)),
        (Adjudication(resign_score=5, resign_moves=2), (5, -6), ("adjudication", 0, 4)),
        (Adjudication(resign_score=5, resign_moves=2), (-4.9, 5), ("normal", None, None)),
        (Adjudication(resign_score=5, resign_moves=2), (None, None), ("normal", None, None)),
        (Adjudication(draw_score=1, draw_moves=2, draw_from=1), (1, -1), ("adjudication", None, 6)),
        (Adjudication(draw_score=1, draw_moves=2, draw_from=1), (0, 2), ("normal", None, None)),
        (Adjudication(most_moves=3), (None, None), ("move limit", None, 6)),
    ],
)
def test_games_are_cut_short(
    rules: Adjudication,
    scores: tuple[float | None, float | None],
    expected: tuple[str, int | None, int | None],
) -> None:
    record = play(scored(scores[0]), scored(scores[1]), Conditions(adjudication=rules))
    termination, winner, length = expected
    assert record.termination == termination
    if length is not None:
        assert (record.winner, len(record.moves)) == (winner, length)
