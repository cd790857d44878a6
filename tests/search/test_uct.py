"""UCT as the textbooks have it."""

from __future__ import annotations

import itertools
import random

import plyground as ply
from plyground.search.textbook import Node, Step, random_playout, uct


def all_nodes(node: Node) -> list[Node]:
    return [node, *(each for child in node.children for each in all_nodes(child))]


def test_every_simulation_adds_a_node_and_a_visit() -> None:
    position = ply.game("breakthrough", size="4x3").start()
    tree = uct(position, 300, random_playout(random.Random(1)))
    nodes = all_nodes(tree.root)
    ended = [each for each in nodes if each.position.outcome is not None]
    assert tree.root.visits == 300
    assert len(nodes) - 1 + sum(each.visits - 1 for each in ended) == 300
    for node in nodes:
        assert abs(node.total) <= node.visits
        if node.children:
            assert node.visits - sum(child.visits for child in node.children) == (node is not tree.root)


def test_results_change_their_sign_from_ply_to_ply() -> None:
    position = ply.game("konane", size=4).start()
    backed_up: list[Step] = []
    uct(
        position,
        40,
        lambda position: 0.25,
        observer=lambda step: backed_up.append(step) if step.kind == "back up" else None,
    )
    assert {abs(step.value or 0.0) for step in backed_up} <= {0.25, 1.0}
    for step, above in itertools.pairwise(backed_up):
        if step.node.parent is above.node:
            assert step.value == -(above.value or 0.0)


def test_a_win_at_once_is_found_and_begins_the_line() -> None:
    position = ply.game("breakthrough", size=5).position("bb3/5/3w1/1b3/4w black")
    tree = uct(position, 400, random_playout(random.Random(2)))
    assert str(tree.move) in {"b2-a1", "b2-b1", "b2-c1"}
    assert tree.line[0] == tree.move
    assert uct(tree.root.position, 0, lambda position: 0.0).move is None
