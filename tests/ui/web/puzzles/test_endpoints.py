"""Puzzles over HTTP: posed, judged, and counted once."""

from __future__ import annotations

from datetime import date
from typing import Any

from plyground.puzzles.attempts import attempts_in
from plyground.puzzles.choosing import daily_puzzle
from plyground.puzzles.collection import all_puzzles, shipped_puzzles
from plyground.puzzles.puzzle import Puzzle
from plyground.store import Store
from tests.ui.web.running import Server


def long_puzzle() -> Puzzle:
    """Return a puzzle of several moves, each of which has wrong ones beside it."""
    return next(each for each in shipped_puzzles() if len(each.steps) == 3)


def answered(server: Server, puzzle: Puzzle, *moves: str, to: str = "answer", **more: Any) -> dict[str, Any]:
    """Send moves, and return what the server says."""
    answer = server.post(f"/api/puzzles/{puzzle.id}/{to}", {"moves": list(moves), **more})
    assert answer.status_code == 200, answer.text
    content: dict[str, Any] = answer.json()
    return content


def test_the_overview_counts_games_and_themes(server: Server) -> None:
    overview = server.get("/api/puzzles").json()
    assert {game["name"] for game in overview["games"]} == {puzzle.game for puzzle in shipped_puzzles()}
    for game in overview["games"]:
        assert game["count"] >= 100
        assert {"win", "trap"} <= {theme["theme"] for theme in game["themes"]}


def test_a_puzzle_is_posed_without_its_solution(server: Server) -> None:
    query = "game=othello&theme=parity&level=harder"
    posed = server.get(f"/api/puzzles/next?{query}").json()
    puzzle = all_puzzles()[posed["id"]]
    assert puzzle.game == "othello"
    assert "parity" in posed["themes"]
    assert not {"solution", "line", "steps_found"} & set(posed)
    assert (posed["stand"]["position"], posed["steps"]) == (puzzle.position, len(puzzle.steps))
    again = server.get(f"/api/puzzles/next?{query}&after={posed['id']}").json()
    assert again["id"] != posed["id"]
    assert server.get("/api/puzzles/next?theme=nonsense").status_code == 404
    assert server.get("/api/puzzles/nonsense").status_code == 404


def test_moves_are_judged_one_by_one_and_the_attempt_counts(own_server: Server) -> None:
    puzzle = long_puzzle()
    found: list[str] = []
    assert own_server.get(f"/api/puzzles/{puzzle.id}").json()["counts"]
    for step in puzzle.steps:
        found.append(step.move)
        verdict = answered(own_server, puzzle, *found)
        assert verdict["is_right"]
        plies = [step.move] if step.reply is None else [step.move, step.reply]
        assert [ply["move"] for ply in verdict["plies"]] == plies
        assert (verdict["next"] is None) == (step is puzzle.steps[-1])
    assert verdict["told"].startswith("Solved")
    standing = verdict["standing"]
    assert (standing["tried"], standing["solved"], standing["streak"]) == (1, 1, 1)
    assert standing["rating"] > 1100
    wrong = answered(own_server, puzzle, puzzle.steps[0].refuted[0].moves[0])
    assert wrong["standing"] == standing, "the first attempt counts"
    assert not own_server.get(f"/api/puzzles/{puzzle.id}").json()["counts"]


def test_a_wrong_move_is_refuted_and_counts(own_server: Server) -> None:
    puzzle = long_puzzle()
    refutation = puzzle.steps[1].refuted[0]
    verdict = answered(own_server, puzzle, puzzle.steps[0].move, refutation.moves[0])
    assert not verdict["is_right"]
    assert [ply["move"] for ply in verdict["plies"]] == [refutation.moves[0], refutation.reply]
    assert str(refutation.reply) in verdict["told"]
    assert verdict["standing"]["tried"] == 1
    assert verdict["standing"]["streak"] == 0
    solved = answered(own_server, puzzle, *(step.move for step in puzzle.steps))
    assert solved["is_right"]
    assert solved["standing"] == verdict["standing"]


def test_a_hint_and_the_solution_count_as_mistakes(own_server: Server) -> None:
    puzzle = long_puzzle()
    clue = answered(own_server, puzzle, to="hint")
    move = puzzle.start().find_move(puzzle.steps[0].move)
    assert clue["squares"] == [move.target if move.origin is None else move.origin]
    assert (clue["standing"]["tried"], clue["standing"]["solved"]) == (1, 0)
    shown = answered(own_server, puzzle, puzzle.steps[0].move, to="solution")
    assert [ply["move"] for ply in shown["plies"]] == puzzle.line[2:]


def test_the_puzzle_of_the_day_counts_for_the_day(own_server: Server) -> None:
    today = date.today()
    puzzle = daily_puzzle(shipped_puzzles(), today)
    assert puzzle is not None
    posed = own_server.get("/api/puzzles/daily").json()
    assert (posed["id"], posed["is_daily"]) == (puzzle.id, True)
    moves = [step.move for step in puzzle.steps]
    standing = answered(own_server, puzzle, *moves, is_daily=True)["standing"]
    assert (standing["days"], standing["has_daily"]) == (1, True)
    other = next(each for each in shipped_puzzles() if each.id != puzzle.id)
    answered(own_server, other, to="solution", is_daily=True)
    with Store(own_server.store) as store:
        assert [each.puzzle for each in attempts_in(store) if each.daily] == [puzzle.id]


def test_what_is_no_answer_is_refused(server: Server) -> None:
    puzzle = long_puzzle()
    path = f"/api/puzzles/{puzzle.id}/answer"
    wrong = [
        ({"moves": []}, "which move?"),
        ({"moves": ["a1", "a2"]}, "these moves do not lead to a position of the puzzle"),
        ({"moves": ["z99"]}, ""),
        ({"moves": ["a1"] * 65}, ""),
        ({"moves": ["a" * 41]}, ""),
        ({}, ""),
    ]
    for body, told in wrong:
        answer = server.post(path, body)
        assert answer.status_code == 400, body
        assert told in answer.json()["error"]
