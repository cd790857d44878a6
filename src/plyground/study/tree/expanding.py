"""All positions that follow from one, found by compiled rules in one call."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from plyground.core.guards import guarded
from plyground.core.hashing import hash_state
from plyground.core.heuristics import DataKernel
from plyground.core.position import Position
from plyground.core.rules import NO_SQUARE, ONGOING, Rules
from plyground.jit import kernel
from plyground.search.quiescence import as_score
from plyground.study.tree.columns import NOBODY

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


def make_nodes(most: int) -> Any:
    """Make room for nodes, with the root in place."""
    # Records of a recarray have attributes in plain Python too, as they have in compiled code.
    nodes = np.zeros(most, NODE).view(np.recarray)
    nodes[0].parent = NOBODY
    return nodes


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
