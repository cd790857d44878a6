"""Heuristics: means of what single searches take, and words that fit the numbers."""

from __future__ import annotations

import statistics

import pytest

from plyground.search import textbook
from plyground.study.known.heuristics import benefit
from plyground.study.samples import sample_position
from plyground.study.timed_searching import chosen_evaluation
from tests.search.agreeing import scorer
from tests.study.asking import SMALL_BOARDS, answered, rows_of, start_of

ORDERS = {"breakthrough": "mobility", "othello": "squares", "konane": "mobility", "duel": "moves"}
POSITIONS = 3


@pytest.mark.parametrize(("name", "size"), SMALL_BOARDS)
def test_the_nodes_are_those_of_ordered_alphabeta(name: str, size: str) -> None:
    order = ORDERS[name]
    section, meanings, *_ = answered("heuristics", name, size, depth=3, positions=POSITIONS, orders=order)
    plain, ordered = rows_of(section)
    assert (plain["order"], ordered["order"]) == ("none", order)
    start = start_of(name, size)
    score = scorer(start.game, chosen_evaluation(start.game).name)
    for row, sorter in ((plain, None), (ordered, scorer(start.game, order))):
        nodes = [
            textbook.alphabeta(sample_position(start, number, POSITIONS, 0), 3, score, order=sorter).nodes
            for number in range(POSITIONS)
        ]
        assert row["nodes"] == statistics.fmean(nodes)
        assert row["nodes_ratio"] == plain["nodes"] / row["nodes"]
        assert row["seconds_ratio"] == plain["seconds"] / row["seconds"]
        assert 0 <= row["first_cuts"] <= 1
    assert ordered["benefit"] == benefit(ordered["nodes_ratio"], ordered["seconds_ratio"])
    assert plain["benefit"] == "the order of the rules"
    assert "All orders find the same value in every position." in section.sentences
    assert meanings.sentences[0].startswith(f"{order}: ")


def test_all_heuristics_of_a_game_are_compared() -> None:
    section, _ = answered("heuristics", "konane", "4x4", depth=2, positions=2)
    assert [row["order"] for row in rows_of(section)] == ["none", "mobility", "handmade"]


@pytest.mark.parametrize(
    ("fewer", "faster", "words"),
    [
        (4.0, 2.0, "saves more than it costs"),
        (4.0, 1.0, "costs what it saves"),
        (4.0, 0.5, "costs more than it saves"),
        (1.0, 0.5, "cuts no better than no order"),
        (0.5, 0.5, "cuts worse than no order"),
    ],
)
def test_the_benefit_in_words(fewer: float, faster: float, words: str) -> None:
    assert benefit(fewer, faster) == words
