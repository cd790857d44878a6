"""Solved boards: values of plain minimax, and what was published beside them."""

from __future__ import annotations

import pytest

from plyground.core.position import game
from plyground.errors import OptionError
from plyground.solving.textbook import exact_margin
from plyground.study.known.solved import Solved, Task
from tests.study.asking import answered, rows_of, small


def winner(margin: int) -> str:
    return "first" if margin > 0 else "second" if margin < 0 else "draw"


@pytest.mark.parametrize(
    ("name", "sizes"), [("konane", "3,3x4,4"), ("othello", "4"), ("breakthrough", "4x2,5x2")]
)
def test_winners_are_those_of_minimax(name: str, sizes: str) -> None:
    [section] = answered("solved", name, sizes.split(",", maxsplit=1)[0], sizes=sizes)
    exact = {row["size"]: exact_margin(game(name, size=row["size"]).start()) for row in rows_of(section)}
    assert len(exact) == len(sizes.split(","))
    for row in rows_of(section):
        assert row["winner"] == winner(exact[row["size"]])
        assert row["margin"] == (abs(exact[row["size"]]) if name == "othello" else None)
        assert row["nodes"] > 0
        assert row["proof_positions"] > 0
        assert row["certificate_bytes"] > 100
        assert len(row["digest"]) == 16


def test_all_small_boards_are_solved_from_the_smallest_to_the_largest() -> None:
    study = small("solved", "konane", "3", squares=12)
    assert [task.size for task in study.plan()] == ["3x3", "3x4", "4x3"]


def test_what_was_published_stands_beside_and_a_difference_is_reported() -> None:
    study = small("solved", "othello", "4", sizes="4,6")
    found = {
        Task("4x4"): Solved("loss", -8, "alphabeta", 1, 0.1),
        Task("6x6"): Solved("loss", -6, "alphabeta", 1, 0.1),
    }
    [section] = study.sections(found)
    assert [row["published"] for row in rows_of(section)] == ["second by 8", "second by 4"]
    assert list(section.sentences) == [
        "2 of 2 boards are solved.",
        "1 of 2 published values are the same here.",
        "6x6 is not as published.",
    ]


def test_a_board_that_takes_too_long_is_not_solved() -> None:
    [section] = answered("solved", "othello", "6", sizes="6", seconds=0.05)
    [row] = rows_of(section)
    assert (row["winner"], row["margin"]) == ("not solved", None)
    assert list(section.sentences) == ["0 of 1 boards are solved."]


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"squares": 2}, "no board of 2 squares"),
        ({"method": "magic"}, "no method 'magic'"),
        ({"sizes": "99"}, "size 99x99 is not played"),
        ({"seconds": -1}, "seconds"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, object], problem: str) -> None:
    with pytest.raises(OptionError, match=problem):
        small("solved", "konane", "4", **options)
