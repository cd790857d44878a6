"""Solving a position: who wins and by how much, for certain."""

from __future__ import annotations

import contextlib
import threading
import time
import warnings
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from plyground.core.position import Game, Position
from plyground.errors import EngineBusyError, OptionError, TableError, TableWarning, expect
from plyground.evaluation import Evaluator, find_evaluation
from plyground.evaluation.learned.finding import weights_files
from plyground.search.limit import Limit
from plyground.solving.bounds_table import LARGEST_BOUND
from plyground.solving.dfpn import make_dfpn
from plyground.solving.exact_alphabeta import make_alphabeta
from plyground.solving.retrograde.retrograde_solver import RETROGRADE, TABLE, RetrogradeSolver, solution_of
from plyground.solving.search_run import SearchRun
from plyground.solving.searcher import ExactSearcher, TooLongError
from plyground.solving.solution import Solution
from plyground.tables import SolvedPositions, find_table

METHODS = ("auto", "alphabeta", "dfpn", "retrograde")
DEFAULT_MEGABYTES = 256


def solve(
    position: Position,
    limit: Limit | None = None,
    *,
    method: str = "auto",
    only_winner: bool = False,
    megabytes: int = DEFAULT_MEGABYTES,
    threads: int = 1,
    certificate: str | Path | None = None,
) -> Solution:
    """Solve a position, or return the bounds that are proved when the limit runs out.

    >>> import plyground as ply
    >>> solution = ply.solve(ply.game("othello", size=4).start())
    >>> solution.value, solution.margin
    ('loss', -8)

    Args:
        position: the position to solve.
        limit: seconds or nodes; without it the solver runs until the position is solved.
        method: ``alphabeta``, ``dfpn``, ``retrograde``, or ``auto`` for the method that fits the game; if
            there is a table of its board, ``auto`` probes that. Where a search finds that games can go
            round in circles, ``auto`` turns to ``retrograde``, for which an endless game is a draw.
        only_winner: prove who wins, and not by how much.
        megabytes: the limit of all memory that grows with the work: the transposition table, the positions
            of ``retrograde``, and those of a certificate, for which the table makes room. The interpreter,
            machine code and buffers of fixed size come on top.
        threads: how many threads work together; 0 for one on every core.
        certificate: a file to write the proof to, which `plyground solve --check` verifies.

    Raises:
        OptionError: the game cannot be solved by this method, or its positions do not fit into memory.
        CertificateError: the positions of the proof do not fit into memory.
        OSError: the certificate cannot be written.
    """
    from plyground.solving.certificates import check_place, write_certificate

    expect(position, Position, "position has to be a Position such as ply.game('othello').start()")
    if certificate is not None:
        check_place(Path(certificate))
    solver = Solver(position.game, method=method, megabytes=megabytes, threads=threads)
    *_, last = solver.run(position, limit, only_winner=only_winner)
    if certificate is None or not last.is_proved:
        return last
    for _ in write_certificate(solver, last, Path(certificate)):
        pass
    return replace(last, certificate=str(certificate))


