"""MCTS-Solver as the textbooks have it: exact values, and never a step behind a proof."""

from __future__ import annotations

import random
from typing import Any

import pytest

import plyground as ply
from plyground.search.textbook import Node, Step, mcts_solver, random_playout
from tests.nim import RULES as NIM

BOARDS = [
    ("breakthrough", {"size": "4x2"}),
    ("breakthrough", {"size": "4x3"}),
    ("konane", {"size": "3x4"}),
    ("konane", {"size": "4x4"}),
    ("othello", {"size": 4}),
]
NUMBERS = {"win": 1.0, "draw": 0.0, "loss": -1.0}


def late_positions(game: ply.Game, count: int, plies: int) -> list[ply.Position]:
    """Return positions up to some plies before the end of random games."""
    chance, found = random.Random(5), list[ply.Position]()
    while len(found) < count:
        position = game.start()
        while position.outcome is None:
            position = position.play(chance.choice(position.moves()))
        line = position.line()
        found.append(line[-1 - min(plies, len(line) - 1)])
    return found


def solved(position: ply.Position) -> Node:
    return mcts_solver(position, 20_000, random_playout(random.Random(1))).root


@pytest.mark.parametrize(("name", "options"), BOARDS)
def test_it_proves_the_exact_values(name: str, options: dict[str, Any]) -> None:
    for position in late_positions(ply.game(name, **options), 6, plies=5):
        root = solved(position)
        assert root.proof is not None
        assert -root.proof == NUMBERS[ply.solve(position).value or ""]


def test_what_it_proves_of_a_duel_holds_with_its_repetitions() -> None:
    proved = 0
    for position in late_positions(ply.game("duel", size=3), 6, plies=3):
        root = mcts_solver(position, 1500, random_playout(random.Random(1))).root
        assert root.proof is None or -root.proof == NUMBERS[ply.solve(position).value or ""]
        proved += root.proof is not None
    assert proved >= 2


@pytest.mark.parametrize("tokens", range(1, 9))
def test_it_proves_a_game_of_somebody_else(tokens: int) -> None:
    position = ply.Game.of(NIM, {"size": (1, tokens)}).start()
    root = solved(position)
    assert root.proof == (1.0 if tokens % 4 == 0 else -1.0)


def test_every_proof_follows_from_the_children() -> None:
    tree = mcts_solver(ply.game("othello", size=4).start(), 1500, random_playout(random.Random(3)))
    waiting, proved = [tree.root], 0
    while waiting:
        node = waiting.pop()
        waiting += node.children
        if node.proof is None or node.position.outcome is not None:
            continue
        proofs = [child.proof for child in node.children]
        assert -node.proof == max(proof for proof in proofs if proof is not None)
        assert node.proof == -1.0 or (node.is_fully_expanded and None not in proofs)
        proved += 1
    assert proved > 10


def test_nothing_proved_is_searched_below_and_no_loss_is_selected() -> None:
    visited: list[Step] = []

    def observe(step: Step) -> None:
        if step.kind == "select" and step.node.parent is not None:
            assert step.node.parent.proof is None
            assert step.node.proof != -1.0
        visited.append(step)

    mcts_solver(ply.game("konane", size=4).start(), 400, random_playout(random.Random(2)), observer=observe)
    assert visited


def test_a_proved_win_is_played_however_seldom_it_was_visited() -> None:
    position = ply.game("breakthrough", size=5).position("bb3/5/3w1/1b3/4w black")
    tree = mcts_solver(position, 400, random_playout(random.Random(2)))
    assert tree.root.proof == -1.0
    assert str(tree.move) in {"b2-a1", "b2-b1", "b2-c1"}
    assert tree.root.visits < 400
