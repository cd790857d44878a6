"""The tree of a real position: what the textbook's minimax looks at.

The textbook itself would take seconds for a large one, so compiled code finds the same nodes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from plyground.core.heuristics import Heuristic
from plyground.core.notation import Grid, WrittenMove
from plyground.core.position import Position
from plyground.core.rules import NO_SQUARE, ONGOING
from plyground.errors import OptionError
from plyground.evaluation import usable_evaluation
from plyground.search.score import UNIT, WIN
from plyground.search.watchdog import Suspects
from plyground.study.tree.columns import ROOT, Tree
from plyground.study.tree.expanding import (
    expanding_kernel,
    make_buffers,
    make_nodes,
    make_workspace,
    scoring_kernel,
)
from plyground.study.tree.watching import Watch, nobody_watches, run_watched

MOST_NODES = 100_000
DEEPEST = 30


def grow_tree(
    position: Position,
    depth: int,
    evaluate: Heuristic,
    *,
    order: Heuristic | None = None,
    most_nodes: int = MOST_NODES,
    watch: Watch = nobody_watches,
) -> Tree:
    """Return everything that minimax looks at to a depth.

    With `order`, the children of every node stand best first for the side to move, by the score that
    heuristic gives them. What `watch` raises ends the growing.

    Raises:
        OptionError: the depth makes no sense, or the tree would have more than `most_nodes` nodes.
    """
    if not 1 <= depth <= DEEPEST:
        raise OptionError(f"a tree of depth {depth} cannot be grown; give 1 to {DEEPEST}")
    grower = _Grower(position, depth, most_nodes, watch)
    leaves = grower.leaves(evaluate)
    places = None if order is None else grower.sorted_places(order)
    return grower.tree(leaves, places)


class _Grower:
    """The nodes of a position, and what heuristics say about them."""

    def __init__(self, position: Position, depth: int, most_nodes: int, watch: Watch) -> None:
        self._position = position
        self._watch = watch
        self._workspace = make_workspace(position, depth)
        self._nodes = self._expand(depth, most_nodes)

    def _expand(self, depth: int, most_nodes: int) -> Any:
        position, workspace = self._position, self._workspace
        nodes = make_nodes(most_nodes)
        buffer, keys = make_buffers(position, depth)
        expand = expanding_kernel(position.game.rules)

        def work() -> int:
            workspace["nodes"] = 1  # the root is there already
            expand(position.game.board, position.state, ROOT, nodes, buffer, keys, workspace)
            return int(workspace["nodes"])

        count = run_watched(
            work, workspace, self._watch, "growing the tree", suspects=Suspects.of(position.game)
        )
        if workspace["stop"]:
            raise OptionError(
                f"the tree of depth {depth} has more than {most_nodes:,} nodes;"
                " take a smaller depth or a smaller board"
            )
        return nodes[:count]

    def leaves(self, evaluate: Heuristic) -> list[int | None]:
        """Return the scores of leaves for the side that moves at the root, None for inner nodes."""
        nodes, depth = self._nodes, self._workspace["depth"]
        is_over = nodes.result != ONGOING
        is_open = ~is_over & (nodes.ply == depth)
        scores = self._scores(evaluate, is_open, "scoring leaves")
        over = np.sign(nodes.result) * (WIN - nodes.ply.astype(np.int64) * UNIT)
        for_the_mover = np.where(is_over, over, scores)
        for_max = np.where(nodes.ply % 2 == 0, for_the_mover, -for_the_mover)
        is_leaf = is_over | is_open
        return [
            score if is_one else None
            for score, is_one in zip(for_max.tolist(), is_leaf.tolist(), strict=True)
        ]

    def sorted_places(self, order: Heuristic) -> Any:
        """Return the numbers of the nodes in the order in which a search sees them."""
        nodes = self._nodes
        is_child = np.ones(len(nodes), np.bool_)
        is_child[ROOT] = False
        # What is good for the side to move there is bad here, so the smallest score comes
        # first; among equals the order of the rules decides.
        scores = self._scores(order, is_child, "ordering moves").tolist()
        children: list[list[int]] = [[] for _ in scores]
        for node, parent in enumerate(nodes.parent[1:].tolist(), start=1):
            children[parent].append(node)
        places, waiting = [], [ROOT]
        while waiting:
            node = waiting.pop()
            places.append(node)
            waiting += sorted(children[node], key=scores.__getitem__)[::-1]
        return np.array(places)

    def tree(self, leaves: Sequence[int | None], places: Any) -> Tree:
        """Put everything together, the nodes sorted by places if there are any."""
        position = self._position
        first = position.to_move
        second = next(player for player in position.game.players if player != first)
        nodes = self._nodes
        if places is not None:
            nodes, leaves = nodes[places], [leaves[place] for place in places.tolist()]
            numbers = np.empty(len(places), np.int64)
            numbers[places] = np.arange(len(places))
            nodes.parent[1:] = numbers[nodes.parent[1:]]
        moves = ("", *_written(nodes[1:], position.game.grid))
        return Tree((first, second), tuple(nodes.parent.tolist()), moves, tuple(leaves))

    def _scores(self, heuristic: Heuristic, is_wanted: Any, doing: str) -> Any:
        """Score some of the nodes, each for its side to move."""
        position, nodes, workspace = self._position, self._nodes, self._workspace
        game = position.game
        evaluator = usable_evaluation(game, heuristic)
        score = scoring_kernel(game.rules, evaluator.kernel)
        scores = np.zeros(len(nodes), np.int64)

        def work() -> int:
            board, address = game.board, evaluator.address
            return score(board, position.state, address, ROOT, nodes, is_wanted, scores, workspace)

        suspects = Suspects.of(game, heuristic)
        run_watched(work, workspace, self._watch, doing, int(is_wanted.sum()), suspects)
        return scores


def _written(nodes: Any, grid: Grid) -> Iterator[str]:
    """Write the moves that lead to nodes; there are far fewer moves than nodes."""
    known: dict[tuple[int, int, int], str] = {}
    for move in zip(nodes.origin.tolist(), nodes.target.tolist(), nodes.captures.tolist(), strict=True):
        if move not in known:
            origin, target = (None if square == NO_SQUARE else square for square in move[:2])
            known[move] = WrittenMove(origin, target, "x" if move[2] else "-").write(grid)
        yield known[move]
