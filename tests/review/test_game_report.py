"""The report about a whole game."""

from __future__ import annotations

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor

import pytest

import plyground as ply
from plyground.core.position import Position
from plyground.review import GameReport, review_game

LIMIT = ply.Limit(nodes=3_000)
BOARDS = [("breakthrough", "4"), ("othello", "4"), ("konane", "4"), ("duel", "3")]


def played(name: str, size: str, seed: int = 1) -> Position:
    """Play a game by chance, with a bound for those that last."""
    chance, position = random.Random(seed), ply.game(name, size=size).start()
    while position.outcome is None and len(position.line()) < 16:
        position = position.play(chance.choice(position.moves()))
    return position


def told(report: GameReport) -> list[tuple[object, ...]]:
    """Return all that a report says."""
    return [
        (each.ply, each.line.codes, each.line.exact_score, each.chance, each.loss, each.remark)
        for each in report.positions
    ]


@pytest.mark.parametrize(("name", "size"), BOARDS)
def test_the_same_game_and_limit_give_the_same_report(name: str, size: str) -> None:
    last = played(name, size)
    first, second = review_game(last, LIMIT), review_game(last, LIMIT)
    assert told(first) == told(second)
    assert first.sides == second.sides
    assert [each.ply for each in first.positions] == list(range(len(last.line())))


def test_a_report_can_be_made_inside_an_event_loop() -> None:
    last = played("breakthrough", "4")

    async def review() -> GameReport:
        return review_game(last, LIMIT)

    # In a thread of its own: tests in a browser may have left a loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        assert told(thread.submit(asyncio.run, review()).result()) == told(review_game(last, LIMIT))


def test_moves_of_an_opening_can_be_left_out() -> None:
    last = played("breakthrough", "4")
    assert len(review_game(last, LIMIT, from_ply=2).positions) == len(last.line()) - 2


@pytest.mark.parametrize("seed", range(4))
def test_proved_losses_and_forced_moves_do_not_count(seed: int) -> None:
    report = review_game(played("konane", "4", seed), LIMIT)
    free = [
        each for each in report.positions if each.line.value == "loss" or len(each.line.position.moves()) < 2
    ]
    assert free
    assert {each.loss for each in free} == {None}


def test_a_game_thrown_away_with_the_only_move_that_counts_has_no_accuracy() -> None:
    last = ply.game("breakthrough", size=4).start().play_all(["b3xa2", "c2-b3", "a2xb1"])
    report = review_game(last, ply.Limit(nodes=20_000))
    assert report.positions[1].loss == 1.0
    assert report.sides[1].accuracy == 0.0
    assert report.sides[1].counts["blunder"] == 1
