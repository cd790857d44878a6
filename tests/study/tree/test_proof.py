"""Proof-number search as a tree: the textbook's search, with true sentences about it."""

from __future__ import annotations

import contextlib
import math
import re
from pathlib import Path

import pytest

from plyground.core.position import Position, game
from plyground.errors import OptionError
from plyground.solving import textbook
from plyground.solving.textbook import exact_margin
from plyground.study.tree.abstract import read_tree
from plyground.study.tree.columns import ROOT, Tree
from plyground.study.tree.proof.proof_output import ShownProof
from plyground.study.tree.proof.proof_tree import (
    EXPAND,
    SELECT,
    UPDATE,
    Numbers,
    ProofCourse,
    grow_abstract_proof,
    grow_proof,
    read_goal,
)
from plyground.study.tree.proof.proof_wording import told_events, told_result
from tests.strangers import NIM
from tests.ui.cli.running import json_of, mistake, output_of

from .small import CLASSIC, random_tree, slow_minimax, start

SEEDS = range(40)
SMALL = [("konane", "4"), ("breakthrough", "4x2"), ("othello", "4"), ("duel", "3")]
TREE = ["study", "tree", "konane", "--size", "3", "--algorithm", "pns"]


def paths_of_textbook(position: Position, steps: int) -> list[list[str]]:
    """Return the moves to the leaves that the textbook expands, in their order."""
    found: list[list[str]] = []
    waiting: list[textbook.Node] = []

    class StopError(Exception):
        pass

    def note(root: textbook.Node) -> None:
        node = waiting.pop() if waiting else root
        moves: list[str] = []
        while node.parent is not None:
            place = node.parent.children.index(node)
            moves.append(str(node.parent.position.moves()[place]))
            node = node.parent
        found.append(moves[::-1])
        waiting.append(textbook.most_proving(root))
        if len(found) == steps:
            raise StopError

    with contextlib.suppress(StopError):
        textbook.prove(position, observe=note)
    return found


@pytest.mark.parametrize(("name", "size"), SMALL)
def test_leaves_are_expanded_in_the_order_of_the_textbook(name: str, size: str) -> None:
    position = start(name, size)
    course = grow_proof(position, most_nodes=300).course
    expanded = [course.tree.path(event.node) for event in course.events if event.kind == EXPAND]
    assert expanded == paths_of_textbook(position, len(expanded))
    assert expanded == [course.tree.path(event.node) for event in course.events if event.kind == SELECT]


def slow_numbers(tree: Tree, node: int, expanded: set[int], course: ProofCourse) -> Numbers:
    """Work out the numbers of a node in the plainest way there is."""
    if node not in expanded:
        margin = tree.leaves[node]
        if margin is None:
            return Numbers(1, 1)
        return Numbers(0, math.inf) if margin >= course.least else Numbers(math.inf, 0)
    below = [slow_numbers(tree, child, expanded, course) for child in tree.children[node]]
    proofs, disproofs = [each.proof for each in below], [each.disproof for each in below]
    if tree.is_max(node):
        return Numbers(min(proofs), sum(disproofs))
    return Numbers(sum(proofs), min(disproofs))


@pytest.mark.parametrize(("name", "size"), SMALL)
def test_updates_leave_the_numbers_of_the_whole_tree_right(name: str, size: str) -> None:
    course = grow_proof(start(name, size), most_nodes=60).course
    tree = course.tree
    known = {node: course.first_numbers(node) for node in range(len(tree))}
    expanded: set[int] = set()
    made = {ROOT}
    for event, following in zip(course.events, course.events[1:], strict=False):
        if event.kind == EXPAND:
            expanded.add(event.node)
            made.update(tree.children[event.node])
        known[event.node] = event.numbers
        if event.kind == UPDATE and following.kind != UPDATE:
            for node in made:
                assert known[node] == slow_numbers(tree, node, expanded, course)
    assert course.numbers == [known[node] for node in range(len(tree))]
    assert made == set(range(len(tree)))


