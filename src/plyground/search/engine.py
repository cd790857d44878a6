"""The search as an object: a position and a limit go in, one report a depth comes out."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Iterator

from plyground.core.position import Game, Position
from plyground.evaluation import Evaluation, default_heuristic, usable_evaluation
from plyground.search.alphabeta import make_search
from plyground.search.constants import DEFAULT, Constants
from plyground.search.features import Features, preset
from plyground.search.iterative_deepening import IterativeDeepening
from plyground.search.limit import Limit
from plyground.search.lmr import reduction_table
from plyground.search.parallel import RootSearch, SharedTree, SplitRoot, ThreadPool, thread_count
from plyground.search.report import Report
from plyground.search.score import INFINITY, UNIT
from plyground.search.searcher import DEFAULT_MEGABYTES, Searcher
from plyground.search.selectivity import CutTables, Selectivity
from plyground.search.tt import claim_memory, make_table
from plyground.search.watchdog import Suspects, Watchdog, end_thread, run_watched
from plyground.search.workspace import make_workspace

# A search that ends this soon runs where it is asked for. Handing it to a thread and back takes a
# quarter of its time, and more where other programs keep the cores busy.
SHORT_SECONDS = 0.05
CERTAINLY_IN_TIME = 10 * SHORT_SECONDS


class SearchEngine(Searcher):
    """The search of one game with one evaluation: `plyground.engine.Engine` without the exact solver."""

    game: Game
    features: Features
    megabytes: int
    constants: Constants

    def __init__(
        self,
        game: Game,
        evaluate: Evaluation | None = None,
        *,
        algorithm: str = "engine",
        features: Features | None = None,
        order: Evaluation | None = None,
        threads: int = 1,
        megabytes: int = DEFAULT_MEGABYTES,
        constants: Constants = DEFAULT,
        selectivity: Selectivity | None = None,
    ) -> None:
        super().__init__(game, threads)
        self.features = preset(algorithm, game.rules) if features is None else features
        self.megabytes = megabytes
        self.constants = constants
        self._pace = 0.0  # nodes per second; tiny searches are slower than others, so it is the best seen
        evaluate = default_heuristic(game.name) if evaluate is None else evaluate
        evaluator = usable_evaluation(game, evaluate)
        if order is None and self.features.beam:
            order = evaluate
        orderer = None if order is None else usable_evaluation(game, order)
        order_kernel = None if orderer is None else orderer.kernel
        search = make_search(game.rules, game.board, evaluator.kernel, self.features, order_kernel)
        count = thread_count(threads)
        table = make_table(megabytes if self.features.tt else 0)
        workspaces = [make_workspace(game.rules, game.board, table) for _ in range(count)]
        if selectivity is None and self.features.uses_selectivity:
            selectivity = Selectivity.of(game, evaluate)
        cuts = None if selectivity is None else CutTables(selectivity, constants)
        for workspace in workspaces:
            workspace.reductions[:] = reduction_table(constants.reduction_base, constants.reduction_divisor)
            workspace.singular_margin = round(constants.singular_margin * UNIT)
            workspace.beam_width = round(constants.beam_width)
        self._pool = ThreadPool(search, workspaces, table, evaluator, orderer, cuts)
        self._suspects = Suspects.of(game, evaluate, order)
        self._is_prepared = False

    def _halt(self) -> None:
        self._pool.stop()

    def _hear(self) -> None:
        self._pool.hear()

    def _forget(self) -> None:
        self._pool.clear()

    def _prepare(self) -> None:
        if self._suspects is not None:
            self._suspects.check()
        if not self._is_prepared:
            pool = self._pool
            claim_memory(pool.table)
            start = self.game.start()
            start.play(start.moves()[0]).moves()  # the rules, as reports need them
            self._run_first(lambda: pool.search(start.state, 1, 0, -INFINITY, INFINITY, pool.workspaces[0]))
            self._is_prepared = True

    def _run_first(self, search: Callable[[], object]) -> None:
        """Run a search of one ply, which compiles it; somebody's code in it may loop even there."""
        if self._suspects is None:
            search()
        else:
            run_watched(search, self._suspects, lambda: self._pool.nodes)

    def _think(self, position: Position, limit: Limit, lines: int) -> Generator[Report, None, None]:
        """Search a position whose game is not over; everything is compiled."""
        self._pool.begin(position, limit)
        root = self._root_search(position)
        deepening = IterativeDeepening(self._pool, root, position, self.features, lines, self.constants)
        if self._is_short(limit):
            deepening.run(limit)
            yield from deepening.reports()
        else:
            yield from self._watched(deepening, limit)
        self._pace = max(self._pace, deepening.pace)

    def _is_short(self, limit: Limit) -> bool:
        """Tell whether a search is over before anybody could want to look at it or to stop it."""
        is_in_time = limit.deadline is None or limit.deadline > CERTAINLY_IN_TIME
        is_trusted = self._suspects is None
        return (
            is_trusted and is_in_time and limit.nodes is not None and limit.nodes < SHORT_SECONDS * self._pace
        )

    def _watched(self, deepening: IterativeDeepening, limit: Limit) -> Iterator[Report]:
        """Run a search in a thread, tell how it goes, and stop it in time."""
        started = time.perf_counter()
        suspects = self._suspects
        thread = threading.Thread(target=deepening.run, args=(limit,), daemon=suspects is not None)
        stop_after = None if limit.deadline is None else self._margin.before(limit.deadline)
        timer = threading.Timer(stop_after or 0, self._pool.stop)
        thread.start()
        if stop_after is not None:
            timer.start()
        watch = (lambda: None) if suspects is None else self._watchdog(thread, suspects)
        try:
            yield from deepening.reports(watch)
            if stop_after is not None and self._pool.is_stopped:
                self._margin.learn(time.perf_counter() - started - stop_after)
        finally:  # also when nobody asks for more reports
            timer.cancel()
            self._pool.stop()
            end_thread(thread, suspects)

    def _watchdog(self, thread: threading.Thread, suspects: Suspects) -> Callable[[], None]:
        pool = self._pool
        return Watchdog(thread, suspects, lambda: pool.nodes, lambda: pool.is_stopped).look

    def _root_search(self, position: Position) -> RootSearch:
        """Choose how the threads work together: without a table they cannot share one."""
        features, pool = self.features, self._pool
        if len(pool.workspaces) > 1 and (features.root_splitting or not features.tt):
            return SplitRoot(pool, position, uses_alphabeta=features.alphabeta, uses_pvs=features.pvs)
        return SharedTree(pool, position)
