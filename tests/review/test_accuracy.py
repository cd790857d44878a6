"""From what moves cost to accuracy."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plyground.review.accuracy import Kind, Scored, SideReport, kind_of, move_accuracy, side_report


def game(*losses: float | None, chances: list[float] | None = None) -> list[Scored]:
    """Make a game in which the first player's moves cost so much, and the other's nothing."""
    positions = []
    for ply, loss in enumerate(losses):
        chance = 0.5 if chances is None else chances[ply]
        kind: Kind | None = None if loss is None else kind_of(loss)
        positions.append(Scored(0, chance, loss, kind))
        positions.append(Scored(1, chance, 0.0, None))
    return positions


def accuracy(*losses: float | None, chances: list[float] | None = None) -> float:
    """Return the accuracy of the first player."""
    found = side_report(game(*losses, chances=chances), 0).accuracy
    assert found is not None
    return found


def test_accuracy_falls_from_a_hundred_to_nothing() -> None:
    values = [move_accuracy(loss / 100) for loss in range(101)]
    assert values == sorted(values, reverse=True)
    assert (values[0], values[-1]) == (100, 0)


def test_perfect_play_has_a_hundred_percent_whatever_the_opponent_does() -> None:
    assert accuracy(0.0, 0.0, 0.0, chances=[0.1, 0.9, 0.4]) == pytest.approx(100)
    assert side_report(game(0.5, 0.5, 0.5), 1).accuracy == pytest.approx(100)


def test_each_further_loss_lowers_the_accuracy() -> None:
    assert accuracy(0, 0, 0, 0) > accuracy(0.02, 0, 0, 0) > accuracy(0.1, 0, 0, 0) > accuracy(0.1, 0, 0.3, 0)


def test_a_move_counts_more_where_much_is_going_on() -> None:
    chances = [0.5, 0.5, 0.5, 0.5, 0.9, 0.1, 0.9, 0.1]
    ups_and_downs = [Scored(ply % 2, chance, 0.0, None) for ply, chance in enumerate(chances)]

    def with_loss_at(ply: int) -> float:
        changed = [replace(each, loss=0.2) if at == ply else each for at, each in enumerate(ups_and_downs)]
        found = side_report(changed, 0).accuracy
        assert found is not None
        return found

    assert with_loss_at(6) < with_loss_at(0)


def test_one_thrown_game_is_not_the_whole_game() -> None:
    assert 50 < accuracy(*[0] * 19, 1.0) < 95


def test_moves_that_do_not_count_are_left_out() -> None:
    assert accuracy(0.1, None, None) == pytest.approx(move_accuracy(0.1))
    none = side_report(game(None, None), 0)
    assert none == SideReport(None, 0, {"inaccuracy": 0, "mistake": 0, "blunder": 0})


def test_mistakes_are_counted_by_kind() -> None:
    report = side_report(game(0.06, 0.05, 0.11, 0.5, 0.01), 0)
    assert dict(report.counts) == {"inaccuracy": 2, "mistake": 1, "blunder": 1}
    assert report.moves == 5
