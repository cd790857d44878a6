"""Searches and reviews over a WebSocket."""

from __future__ import annotations

import random
from typing import Any

import pytest

import plyground as ply
from tests.ui.web.analysis.talking import LARGE, SMALL, Analyst, analysing
from tests.ui.web.running import Server

ENDLESS = {"effort": {"seconds": 60}}


def moves_of(report: dict[str, Any]) -> list[str]:
    return [line["moves"][0]["move"] for line in report["lines"]]


def test_every_legal_move_has_a_value(server: Server) -> None:
    shown = server.post("/api/line", SMALL).json()
    with analysing(server) as analyst:
        report = analyst.analyse(SMALL, request=3, lines=64, effort={"depth": 4})
    assert report["request"] == 3
    assert report["depth"] == 4
    assert sorted(moves_of(report)) == sorted(move["move"] for move in shown["moves"])
    assert report["lines"][0]["moves"][0].keys() == {"move", "origin", "target"}
    assert [each["depth"] for each in report["finished"]] == [1, 2, 3, 4]
    nodes = [each["nodes"] for each in report["finished"]]
    assert nodes == sorted(nodes)
    assert report["nodes"] == nodes[-1]


def test_scores_are_for_the_side_to_move_and_chances_for_the_first_player(server: Server) -> None:
    won_by_white = {**SMALL, "moves": ["b3xa2"]}
    with analysing(server) as analyst:
        best = analyst.analyse(won_by_white, lines=1, effort={"depth": 20})["lines"][0]
    assert best["score"] == "proved win in at most 7 moves"
    assert best["proof"] == {"value": "win", "margin": None, "distance": None}
    assert best["plies_to_end"] == 13
    assert best["chance"] == 0
    assert best["value"] < -1000
    assert best["moves"][0]["move"] == "b1xa2"


def test_a_finished_game_has_no_moves(server: Server) -> None:
    with analysing(server) as analyst:
        report = analyst.analyse({**SMALL, "moves": ["b3xa2", "c2-b3", "a2xb1"]})
    assert [line["moves"] for line in report["lines"]] == [[]]
    assert report["lines"][0]["chance"] == 1


def test_the_same_search_takes_the_same_nodes_each_time(server: Server) -> None:
    with analysing(server) as analyst:
        first, second = (analyst.analyse(SMALL, lines=1, effort={"depth": 7}) for _ in range(2))
    assert first["finished"][-1]["nodes"] == second["finished"][-1]["nodes"]


def test_features_make_a_difference(server: Server) -> None:
    with analysing(server) as analyst:
        nodes = {
            algorithm: analyst.analyse(
                SMALL, lines=1, effort={"depth": 5}, settings={"algorithm": algorithm, "evaluate": "piece"}
            )["nodes"]
            for algorithm in ("minimax", "alphabeta")
        }
        chosen = analyst.analyse(
            SMALL, lines=1, effort={"depth": 5}, settings={"features": ["alphabeta"], "evaluate": "piece"}
        )
    assert nodes["minimax"] > nodes["alphabeta"] == chosen["nodes"]


def test_a_search_can_be_stopped_and_still_tells_what_it_found(server: Server) -> None:
    with analysing(server) as analyst:
        analyst.send(type="analyse", request=1, line=LARGE, lines=2, **ENDLESS)
        while analyst.hear()["type"] != "report":
            pass
        analyst.send(type="stop")
        report = analyst.hear_until("report", is_done=True)[-1]
    assert report["depth"] >= 1
    assert len(report["lines"]) == 2
    assert report["seconds"] < 60


def test_a_search_that_is_stopped_at_once_ends_too(server: Server) -> None:
    with analysing(server) as analyst:
        analyst.send(type="analyse", request=1, line=LARGE, **ENDLESS)
        analyst.send(type="stop")
        assert analyst.hear_until("report", is_done=True)[-1]["request"] == 1


def test_a_new_request_takes_the_place_of_the_old_one(server: Server) -> None:
    with analysing(server) as analyst:
        analyst.send(type="analyse", request=1, line=LARGE, **ENDLESS)
        while analyst.hear()["type"] != "report":
            pass
        analyst.send(type="analyse", request=2, line=SMALL, effort={"depth": 2})
        heard = analyst.hear_until("report", is_done=True)
    assert heard[-1]["request"] == 2
    assert not [message for message in heard if message["request"] == 1 and message.get("is_done")]


