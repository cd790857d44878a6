"""Trees and exercises over HTTP: what is sent, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from plyground.core.position import game
from plyground.search.score import UNIT
from plyground.search.textbook import alphabeta, minimax
from plyground.study.tree.proof.proof_exercises import make_proof_exercise
from plyground.study.tree.proof.proof_tree import grow_proof
from plyground.study.tree.proof.proof_wording import told_events, told_numbers
from plyground.study.tree.tree_exercises import make_exercise
from plyground.study.tree.uct.uct_tree import grow_uct, told_steps
from tests.study.tree.small import evaluation
from tests.ui.web.running import Server

LINE: dict[str, Any] = {"game": "breakthrough", "options": {"size": "4x4"}}
CLASSIC = "((3 12 8) (2 4 6) (14 5 2))"


def test_a_tree_in_columns(server: Server) -> None:
    answer = server.post("/api/tree", {"line": LINE, "depth": 2})
    assert answer.status_code == 200
    tree = answer.json()
    start = game("breakthrough", size="4x4").start()
    evaluate = evaluation(start.game)
    for name, search in (("minimax", minimax), ("alphabeta", alphabeta)):
        found = search(start, 2, evaluate)
        assert tree[name]["counts"]["nodes"] == tree[name]["events"].count("e") == found.nodes
    assert (
        len(tree["parents"])
        == len(tree["moves"])
        == len(tree["leaves"])
        == tree["minimax"]["counts"]["nodes"]
    )
    below_root = [
        tree["names"][tree["moves"][node]] for node, parent in enumerate(tree["parents"]) if parent == 0
    ]
    assert below_root == [str(move) for move in start.moves()]
    assert tree["players"] == ["black", "white"]


def test_an_abstract_tree(server: Server) -> None:
    tree = server.post("/api/tree", {"leaves": CLASSIC}).json()
    assert tree["game"] is None
    assert tree["alphabeta"]["events"] == "eeevluevlevllueevlucleevluevluevlucll"


@pytest.mark.parametrize(
    ("wanted", "problem"),
    [
        ({}, "give a line or leaves"),
        ({"leaves": "((3"}, "a bracket is missing"),
        ({"line": LINE, "depth": 0}, "a tree of depth 0 cannot be grown"),
        ({"line": {**LINE, "options": {"size": "6"}}, "depth": 2, "order": "nonsense"}, "nonsense"),
        ({"line": {**LINE, "moves": ["a1-a9"]}}, "a9"),
        ({"line": LINE, "deep": 2}, "deep"),
    ],
)
def test_mistakes_are_one_line(server: Server, wanted: dict[str, Any], problem: str) -> None:
    answer = server.post("/api/tree", wanted)
    assert answer.status_code == 400
    assert problem in answer.json()["error"]


def test_no_page_runs_a_file(server: Server) -> None:
    answer = server.post("/api/tree", {"line": LINE, "evaluate": "mine.py:score"})
    assert answer.status_code == 403


def test_positions_at_nodes(server: Server) -> None:
    found = server.post("/api/tree/positions", {"line": LINE, "paths": [[], ["b3xa2"]]}).json()["positions"]
    start = game("breakthrough", size="4x4").start()
    assert found == [start.text, start.play("b3xa2").text]
    assert server.post("/api/tree/positions", {"line": LINE, "paths": [["a1-a9"]]}).status_code == 400
    assert server.post("/api/tree/positions", {"line": LINE, "paths": [[]] * 201}).status_code == 400


def test_an_exercise_keeps_its_solution_to_itself(server: Server) -> None:
    address = "/api/exercise?seed=3&kind=abstract&number=1"
    exercise = server.get(address).json()
    assert server.get(address).json() == exercise
    assert set(exercise) == {
        "told", "tasks", "words", "asked", "candidates", "kind", "kinds", "last", "game", "position",
        "players", "parents", "moves", "shown"
    }  # fmt: skip
    inner = {node for node in exercise["parents"] if node >= 0}
    assert (
        {node for node, leaf in enumerate(exercise["shown"]) if leaf is None} == inner == {*exercise["asked"]}
    )
    assert server.get("/api/exercise?kind=chess").status_code == 400
    assert server.get("/api/exercise?number=51").status_code == 400


@pytest.mark.parametrize("solutions", [False, True])
def test_a_sheet_to_be_printed(server: Server, *, solutions: bool) -> None:
    answer = server.get(
        f"/api/exercise/sheet?seed=3&kind=abstract&count=2&solutions={str(solutions).lower()}"
    )
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert "style-src 'unsafe-inline'" in answer.headers["content-security-policy"]
    assert answer.text.count('class="exercise"') == 2
    assert ("Never looked at: " in answer.text) == solutions
    assert "plyground study exercise --seed 3 --kind abstract --count 2" in answer.text
    assert server.get("/api/exercise/sheet?kind=chess").status_code == 400


def test_answers_are_checked(server: Server) -> None:
    asked = {"seed": 3, "kind": "abstract", "number": 1}
    exercise = make_exercise(3, "abstract", 1)
    values = {"0": exercise.minimax.score / UNIT, "1": -77.0}
    checked = server.post("/api/exercise/check", {**asked, "values": values, "cuts": [1]}).json()
    assert [verdict["is_right"] for verdict in checked["values"]] == [True, False]
    assert checked["cuts"][0]["told"].startswith("This one is looked at")
    assert checked["open_values"] == sum(leaf is None for leaf in exercise.tree.leaves) - 2
    assert not checked["is_solved"]
    assert server.post("/api/exercise/check", {**asked, "values": {"-1": 8}, "cuts": []}).status_code == 400
    huge = server.post("/api/exercise/check", {**asked, "values": {"0": 1e300}, "cuts": []})
    assert huge.status_code == 200


def test_a_proof_number_search_in_columns(server: Server) -> None:
    line = {"game": "konane", "options": {"size": "3"}}
    answer = server.post("/api/tree/proof", {"line": line})
    assert answer.status_code == 200
    found = answer.json()
    proof = grow_proof(game("konane", size="3").start())
    assert found["parents"] == list(proof.course.tree.parents)
    assert [found["names"][move] for move in found["moves"]] == list(proof.course.tree.moves)
    assert found["events"]["kinds"] == "".join(event.kind for event in proof.course.events)
    assert found["events"]["told"] == list(told_events(proof))
    assert found["events"]["proofs"][-1] is None
    assert found["events"]["disproofs"][-1] == 0
    assert (found["goal"], found["result"], found["least"]) == ("win", False, 1)
    assert set(found["ends"].values()) == {"white wins"}


@pytest.mark.parametrize(
    ("goal", "least", "result"), [(None, 3000, True), ("4", 4000, False), ("-1.5", -1500, True)]
)
def test_a_proof_in_an_abstract_tree(server: Server, goal: str | None, least: int, *, result: bool) -> None:
    found = server.post("/api/tree/proof", {"leaves": CLASSIC, "goal": goal}).json()
    assert (found["game"], found["least"], found["result"]) == (None, least, result)


@pytest.mark.parametrize(
    ("wanted", "problem"),
    [
        ({}, "give a line or leaves"),
        ({"leaves": CLASSIC, "goal": "win"}, "'win' is no goal; give a number of points"),
        ({"leaves": "((3"}, "a bracket is missing"),
        ({"line": LINE, "goal": "12"}, "'12' is no goal; give win or draw"),
        ({"line": LINE, "nodes": 20_001}, "a tree of 20,001 nodes cannot be grown"),
        ({"line": LINE, "depth": 2}, "depth"),
    ],
)
def test_mistakes_of_a_proof_are_one_line(server: Server, wanted: dict[str, Any], problem: str) -> None:
    answer = server.post("/api/tree/proof", wanted)
    assert answer.status_code == 400
    assert problem in answer.json()["error"]


def test_an_exercise_about_proof_numbers(server: Server) -> None:
    asked = {"seed": 3, "kind": "proof", "number": 1}
    shown = server.get("/api/exercise?seed=3&kind=proof&number=1").json()
    exercise = make_proof_exercise(3, 1)
    assert shown["words"]["form"] == "pair"
    assert shown["candidates"] == exercise.candidates
    assert (
        [node for node, leaf in enumerate(shown["shown"]) if leaf is None] == exercise.asked == shown["asked"]
    )
    numbers = {str(node): told_numbers(exercise.course.numbers[node]) for node in exercise.asked}
    answers = {**asked, "texts": numbers, "cuts": [exercise.most_proving]}
    assert server.post("/api/exercise/check", answers).json()["is_solved"]
    wrong = server.post("/api/exercise/check", {**answers, "texts": {"0": "7/7"}}).json()
    assert [verdict["is_right"] for verdict in wrong["values"]] == [False]
    assert wrong["open_values"] == len(exercise.asked) - 1
    bad = server.post("/api/exercise/check", {**answers, "texts": {"0": "seven"}})
    assert bad.status_code == 400
    assert "is no pair of numbers" in bad.json()["error"]
    sheet = server.get("/api/exercise/sheet?seed=3&kind=proof&count=2&solutions=true")
    assert "Proof numbers, sheet 3" in sheet.text


def test_uct_step_by_step(server: Server) -> None:
    found = server.post("/api/tree/uct", {"line": LINE, "simulations": 30, "seed": 2}).json()
    uct = grow_uct(game("breakthrough", size="4x4").start(), 30, seed=2)
    assert found["steps"]["told"] == list(told_steps(uct))
    assert found["steps"]["kinds"].count("b") == 30
    assert found["parents"] == list(uct.course.tree.parents)
    assert found["beside"]["scores"] == (uct.compared and uct.compared.scores)
    abstract = server.post("/api/tree/uct", {"leaves": CLASSIC, "goal": "5", "simulations": 9}).json()
    assert (abstract["game"], abstract["goal"], abstract["beside"]["move"]) == (None, "5", "a")


@pytest.mark.parametrize(
    ("wanted", "problem"),
    [
        ({}, "give a line or leaves"),
        ({"leaves": CLASSIC, "goal": "win"}, "'win' is no goal; give a number of points"),
        ({"line": LINE, "simulations": 5000}, "5,000 simulations cannot be shown"),
        ({"line": LINE, "exploration": -1.0}, "an exploration of -1 makes no sense"),
    ],
)
def test_a_uct_search_that_is_refused(server: Server, wanted: dict[str, Any], problem: str) -> None:
    answer = server.post("/api/tree/uct", wanted)
    assert answer.status_code == 400
    assert problem in answer.json()["error"]
