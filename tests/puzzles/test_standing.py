"""Ratings, streaks, attempts in the store, and the choice of the next puzzle."""

from __future__ import annotations

import math
import random
from datetime import date, timedelta
from pathlib import Path

import pytest

from plyground.errors import DamagedRowError, PuzzleError
from plyground.puzzles.attempts import attempts_in, keep_attempt, read_attempts, write_attempts
from plyground.puzzles.choosing import Wish, daily_puzzle, next_puzzle, themes_of
from plyground.puzzles.rating import (
    FIRST_RATING,
    LARGEST_DEVIATION,
    PUZZLE_DEVIATION,
    SMALLEST_DEVIATION,
    PuzzleRating,
    rating_after,
)
from plyground.puzzles.standing import Streak, day_streak, standing_of
from plyground.store import EventKind, EventState, Store, StoredEvent
from tests.puzzles.made_up import DAY, attempt, puzzle


def by_the_paper(rating: PuzzleRating, opponent: float, score: float) -> tuple[float, float]:
    """Return rating and deviation after one game, as Glickman writes it."""
    q = math.log(10) / 400
    g = 1 / math.sqrt(1 + 3 * q**2 * PUZZLE_DEVIATION**2 / math.pi**2)
    e = 1 / (1 + 10 ** (-g * (rating.rating - opponent) / 400))
    d_squared = 1 / (q**2 * g**2 * e * (1 - e))
    spread = 1 / rating.deviation**2 + 1 / d_squared
    return rating.rating + q / spread * g * (score - e), math.sqrt(1 / spread)


@pytest.mark.parametrize("is_solved", [True, False])
@pytest.mark.parametrize("opponent", [700, 1100, 1900])
def test_a_rating_follows_glickman(opponent: float, is_solved: bool) -> None:
    before = PuzzleRating(1250, 170, DAY)
    after = before.after(opponent, DAY, is_solved=is_solved)
    assert (after.rating, after.deviation) == pytest.approx(by_the_paper(before, opponent, is_solved))
    assert (after.rating > before.rating) == is_solved