def test_a_closed_page_stops_its_search(server: Server) -> None:
    for _ in range(6):  # more than there are processes
        with analysing(server) as gone:
            gone.send(type="analyse", request=1, line=LARGE, **ENDLESS)
            while gone.hear()["type"] != "report":
                pass
    with analysing(server) as analyst:
        assert analyst.analyse(SMALL, effort={"depth": 2})["depth"] == 2


def test_too_many_searches_are_refused(server: Server) -> None:
    limits = server.get("/api/catalogue").json()["limits"]
    most = limits["searches"] + limits["searches_waiting"]
    pages = [analysing(server) for _ in range(most + 8)]
    analysts = [page.__enter__() for page in pages]
    try:
        for analyst in analysts:
            analyst.send(type="analyse", request=1, line=LARGE, **ENDLESS)
        heard = analysts[-1].hear_until("refused")
        assert "try again" in heard[-1]["reason"]
    finally:
        for page in pages:
            page.__exit__(None, None, None)


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ({"settings": {"evaluate": "my.py:x"}}, "the evaluation 'my.py' is a file"),
        ({"settings": {"order": "2*piece + my.py:x"}}, "the evaluation 'my.py' is a file"),
        ({"settings": {"evaluate": "nothing"}}, "there is no heuristic 'nothing'"),
        ({"settings": {"evaluate": "2*"}}, "is missing"),
        ({"settings": {"threads": 99}}, "threads 99 is out of range"),
        ({"settings": {"threads": 0}}, "threads 0 is out of range"),
        ({"settings": {"megabytes": 100_000}}, "megabytes 100000 is out of range"),
        ({"settings": {"algorithm": "magic"}}, "there is no algorithm 'magic'"),
        ({"settings": {"features": ["killer"]}}, "did you mean 'killers'?"),
        ({"effort": {"seconds": 3600}}, "seconds 3600 is too much here"),
        ({"effort": {"seconds": 0}}, "0 seconds are no time"),
        ({"effort": {"depth": 1000}}, "depth 1000 is too much here"),
        ({"effort": {"depth": 0}}, "depth 0 cannot be searched"),
        ({"effort": {"nodes": 10**15}}, "is too much here"),
        ({"lines": 0}, "0 lines cannot be searched"),
        ({"line": {"game": "tests/nim.py"}}, "there is no game"),
        ({"line": {**SMALL, "moves": ["a3-a2"]}}, "move 1: a3-a2 is not legal"),
        ({"line": {**SMALL, "moves": ["a1"] * 2001}}, "this is not a message"),
        ({"something": 1}, "this is not a message"),
        ({"effort": {"seconds": "1"}}, "this is not a message"),
        ({"request": -1}, "this is not a message"),
    ],
)
def test_what_a_page_may_not_have_is_told_in_a_line(server: Server, order: dict[str, Any], told: str) -> None:
    with analysing(server) as analyst:
        assert told in analyst.refused(**{"type": "analyse", "request": 1, "line": SMALL, **order})


def test_more_lines_than_there_may_be_are_not_searched(server: Server) -> None:
    with analysing(server) as analyst:
        report = analyst.analyse(SMALL, lines=10**9, effort={"depth": 1})
    assert len(report["lines"]) == 6


def test_the_game_with_the_planted_blunder_is_reviewed(server: Server) -> None:
    line = {**SMALL, "moves": ["b3xa2", "c2-b3", "a2xb1"]}
    with analysing(server) as analyst:
        analyst.send(type="review", request=9, line=line, seconds=1.0)
        heard = analyst.hear_until("reviewed")
    first, second = heard[-1].pop("sides")
    assert heard[-1] == {"type": "reviewed", "request": 9, "is_complete": True}
    assert (first["accuracy"], first["blunders"]) == (100, 0)
    assert (second["accuracy"], second["blunders"]) == (0, 1)
    judged = {each["ply"]: each for each in heard if each["type"] == "judged"}
    assert list(judged) == [3, 2, 1, 0]
    assert [ply for ply, each in judged.items() if each["mistake"] is not None] == [1]
    mistake = judged[1]["mistake"]
    assert mistake["told"].startswith("was a proved win in at most 7 moves, now a proved loss in 1 move: ")
    assert mistake["is_certain"] is True
    assert mistake["proof_before"]["value"] == "win"
    assert mistake["proof_after"] == {"value": "loss", "margin": None, "distance": 2}
    assert [judged[ply]["proof"]["value"] for ply in judged] == ["loss", "win", "win", "loss"]


