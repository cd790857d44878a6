"""A game as it stands: clocks, conditions, taking back, and what is written down."""

from __future__ import annotations

import pytest

from plyground.core.position import game
from plyground.errors import OptionError, PlayerTimeoutError
from plyground.match.judging import GRACE
from plyground.players import RESIGN, Choice
from plyground.search.limit import Clock
from plyground.store.records import PlayedMove, Termination, replay
from plyground.ui.playing.agreement import Agreement
from plyground.ui.playing.played_game import PlayedGame

START = game("breakthrough", size="5x4").start()
MOVES = (PlayedMove("b4-b3", 10.0), PlayedMove("b2-a3", 1.0), PlayedMove("d4-d3", 20.0))


def played_game(agreement: Agreement, *moves: PlayedMove) -> PlayedGame:
    played = PlayedGame(START, agreement)
    for move in moves:
        assert played.take(move.text, move.seconds or 0.0) == move
    return played


def ending(played: PlayedGame) -> tuple[int | None, Termination]:
    assert played.verdict is not None
    return played.verdict.winner, played.verdict.termination


def test_clocks_are_what_the_moves_left_of_them() -> None:
    agreement = Agreement(("human", "first"), clock="100+2")
    played = played_game(agreement, *MOVES)
    expected = [(100.0, 100.0), (92.0, 100.0), (92.0, 101.0), (74.0, 101.0)]
    assert played.clock_history() == expected
    assert [played_game(agreement, *MOVES[:plies]).clocks() for plies in range(4)] == expected
    assert played_game(Agreement(("human", "first")), *MOVES).clocks() is None


def test_a_turn_after_taking_back_has_the_clock_of_then() -> None:
    played = played_game(Agreement(("human", "b"), clock="100+0"), *MOVES[:2])
    assert played.limit().clock == Clock(90.0)
    assert played.take_back() == list(MOVES[:2])
    assert (played.plies, played.position, played.limit().clock) == (0, START, Clock(100.0))


def test_a_clock_may_be_late_by_the_grace_and_no_more() -> None:
    in_time, late = (played_game(Agreement(("a", "b"), clock="100+5"), *MOVES[:2]) for _ in range(2))
    assert in_time.take("d4-d3", 95.0 + 0.9 * GRACE) is not None
    assert in_time.verdict is None
    assert late.take("d4-d3", 95.0 + 1.1 * GRACE) is None
    assert ending(late) == (1, Termination.TIME)
    assert (late.plies, late.clocks()) == (2, (0.0, 104.0))


def test_seconds_bind_programs_and_not_people() -> None:
    played = played_game(Agreement(("engine", "human"), seconds=0.01))
    assert played.limit().seconds == 0.01
    assert played.take("b4-b3", 0.01) is not None
    assert played.limit().seconds is None
    assert played.take("b2-a3", 3600.0) is not None
    assert played.take("d4-d3", 0.2) is None
    assert ending(played) == (1, Termination.TIME)


def test_what_goes_wrong_while_a_person_is_asked_loses_no_game() -> None:
    broken = BrokenPipeError("nobody reads")
    played = played_game(Agreement(("human", "engine")))
    with pytest.raises(BrokenPipeError):
        played.take(broken, 1.0)
    assert played.verdict is None
    played.take(PlayerTimeoutError("the time is up"), 1.0)
    assert ending(played) == (1, Termination.TIME)
    played = played_game(Agreement(("human", "engine")), *MOVES[:1])
    played.take(broken, 1.0)
    assert ending(played) == (0, Termination.CRASH)


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (("human", "first"), [0, 1, 2, 1]),
        (("first", "human"), [0, 0, 1, 2]),
        (("human", "human"), [0, 1, 1, 1]),
        (("first", "first"), [0, 1, 1, 1]),
    ],
)
def test_taking_back_leads_to_the_last_turn_of_a_person(
    players: tuple[str, str], expected: list[int]
) -> None:
    for plies, taken in enumerate(expected):
        played = played_game(Agreement(players), *MOVES[:plies])
        assert played.plies_to_take_back() == taken
        assert len(played.take_back()) == taken
        assert played.plies == plies - taken


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (("human", "first"), [1, 2, 3, 4]),
        (("human", "human"), [1, 1, 2, 1]),
        (("first", "first"), [1, 1, 1, 1]),
    ],
)
def test_taking_back_goes_past_a_forced_pass(players: tuple[str, str], expected: list[int]) -> None:
    played = PlayedGame(game("othello", size="4").start().play("a2").play("a3"), Agreement(players))
    for text, taken in zip(["c4", "a1", "pass", "c1"], expected, strict=True):
        assert played.must_pass == (text == "pass")
        played.take(text, 1.0)
        assert played.plies_to_take_back() == taken


def test_moves_that_were_given_are_not_taken_back() -> None:
    played = PlayedGame(START.play("b4-b3"), Agreement(("human", "human")))
    assert (played.given, played.plies, played.take_back()) == (1, 0, [])
    played.take("b2-a3", 1.0)
    assert len(played.take_back()) == 1
    assert played.take_back() == []


def test_a_game_that_is_over_says_how() -> None:
    played = played_game(Agreement(("human", "first")), *MOVES[:1])
    assert played.take(Choice(RESIGN), 1.0) is None
    assert ending(played) == (0, Termination.RESIGNATION)
    assert (played.plies_to_take_back(), played.record().reason) == (0, "first resigns")


def test_a_game_that_goes_on_elsewhere_is_the_same_game() -> None:
    first = played_game(Agreement(("human", "first"), seed=3, clock="100+2"), *MOVES)
    record = first.record()
    assert (record.termination, record.opening) == (Termination.UNFINISHED, 0)
    assert record.tags == {"Clock": "100+2", "Seed": "3"}
    again = PlayedGame(replay(record)[-1], first.agreement, moves=record.moves, began=record.started)
    assert again.record() == record
    assert [again.seed(side) for side in (0, 1)] == [first.seed(side) for side in (0, 1)]
    assert again.clock_history() == first.clock_history()


@pytest.mark.parametrize(
    ("seconds", "clock"), [(0.0, None), (-1.0, None), (float("nan"), None), (None, "soon"), (1.0, "60+1")]
)
def test_an_agreement_that_cannot_be_is_refused(seconds: float | None, clock: str | None) -> None:
    with pytest.raises(OptionError):
        Agreement(("human", "first"), seconds=seconds, clock=clock)


def test_an_agreement_survives_the_store() -> None:
    agreement = Agreement(("human", "level:3"), 7, None, "60+1")
    assert Agreement.of_settings(agreement.to_settings()) == agreement
