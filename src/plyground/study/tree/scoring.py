"""What a heuristic says about the nodes of a tree, found by compiled code in one call."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from plyground.core.heuristics import DataKernel
from plyground.core.rules import Rules
from plyground.jit import kernel
from plyground.search.quiescence import as_score


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