@pytest.mark.parametrize("seed", SEEDS)
def test_an_abstract_tree_is_proved_up_to_its_value(seed: int) -> None:
    tree = random_tree(seed)
    value = slow_minimax(tree)
    for points, is_proved in ((None, True), (value / 1000, True), (value / 1000 + 1, False)):
        proof = grow_abstract_proof(tree, points, 20_000)
        assert proof.course.result == is_proved
        solution = proof.course.marked()
        for node in solution:
            below = [child for child in proof.course.tree.children[node] if child in solution]
            assert proof.course.numbers[node] == proof.course.numbers[ROOT]
            if proof.course.tree.is_leaf(node):
                continue
            has_choice = proof.course.tree.is_max(node) == is_proved
            assert len(below) == (1 if has_choice else len(proof.course.tree.children[node]))


@pytest.mark.parametrize("goal", ["win", "draw", "2"])
def test_goals_are_answered_as_minimax_does(goal: str) -> None:
    position = game("othello", size=4).start()
    for move in ("b1", "a1", "a2", "c1", "d1"):
        position = position.play(move)
    proof = grow_proof(position, goal, 20_000)
    assert proof.goal.least == {"win": 1, "draw": 0, "2": 2}[goal]
    assert proof.course.result == (exact_margin(position) >= proof.goal.least)


def test_the_classic_tree_in_words() -> None:
    proof = grow_abstract_proof(read_tree(CLASSIC), 4)
    told = list(told_events(proof))
    assert told[:6] == [
        "Select the root: it is the only leaf, so it is the most-proving node.",
        "Expand the root: 3 children; each starts at 1/1.",
        "The root (OR): pn = min(1, 1, 1) = 1, dn = 1 + 1 + 1 = 3.",
        "Select the most-proving node, root → a (pn 1): the smallest pn below OR.",
        "Expand a: 3 children; a ends here (3): ∞/0; b ends here (12): 0/∞; c ends here (8): 0/∞.",
        "a (AND): pn = ∞ + 0 + 0 = ∞, dn = min(0, ∞, ∞) = 0. Disproved, since one child is.",
    ]
    assert told[-1] == "The search is over. Disproved: MAX cannot get at least 4 (13 nodes, 4 expansions)."
    assert len(told) == len(proof.course.events)


def test_a_longer_path_and_numbers_that_stay() -> None:
    told = list(told_events(grow_proof(start("konane", "3"))))
    assert (
        "Select the most-proving node, root → a1 (pn 2) → b1 (dn 1) → a3-a1 (pn 1):"
        " the smallest pn below OR, the smallest dn below AND."
    ) in told
    assert "Expand b2: 4 children; b1, a2, c2 and b3 end the game (white wins): ∞/0." in told
    assert "b1 (OR): pn = 1, dn = 1. Nothing changes, so nothing above it does." in told


def test_a_full_tree_is_not_proved() -> None:
    proof = grow_proof(start("breakthrough", "4x4"), most_nodes=50)
    assert proof.course.result is None
    assert 50 <= len(proof.course.tree) < 80
    assert told_result(proof).startswith("not proved: the root stands at ")
    path = sorted(proof.course.marked())
    assert [proof.course.tree.parents[node] for node in path[1:]] == path[:-1]
    assert proof.course.tree.is_leaf(path[-1])


def test_a_finished_game_takes_no_step() -> None:
    position = start("konane", "3")
    for move in ("b2", "b1"):
        position = position.play(move)
    assert position.outcome is not None
    proof = grow_proof(position)
    assert [event.kind for event in proof.course.events] == ["e"]
    assert proof.course.result is False


def test_a_game_of_ones_own() -> None:
    proof = grow_proof(game(str(NIM), size=(1, 4), most=3).start())
    assert proof.course.result is False


