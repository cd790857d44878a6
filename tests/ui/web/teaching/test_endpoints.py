"""How to play, as pages are told: by the rules of the game, without compiling anything."""

from __future__ import annotations

import pytest

from plyground.core.discovery import known_games
from plyground.core.position import Game
from tests.ui.web.running import Server


@pytest.mark.parametrize("name", sorted(known_games()))
def test_every_rule_and_every_move_of_a_lesson_is_what_the_rules_say(server: Server, name: str) -> None:
    told = server.get(f"/api/teaching/{name}").json()
    game = Game.of(known_games()[name], {})
    assert told["game"]["name"] == name
    assert told["about"]
    for rule in told["rules"]:
        before = game.position(rule["before"])
        assert (rule["board"]["rows"], rule["board"]["columns"]) == (before.game.rows, before.game.columns)
        if rule["after"] is not None:
            assert rule["after"]["position"] == before.play(rule["after"]["move"]).text
    for part in told["lesson"]:
        position = game.position(part["position"])
        assert {each["move"]["move"] for each in part["moves"]} == set(map(str, position.moves()))
        assert any(each["is_accepted"] for each in part["moves"])
        for each in part["moves"]:
            assert each["ply"]["position"] == position.play(each["move"]["move"]).text
        for move, reply in part["replies"].items():
            assert reply["position"] == position.play(move).play(reply["move"]).text


def test_there_is_no_such_game(server: Server) -> None:
    answer = server.get("/api/teaching/checkers")
    assert answer.status_code == 400
    assert "there is no game" in answer.json()["error"]
