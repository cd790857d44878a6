"""Solving a position: who wins and by how much, for certain."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from plyground.errors import EngineBusyError, OptionError, expect
from plyground.position import Game, Move, Position
from plyground.search.limit import Limit
from plyground.search.memory import BUSY, claim_memory, make_table
from plyground.search.team import run_side_by_side, thread_count
from plyground.solving.alphabeta import make_alphabeta
from plyground.solving.dfpn import make_dfpn
from plyground.solving.method import Method
from plyground.solving.solution import Solution, final_margin
from plyground.solving.tt import LARGEST_BOUND
from plyground.solving.workspace import NO_NODE_LIMIT, STOPPED, TOO_LONG

METHODS = ("auto", "alphabeta", "dfpn")
DEFAULT_MEGABYTES = 256
REPORT_SECONDS = 0.1
"""How often a run tells what is known."""


def solve(
    position: Position,
    limit: Limit | None = None,
    *,
    method: str = "auto",
    only_winner: bool = False,
    megabytes: int = DEFAULT_MEGABYTES,
    threads: int = 1,
) -> Solution:
    """Solve a position, or return the bounds that are proved when the limit runs out.

    >>> import plyground as ply
    >>> solution = ply.solve(ply.game("othello", size=4).start())
    >>> solution.value, solution.margin
    ('loss', -8)

    Args:
        position: the position to solve.
        limit: seconds or nodes; without it the solver runs until the position is solved.
        method: ``alphabeta``, ``dfpn``, or ``auto`` for the method that fits the game.
        only_winner: prove who wins, and not by how much.
        megabytes: the size of the transposition table.
        threads: how many threads search one tree together; 0 for one on every core.

    Raises:
        OptionError: the game cannot be solved by this method.
    """
    expect(position, Position, "position has to be a Position such as ply.game('othello').start()")
    solver = Solver(position.game, method=method, megabytes=megabytes, threads=threads)
    *_, last = solver.run(position, limit, only_winner=only_winner)
    return last


class Solver:
    """Solves positions of one game. The transposition table is kept from one position to the next.

    A solver runs one position at a time. Only `stop` may be called meanwhile, from any thread.
    """

    def __init__(
        self,
        game: Game,
        *,
        method: str = "auto",
        megabytes: int = DEFAULT_MEGABYTES,
        threads: int = 1,
    ) -> None:
        """Choose a method for a game.

        Raises:
            OptionError: there is no such method, or it cannot solve this game.
        """
        expect(game, Game, "game has to be a Game such as ply.game('othello')")
        if method not in METHODS:
            raise OptionError(f"there is no method {method!r} (there are: {', '.join(METHODS)})")
        self.game = game
        self.largest_margin = game.rules.largest_margin(game.board)
        self.method = method if method != "auto" else "alphabeta" if self.largest_margin > 1 else "dfpn"
        self._check_game()
        self._method = _make_method(game, self.method)
        self._table = make_table(megabytes)
        self._workspaces = [
            self._method.make_workspace(game.rules, game.board, self._table)
            for _ in range(thread_count(threads))
        ]
        self._is_prepared = False
        self._is_stopped = False
        self._running = threading.Lock()

    def _check_game(self) -> None:
        if self.game.rules.repetition_limit(self.game.board):
            raise OptionError(
                f"{self.method} cannot solve {self.game.name}, where repeated positions are draws: "
                "the value of a position depends on those before it"
            )
        if self.method == "dfpn" and self.largest_margin > 1:
            raise OptionError(f"dfpn proves who wins, and {self.game.name} has margins; use alphabeta")
        if not 1 <= self.largest_margin <= LARGEST_BOUND:
            raise OptionError(
                f"{self.game.name} has a largest margin of {self.largest_margin}; "
                f"a solver takes 1 to {LARGEST_BOUND}"
            )

    def stop(self) -> None:
        """End the run under way; its last solution has what is proved by then."""
        self._is_stopped = True
        self._halt()

    def _halt(self) -> None:
        for workspace in self._workspaces:
            workspace["stop"] = STOPPED

    def _release(self) -> None:
        """Let the threads run again, unless somebody has ended the run."""
        for workspace in self._workspaces:
            workspace["stop"] = 0
        if self._is_stopped:
            self._halt()

    def run(
        self, position: Position, limit: Limit | None = None, *, only_winner: bool = False
    ) -> Iterator[Solution]:
        """Yield what is proved so far, several times a second; the last solution is the result.

        Raises:
            OptionError: the position is one of another game, or the limit one of depth.
            EngineBusyError: this solver is running already.
        """
        limit = limit or Limit()
        if position.game != self.game:
            raise OptionError("the position belongs to another game or board than the solver")
        if limit.depth is not None:
            raise OptionError("a solver takes seconds and nodes as limits, and no depth")
        if not self._running.acquire(blocking=False):
            raise EngineBusyError("this solver is busy with another position; make a second one")
        self._is_stopped = False
        try:
            self.prepare()
            self._begin()
            yield from _Run(self, position, limit, only_winner=only_winner).watch()
        finally:
            self._running.release()

    def search(self, position: Position, alpha: int, beta: int) -> int:
        """Search a position within a window, for bounds on its margin; see `plyground.solving.alphabeta`."""
        scores: list[int] = []
        lock = threading.Lock()

        def search(index: int) -> None:
            """Search with one thread; the first one to be done has the answer for all."""
            workspace = self._workspaces[index]
            try:
                score = int(self._method.search(position.state, alpha, beta, workspace))
            except BaseException:
                self._halt()
                raise
            with lock:
                if workspace["stop"] == 0 and not scores:
                    scores.append(score)
                    self._halt()

        run_side_by_side(search, len(self._workspaces))
        if scores:
            self._release()
            return scores[0]
        if any(workspace["stop"] == TOO_LONG for workspace in self._workspaces):
            problem = f"can last more than {self._method.longest_game} plies from here"
            raise OptionError(f"{self.method} cannot solve this position: {self.game.name} {problem}")
        return 0

    def remembered_move(self, position: Position, least: int) -> Move | None:
        """Return the move that the table has for a side that wants at least some margin."""
        code = self._method.find_move(position.state, least, self._workspaces[0])
        return next((move for move in position.moves() if move.code == code), None)

    @property
    def nodes(self) -> int:
        """The positions visited in this run."""
        return sum(self.nodes_by_thread)

    @property
    def nodes_by_thread(self) -> list[int]:
        """The positions that each thread visited in this run."""
        return [int(workspace["nodes"]) for workspace in self._workspaces]

    @property
    def has_stopped(self) -> bool:
        """Whether the run was stopped: what `search` returned last means nothing then."""
        return any(workspace["stop"] for workspace in self._workspaces)

    def limit_nodes(self, nodes: int) -> None:
        """Stop the run after so many positions."""
        for workspace in self._workspaces:
            workspace["node_limit"] = -(-nodes // len(self._workspaces))

    def prepare(self) -> None:
        """Compile and claim memory, which does not count as time of a run. The first run does it too."""
        if self._is_prepared:
            return
        claim_memory(self._table)
        workspace, start = self._workspaces[0], self.game.start().state
        workspace["node_limit"] = 1
        self._method.search(start, -1, 1, workspace)
        self._method.find_move(start, 1, workspace)
        self._is_prepared = True

    def _begin(self) -> None:
        self._table["check"][-BUSY:] = 0
        for workspace in self._workspaces:
            workspace["nodes"], workspace["node_limit"] = 0, NO_NODE_LIMIT
            workspace["is_shared"] = int(len(self._workspaces) > 1)
            workspace["age"] += np.uint64(1)
        self._release()


def _make_method(game: Game, name: str) -> Method:
    make = make_dfpn if name == "dfpn" else make_alphabeta
    return make(game.rules, game.board)


class _Run:
    """One position being solved, in a thread of its own: a kernel does not notice signals."""

    def __init__(self, solver: Solver, position: Position, limit: Limit, *, only_winner: bool) -> None:
        self._solver = solver
        self._only_winner = only_winner
        self._deadline = limit.deadline
        self._began = time.perf_counter()
        self._known = Solution(position, solver.method, -solver.largest_margin, solver.largest_margin)
        self._error: BaseException | None = None
        if limit.nodes is not None:
            solver.limit_nodes(limit.nodes)

    def watch(self) -> Iterator[Solution]:
        thread = threading.Thread(target=self._work)
        thread.start()
        try:
            while thread.is_alive():
                thread.join(self._seconds_to_wait())
                if self._deadline is not None and self._elapsed >= self._deadline:
                    self._solver.stop()
                    thread.join()
                if thread.is_alive():
                    yield self._now()
        finally:
            self._solver.stop()
            thread.join()
        if self._error is not None:
            raise self._error
        yield self._now()

    @property
    def _elapsed(self) -> float:
        return time.perf_counter() - self._began

    def _seconds_to_wait(self) -> float:
        if self._deadline is None:
            return REPORT_SECONDS
        return max(min(REPORT_SECONDS, self._deadline - self._elapsed), 0)

    def _now(self) -> Solution:
        return replace(self._known, nodes=self._solver.nodes, seconds=self._elapsed)

    def _work(self) -> None:
        try:
            self._prove_value()
            if self._known.is_proved:
                self._follow_line()
        except BaseException as error:  # noqa: BLE001  # raised again where it is waited for
            self._error = error

    def _prove_value(self) -> None:
        """Prove who wins, in a window of three values; then by how much, on that side of 0."""
        position = self._known.position
        if position.outcome is not None:
            margin = final_margin(position)
            self._known = replace(self._known, low=margin, high=margin, distance=0)
            return
        self._narrow(position, -1, 1)
        known = self._known
        if known.low < known.high and known.is_proved and not self._only_winner:
            self._narrow(position, known.low - 1, known.high + 1)

    def _narrow(self, position: Position, alpha: int, beta: int) -> None:
        """Narrow the bounds by a search within a window."""
        score = self._solver.search(position, alpha, beta)
        if self._solver.has_stopped:
            return
        low, high = self._known.low, self._known.high
        if score > alpha:
            low = max(low, score)
        if score < beta:
            high = min(high, score)
        self._known = replace(self._known, low=low, high=high)

    def _follow_line(self) -> None:
        """Find a move that keeps what is proved, again and again until the game is over."""
        position, low, high = self._known.position, self._known.low, self._known.high
        while position.outcome is None:
            move = self._move_that_keeps(position, low)
            if move is None:
                return
            self._known = replace(self._known, line=(*self._known.line, move))
            position, low, high = position.play(move), -high, -low

    def _move_that_keeps(self, position: Position, least: int) -> Move | None:
        """Return a move that gets the mover at least some margin; None if the run is stopped."""
        remembered = self._solver.remembered_move(position, least)
        first = [] if remembered is None else [remembered]
        for move in [*first, *position.moves()]:
            keeps = self._keeps(position.play(move), least)
            if self._solver.has_stopped:
                return None
            if keeps:
                return move
        return None

    def _keeps(self, child: Position, least: int) -> bool:
        """Tell whether the side that moved to a child gets at least some margin there."""
        if least <= -self._solver.largest_margin:
            return True
        if child.outcome is not None:
            return -final_margin(child) >= least
        return -self._solver.search(child, -least, -least + 1) >= least
