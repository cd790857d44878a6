"""Small trees, and what the textbook says about them."""

from __future__ import annotations

import random

from plyground.core.heuristics import Heuristic
from plyground.core.position import Game, Position, game
from plyground.evaluation import usable_evaluation
from plyground.search.quiescence import make_value
from plyground.search.score import UNIT
from plyground.search.textbook import Evaluation, Event, Found, alphabeta, minimax
from plyground.study.timed_searching import chosen_evaluation
from plyground.study.tree.abstract import read_tree
from plyground.study.tree.columns import Tree

BOARDS = [("breakthrough", "4x4", 3), ("othello", "4", 4), ("konane", "4x4", 3), ("duel", "3", 2)]
"""Games, sizes, and how deep their trees are grown here."""

LETTERS = {"enter": "e", "evaluate": "v", "update": "u", "cut": "c", "leave": "l"}
CLASSIC = "((3 12 8) (2 4 6) (14 5 2))"


def start(name: str, size: str) -> Position:
    return game(name, size=size).start()


def evaluation(of: Game, heuristic: Heuristic | None = None) -> Evaluation:
    """Return a heuristic, by default that of the game's source, so that the textbook can use it."""
    evaluator = usable_evaluation(of, heuristic or chosen_evaluation(of))
    value = make_value(of.board, evaluator.kernel)
    return lambda position: int(value(position.state, evaluator.address))


def watched(
    position: Position, depth: int, *, prunes: bool, order: Heuristic | None = None
) -> tuple[Found, list[Event]]:
    """Search as the textbook does, and write everything down."""
    events: list[Event] = []
    search = alphabeta if prunes else minimax
    evaluate = evaluation(position.game)
    ordering = None if order is None else evaluation(position.game, order)
    return search(position, depth, evaluate, order=ordering, observer=events.append), events


def random_tree(seed: int) -> Tree:
    """Return a tree of any shape, with many equal leaves."""
    rng = random.Random(seed)

    def write(plies: int) -> str:
        if plies == 0 or (plies < 3 and rng.random() < 0.25):
            return str(rng.randint(-4, 4))
        return f"({' '.join(write(plies - 1) for _ in range(rng.randint(1, 4)))})"

    return read_tree(write(4))


def slow_minimax(tree: Tree, node: int = 0) -> int:
    """Return the value of a node in the plainest way there is."""
    leaf = tree.leaves[node]
    if leaf is not None:
        return leaf
    below = [slow_minimax(tree, child) for child in range(len(tree)) if tree.parents[child] == node]
    return max(below) if len(tree.path(node)) % 2 == 0 else min(below)


def points(score: int) -> float:
    return score / UNIT
