"""What every engine does, however it searches: one search at a time, reports, and a stop from anywhere."""

from __future__ import annotations

import contextlib
import threading
from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator
from numbers import Integral
from typing import NoReturn

from plyground.core.position import Game, Move, Position
from plyground.errors import EngineBusyError, OptionError, WrongTypeError, expect
from plyground.search.limit import Limit, Margin
from plyground.search.proof import final_proof
from plyground.search.report import Line, Report
from plyground.search.score import DRAW, WIN

DEFAULT_MEGABYTES = 64


class Searcher(ABC):
    """The engine of one game. It runs one search at a time; only `stop` may be called at any time."""

    game: Game

    def __init__(self, game: Game, threads: int) -> None:
        expect(game, Game, "game has to be a Game such as ply.game('breakthrough')")
        expect(threads, Integral, "threads has to be a whole number")
        self.game = game
        self._margin = Margin()
        self._is_told_to_stop = threading.Event()
        self._in_use = threading.Lock()

    def __reduce__(self) -> NoReturn:
        raise WrongTypeError("an engine cannot be pickled or copied; make one in each process")

    def stop(self) -> None:
        """End the search under way; it still reports the best move so far."""
        self._is_told_to_stop.set()
        self._halt()

    def clear(self) -> None:
        """Forget what earlier searches found."""
        with self._using():
            self._forget()

    def seed(self, seed: int) -> None:  # noqa: B027  # most searches leave nothing to chance
        """Decide about what the next searches leave to chance, if they leave anything."""

    def prepare(self) -> None:
        """Compile the search, or load it from the cache, so that the first search need not wait."""
        with self._using():
            self._prepare()

    def best_move(self, position: Position, limit: Limit) -> Move | None:
        """Search, and return only the best move; None if the game is over."""
        *_, last = self.search(position, limit)
        return last.move

    def search(self, position: Position, limit: Limit, *, lines: int = 1) -> Generator[Report, None, None]:
        """Yield reports while it searches, ten per second where nothing else is new.

        The last report is the best that was found within the limit. Each has the best `lines` moves, with the
        principal variation after them.

        Raises:
            EngineBusyError: this engine is searching already.
        """
        expect(position, Position, "position has to be a Position such as game.start()")
        expect(limit, Limit, "limit has to be a Limit such as ply.Limit(seconds=3)")
        if lines < 1:
            raise OptionError(f"{lines} lines cannot be searched; give 1 or more")
        if position.game != self.game:
            raise OptionError("the position belongs to another game or board than the engine")
        return self._search(position, limit, lines)

    def _search(self, position: Position, limit: Limit, lines: int) -> Generator[Report, None, None]:
        if position.outcome is not None:
            yield _finished_report(position)
            return
        with self._using():
            # Compiling takes seconds: a stop from now on counts, and none from before.
            self._is_told_to_stop.clear()
            self._hear()
            self._prepare()
            yield from self._think(position, limit, lines)

    @abstractmethod
    def _think(self, position: Position, limit: Limit, lines: int) -> Generator[Report, None, None]:
        """Search a position whose game is not over; everything is compiled."""

    @abstractmethod
    def _prepare(self) -> None:
        """Compile what is not compiled yet."""

    @abstractmethod
    def _forget(self) -> None:
        """Forget what earlier searches found."""

    @abstractmethod
    def _halt(self) -> None:
        """Make all threads return."""

    @abstractmethod
    def _hear(self) -> None:
        """Heed every stop from now on, and none from before."""

    @contextlib.contextmanager
    def _using(self) -> Iterator[None]:
        """Hold the memory of the search, which is for one search at a time."""
        if not self._in_use.acquire(blocking=False):
            raise EngineBusyError(
                "this engine is searching already, and it runs one search at a time; "
                "end that search first, or make an Engine for each thread"
            )
        try:
            yield
        finally:
            self._in_use.release()


def _finished_report(position: Position) -> Report:
    """Report a game that is over: no move, and the score of its outcome."""
    proof = final_proof(position)
    score = {"draw": DRAW, "win": WIN, "loss": -WIN}[proof.value]
    return Report((Line(position, (), score, proof),), 0, 0, 0, 0.0)
