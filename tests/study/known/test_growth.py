"""Growth: counts of the textbook, and curves that find what was planted."""

from __future__ import annotations

import pytest

from plyground.search import textbook
from plyground.study.known.growth import Grown, Task, fitted_growth
from plyground.study.timed_searching import chosen_evaluation
from tests.search.agreeing import scorer
from tests.study.asking import SMALL_BOARDS, answered, rows_of, small, start_of


@pytest.mark.parametrize(("name", "size"), SMALL_BOARDS)
def test_the_nodes_are_those_of_the_textbook(name: str, size: str) -> None:
    boards, _, trees = answered("growth", name, size, sizes=size, depth=3, games=2)
    start = start_of(name, size)
    [board] = rows_of(boards)
    assert (board["size"], board["squares"]) == (
        f"{start.game.rows}x{start.game.columns}",
        start.game.rows * start.game.columns,
    )
    assert board["moves"] >= 1
    assert board["plies"] > 3
    score = scorer(start.game, chosen_evaluation(start.game).name)
    counted = {
        (row["algorithm"], row["depth"]): row["nodes"]
        for row in rows_of(trees)
        if row["algorithm"] != "engine"
    }
    assert counted == {
        (name, depth): getattr(textbook, name)(start, depth, score).nodes
        for name in ("minimax", "alphabeta")
        for depth in (1, 2, 3)
    }


def planted(size: str, squares: int) -> dict[Task, Grown]:
    """Return results of a board whose moves are 2 times the square root of its squares."""
    found = {Task("games", size, "", 0): Grown(moves=2 * squares**0.5, plies=10.0)}
    for algorithm, factor in (("minimax", 16), ("alphabeta", 4), ("engine", 2)):
        for depth in range(1, 4):
            nodes = 5 * factor**depth
            found[Task("search", size, algorithm, depth)] = Grown(nodes=nodes, seconds=0.001 * nodes)
    return found


def test_planted_growth_is_found() -> None:
    study = small("growth", "konane", "4x4", sizes="4,8", depth=3)
    boards, growth, trees = study.sections({**planted("4x4", 16), **planted("8x8", 64)})
    assert "2.00 times the number of squares to the power of 0.500" in boards.sentences[0]
    factors = "16.0 for minimax, 4.00 for alphabeta, 2.00 for engine"
    assert growth.sentences[0] == f"4x4: a ply more multiplies the positions by {factors}."
    for row in rows_of(trees):
        assert row["fitted_nodes"] == pytest.approx(row["nodes"])
        assert row["fitted_seconds"] == pytest.approx(row["seconds"])
    assert [(row["algorithm"], row["depth"]) for row in rows_of(growth)[:3]] == [
        *(("minimax", 3), ("alphabeta", 3), ("engine", 3))
    ]
    found = [row[kind] for row in rows_of(growth)[:3] for kind in ("nodes_factor", "seconds_factor")]
    assert found == pytest.approx([16, 16, 4, 4, 2, 2])


def test_what_was_not_finished_or_found_nothing_new_is_left_out() -> None:
    study = small("growth", "konane", "4x4", sizes="4", depth=3)
    results = planted("4x4", 16)
    results[Task("search", "4x4", "minimax", 3)] = Grown(nodes=10**9, is_finished=False)
    results[Task("search", "4x4", "alphabeta", 2)] = results[Task("search", "4x4", "alphabeta", 1)]
    _, growth, trees = study.sections(results)
    assert [row["nodes_factor"] for row in rows_of(growth)] == [None, None, pytest.approx(2)]
    depths = [(row["algorithm"], row["depth"]) for row in rows_of(trees)]
    assert depths == [
        ("minimax", 1),
        ("minimax", 2),
        ("alphabeta", 1),
        ("engine", 1),
        ("engine", 2),
        ("engine", 3),
    ]


def test_times_too_short_to_mean_anything_are_not_fitted() -> None:
    assert fitted_growth({1: 0.0001, 2: 0.0001, 3: 0.01, 4: 0.1}, least=0.001) is None
    curve = fitted_growth({1: 0.0001, 2: 0.01, 3: 0.1, 4: 1.0}, least=0.001)
    assert curve is not None
    assert curve.base == pytest.approx(10)


def test_a_search_that_is_too_large_gives_up() -> None:
    study = small("growth", "breakthrough", "4x4", sizes="4", depth=4, most_nodes=100)
    assert not study.measure(Task("search", "4x4", "minimax", 4)).is_finished
    assert study.measure(Task("search", "4x4", "minimax", 2)).is_finished


def test_all_square_boards_are_grown_by_default() -> None:
    assert {task.size for task in small("growth", "duel", "3").plan()} == {"3x3", "6x6", "9x9"}
    assert {task.size for task in small("growth", "othello", "4").plan()} == {"4x4", "6x6", "8x8"}
