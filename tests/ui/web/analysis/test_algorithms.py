"""The analysis searches by every algorithm, each reported in its own terms."""

from __future__ import annotations

from typing import Any

import pytest

from plyground.core.position import game
from plyground.search.limit import Limit
from plyground.search.mcts import MctsEngine, MctsFeatures
from tests.ui.web.running import Server

from .talking import LARGE, SMALL, analysing

NODES = 3000


@pytest.mark.parametrize("features", [None, ["random", "solver"]])
def test_monte_carlo_tree_search_reports_visits_and_win_rates(
    server: Server, features: list[str] | None
) -> None:
    settings: dict[str, Any] = {"algorithm": "uct", "evaluate": "piece", "features": features}
    with analysing(server) as analyst:
        found = analyst.analyse(SMALL, lines=100, effort={"nodes": NODES}, settings=settings)
    board = game("breakthrough", size="4")
    switches = None if features is None else MctsFeatures(solver=True)
    engine = MctsEngine(board, "piece", algorithm="uct", features=switches)
    *_, expected = engine.search(board.start(), Limit(nodes=NODES), lines=100)
    assert [line["visits"] for line in found["lines"]] == [line.visits for line in expected.lines]
    assert sum(line["visits"] for line in found["lines"]) <= NODES == found["nodes"]
    for told, line in zip(found["lines"], expected.lines, strict=True):
        assert told["score"] == line.told_score
        if line.proof is None:
            assert told["chance"] == pytest.approx((1 + line.score) / 2)
    assert found["finished"] == []


def test_the_side_that_moves_second_has_its_own_chances(server: Server) -> None:
    line = {**SMALL, "moves": ["b3xa2"]}
    with analysing(server) as analyst:
        found = analyst.analyse(line, effort={"nodes": 500}, settings={"algorithm": "mcts"})
    best = found["lines"][0]
    if best["proof"] is None:
        assert best["chance"] == pytest.approx(
            (1 - float(best["score"])) / 2, abs=0.006
        )  # it has two decimals


def test_proof_number_search_marks_what_is_proved(server: Server) -> None:
    with analysing(server) as analyst:
        settings = {"algorithm": "pns", "evaluate": "mobility"}  # which is of no use to it
        found = analyst.analyse({"game": "konane", "options": {"size": "3"}}, settings=settings)
        assert found["lines"][0]["proof"]["value"] == "loss"
        assert found["lines"][0]["visits"] is None
        duel = {"game": "duel", "options": {"size": "3"}}
        problem = analyst.refused(type="analyse", request=2, line=duel, settings={"algorithm": "pns"})
        assert "proof-number search cannot search duel" in problem


def test_it_is_stopped(server: Server) -> None:
    with analysing(server) as analyst:
        analyst.send(type="analyse", request=1, line=LARGE, settings={"algorithm": "mcts"})
        analyst.hear_until("report")
        analyst.send(type="stop")
        last = analyst.hear_until("report", is_done=True)[-1]
    assert last["lines"][0]["visits"] > 0


def test_a_review_is_made_by_the_engine(server: Server) -> None:
    line = {**SMALL, "moves": ["b3xa2"]}

    def judged(**settings: Any) -> list[dict[str, Any]]:
        with analysing(server) as analyst:
            analyst.send(type="review", request=1, line=line, nodes=2000, settings=settings)
            heard = analyst.hear_until("reviewed")
        return [message for message in heard if message["type"] == "judged"]

    assert judged(algorithm="mcts", features=["puct"]) == judged() != []


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"algorithm": "alphazero"}, "there is no algorithm 'alphazero'"),
        ({"algorithm": "mcts", "features": ["killers"]}, "MCTS has no feature 'killers'"),
        ({"algorithm": "engine", "features": ["puct"]}, "has no feature 'puct'"),
    ],
)
def test_what_there_is_not_is_refused(server: Server, settings: dict[str, Any], problem: str) -> None:
    with analysing(server) as analyst:
        assert problem in analyst.refused(type="analyse", request=1, line=SMALL, settings=settings)
