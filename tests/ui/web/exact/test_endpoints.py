"""Exact values over HTTP, with and without a table."""

from __future__ import annotations

import random
from typing import Any

import pytest

from plyground.core.position import Position, game
from plyground.ui.web.limits import LIMITS
from tests.ui.web.running import Server

from .plain import Plain, line_to, told

SOLVED = [("konane", "4x4"), ("othello", "4"), ("breakthrough", "4x3")]


def asked(server: Server, position: Position, **more: Any) -> dict[str, Any]:
    answer = server.post("/api/exact", {"line": line_to(position), **more})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def random_game(name: str, size: str, seed: int) -> list[Position]:
    chance = random.Random(seed)
    position = game(name, size=size).start()
    while position.outcome is None:
        position = position.play(chance.choice(position.moves()))
    return position.line()


@pytest.mark.parametrize(("name", "size"), SOLVED)
def test_the_solver_tells_what_plain_minimax_finds(server: Server, name: str, size: str) -> None:
    plain = Plain()
    positions = random_game(name, size, seed=5)
    has_margins = name == "othello"
    for position in (positions[0], positions[3], positions[-2]):
        found = asked(server, position)
        assert not found["has_table"]
        margin, _ = plain.value(position)
        assert found["exact"]["value"] == told(margin)
        assert found["exact"]["margin"] == (margin if has_margins else None)
        assert [each["move"] for each in found["moves"]] == [str(move) for move in position.moves()]
        for each in found["moves"]:
            margin = -plain.value(position.play(each["move"]))[0]
            assert each["exact"]["value"] == told(margin)
            assert each["exact"]["margin"] == (margin if has_margins else None)


@pytest.mark.parametrize(("name", "size"), SOLVED)
def test_the_history_has_the_value_of_every_position(server: Server, name: str, size: str) -> None:
    plain = Plain()
    positions = random_game(name, size, seed=2)
    answer = server.post("/api/exact/history", {"line": line_to(positions[-1])})
    values = answer.json()["values"]
    assert [each["value"] for each in values] == [told(plain.value(position)[0]) for position in positions]
    assert values[-1]["distance"] == 0


def test_a_move_that_ends_the_game_is_one_ply_away(server: Server) -> None:
    position = game("breakthrough", size="4x3").position("3/b2/2w/3 black")
    position = position.play("a3-a2").play("c2-c3")
    found = asked(server, position)
    ending = next(each for each in found["moves"] if each["move"] == "a2-a1")
    assert ending["exact"] == {"value": "win", "margin": None, "distance": 1}


def test_what_is_not_proved_is_not_claimed(server: Server) -> None:
    found = asked(server, game("breakthrough", size=8).start())
    assert found["exact"] is None
    assert found["moves"]
    assert {str(each["exact"]) for each in found["moves"]} == {"None"}


def test_without_a_table_nothing_is_known_unless_the_solver_may_try(server: Server) -> None:
    found = asked(server, game("konane", size=4).start(), proves=False)
    assert found["exact"] is None
    assert all(each["exact"] is None for each in found["moves"])


def test_where_positions_repeat_the_solver_claims_nothing(server: Server) -> None:
    found = asked(server, game("duel", size=3).start())
    assert found["exact"] is None
    assert all(each["exact"] is None for each in found["moves"])


def test_a_finished_game_needs_no_proof(server: Server) -> None:
    last = random_game("othello", "4", seed=1)[-1]
    found = asked(server, last, proves=False)
    margin, _ = Plain().value(last)
    assert found == {
        "has_table": False,
        "exact": {"value": told(margin), "margin": margin, "distance": 0},
        "moves": [],
    }


def test_mistakes_are_one_line(server: Server) -> None:
    line = line_to(game("konane", size=4).start())
    wrong = server.post("/api/exact", {"line": {**line, "moves": ["a9"]}})
    assert wrong.status_code == 400
    assert "a9" in wrong.json()["error"]
    assert server.post("/api/exact", {"line": line, "deep": 1}).status_code == 400
    too_long = {**line, "moves": ["a1"] * (LIMITS.reviewed_moves + 1)}
    assert server.post("/api/exact/history", {"line": too_long}).status_code == 413
