"""Monte Carlo tree search as an object: a position and a limit go in, reports come out."""

from __future__ import annotations

import math
import random
import statistics
import threading
import time
from collections.abc import Generator, Iterator
from typing import Any

import numpy as np

from plyground.core.hashing import hash_state, stream_of
from plyground.core.position import Game, Position
from plyground.evaluation import Evaluation, default_heuristic, usable_evaluation
from plyground.search.limit import Limit
from plyground.search.mcts.features import MctsConstants, MctsFeatures, mcts_preset
from plyground.search.mcts.reading import GrownTree
from plyground.search.mcts.simulation import Simulate, make_simulate
from plyground.search.mcts.subtree import keep_subtree, make_room
from plyground.search.mcts.tree import UNKNOWN, make_mcts_workspace, make_trees
from plyground.search.parallel import most_seen, run_side_by_side, thread_count
from plyground.search.report import Report
from plyground.search.score import UNIT
from plyground.search.searcher import DEFAULT_MEGABYTES, Searcher
from plyground.search.watchdog import Suspects, run_watched
from plyground.search.workspace import MOST_HISTORY, MOST_PLIES

FIRST_PORTION = 100
"""The simulations before the first report. A report is complete whenever they have doubled."""
REPORT_SECONDS = 0.1
NO_LIMIT = 1 << 62

# The scale of an evaluation is taken from positions of random games.
_SAMPLED_GAMES = 8
_SAMPLED_PLIES = 40


