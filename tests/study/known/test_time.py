"""Time: every move of the player is timed, and no other."""

from __future__ import annotations

import pytest

from plyground.study.known.time import Task, TimedGame
from tests.study.asking import SMALL_BOARDS, answered, rows_of, small


@pytest.mark.parametrize(("name", "size"), SMALL_BOARDS)
def test_the_moves_of_the_player_are_timed(name: str, size: str) -> None:
    [section] = answered("time", name, size, depth=2, games=2, most_moves=5)
    rows = rows_of(section)
    assert [row["move"] for row in rows] == list(range(1, len(rows) + 1))
    assert rows[0]["games"] == 2
    for row in rows:
        assert 0 < row["shortest"] <= row["seconds"] <= row["longest"]
        assert row["choices"] >= 1
    assert section.sentences[0].startswith("alphabeta:depth=2,evaluate=")


def test_means_are_those_of_the_games_that_lasted() -> None:
    study = small("time", "konane", "4x4", games=2)
    [section] = study.sections({Task(0): TimedGame([0.1, 0.4], [3, 2]), Task(1): TimedGame([0.3], [5])})
    assert rows_of(section) == [
        {"move": 1, "games": 2, "seconds": 0.2, "shortest": 0.1, "longest": 0.3, "choices": 4.0},
        {"move": 2, "games": 1, "seconds": 0.4, "shortest": 0.4, "longest": 0.4, "choices": 2.0},
    ]
    assert "move 2 takes longest, 400 ms" in section.sentences[0]


def test_the_sides_are_swapped() -> None:
    study = small("time", "othello", "4", depth=1, games=2, opponent="first")
    first, second = (study.measure(Task(number)) for number in range(2))
    assert first.choices[0] == 4, "black's first move"
    assert second.choices[0] == 3, "white's first move"


def test_a_player_in_other_threads_is_timed_by_the_wall() -> None:
    [here] = answered("time", "konane", "4x4", games=1, player="first")
    [elsewhere] = answered("time", "konane", "4x4", games=1, player="engine:depth=2,threads=2,hash=1")
    assert here.table is not None
    assert elsewhere.table is not None
    assert here.table.caption.endswith("seconds of the processor")
    assert elsewhere.table.caption.endswith("seconds on the wall")
