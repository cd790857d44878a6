"""UCT as a tree: the textbook's search, with true sentences about it."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest

from plyground.errors import OptionError
from plyground.search.textbook import minimax, random_playout
from plyground.search.textbook.uct import Node, uct
from plyground.study.tree.abstract import read_tree
from plyground.study.tree.columns import NOBODY, ROOT
from plyground.study.tree.uct.uct_output import ShownUct
from plyground.study.tree.uct.uct_tree import (
    BACK_UP,
    EXPAND,
    SELECT,
    SIMULATE,
    UctTree,
    VisitCounts,
    grow_abstract_uct,
    grow_uct,
    told_choice,
    told_steps,
)
from plyground.study.tree.watching import TreeProgress
from tests.strangers import NIM
from tests.ui.cli.running import json_of, mistake, output_of

from .small import CLASSIC, evaluation, random_tree, slow_minimax, start

SMALL = [("konane", "4"), ("breakthrough", "4x2"), ("othello", "4"), ("duel", "3")]
TREE = ["study", "tree", "konane", "--size", "3", "--algorithm", "uct"]


def textbook_nodes(root: Node) -> dict[tuple[str, ...], tuple[int, float, float]]:
    """Return visits, the sum for who moved there, and the bound of every node, by its moves."""
    found: dict[tuple[str, ...], tuple[int, float, float]] = {}

    def look(node: Node, path: tuple[str, ...]) -> None:
        bound = node.bound(math.sqrt(2)) if node.parent else 0.0
        found[path] = node.visits, node.total, bound
        for child in node.children:
            look(child, (*path, str(child.move)))

    look(root, ())
    return found


@pytest.mark.parametrize(("name", "size"), SMALL)
def test_the_tree_is_that_of_the_textbook(name: str, size: str) -> None:
    position = start(name, size)
    course = grow_uct(position, 150, seed=3, depth=1).course
    searched = uct(position, 150, random_playout(random.Random(3)))
    tree, counts = course.tree, course.counts
    found = {
        tuple(tree.path(node)): (
            counts.visits[node],
            -counts.sums[node] if tree.is_max(node) else counts.sums[node],
            counts.bound(node) if node != ROOT else 0.0,
        )
        for node in range(len(tree))
    }
    assert found == textbook_nodes(searched.root)
    assert [tree.moves[node] for node in counts.line()] == [str(move) for move in searched.line]


@pytest.mark.parametrize("seed", range(20))
def test_steps_and_counts_keep_their_identities(seed: int) -> None:
    tree = random_tree(seed)
    course = grow_abstract_uct(tree, None, 60, seed=seed).course
    counts, made = VisitCounts(course.tree, course.exploration), {ROOT}
    kinds = ""
    for step in course.steps():
        kinds += step.kind
        if step.kind == EXPAND:
            assert step.node not in made
            assert course.tree.parents[step.node] in made
            made.add(step.node)
        if step.kind == BACK_UP:
            counts.add(step.simulation)
    assert kinds.replace(SELECT + EXPAND + SIMULATE + BACK_UP, "").replace("spb", "") == ""
    assert kinds.count(BACK_UP) == counts.visits[ROOT] == 60
    assert made == set(range(len(course.tree)))
    for node in made:
        below = sum(counts.visits[child] for child in counts.children(node))
        ended = sum(simulation.node == node for simulation in course.simulations)
        assert counts.visits[node] == below + ended
        assert abs(counts.sums[node]) <= counts.visits[node]


@pytest.mark.parametrize("seed", range(20))
def test_max_wins_an_abstract_tree_up_to_its_value(seed: int) -> None:
    tree = random_tree(seed)
    value = slow_minimax(tree)
    assert grow_abstract_uct(tree, None, 2000).course.counts.mean(ROOT) > 0.5
    assert grow_abstract_uct(tree, value / 1000 + 1, 2000).course.counts.mean(ROOT) < -0.5


def test_alpha_beta_is_compared_on_the_same_tree() -> None:
    position = start("konane", "4")
    compared = grow_uct(position, 5, depth=2).compared
    assert compared is not None
    evaluate = evaluation(position.game)
    for move in position.moves():
        assert compared.scores[str(move)] == -minimax(position.play(move), 1, evaluate).score
    assert (compared.move, compared.nodes) == ("b2", 13)  # as the how-to prints it
    assert grow_uct(start("breakthrough", "8"), 1, depth=30).compared is not None  # as deep as it may be


def classic() -> UctTree:
    return grow_abstract_uct(read_tree(CLASSIC), 4, 7, seed=1)


def test_the_classic_tree_in_words() -> None:
    uct_tree = classic()
    told = list(told_steps(uct_tree))
    assert told[:4] == [
        "Select: at the root a move is untried, so selection ends there.",
        "Expand: a is the first untried move.",
        "Simulate: random moves from a to the end of the game: MIN wins.",
        "Back up -1 for MAX at 2 nodes up to the root, which has 1 visit now and the mean -1.00.",
    ]
    assert len(told) == len(list(uct_tree.course.steps())) == 28
    selects = [each for each in told if each.startswith("Select root")]
    assert selects[0] == "Select root → b (2.48): the largest bound, until a move is untried."
    assert told[14] == "Simulate: the game is over at a, nothing is left to play: MIN wins."
    assert told_choice(uct_tree).startswith("UCT plays ")


def test_a_finished_game_is_no_tree() -> None:
    position = start("konane", "3")
    while position.outcome is None:
        position = position.play(position.moves()[0])
    found = grow_uct(position, 3)
    assert (len(found.course.tree), found.compared) == (1, None)
    assert told_choice(found) == f"3 simulations: {found.course.tree.players[1]} wins"
    assert next(told_steps(found)) == "Select: at the root the game is over, so selection ends there."


def test_what_cannot_be_grown_is_refused() -> None:
    position = start("konane", "3")
    with pytest.raises(OptionError, match="0 simulations cannot be shown; give 1 to 2,000"):
        grow_uct(position, 0)
    with pytest.raises(OptionError, match="an exploration of -1 makes no sense; give 0 to 100"):
        grow_uct(position, 5, -1)


def test_who_watches_can_end_it() -> None:
    class EnoughError(Exception):
        pass

    def watch(progress: TreeProgress) -> None:
        raise EnoughError

    with pytest.raises(EnoughError):
        grow_uct(start("breakthrough", "4x4"), 2000, watch=watch)


def test_a_large_tree_is_drawn_in_part() -> None:
    found = ShownUct(grow_uct(start("breakthrough", "4x4"), 200), most_nodes=30)
    assert found.picture().count("<rect") == 30
    page = found.page("plyground")
    assert "more nodes of this tree are not drawn" in page
    assert "more events are not listed" in page
    text = found.text(5)
    assert text.startswith("Breakthrough 4x4, 200 simulations of UCT, exploration 1.414")
    assert "more lines (--lines shows more)" in text


def test_the_command_shows_a_search(tmp_path: Path) -> None:
    page, picture = tmp_path / "tree.html", tmp_path / "tree.svg"
    told = output_of(*TREE, "--simulations", "30", "--html", str(page), "--svg", str(picture)).splitlines()
    assert told[0] == "Konane 3x3, 30 simulations of UCT, exploration 1.414"
    assert told[-2].startswith("UCT plays ")
    assert told[-1].startswith("alpha-beta, 3 plies deep by mobility, plays ")
    assert "Step by step" in page.read_text("utf-8")
    assert picture.read_text("utf-8").startswith("<svg")
    events = output_of(*TREE, "--simulations", "2", "--events").splitlines()
    assert events[4] == "   1. Select: at the root a move is untried, so selection ends there."


def test_json_has_everything() -> None:
    found = json_of(*TREE, "--simulations", "30", "--exploration", "0.5", "--seed", "4")
    assert (found["algorithm"], found["simulations"], found["exploration"]) == ("uct", 30, 0.5)
    assert found["nodes"][ROOT]["visits"] == 30
    assert {event["event"] for event in found["events"]} == {"select", "expand", "simulate", "back up"}
    assert found["line"][0] in found["alphabeta"]["scores"]
    assert json_of(*TREE, "--simulations", "30", "--exploration", "0.5", "--seed", "4") == found
    assert json_of(*TREE, "--simulations", "30", "--exploration", "0.5", "--seed", "5") != found
    assert all(node["parent"] is not NOBODY for node in found["nodes"])


def test_options_that_mean_nothing_are_refused() -> None:
    assert "only pns has the option --goal; --algorithm is uct" in mistake(*TREE, "--goal", "win")
    konane = TREE[:-2]
    assert "only uct has the option --simulations" in mistake(*konane, "--simulations", "5")
    assert "only uct has the option --seed" in mistake(*konane, "--seed", "5")
    assert "0 simulations cannot be shown" in mistake(*TREE, "--simulations", "0")


def test_a_seed_makes_the_board_too() -> None:
    """The duel has a seed of its own, which decides where the pits are."""
    duel = ["study", "tree", "duel", "--size", "6", "--depth", "1"]
    for algorithm in ("alphabeta", "uct"):
        words = [*duel, "--algorithm", algorithm]
        assert json_of(*words, "--seed", "1")["position"] != json_of(*words, "--seed", "2")["position"]


def test_a_game_of_ones_own() -> None:
    told = output_of("study", "tree", "--game", str(NIM), "--algorithm", "uct", "--simulations", "20")
    assert "UCT plays " in told
