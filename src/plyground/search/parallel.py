"""Parallel search: the threads that search one root together, in one of two ways.

`SharedTree`: all search the same tree and share the transposition table; each defers moves that another one
is searching (ABDADA, steps 10 and 16 of `alphabeta`). `SplitRoot`: root splitting, each root move is
searched by one thread.
"""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from plyground.core.hashing import hash_state
from plyground.core.heuristics import Evaluator
from plyground.core.position import Position
from plyground.core.rules import NO_SQUARE
from plyground.errors import OptionError
from plyground.search.alphabeta import Search
from plyground.search.limit import Limit
from plyground.search.score import INFINITY
from plyground.search.selectivity import CutTables
from plyground.search.tt import MARKS
from plyground.search.workspace import MOST_HISTORY, NO_COUNTER, NO_MOVE, Workspace

# Below these depths a search is over before a thread has started.
THREADS_FROM_DEPTH = 5
SPLIT_FROM_DEPTH = 3
NO_NODE_LIMIT = 1 << 62
MOST_THREADS = 256
FILL_SAMPLE = 4000  # entries looked at to tell how full the table is


@dataclass(frozen=True)
class RootResult:
    """What a search of the root found: the pv is empty if no move was better than `alpha`."""

    score: int
    pv: tuple[int, ...]
    is_complete: bool = True


class RootSearch(Protocol):
    """One way to search the root with the threads of a pool."""

    def __call__(self, depth: int, alpha: int, beta: int) -> RootResult:
        """Search the root to a depth, in a window."""
        ...


