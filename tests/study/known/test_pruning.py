"""Pruning: the counts are those of the textbook, and the table says what its columns say."""

from __future__ import annotations

from typing import Any

import pytest

from plyground.players import make_player
from plyground.search import textbook
from plyground.search.limit import Limit
from plyground.study.content import LinePlot
from plyground.study.known.pruning import PlayedOut, agreement
from plyground.study.timed_searching import chosen_evaluation
from tests.search.agreeing import scorer
from tests.study.asking import SMALL_BOARDS, answered, rows_of, small, start_of

DEPTH = 3


def nodes_of_a_game(name: str, size: str, algorithm: str, depth: int) -> int:
    """Play a game against the first move with the textbook's search, and count its nodes."""
    position, nodes = start_of(name, size), 0
    score = scorer(position.game, chosen_evaluation(position.game).name)
    first = make_player("first", position.game)
    while position.outcome is None:
        if position.player == 0:
            found = getattr(textbook, algorithm)(position, depth, score)
            nodes += found.nodes
            position = position.play(found.move)
        else:
            position = position.play(first.choose(position, Limit()).move)
    return nodes


@pytest.mark.parametrize(("name", "size"), SMALL_BOARDS)
def test_the_nodes_of_whole_games_are_those_of_the_textbook(name: str, size: str) -> None:
    section, over_depth = answered("pruning", name, size, depth=DEPTH, textbook=2)
    rows = rows_of(section)
    assert [(row["program"], row["depth"]) for row in rows] == [
        *(("compiled", 1), ("compiled", 2), ("compiled", 3)),
        *(("textbook", 1), ("textbook", 2)),
    ]
    for row in rows:
        assert row["minimax_nodes"] == nodes_of_a_game(name, size, "minimax", row["depth"])
        assert row["alphabeta_nodes"] == nodes_of_a_game(name, size, "alphabeta", row["depth"])
        assert row["same_value"] is True
        assert row["nodes_ratio"] == row["minimax_nodes"] / row["alphabeta_nodes"]
        assert row["seconds_ratio"] == row["minimax_seconds"] / row["alphabeta_seconds"]
    assert rows[2]["nodes_ratio"] > 1
    assert f"visits {rows[2]['nodes_ratio']:#.3g} times fewer" in section.sentences[0]
    assert "both found the same value" in section.sentences[0]
    time, nodes = over_depth.plots
    assert isinstance(time, LinePlot)
    assert isinstance(nodes, LinePlot)
    drawn = {line.name: [point.y for point in line.points] for line in nodes.lines}
    assert drawn["compiled minimax"] == [row["minimax_nodes"] for row in rows[:3]]
    assert [point.y for point in time.lines[0].points] == [row["minimax_seconds"] for row in rows[:3]]


def test_an_opponent_by_chance_is_the_same_for_both() -> None:
    section, _ = answered("pruning", "konane", "4x4", depth=2, textbook=0, opponent="random")
    assert [row["same_value"] for row in rows_of(section)] == [True, True]


def test_a_game_may_be_cut_short() -> None:
    section, _ = answered("pruning", "othello", "4", depth=1, textbook=0, moves=2)
    assert [row["moves"] for row in rows_of(section)] == [2]


def test_values_that_differ_are_noticed() -> None:
    one = PlayedOut(["a1", "b1", "c1"], [1.0, 2.0], 10, 0.1)
    assert agreement(one, one) is True
    assert agreement(one, PlayedOut(["a1", "b1", "c1"], [1.0, 3.0], 10, 0.1)) is False
    assert agreement(one, PlayedOut(["a2", "b1", "c1"], [1.0, 2.0], 10, 0.1)) is False
    assert agreement(one, PlayedOut(["a1", "b1", "c2"], [1.0, 2.0], 10, 0.1)) is False


def test_an_opponent_who_plays_otherwise_is_no_fault_of_the_search() -> None:
    one = PlayedOut(["a1", "b1", "c1"], [1.0, 2.0], 10, 0.1)
    assert agreement(one, PlayedOut(["a1", "b2", "c1"], [1.0, 5.0], 10, 0.1)) is None
    assert agreement(one, PlayedOut(["a1", "b2", "c1"], [4.0, 5.0], 10, 0.1)) is False


def test_the_numbers_of_the_source_stand_beside_ours() -> None:
    study = small("pruning", "konane", "8", depth=6, textbook=3)
    seconds = {"minimax": 2.0, "alphabeta": 0.5}
    results = {task: PlayedOut([], [], 10, seconds[task.algorithm] / task.depth) for task in study.plan()}
    *_, beside = study.sections(results)
    rows = [tuple(row.values()) for row in rows_of(beside)]
    assert [row[:3] for row in rows] == [
        *(("compiled", depth, name) for depth in (3, 4, 5) for name in ("minimax", "alphabeta")),
        *(("textbook", 3, name) for name in ("minimax", "alphabeta")),
    ]
    assert rows[4:6] == [
        ("compiled", 5, "minimax", 173.96, 0.4, pytest.approx(434.9)),
        ("compiled", 5, "alphabeta", 18.45, 0.1, pytest.approx(184.5)),
    ]


@pytest.mark.parametrize(
    ("size", "options"),
    [
        ("8", {"depth": 2}),
        ("8", {"opponent": "random"}),
        ("8", {"evaluate": "best"}),
        ("6", {}),
    ],
)
def test_another_setting_has_nothing_beside_it(size: str, options: dict[str, Any]) -> None:
    study = small("pruning", "konane", size, **options)
    results = {task: PlayedOut([], [], 10, 1.0) for task in study.plan()}
    assert [section.title for section in study.sections(results)] == ["Minimax and alpha-beta", "Over depth"]