def test_a_rating_comes_to_where_half_of_the_puzzles_are_solved() -> None:
    chance, strength = random.Random(1), 1500
    attempts = []
    for number in range(400):
        rating = chance.uniform(1000, 2000)
        odds = 1 / (1 + 10 ** ((rating - strength) / 400))
        attempts.append((rating, DAY + timedelta(days=number // 10), chance.random() < odds))
    final = rating_after(attempts)
    assert abs(final.rating - strength) < 2 * final.deviation
    assert SMALLEST_DEVIATION <= final.deviation < 60


def test_whoever_pauses_is_less_certain() -> None:
    rating = PuzzleRating(1400, 50, DAY)
    assert rating.later(DAY) == rating
    assert 50 < rating.later(DAY + timedelta(days=90)).deviation < LARGEST_DEVIATION
    assert rating.later(DAY + timedelta(days=5000)).deviation == LARGEST_DEVIATION
    assert rating_after([]) == PuzzleRating(FIRST_RATING)


def test_a_streak_of_days_holds_until_a_day_is_missed() -> None:
    days = {DAY - timedelta(days=back) for back in (1, 2, 3, 9)}
    assert day_streak(days, DAY) == Streak(3, 3)
    assert day_streak(days | {DAY}, DAY) == Streak(4, 4)
    assert day_streak(days, DAY + timedelta(days=1)) == Streak(0, 3)
    assert day_streak(set(), DAY) == Streak(0, 0)


def test_a_standing_follows_from_the_attempts() -> None:
    attempts = [attempt(1), attempt(2, is_solved=False), attempt(3), attempt(4), attempt(4, daily=True)]
    standing = standing_of(attempts, DAY)
    assert (standing.tried, standing.solved) == (4, 3)
    assert (standing.streak, standing.days) == (Streak(2, 2), Streak(1, 1))
    expected = rating_after([(1000, DAY, True), (1000, DAY, False), (1000, DAY, True), (1000, DAY, True)])
    assert standing.rating == expected


def test_only_the_first_attempt_at_a_puzzle_is_kept(tmp_path: Path) -> None:
    with Store(tmp_path / "store.sqlite") as store:
        assert attempts_in(store) == []
        assert keep_attempt(store, attempt(2, is_solved=False))
        assert not keep_attempt(store, attempt(2))
        assert keep_attempt(store, attempt(2, daily=True)), "the day is another question"
        assert keep_attempt(store, attempt(1))
        assert [each.key for each in attempts_in(store)] == [
            "0000000001",
            "0000000002",
            "daily 2026-03-01",
        ]
        assert [event.kind for event in store.events()] == [EventKind.PUZZLES]


def test_attempts_are_exported_and_imported(tmp_path: Path) -> None:
    attempts = [attempt(1), attempt(2, is_solved=False, daily=True)]
    with Store(tmp_path / "other.sqlite") as other:
        for each in read_attempts(write_attempts(attempts)):
            keep_attempt(other, each)
        assert attempts_in(other) == attempts
    for content in (b"{}", b"no JSON", b'{"format": "x", "attempts": []}', b'{"attempts": [{"puzzle": 1}]}'):
        with pytest.raises(PuzzleError, match="this is no file of attempts at puzzles"):
            read_attempts(content)


def test_a_damaged_attempt_is_told(tmp_path: Path) -> None:
    with Store(tmp_path / "store.sqlite") as store:
        store.add_event(StoredEvent("puzzles", EventKind.PUZZLES, state=EventState.DONE))
        store.add_measurement("puzzles", "x", {"puzzle": 3})
        with pytest.raises(DamagedRowError, match="the attempt x"):
            attempts_in(store)


def test_the_next_puzzle_fits_the_rating_and_is_new() -> None:
    puzzles = [puzzle(number, rating=600 + 20 * number) for number in range(60)]
    tried = [attempt(number) for number in range(20, 30)]
    for level, least, most in (("easier", 600, 840), ("normal", 800, 1200), ("harder", 1180, 1420)):
        for seed in range(20):
            found = next_puzzle(puzzles, Wish(level=level), 1000, tried, random.Random(seed))  # type: ignore[arg-type]
            assert found is not None
            assert least <= found.rating <= most
            assert found.id not in {each.puzzle for each in tried}


def test_the_next_puzzle_is_of_the_kind_that_was_asked_for() -> None:
    puzzles = [puzzle(1, tags=("trap",)), puzzle(2, game="konane"), puzzle(3)]
    chance = random.Random(0)
    for wish, number in ((Wish(tag="trap"), 1), (Wish(game="konane", tag="win"), 2)):
        found = next_puzzle(puzzles, wish, 1000, [], chance)
        assert found == puzzles[number - 1]
    assert next_puzzle(puzzles, Wish(tag="draw"), 1000, [], chance) is None
    assert themes_of(puzzles[0]) == ["win", "trap"]


def test_when_all_were_tried_the_oldest_comes_again_but_not_at_once() -> None:
    puzzles = [puzzle(number) for number in (1, 2, 3)]
    tried = [attempt(2), attempt(1), attempt(3)]
    chance = random.Random(0)
    assert next_puzzle(puzzles, Wish(), 1000, tried, chance) == puzzles[1]
    avoided = (puzzles[1].id,)
    assert next_puzzle(puzzles, Wish(), 1000, tried, chance, avoided=avoided) == puzzles[0]
    assert next_puzzle(puzzles[:1], Wish(), 1000, tried, chance, avoided=(puzzles[0].id,)) == puzzles[0]


def test_the_puzzle_of_a_day_is_the_same_for_all_and_changes() -> None:
    puzzles = [puzzle(number) for number in range(50)]
    days = [date(2026, 1, 1) + timedelta(days=number) for number in range(30)]
    found = [daily_puzzle(puzzles, day) for day in days]
    assert found == [daily_puzzle(reversed(puzzles), day) for day in days]
    assert len({each.id for each in found if each is not None}) > 15
    assert daily_puzzle([], DAY) is None