class ThreadPool:
    """The memory and the threads of an engine, and how to stop them.

    Workspaces hold addresses of the table and of what evaluations read: all that is kept here, as long
    as a thread may search, even one that was left behind.
    """

    def __init__(
        self,
        search: Search,
        workspaces: list[Workspace],
        table: Any,
        evaluate: Evaluator | None = None,
        order: Evaluator | None = None,
        cuts: CutTables | None = None,
    ) -> None:
        self.search = search
        self.workspaces = workspaces
        self.table = table
        self._evaluators = evaluate, order
        self._cuts = cuts
        for workspace in workspaces:
            workspace.evaluation = np.uint64(0) if evaluate is None else evaluate.address
            workspace.order_data = np.uint64(0) if order is None else order.address
        self._age = 0
        self._is_stopped = threading.Event()

    def begin(self, position: Position, limit: Limit) -> None:
        """Prepare for a new search: the past of the game, and what earlier searches left behind."""
        self._age += 1
        past = position.line()[-MOST_HISTORY:]
        keys = [hash_state(each.repetition_key) for each in past]
        seen = most_seen(keys)
        most_nodes = NO_NODE_LIMIT if limit.nodes is None else -(-limit.nodes // len(self.workspaces))
        selectivity = np.uint64(0) if self._cuts is None else self._cuts.address_for(position)
        self.table["check"][-MARKS:] = 0
        for workspace in self.workspaces:
            workspace.nodes, workspace.is_shared = 0, 0
            workspace.node_limit = most_nodes
            workspace.age = np.uint64(self._age)
            workspace.past = len(past) - 1
            workspace.keys[: len(past)] = keys
            workspace.seen[: len(past) + 2] = seen
            workspace.selectivity = selectivity
            workspace.no_null_move[:] = 0
            workspace.killers[:] = NO_MOVE
            workspace.history[:] //= 8
            workspace.continuation_history[:] //= 8
            workspace.excluded_count = 0
        self.release()

    def hear(self) -> None:
        """Heed every `stop` from now on, and none from before."""
        self._is_stopped.clear()

    def stop(self) -> None:
        """End the search under way, or about to begin, from any thread."""
        self._is_stopped.set()
        self.halt()

    @property
    def is_stopped(self) -> bool:
        """Tell whether somebody ended the search."""
        return self._is_stopped.is_set()

    def halt(self) -> None:
        """Make the threads return, for now: one of them has the answer."""
        for workspace in self.workspaces:
            workspace.stop = 1

    def release(self) -> None:
        """Let the threads run again after `halt`, unless somebody has ended the search."""
        for workspace in self.workspaces:
            workspace.stop = 0
        if self.is_stopped:
            self.halt()

    def exclude(self, codes: Sequence[int]) -> None:
        """Leave some root moves out."""
        for workspace in self.workspaces:
            workspace.excluded[: len(codes)] = codes
            workspace.excluded_count = len(codes)

    @property
    def nodes(self) -> int:
        """All nodes of this search."""
        return sum(int(workspace.nodes) for workspace in self.workspaces)

    @property
    def reached_horizon(self) -> bool:
        """Tell whether a deeper search could find something new."""
        return any(bool(workspace.horizon) for workspace in self.workspaces)

    @property
    def table_fill(self) -> float:
        """How much of the table is in use, from 0 to 1."""
        sample = self.table["content"][: min(FILL_SAMPLE, len(self.table) - MARKS)]
        return float(np.count_nonzero(sample) / len(sample))

    def clear(self) -> None:
        """Forget everything that earlier searches found."""
        self.table["check"][:] = 0
        self.table["content"][:] = 0
        for workspace in self.workspaces:
            workspace.history[:] = 0
            workspace.counter_moves[:] = NO_COUNTER
            workspace.continuation_history[:] = 0


def most_seen(keys: Sequence[Any]) -> list[int]:
    """Return how often any position up to each was seen, with the same side to move; two places on."""
    most, times = [0, 0], Counter[int]()
    for key in keys:
        times[key] += 1
        most.append(max(most[-2], times[key]))
    return most


def pv_of(workspace: Workspace, ply: int = 0) -> tuple[int, ...]:
    """Return the principal variation that a search left behind."""
    return tuple(workspace.pv[ply][: workspace.pv_length[ply]].tolist())


def thread_count(threads: int) -> int:
    """Return how many threads to start; 0 stands for one on every core.

    Raises:
        OptionError: this many are not allowed.
    """
    if not 0 <= threads <= MOST_THREADS:
        raise OptionError(f"{threads} threads cannot search; allowed: 0 (one a core) to {MOST_THREADS}")
    return threads or len(os.sched_getaffinity(0))


def run_side_by_side(work: Callable[[int], None], count: int) -> None:
    """Call `work` with 0 to `count` - 1, each in a thread of its own, and wait for all."""
    errors: list[BaseException] = []

    def run(index: int) -> None:
        try:
            work(index)
        except BaseException as error:  # noqa: BLE001  # raised again below
            errors.append(error)

    threads = [threading.Thread(target=run, args=(index,)) for index in range(1, count)]
    for thread in threads:
        thread.start()
    run(0)
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


class SharedTree:
    """All threads search the whole tree; the first one to be done has the answer for all."""

    def __init__(self, pool: ThreadPool, position: Position) -> None:
        self._pool = pool
        self._state = position.state

    def __call__(self, depth: int, alpha: int, beta: int) -> RootResult:
        """Search the root to a depth, in a window."""
        pool = self._pool
        size = len(pool.workspaces) if depth >= THREADS_FROM_DEPTH else 1
        results: list[RootResult] = []
        lock = threading.Lock()

        def search(index: int) -> None:
            workspace = pool.workspaces[index]
            workspace.is_shared = int(size > 1)
            workspace.horizon = 0
            try:
                score = int(pool.search(self._state, depth, 0, alpha, beta, workspace))
            except BaseException:
                pool.halt()  # the others need not finish what nobody will hear of
                raise
            with lock:
                if results or workspace.stop:
                    return
                results.append(RootResult(score, pv_of(workspace)))
                pool.halt()

        run_side_by_side(search, size)
        if results:
            pool.release()
            return results[0]
        main = pool.workspaces[0]
        return RootResult(int(main.root_score), pv_of(main), is_complete=False)


class SplitRoot:
    """Each root move is searched by one thread, with the best score so far of all as its bound."""

    def __init__(self, pool: ThreadPool, position: Position, *, uses_alphabeta: bool, uses_pvs: bool) -> None:
        self._pool = pool
        self._position = position
        self._uses_alphabeta, self._uses_pvs = uses_alphabeta, uses_pvs
        self._moves = [move.code for move in position.moves()]
        self._alone = SharedTree(pool, position)

    def __call__(self, depth: int, alpha: int, beta: int) -> RootResult:
        """Search the root to a depth, in a window."""
        if depth < SPLIT_FROM_DEPTH:
            return self._alone(depth, alpha, beta)
        pool = self._pool
        main = pool.workspaces[0]
        excluded = set(main.excluded[: main.excluded_count].tolist())
        waiting = [code for code in reversed(self._moves) if code not in excluded]
        best = RootResult(-INFINITY, ())
        is_cut = False
        lock = threading.Lock()

        def search_moves(index: int) -> None:
            nonlocal best, is_cut
            workspace = pool.workspaces[index]
            while True:
                with lock:
                    if not waiting or is_cut or pool.is_stopped:
                        return
                    code, bound = waiting.pop(), max(alpha, best.score)
                found = self._search_move(code, depth, bound, beta, workspace, is_first=bound == alpha)
                with lock:
                    if workspace.stop:
                        return
                    if found.score > best.score:
                        best = found
                    is_cut = self._uses_alphabeta and best.score >= beta

        for workspace in pool.workspaces:
            workspace.horizon = 0
            workspace.recapture_square[1] = NO_SQUARE  # the moves of the root are played here
        main.nodes += 1  # the root
        run_side_by_side(search_moves, len(pool.workspaces))
        was_stopped = any(bool(workspace.stop) for workspace in pool.workspaces)
        pv = best.pv if best.score > alpha or not self._uses_alphabeta else ()
        if pv and not was_stopped:
            self._try_first(pv[0])
        return RootResult(best.score, pv, is_complete=not was_stopped)

    def _try_first(self, code: int) -> None:
        """Begin the next search of this root with the best move of the last one."""
        self._moves.remove(code)
        self._moves.insert(0, code)

    def _search_move(
        self, code: int, depth: int, alpha: int, beta: int, workspace: Workspace, *, is_first: bool
    ) -> RootResult:
        game, search = self._position.game, self._pool.search
        child = game.rules.play(game.board, self._position.state, code)
        if not self._uses_alphabeta:
            alpha, beta = -INFINITY, INFINITY
        score = alpha + 1
        if self._uses_pvs and not is_first:
            score = -int(search(child, depth - 1, 1, -alpha - 1, -alpha, workspace))
        if score > alpha:
            score = -int(search(child, depth - 1, 1, -beta, -alpha, workspace))
        return RootResult(score, (code, *pv_of(workspace, ply=1)))
