"""The engine as people use it: a position and a limit go in, one report a depth comes out."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from queue import Empty, SimpleQueue
from typing import Any

import numpy as np

from plyground.hashing import hash_state
from plyground.position import Game, Move, Position
from plyground.search.compiled import Search, make_search
from plyground.search.features import PRESETS, Features
from plyground.search.limit import Limit
from plyground.search.memory import MOST_HISTORY, MOST_PLIES, make_table, make_workspace
from plyground.search.report import Report
from plyground.search.score import DRAW, INFINITY, UNIT, WIN, as_points, plies_to_end

REPORT_SECONDS = 0.1
NO_NODE_LIMIT = 1 << 62
ASPIRATION_WINDOW = UNIT // 2
ASPIRATION_FROM_DEPTH = 4
FILL_SAMPLE = 4000  # entries looked at to tell how full the table is

Heuristic = Callable[[Any, Any], float]


class Engine:
    """Searches positions of one game with one evaluation.

    The transposition table is kept from one search to the next. An engine runs one search at
    a time; `stop` may be called from any thread.
    """

    def __init__(
        self,
        game: Game,
        evaluate: Heuristic,
        *,
        features: Features = PRESETS["engine"],
        order: Heuristic | None = None,
        threads: int = 1,
        megabytes: int = 64,
    ) -> None:
        self.game = game
        self.features = features
        self._search = make_search(game.rules, game.board, evaluate, features, order)
        self._workspaces = [make_workspace(game.rules, game.board) for _ in range(threads)]
        self._table = make_table(megabytes if features.table else 0)
        self._age = 0

    def stop(self) -> None:
        """End the search under way; it still tells the best move so far."""
        for workspace in self._workspaces:
            workspace["stop"] = 1

    def search(self, position: Position, limit: Limit) -> Iterator[Report]:
        """Yield a report for every depth, and ten a second while one takes long.

        The last report is the best that was found within the limit.
        """
        if position.outcome is not None:
            yield _finished(position)
            return
        run = _Run(self._search, self._workspaces, self._table, position)
        self._begin(position, limit)
        timer = threading.Timer(limit.seconds or 0, self.stop)
        deepening = threading.Thread(target=run.deepen, args=(self._depths(limit), self.features))
        deepening.start()
        if limit.seconds is not None:
            timer.start()
        try:
            yield from run.reports()
        finally:  # also when nobody asks for more reports
            timer.cancel()
            self.stop()
            deepening.join()

    def _depths(self, limit: Limit) -> range:
        """Return the depths to search: all up to the deepest, or that one alone."""
        deepest = limit.depth or MOST_PLIES
        is_one_enough = limit.depth is not None and not self.features.deepening
        return range(deepest if is_one_enough else 1, deepest + 1)

    def _begin(self, position: Position, limit: Limit) -> None:
        """Prepare the workspaces: the past of the game, and what earlier searches left behind."""
        self._age += 1
        past = [hash_state(earlier.repetition_key) for earlier in position.line()[:-1][-MOST_HISTORY:]]
        for workspace in self._workspaces:
            workspace["nodes"], workspace["stop"] = 0, 0
            workspace["node_limit"] = NO_NODE_LIMIT if limit.nodes is None else limit.nodes
            workspace["age"] = np.uint64(self._age)
            workspace["past"] = len(past)
            workspace["keys"][: len(past)] = past
            workspace["killers"][:] = -1
            workspace["history"][:] //= 8
            workspace["excluded_count"] = 0


class _Run:
    """One search: a thread that deepens, and the reports it makes."""

    def __init__(self, search: Search, workspaces: list[Any], table: Any, position: Position) -> None:
        self._search = search
        self._workspaces = workspaces
        self._table = table
        self._position = position
        self._started = time.perf_counter()
        self._found = SimpleQueue[Report | BaseException | None]()
        self._best = Report(position.moves()[0], 0, 0, 0, 0.0, (position.moves()[0],), is_complete=False)

    def reports(self) -> Iterator[Report]:
        """Yield what the deepening thread finds, and where it stands while it finds nothing."""
        while True:
            try:
                found = self._found.get(timeout=REPORT_SECONDS)
            except Empty:
                yield self._progress()
                continue
            if isinstance(found, BaseException):
                raise found
            if found is None:
                return
            yield found

    def deepen(self, depths: range, features: Features) -> None:
        """Search one depth after the other until something says stop."""
        try:
            score = DRAW
            for depth in depths:
                found = self._search_depth(depth, score, features)
                if found is None:
                    self._tell(self._interrupted(depth))
                    break
                score = found
                self._tell(self._report(depth, score, is_complete=True))
                if self._is_decided(score, depth):
                    break
            self._found.put(None)
        except BaseException as error:  # noqa: BLE001  # it is raised again where it is asked for
            self._found.put(error)

    def _tell(self, report: Report) -> None:
        self._best = report
        self._found.put(report)

    def _search_depth(self, depth: int, last_score: int, features: Features) -> int | None:
        """Search one depth, at first in a window around the last score; None if it was stopped."""
        is_narrow = features.aspiration and depth >= ASPIRATION_FROM_DEPTH
        width = ASPIRATION_WINDOW if is_narrow else INFINITY
        alpha, beta = last_score - width, last_score + width
        while True:
            score = self._search_window(depth, max(alpha, -INFINITY), min(beta, INFINITY))
            if score is None or alpha < score < beta:
                return score
            width *= 8
            if score <= alpha:
                alpha = score - width
            else:
                beta = score + width

    def _search_window(self, depth: int, alpha: int, beta: int) -> int | None:
        """Let all threads search the root; the first one's word counts."""
        main, *helpers = self._workspaces
        main["horizon"] = 0
        state = self._position.state
        threads = [
            threading.Thread(
                target=self._search, args=(state, depth + index % 2, 0, alpha, beta, helper, self._table)
            )
            for index, helper in enumerate(helpers)
        ]
        for thread in threads:
            thread.start()
        score = int(self._search(state, depth, 0, alpha, beta, main, self._table))
        was_stopped = bool(main["stop"])
        for helper in helpers:
            helper["stop"] = 1
        for thread in threads:
            thread.join()
        for helper in helpers:
            helper["stop"] = 0
        return None if was_stopped else score

    def _is_decided(self, score: int, depth: int) -> bool:
        """Tell whether a deeper search could not find anything new."""
        plies = plies_to_end(score)
        return (plies is not None and plies <= depth) or self._workspaces[0]["horizon"] == 0

    def _report(self, depth: int, score: int, *, is_complete: bool) -> Report:
        line = self._line()
        return Report(
            line[0],
            as_points(score),
            depth,
            self._nodes(),
            time.perf_counter() - self._started,
            line,
            self._table_fill(),
            is_complete,
        )

    def _progress(self) -> Report:
        seconds = time.perf_counter() - self._started
        return replace(self._best, nodes=self._nodes(), seconds=seconds, is_complete=False)

    def _interrupted(self, depth: int) -> Report:
        """Report a depth that was not finished: its best move so far, if it has one.

        The best move of the depth before is tried first, so a better one is really better.
        """
        main = self._workspaces[0]
        if main["line_length"][0] == 0:
            return self._progress()
        return self._report(depth, int(main["root_score"]), is_complete=False)

    def _nodes(self) -> int:
        return sum(int(workspace["nodes"]) for workspace in self._workspaces)

    def _line(self) -> tuple[Move, ...]:
        """Return the best line; what the table cut short stays short."""
        main = self._workspaces[0]
        codes = main["line"][0][: main["line_length"][0]].tolist()
        moves, position = [], self._position
        for code in codes:
            move = next(move for move in position.moves() if move.code == code)
            moves.append(move)
            position = position.play(move)
        return tuple(moves)

    def _table_fill(self) -> float:
        return float(np.count_nonzero(self._table["data"][:FILL_SAMPLE]) / min(len(self._table), FILL_SAMPLE))


def _finished(position: Position) -> Report:
    """Report a game that is over: no move, and the score of its outcome."""
    outcome = position.outcome
    winner = None if outcome is None else outcome.winner
    score = DRAW if winner is None else WIN if winner == position.to_move else -WIN
    return Report(None, as_points(score), 0, 0, 0.0, ())