def test_somebody_may_stop_it() -> None:
    def stop(progress: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        grow_proof(start("konane", "4"), watch=stop)


@pytest.mark.parametrize("text", ["", "nonsense", "3", "1.5", "-1"])
def test_a_game_without_margins_has_two_goals(text: str) -> None:
    with pytest.raises(OptionError, match=r"is no goal; give win or draw \(at least a draw\)$"):
        read_goal(start("konane", "3"), text)


def test_goals_in_words() -> None:
    position = start("othello", "4")
    assert [read_goal(position, text).question for text in ("win", "draw", "1", "3", "-2")] == [
        "does black, who is to move, win?",
        "does black, who is to move, get at least a draw?",
        "does black, who is to move, win?",
        "does black, who is to move, win by at least 3?",
        "does black, who is to move, lose by at most 2?",
    ]
    assert read_goal(position, "3").answer(is_proved=True) == "black wins by at least 3"
    assert read_goal(position, "3").answer(is_proved=False) == "black cannot win by at least 3"
    with pytest.raises(OptionError, match="a goal of 99 is no question: margins are -16 to 16"):
        read_goal(position, "99")


def test_as_text() -> None:
    assert ShownProof(grow_abstract_proof(read_tree("((1 0) (2 (3 1)))"))).text(100).splitlines() == [
        "An abstract tree: does MAX, who is to move, get at least 2?",
        "pn/dn at every node; MAX moves at OR nodes, MIN at AND nodes",
        "",
        "OR 0/∞",
        "      a AND ∞/0",
        "          a ∞/0  1",
        "          b ∞/0  0",
        "    * b AND 0/∞",
        "        * a 0/∞  2",
        "        * b OR 0/∞",
        "            * a 0/∞  3",
        "              b ∞/0  1",
        "",
        "proved: MAX gets at least 2 (9 nodes, 4 expansions)",
    ]


def test_the_command_prints_the_tree_or_the_events() -> None:
    lines = output_of(*TREE, "--lines", "5").splitlines()
    assert lines[0] == "Konane 3x3: does black, who is to move, win?"
    assert lines[3:5] == ["OR ∞/0", "    * a1 AND ∞/0"]
    assert "... and 25 more lines (--lines shows more)" in lines
    assert lines[-1] == "disproved: black cannot win (30 nodes, 14 expansions)"
    events = output_of(*TREE, "--events").splitlines()
    assert events[3] == "   1. Select the root: it is the only leaf, so it is the most-proving node."


def test_the_command_as_json() -> None:
    found = json_of(*TREE)
    assert (found["algorithm"], found["goal"], found["result"]) == ("pns", "win", "disproved")
    assert found["counts"] == {"nodes": len(found["nodes"]), "expansions": 14}
    root = {"parent": None, "move": None, "role": "OR", "is_leaf": False, "margin": None}
    assert found["nodes"][0] == {**root, "proof": None, "disproof": 0}
    assert [event["event"] for event in found["events"][:3]] == ["select", "expand", "update"]
    assert all(event["told"] for event in found["events"])
    assert json_of(*TREE, "--nodes", "8")["result"] is None


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--depth", "3"], "only minimax, alphabeta and uct have the option --depth; --algorithm is pns"),
        (["--order", "mobility"], "only minimax and alphabeta have the option --order; --algorithm is pns"),
        (["--nodes", "0"], "a tree of 0 nodes cannot be grown; give 1 to 20,000"),
        (["--goal", "loss"], "'loss' is no goal; give win or draw (at least a draw)"),
        (
            ["--algorithm", "minimax", "--goal", "win"],
            "only pns has the option --goal; --algorithm is minimax",
        ),
        (["--algorithm", "alphabeta", "--events"], "only pns and uct have the option --events"),
    ],
)
def test_mistakes_are_one_line(words: list[str], problem: str) -> None:
    assert problem in mistake(*TREE, *words)


def test_a_page_and_a_picture(tmp_path: Path) -> None:
    page, picture = tmp_path / "tree.html", tmp_path / "tree.svg"
    output_of(*TREE, "--html", str(page), "--svg", str(picture))
    proof = grow_proof(start("konane", "3"))
    disproved = sum(numbers.disproof == 0 for numbers in proof.course.numbers)
    for text in (page.read_text("utf-8"), picture.read_text("utf-8")):
        assert len(re.findall(r'class="box[^"]* disproved"', text)) == disproved
        assert text.count('class="branch chosen"') == len(proof.course.marked()) - 1
        assert "<script" not in text
    assert "Select the root: it is the only leaf" in page.read_text("utf-8")
    assert picture.read_text("utf-8").startswith("<svg ")


def test_a_picture_of_alpha_beta(tmp_path: Path) -> None:
    picture = tmp_path / "tree.svg"
    output_of("study", "tree", "konane", "--size", "4", "--depth", "2", "--svg", str(picture))
    text = picture.read_text("utf-8")
    assert text.startswith("<svg ")
    assert 'class="branch cut"' in text


def test_a_large_tree_is_drawn_in_part() -> None:
    proof = ShownProof(grow_proof(start("breakthrough", "4x3"), most_nodes=900), most_nodes=30)
    assert len(re.findall(r'class="box', proof.picture())) == 30
    text = proof.page("plyground")
    assert "more nodes of this tree are not drawn" in text
    assert "more events are not listed" in text
