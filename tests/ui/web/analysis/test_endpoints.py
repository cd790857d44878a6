"""Lines over HTTP."""

from __future__ import annotations

from tests.ui.web.analysis.talking import SMALL
from tests.ui.web.running import Server


def test_a_line_is_played_by_the_server(server: Server) -> None:
    answer = server.post("/api/line", {**SMALL, "moves": ["b3xa2"]})
    assert answer.status_code == 200
    shown = answer.json()
    assert shown["game"]["title"] == "Breakthrough"
    assert [ply["move"] for ply in shown["plies"]] == [None, "b3xa2"]
    assert shown["to_move"] == 1
    assert {"move": "b1xa2", "origin": 13, "target": 8} in shown["moves"]


def test_a_mistake_is_one_line(server: Server) -> None:
    answer = server.post("/api/line", {**SMALL, "position": "4/4/4/4 green"})
    assert answer.status_code == 400
    assert "the player to move is black or white" in answer.json()["error"]


def test_what_nobody_knows_is_not_overlooked(server: Server) -> None:
    answer = server.post("/api/line", {**SMALL, "position_text": "x"})
    assert answer.status_code == 400
    assert "position_text" in answer.json()["error"]


def test_a_line_is_written_and_read_again(server: Server) -> None:
    line = {**SMALL, "moves": ["b3xa2", "c2-b3"]}
    text = server.post("/api/line/record", {**line, "players": ["Ada", "Bob"]}).json()["text"]
    assert '[Black "Ada"]' in text
    shown = server.post("/api/line/text", {"line": {"game": "othello"}, "text": text}).json()
    assert shown["players"] == ["Ada", "Bob"]
    assert [ply["move"] for ply in shown["plies"]] == [None, "b3xa2", "c2-b3"]


def test_a_record_may_be_larger_than_a_message(server: Server) -> None:
    text = server.post("/api/line/record", SMALL).json()["text"]
    comments = "; a comment that makes the file longer than any message\n" * 1000
    shown = server.post("/api/line/text", {"line": SMALL, "text": comments + text})
    assert shown.status_code == 200
    assert server.post("/api/line", {**SMALL, "moves": ["b3xa2"] * 5000}).status_code == 413