def test_only_the_last_moves_are_reviewed_where_that_is_asked_for(server: Server) -> None:
    line = {"game": "breakthrough", "options": {"size": "4"}, "moves": ["b3xa2", "c2-b3"]}
    with analysing(server) as analyst:
        judged = reviewed(analyst, line, nodes=50_000, last=1)
    assert [each["ply"] for each in judged] == [1, 0]
    assert judged[-1]["mistake"]["kind"] == "blunder"
    assert judged[-1]["mistake"]["reason"].startswith("loses the race: black arrives")


def reviewed(analyst: Analyst, line: dict[str, Any], **more: Any) -> list[dict[str, Any]]:
    analyst.send(type="review", request=1, line=line, **more)
    return [each for each in analyst.hear_until("reviewed") if each["type"] == "judged"]


def random_game(name: str, plies: int, **options: str) -> dict[str, Any]:
    chance, position = random.Random(4), ply.game(name, **options).start()
    for _ in range(plies):
        position = position.play(chance.choice(position.moves()))
    moves = [str(each.last_move) for each in position.line()[1:]]
    return {"game": name, "options": options, "moves": moves}


def test_a_review_is_the_same_every_time(server: Server) -> None:
    line = random_game("othello", 20, size="6")
    with analysing(server) as analyst:
        first = reviewed(analyst, line, nodes=50_000)
        analyst.analyse(line, effort={"nodes": 200_000})  # must leave nothing behind in the table
        again = reviewed(analyst, line, nodes=50_000, settings={"threads": 2})
    with analysing(server) as other:
        elsewhere = reviewed(other, line, nodes=50_000)
    assert first == again == elsewhere
    assert any(each["mistake"] for each in first)


@pytest.mark.parametrize(("name", "size"), [("othello", "6"), ("breakthrough", "6"), ("konane", "6")])
def test_a_refutation_is_long_enough_to_show_the_gain(server: Server, name: str, size: str) -> None:
    line = random_game(name, 14, size=size)
    with analysing(server) as analyst:
        judged = reviewed(analyst, line, nodes=50_000)
    mistakes = [(each["ply"], each["mistake"]) for each in judged if each["mistake"] is not None]
    assert mistakes
    for number, mistake in mistakes:
        for kind in ("refutation", "better"):
            position = ply.game(name, size=size).start()
            for move in (*line["moves"][:number], *(each["move"] for each in mistake[kind])):
                position = position.play(move)
            assert len(mistake[kind]) >= 12 or position.outcome is not None, (number, kind)


def test_a_review_can_be_stopped(server: Server) -> None:
    moves = ["b7-b6", "b2-b3", "c7-c6", "c2-c3", "d7-d6", "d2-d3"]
    with analysing(server) as analyst:
        analyst.send(type="review", request=1, line={**LARGE, "moves": moves}, seconds=1.0)
        analyst.hear_until("judged")
        analyst.send(type="stop")
        heard = analyst.hear_until("reviewed")
    assert heard[-1]["is_complete"] is False
    assert len([each for each in heard if each["type"] == "judged"]) < len(moves)


@pytest.mark.parametrize("nodes", [0, -1, 10**12])
def test_a_review_takes_its_nodes_within_bounds(server: Server, nodes: int) -> None:
    with analysing(server) as analyst:
        assert "nodes" in analyst.refused(type="review", request=1, line=SMALL, nodes=nodes)


@pytest.mark.parametrize("seconds", [0, -1, 1000])
def test_a_review_takes_its_time_within_bounds(server: Server, seconds: float) -> None:
    with analysing(server) as analyst:
        assert "seconds" in analyst.refused(type="review", request=1, line=SMALL, seconds=seconds)


def test_reports_come_not_more_often_than_people_can_read(server: Server) -> None:
    def count(analyst: Analyst) -> tuple[int, float]:
        analyst.send(type="analyse", request=1, line=LARGE, effort={"seconds": 2})
        heard = [each for each in analyst.hear_until("report", is_done=True) if each["type"] == "report"]
        return len(heard), heard[-1]["seconds"]

    with analysing(server) as analyst:
        reports, seconds = count(analyst)
    assert reports <= 10 * seconds + 4  # the first, the last of the search, and the one that says so