class MctsEngine(Searcher):
    """Searches positions of one game by Monte Carlo tree search.

    >>> import plyground as ply
    >>> game = ply.game("breakthrough", size=4)
    >>> engine = ply.MctsEngine(game, algorithm="uct", seed=1)
    >>> engine.best_move(game.start(), ply.Limit(nodes=2000)) in game.start().moves()
    True

    Args:
        game: the game, on a board of some size.
        evaluate: what scores positions, where the features ask for it; without it the best that the game has.
        algorithm: ``mcts`` or ``uct``: presets of the features.
        features: the features one by one, instead of an algorithm.
        threads: how many threads search together; 0 for one on every core.
        megabytes: the size of the tree.
        constants: numbers of the search.
        seed: of the playouts. With one thread, a limit of nodes and `clear` before, a search repeats exactly.

    A limit of nodes counts simulations, and so do reports; a limit of depth bounds the tree. Scores are mean
    results from -1 (lost) to 1 (won) unless something is proved. Only `stop` may be called while it searches.
    """

    def __init__(
        self,
        game: Game,
        evaluate: Evaluation | None = None,
        *,
        algorithm: str = "mcts",
        features: MctsFeatures | None = None,
        threads: int = 1,
        megabytes: int = DEFAULT_MEGABYTES,
        constants: MctsConstants | None = None,
        seed: int = 0,
    ) -> None:
        super().__init__(game, threads)
        self.features = mcts_preset(algorithm) if features is None else features
        self.constants = constants or MctsConstants()
        self._seed = seed
        evaluator = None
        if self.features.uses_evaluation:
            evaluate = default_heuristic(game.name) if evaluate is None else evaluate
            evaluator = usable_evaluation(game, evaluate)
        self._evaluator = evaluator  # keeps the data alive that the kernel reads
        kernel = None if evaluator is None else evaluator.kernel
        self._simulate: Simulate = make_simulate(game.rules, game.board, kernel, self.features)
        count = thread_count(threads)
        self._workspaces = [make_mcts_workspace(game.rules, game.board, self.constants) for _ in range(count)]
        self._trees = make_trees(megabytes, count if self.features.root_parallel else 1)
        self._suspects = Suspects.of(game, evaluate if evaluator is not None else None)
        self._root: Position | None = None
        self._is_prepared = False
        self._begin_streams()

    def seed(self, seed: int) -> None:
        """Begin the streams of chance again, with another seed."""
        with self._using():
            self._seed = seed
            self._begin_streams()

    def tree(self) -> GrownTree | None:
        """Return the tree of the last search, to look at; None before the first."""
        return None if self._root is None else GrownTree(self._root, self._arrays)

    @property
    def _arrays(self) -> tuple[Any, ...]:
        return tuple(each.nodes for each in self._trees)

    def _think(self, position: Position, limit: Limit, lines: int) -> Generator[Report, None, None]:
        """Yield a complete report whenever the simulations have doubled, and others in between."""
        began, seconds = time.perf_counter(), _seconds_of(limit)
        stop_at = None if seconds is None else began + self._margin.before(seconds)
        self._begin(position, limit, stop_at)
        yield from self._grow(position, limit, lines, began, stop_at)

    def _grow(
        self, position: Position, limit: Limit, lines: int, began: float, stop_at: float | None
    ) -> Iterator[Report]:
        """Run simulations in portions, with a report after each."""
        timer = threading.Timer(0 if stop_at is None else max(stop_at - time.perf_counter(), 0), self._halt)
        timer.daemon = True
        if stop_at is not None:
            timer.start()
        most = NO_LIMIT if limit.nodes is None else limit.nodes
        done, pace, doubled = 0, 0.0, FIRST_PORTION
        try:
            while True:
                portion = max(FIRST_PORTION, int(REPORT_SECONDS * pace))
                self._run(position, min(portion, doubled - done, most - done))
                done = sum(int(each.simulations) for each in self._workspaces)
                passed = time.perf_counter() - began
                pace = done / passed
                is_over = done >= most or self._is_halted or self._is_proved or _is_forced(position, limit)
                is_complete = is_over or done >= doubled
                fill = max(each.fill for each in self._trees)
                yield GrownTree(position, self._arrays).report(
                    done, passed, lines, fill, is_complete=is_complete
                )
                if is_over:
                    break
                doubled *= 1 + (done >= doubled)
                if any(each.is_full for each in self._workspaces):
                    self._make_room()
            if stop_at is not None and self._is_halted and not self._is_told_to_stop.is_set():
                self._margin.learn(time.perf_counter() - stop_at)
        finally:
            timer.cancel()

    def _run(self, position: Position, portion: int) -> None:
        """Run this many simulations, shared out among the threads."""
        threads, state = len(self._workspaces), position.state
        for index, workspace in enumerate(self._workspaces):
            share = portion // threads + (index < portion % threads)
            workspace.simulation_limit = workspace.simulations + share
        run_watched(
            lambda: run_side_by_side(lambda index: self._simulate(state, self._workspaces[index]), threads),
            self._suspects,
            lambda: sum(int(each.nodes) for each in self._workspaces),
            stop=self._halt,
        )

    def _begin(self, position: Position, limit: Limit, stop_at: float | None = None) -> None:
        """Make the root of the tree the root of this search, and give the threads the past.

        What is known of the position is forgotten where copying it takes all the time there is.
        """

        def is_over() -> bool:
            is_late = stop_at is not None and time.perf_counter() >= stop_at
            return is_late or self._is_told_to_stop.is_set()

        is_kept = (
            self.features.reuse
            and self._root is not None
            and len(self._trees) == 1
            and keep_subtree(self._trees[0], self._root, position, is_over)
        )
        if not is_kept:
            for tree in self._trees:
                tree.clear()
        self._root = position
        past = position.line()[-MOST_HISTORY:]
        keys = [hash_state(each.repetition_key) for each in past]
        self._lend_trees()
        for workspace in self._workspaces:
            workspace.simulations, workspace.nodes, workspace.stop = 0, 0, 0
            workspace.stamps[:] = 0
            workspace.depth_limit = min(limit.depth or MOST_PLIES, MOST_PLIES - 2)
            workspace.past = len(past) - 1
            workspace.keys[: len(past)] = keys
            workspace.seen[: len(past) + 2] = most_seen(keys)
        if self._is_told_to_stop.is_set():
            self._halt()

    def _make_room(self) -> None:
        """Forget what lies below the nodes that were visited least; the threads are at rest."""
        for tree in self._trees:
            make_room(tree, lambda: self._is_halted)
        self._lend_trees()

    def _lend_trees(self) -> None:
        for index, workspace in enumerate(self._workspaces):
            self._trees[index % len(self._trees)].lend_to(workspace)
            workspace.is_full = 0

    def _prepare(self) -> None:
        if self._suspects is not None:
            self._suspects.check()
        if self._is_prepared:
            return
        spread = 1.0 if self._evaluator is None else spread_of(self.game, self._evaluator)
        is_shared = len(self._workspaces) > len(self._trees)
        for workspace in self._workspaces:
            workspace.spread = spread
            workspace.evaluation = np.uint64(0) if self._evaluator is None else self._evaluator.address
            workspace.virtual_loss = round(self.constants.virtual_loss) if is_shared else 0
        start = self.game.start()
        self._begin(start, Limit())
        self._run(start, len(self._workspaces))
        self._make_room()  # compiled as well: no search has to wait for it
        self._forget()
        self._is_prepared = True

    def _forget(self) -> None:
        for tree in self._trees:
            tree.clear()
        self._root = None
        self._begin_streams()

    def _begin_streams(self) -> None:
        for index, workspace in enumerate(self._workspaces):
            workspace.random[:] = stream_of(self._seed, index)

    def _hear(self) -> None:
        for workspace in self._workspaces:
            workspace.stop = 0

    def _halt(self) -> None:
        for workspace in self._workspaces:
            workspace.stop = 1

    @property
    def _is_halted(self) -> bool:
        return bool(self._workspaces[0].stop)

    @property
    def _is_proved(self) -> bool:
        return self.features.solver and any(each.nodes[0]["proof"] != UNKNOWN for each in self._trees)


def spread_of(game: Game, evaluator: Any) -> float:
    """Return how large evaluations are, in thousandths: the median of their sizes in random games."""
    chance, sizes = random.Random(0), list[float]()
    for _ in range(_SAMPLED_GAMES):
        position = game.start()
        for _ in range(_SAMPLED_PLIES):
            if position.outcome is not None:
                break
            size = abs(float(evaluator(game.board, position.state)))
            if 0 < size < math.inf:
                sizes.append(size)
            position = position.play(chance.choice(position.moves()))
    return UNIT * statistics.median(sizes or [1.0])


def _seconds_of(limit: Limit) -> float | None:
    """Return how long a search lasts: with a clock, as long as an ordinary move should."""
    planned = None if limit.clock is None else limit.clock.planned
    return min((each for each in (limit.seconds, planned) if each is not None), default=None)


def _is_forced(position: Position, limit: Limit) -> bool:
    """Tell whether there is nothing to think about, with a clock that could be spared."""
    return limit.clock is not None and len(position.moves()) == 1
