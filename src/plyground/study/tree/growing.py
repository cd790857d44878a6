"""The tree of a real position: what the textbook's minimax looks at.

The textbook itself would take seconds for a large one, so compiled code finds the same nodes.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from plyground.core.guards import guarded
from plyground.core.hashing import hash_state
from plyground.core.heuristics import DataKernel, Heuristic
from plyground.core.notation import Grid, WrittenMove
from plyground.core.position import Position
from plyground.core.rules import NO_SQUARE, ONGOING, Rules
from plyground.errors import OptionError
from plyground.evaluation import usable_evaluation
from plyground.jit import kernel
from plyground.search.quiescence import as_score
from plyground.search.score import UNIT, WIN
from plyground.search.watchdog import Suspects
from plyground.study.tree.columns import NOBODY, ROOT, Tree, max_and_min
from plyground.study.tree.watching import Watch, nobody_watches, run_watched

NODE = np.dtype(
    [
        ("parent", np.int32),
        ("ply", np.int32),
        ("code", np.int32),
        ("origin", np.int32),
        ("target", np.int32),
        ("captures", np.int32),
        ("result", np.int64),
    ],
    align=True,
)
"""A node: its parent, the move that leads to it, and what the rules say about its result."""


def make_workspace(position: Position, depth: int) -> Any:
    """Make what kernels work with: `nodes` counts those they have seen, `stop` makes them return early."""
    layout = [(name, np.int64) for name in ("nodes", "stop", "depth", "past", "repetition_limit")]
    workspace = np.zeros(1, np.dtype(layout)).view(np.recarray)[0]
    workspace["depth"] = depth
    workspace["past"] = len(position.line()) - 1
    workspace["repetition_limit"] = position.game.rules.repetition_limit(position.game.board)
    return workspace


def make_buffers(position: Position, depth: int) -> tuple[Any, Any]:
    """Make room for the moves at every ply, and for what tells repetitions, with the game so far."""
    rules, board = position.game.rules, position.game.board
    moves = np.zeros((depth + 1, rules.most_moves(board)), np.int32)
    past = position.line()[:-1]
    keys = np.zeros(len(past) + depth + 1, np.uint64)
    keys[: len(past)] = [hash_state(each.repetition_key) for each in past]
    return moves, keys


@functools.cache
def expanding_kernel(rules: Rules[Any, Any]) -> Callable[..., None]:
    """Return the kernel that writes down everything below a node.

    It stops where there is no room for more nodes, and sets `workspace.stop` then.
    """
    rules = guarded(rules)
    legal_moves, play, result = rules.legal_moves, rules.play, rules.result
    cell, move_squares = rules.cell, rules.move_squares
    count_occurrences = _make_count_occurrences(rules)

    @kernel(label=f"the tree of {rules.name}")
    def expand(board: Any, state: Any, node: int, nodes: Any, buffer: Any, keys: Any, workspace: Any) -> None:
        ply = nodes[node].ply
        moves = buffer[ply]
        count = legal_moves(board, state, moves)
        outcome = result(board, state, count)
        limit = workspace.repetition_limit
        is_open = outcome == ONGOING
        if is_open and limit > 0 and count_occurrences(board, state, keys, workspace.past + ply) >= limit:
            outcome = 0
        nodes[node].result = outcome
        if outcome != ONGOING or ply == workspace.depth:
            return
        for index in range(count):
            if workspace.nodes == len(nodes):
                workspace.stop = 1
            if workspace.stop != 0:
                return
            child = int(workspace.nodes)
            workspace.nodes += 1
            code = int(moves[index])
            origin, target = move_squares(board, state, code)
            is_on_a_square = target != NO_SQUARE
            row, column = target // board.columns, target % board.columns
            nodes[child].parent = node
            nodes[child].ply = ply + 1
            nodes[child].code = code
            nodes[child].origin = origin
            nodes[child].target = target
            nodes[child].captures = 1 if is_on_a_square and cell(board, state, row, column) < 0 else 0
            expand(board, play(board, state, code), child, nodes, buffer, keys, workspace)

    return expand


def _make_count_occurrences(rules: Rules[Any, Any]) -> Callable[[Any, Any, Any, int], int]:
    """Make the kernel that tells how often a position has stood on the board, now included."""
    repetition_key = rules.repetition_key
    if repetition_key is None:

        @kernel
        def count_once(board: Any, state: Any, keys: Any, here: int) -> int:
            return 1

        return count_once

    @kernel
    def count(board: Any, state: Any, keys: Any, here: int) -> int:
        keys[here] = hash_state(repetition_key(board, state))
        seen = 0
        for index in range(here + 1):
            if keys[index] == keys[here]:
                seen += 1
        return seen

    return count


@functools.lru_cache(maxsize=32)
def scoring_kernel(rules: Rules[Any, Any], evaluate: DataKernel) -> Callable[..., int]:
    """Return the kernel that scores the wanted ones of a node and all below it.

    Scores are for the side to move. It returns the number behind the last node below. `address` is
    that of the data of the evaluation.
    """
    play = rules.play

    @kernel(label=f"scores in a tree of {rules.name}")
    def score(
        board: Any,
        state: Any,
        address: Any,
        node: int,
        nodes: Any,
        wanted: Any,
        scores: Any,
        workspace: Any,
    ) -> int:
        if workspace.stop != 0:
            return len(nodes)
        if wanted[node]:
            scores[node] = as_score(evaluate(board, state, address))
            workspace.nodes += 1
        child = node + 1
        while child < len(nodes) and nodes[child].parent == node:
            following = play(board, state, int(nodes[child].code))
            child = score(board, following, address, child, nodes, wanted, scores, workspace)
        return child

    return score


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
        # Records of a recarray have attributes in plain Python too, as they have in compiled code.
        nodes = np.zeros(most_nodes, NODE).view(np.recarray)
        nodes[0].parent = NOBODY
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
        nodes = self._nodes
        if places is not None:
            nodes, leaves = nodes[places], [leaves[place] for place in places.tolist()]
            numbers = np.empty(len(places), np.int64)
            numbers[places] = np.arange(len(places))
            nodes.parent[1:] = numbers[nodes.parent[1:]]
        moves = ("", *_written(nodes[1:], position.game.grid))
        return Tree(max_and_min(position), tuple(nodes.parent.tolist()), moves, tuple(leaves))

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
