"""Counting the leaves of the game tree: the classic proof that the rules are right.

By the convention of the published Othello tables a pass is a ply, and a finished game stays
one leaf at every greater depth. Draws by repetition depend on the path and are not counted.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import Any

import numpy as np

from plyground.core.guards import guarded
from plyground.core.position import Game, Position
from plyground.core.rules import ONGOING, Rules
from plyground.jit import kernel

DEEPEST = 60
_REPORTING_DEPTH = 4  # subtrees of this depth take microseconds: often enough, and free
_WAKE_SECONDS = 0.05
_STOPPED_SECONDS = 3.0


def make_workspace(most_moves: int) -> Any:
    """Make the workspace of a perft kernel; it is passed as one pointer."""
    layout = [("moves", np.int32, (DEEPEST + 1, most_moves)), ("leaves", np.int64), ("stop", np.int64)]
    # A record of a recarray has attributes in plain Python too, as it has in compiled code.
    return np.zeros(1, np.dtype(layout, align=True)).view(np.recarray)[0]


def make_perft(rules: Rules[Any, Any], board: Any) -> Callable[[Any, int, Any], int]:
    """Compile perft around the rules of one game on one board.

    While it runs, ``workspace.leaves`` grows, and ``workspace.stop`` makes it return early.
    """
    rules = guarded(rules, board)
    legal_moves, play, result = rules.legal_moves, rules.play, rules.result

    @kernel(label=f"perft of {rules.name} {board.rows}x{board.columns}")
    def perft(state: Any, depth: int, workspace: Any) -> int:
        if depth == 0:
            return 1
        if depth > _REPORTING_DEPTH and workspace.stop != 0:
            return 0
        moves = workspace.moves[depth]
        count = legal_moves(board, state, moves)
        if result(board, state, count) != ONGOING:
            return 1
        leaves = 0
        for index in range(count):
            leaves += perft(play(board, state, moves[index]), depth - 1, workspace)
        if depth == _REPORTING_DEPTH:
            workspace.leaves += leaves
        return leaves

    return perft


def _settle(future: Future[Any], function: Callable[..., Any], *arguments: Any) -> None:
    """Call a function, and pass on what it returns or raises."""
    try:
        future.set_result(function(*arguments))
    except BaseException as error:  # noqa: BLE001  # it is raised again where it is asked for
        future.set_exception(error)


class LeafCounter:
    """Counts leaves of positions of one game; another thread may watch and stop it."""

    def __init__(self, game: Game) -> None:
        self._perft = make_perft(game.rules, game.board)
        self._workspace = make_workspace(game.rules.most_moves(game.board))

    def count(self, position: Position, depth: int, watch: Callable[[int], None] | None = None) -> int:
        """Return the leaves at some depth; `watch` receives those counted so far, now and then.

        Ctrl-C ends it within milliseconds: the counting runs in a thread of its own, since a
        kernel does not notice a signal.
        """
        workspace = self._workspace
        workspace["leaves"], workspace["stop"] = 0, 0
        counting: Future[int] = Future()
        thread = threading.Thread(
            target=_settle, args=(counting, self._perft, position.state, depth, workspace), daemon=True
        )
        thread.start()
        try:
            while wait([counting], timeout=_WAKE_SECONDS).not_done:
                if watch is not None:
                    watch(int(workspace["leaves"]))
        except BaseException:
            workspace["stop"] = 1
            thread.join(_STOPPED_SECONDS)  # a rule that does not return is left behind
            raise
        return int(counting.result())

    def divide(self, position: Position, depth: int) -> dict[str, int]:
        """Return the leaves at some depth below each legal move."""
        return {str(move): self.count(position.play(move), depth - 1) for move in position.moves()}
