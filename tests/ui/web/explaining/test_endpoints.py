"""What an evaluation sees, over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import plyground as ply
from plyground.core.position import Position
from tests.ui.web.exact.plain import line_to
from tests.ui.web.running import Server, running_server

from .weights import keep_weights

LINE = {"game": "breakthrough", "options": {"size": "5x4"}, "moves": ["a4-a3", "b2-b3"]}

OWN = '''
from plyground import heuristic

@heuristic("breakthrough")
def steady(board, state):
    """Always two."""
    return 2.0

@heuristic("breakthrough")
def looping(board, state):
    """Never comes to an end in one position."""
    while state.own == %d:
        pass
    return 1.0
'''


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has weights for a board."""
    folder = tmp_path_factory.mktemp("learned")
    keep_weights(folder, "breakthrough", "5x4")
    with running_server(folder) as running:
        yield running


def position_of_line() -> Position:
    return ply.game("breakthrough", size="5x4").start().play("a4-a3").play("b2-b3")


def asked(server: Server, **more: Any) -> dict[str, Any]:
    answer = server.post("/api/explain", {"line": LINE, **more})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_sum_is_taken_apart(server: Server) -> None:
    text = "2*defensive - 0.5*reckless + piece"
    found = asked(server, evaluate=text)
    assert found["score"] == pytest.approx(ply.evaluate(position_of_line(), text))
    assert {each["name"]: each["points"] for each in found["contributions"]} == {
        name: pytest.approx(weight * ply.evaluate(position_of_line(), name))
        for name, weight in (("defensive", 2), ("reckless", -0.5), ("piece", 1))
    }
    assert found["squares"] is None
    assert found["others"] == []
    assert found["to_move"] == 0


def test_a_single_heuristic_has_the_others_beside_it(server: Server) -> None:
    found = asked(server, evaluate="piece")
    assert [each["name"] for each in found["contributions"]] == ["piece"]
    for each in found["others"]:
        assert each["value"] == pytest.approx(ply.evaluate(position_of_line(), each["name"]))
    assert "handmade" in {each["name"] for each in found["others"]}


@pytest.mark.parametrize("game", ["othello", "konane", "duel", "breakthrough"])
def test_without_a_name_it_is_the_best(server: Server, game: str) -> None:
    start = ply.game(game).start()
    answer = server.post("/api/explain", {"line": line_to(start)})
    assert answer.json()["evaluation"] == "best"
    assert answer.json()["score"] == pytest.approx(ply.evaluate(start, "best"))


def test_patterns_are_told_up_to_as_many_as_are_wanted(learned: Server) -> None:
    found, all_of_them = asked(learned, most=3), asked(learned, most=1000)
    assert found["evaluation"] == "best"
    assert found["contributions"] == all_of_them["contributions"][:3]
    assert found["left_out"] == len(all_of_them["contributions"]) - 3
    shown = sum(each["surplus"] for each in found["contributions"])
    assert found["usual"] + shown + found["rest"] == pytest.approx(found["score"])
    points = sum(each["points"] for each in all_of_them["contributions"])
    assert points == pytest.approx(found["score"])
    patterns = [each for each in all_of_them["contributions"] if each["kind"] == "pattern"]
    assert sum(found["squares"]) == pytest.approx(sum(each["surplus"] for each in patterns))
    assert len(found["squares"]) == 20
    assert asked(learned, evaluate="learned")["score"] == found["score"]


@pytest.mark.parametrize(
    ("more", "status", "told"),
    [
        ({"evaluate": "nothing"}, 400, "there is no heuristic 'nothing'"),
        ({"evaluate": "piece +"}, 400, "missing"),
        ({"evaluate": "my.py:own"}, 403, "is a file, which no page may run"),
        ({"evaluate": "my.weights"}, 403, "is a file, which no page may run"),
        ({"evaluate": "learned"}, 400, "there are no weights for breakthrough 5x4"),
        ({"line": {"game": "chess"}}, 400, "there is no game 'chess'"),
        ({"most": 0}, 400, "most"),
        ({"more": 1}, 400, "more"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(
    server: Server, more: dict[str, Any], status: int, told: str
) -> None:
    answer = server.post("/api/explain", {"line": LINE, **more})
    assert answer.status_code == status, answer.text
    assert told in answer.json()["error"]


def test_functions_that_were_allowed_are_explained_and_one_that_loops_is_ended(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(OWN % position_of_line().state.own)
    allowed = [f"--evaluate={file}:{name}" for name in ("steady", "looping")]
    with running_server(tmp_path, *allowed) as server:
        found = asked(server, evaluate=f"3*{file}:steady + piece")
        assert [each["points"] for each in found["contributions"]] == [6, 0]
        answer = server.post("/api/explain", {"line": LINE, "evaluate": f"{file}:looping"})
        assert answer.status_code == 400
        assert "it does not return" in answer.json()["error"]
        assert asked(server, evaluate=f"{file}:steady")["score"] == 2