class Solver:
    """Solves positions of one game. What is known of one position helps with the next.

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
        self.method = _fitting_method(game) if method == "auto" else method
        self._is_free = method == "auto"
        self._megabytes, self._threads = megabytes, threads
        _check_game(game, self.method)
        self._solver = (
            self._make_retrograde()
            if self.method == RETROGRADE
            else _make_searcher(game, self.method, megabytes, threads)
        )
        self._is_stopped = False
        self._running = threading.Lock()

    @property
    def searcher(self) -> ExactSearcher:
        """The search behind this solver.

        Raises:
            OptionError: the method is retrograde analysis, which does not search.
        """
        if isinstance(self._solver, RetrogradeSolver):
            raise OptionError(f"{self.method} does not search, and has no transposition table")
        return self._solver

    @property
    def retrograde(self) -> RetrogradeSolver | None:
        """The retrograde analysis behind this solver; None if it searches."""
        return self._solver if isinstance(self._solver, RetrogradeSolver) else None

    def solved_positions(self, solution: Solution) -> SolvedPositions | None:
        """Return the positions with exact values that a solution was read from; None if it was searched."""
        if solution.method == TABLE:
            return find_table(self.game)
        return None if self.retrograde is None else self.retrograde.analysis

    def make_room(self, size: int) -> bool:
        """Tell whether so many bytes may be used within the limit, beside what is kept of earlier runs.

        A transposition table gives up its cheaper half for that, again if need be.
        """
        return self._solver.make_room(size)

    def prepare(self) -> None:
        """Compile and claim memory, which does not count as time of a run. The first run does it too."""
        self._solver.prepare()

    def clear(self) -> None:
        """Forget what earlier runs proved."""
        self._solver.clear()

    def stop(self) -> None:
        """End the run under way; its last solution has what is proved by then."""
        self._is_stopped = True
        self._solver.stop()

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
        with self.searching():
            known = self._probe_table(position)
            if known is not None:
                yield known
            elif isinstance(self._solver, RetrogradeSolver):
                yield from self._solver.run(position, limit)
            else:
                yield from self._search(self._solver, position, limit, only_winner=only_winner)

    def _search(
        self, searcher: ExactSearcher, position: Position, limit: Limit, *, only_winner: bool
    ) -> Iterator[Solution]:
        """Solve by a search; from the ends back if games can go round in circles and no method was chosen."""
        began = time.perf_counter()
        try:
            yield from SearchRun(searcher, position, limit, only_winner=only_winner).watch()
            return
        except TooLongError:
            if not self._is_free:
                raise
        del searcher  # its memory is needed
        self._solver, self.method = self._make_retrograde(), RETROGRADE
        self._solver.prepare()
        if self._is_stopped:
            self._solver.stop()
        left = None
        if limit.deadline is not None:
            left = max(limit.deadline - (time.perf_counter() - began), 1e-9)
        yield from self._solver.run(position, Limit(left, nodes=limit.nodes))

    def _make_retrograde(self) -> RetrogradeSolver:
        return RetrogradeSolver(self.game, self._megabytes, threads=self._threads)

    def ask(self, position: Position, goal: int, nodes: int) -> bool | None:
        """Tell whether the side to move gets a margin of at least `goal`; None if the nodes run out first.

        Raises:
            OptionError: the game can last too long from here.
            EngineBusyError: this solver is running already.
        """
        with self.searching():
            searcher = self.searcher
            searcher.limit_nodes(nodes)
            score = searcher.search(position.state, goal - 1, goal)
            return None if searcher.has_stopped else score >= goal

    @contextlib.contextmanager
    def searching(self) -> Iterator[None]:
        """Let the searcher be used inside this block, outside of a run; its table stays as it is.

        Raises:
            EngineBusyError: this solver is running already.
        """
        if not self._running.acquire(blocking=False):
            raise EngineBusyError("this solver is busy with another position; make a second one")
        self._is_stopped = False
        try:
            self._solver.prepare()
            self._solver.begin()
            if self._is_stopped:  # while it was compiled
                self._solver.stop()
            yield
        finally:
            self._running.release()

    def _probe_table(self, position: Position) -> Solution | None:
        """Return what the table of this board says about a position, None if it says nothing."""
        table = find_table(self.game) if self._is_free else None
        try:
            if table is None or table.probe(position) is None:
                return None
            return solution_of(table, position, TABLE, nodes=0, began=time.perf_counter())
        except TableError as error:  # a page is damaged; the position can be solved without it
            warnings.warn(str(error), TableWarning, stacklevel=2)
            return None


def _fitting_method(game: Game) -> str:
    if game.rules.repetition_key is not None:
        return RETROGRADE
    return "alphabeta" if game.rules.largest_margin(game.board) > 1 else "dfpn"


def _check_game(game: Game, method: str) -> None:
    largest = game.rules.largest_margin(game.board)
    if method != RETROGRADE and game.rules.repetition_limit(game.board):
        raise OptionError(
            f"{method} cannot solve {game.name}, where repeated positions are draws: "
            "the value of a position depends on those before it"
        )
    if method == "dfpn" and largest > 1:
        raise OptionError(f"dfpn proves who wins, and {game.name} has margins; use alphabeta")
    if not 1 <= largest <= LARGEST_BOUND:
        raise OptionError(
            f"{game.name} has a largest margin of {largest}; a solver takes 1 to {LARGEST_BOUND}"
        )


def _make_searcher(game: Game, method: str, megabytes: int, threads: int) -> ExactSearcher:
    if method == "dfpn":
        made = make_dfpn(game.rules, game.board)
    else:
        made = make_alphabeta(game.rules, game.board, _evaluator(game))
    return ExactSearcher(game, made, megabytes=megabytes, threads=threads)


def _evaluator(game: Game) -> Evaluator | None:
    """Return the learned evaluation of a board, for a search of its own to order moves by."""
    if game.rules.make_exact_search is None or not weights_files(game):
        return None
    function = find_evaluation(game, "best").function
    return function if isinstance(function, Evaluator) else None
