"""What a worker process does: one job after the other, with players, engines and provers that it keeps."""

from __future__ import annotations

import contextlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from plyground.core.position import Game, Position
from plyground.engine import Engine
from plyground.errors import OptionError
from plyground.evaluation import as_heuristic, telling_failures
from plyground.jit import plain_python
from plyground.players import Player, make_player
from plyground.players.searching import tighter
from plyground.review.chances import USUAL_CURVE, ChanceCurve, curve_of
from plyground.search.limit import Limit
from plyground.search.mcts import MctsEngine
from plyground.search.report import Report
from plyground.search.searcher import Searcher
from plyground.solving.proof_engine import ProofEngine
from plyground.ui.web.workers.jobs import (
    Analyse,
    Began,
    ChooseMove,
    Chosen,
    Done,
    FinishedDepth,
    Job,
    News,
    Prepare,
    Prove,
    Proved,
    Thought,
)
from plyground.ui.web.workers.proving import Prover

MOST_KEPT = 4
"""Players, engines and provers that are kept; each may have a table of many megabytes."""

SECONDS_BETWEEN_THOUGHTS = 0.1

PLAIN_LIMIT = Limit(seconds=0.6, nodes=10_000)
"""What an uncompiled search may take. It visits 4,000 to 25,000 positions a second."""

Tell = Callable[[News], None]

_Thinker = Player | Searcher | Prover


@dataclass(frozen=True)
class _Kept:
    """A player, an engine or a prover, and what it was made for."""

    made_for: tuple[Hashable, ...]
    thinker: _Thinker

    def close(self) -> None:
        if isinstance(self.thinker, Player):
            self.thinker.close()


class JobRunner:
    """Does jobs; all but `stop` are called in one thread."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._current: _Thinker | None = None
        self._stopped = threading.Event()

    def do(self, job: Job, tell: Tell, stopped: threading.Event) -> Chosen | Proved | Done:
        """Do a job, and tell what is found meanwhile.

        `stopped` says that `stop` was called, perhaps before a search had begun that could be stopped. So
        every report of a search looks at it.
        """
        self._stopped = stopped
        is_plain = isinstance(job, ChooseMove | Analyse) and job.is_plain
        # For the whole process: searches run in threads of their own.
        with plain_python() if is_plain else contextlib.nullcontext():
            return self._done(job, tell)

    def _done(self, job: Job, tell: Tell) -> Chosen | Proved | Done:
        position = Position.of(job.history)
        for move in position.moves()[:1]:  # so that the rules are compiled before a clock runs
            position.play(move).moves()
        try:
            if isinstance(job, Analyse):
                return self._analyse(job, position, tell)
            if isinstance(job, Prove):
                return self._prove(job, position, tell)
            return self._let_play(job, position, tell)
        finally:
            self._current = None

    def stop(self) -> None:
        """End a search under way, from another thread."""
        current = self._current
        if current is not None:
            current.stop()

    def forget(self, session: str) -> None:
        """Let go of what is kept for a session."""
        kept = self._kept.pop(session, None)
        if kept is not None:
            kept.close()

    def _let_play(self, job: Prepare | ChooseMove, position: Position, tell: Tell) -> Chosen | Done:
        player = self._player(job, position)
        if isinstance(job, Prepare):
            return Done()
        thoughts = _ToldThoughts(tell)
        player.watch(lambda report: self._hear(report, thoughts))
        self._current = player
        tell(Began())
        began = time.perf_counter()
        choice = player.choose(position, _allowed(job))
        seconds = time.perf_counter() - began
        player.watch(None)
        thoughts.tell_last()
        return Chosen(choice, seconds)

    def _analyse(self, job: Analyse, position: Position, tell: Tell) -> Done:
        named = [each for each in (job.evaluate, job.order) if each is not None]
        with telling_failures(*[as_heuristic(position.game, each) for each in named]):
            return self._search(job, position, tell)

    def _search(self, job: Analyse, position: Position, tell: Tell) -> Done:
        engine = self._engine(job, position.game)
        if job.is_fresh:
            engine.clear()
        engine.prepare()
        thoughts = _ToldThoughts(tell, curve_of(position.game, job.evaluate))
        self._current = engine
        tell(Began())
        for report in engine.search(position, _allowed(job), lines=job.lines):
            self._hear(report, thoughts)
        thoughts.tell_last()
        return Done()

    def _hear(self, report: Report, thoughts: _ToldThoughts) -> None:
        if self._stopped.is_set():
            self.stop()
        thoughts.hear(report)

    def _prove(self, job: Prove, position: Position, tell: Tell) -> Proved:
        if job.is_line:  # backwards: what is proved near the end helps before it
            positions = position.line()[::-1]
            weights = [1] * len(positions)
        else:  # half of the time for the position, the other half for what its moves lead to
            following = [position.play(move) for move in position.moves()]
            positions = [position, *following]
            weights = [max(len(following), 1), *[1] * len(following)]
        try:
            prover = self._prover(job, position.game)
            prover.prepare()
            self._current = prover
            tell(Began())
            if self._stopped.is_set():
                prover.stop()
            values = prover.prove(positions, weights, job.seconds)
        except OptionError:  # this game, or a position of it, is beyond the solver
            values = [None] * len(positions)
        return Proved(tuple(values[::-1] if job.is_line else values))

    def _player(self, job: Prepare | ChooseMove, position: Position) -> Player:
        made_for = (position.game, job.player, isinstance(job, ChooseMove) and job.is_plain)

        def make() -> Player:
            player = make_player(job.player, position.game)
            player.begin(position, job.seed)
            return player

        found = self._found(job.session, made_for, make)
        assert isinstance(found, Player)  # noqa: S101  # what it was made for says so
        return found

    def _engine(self, job: Analyse, game: Game) -> Searcher:
        features = (job.features, job.mcts, job.proof)
        settings = (job.evaluate, features, job.order, job.threads, job.megabytes, job.is_plain)
        found = self._found(job.session, (game, *settings), lambda: _make_engine(job, game))
        assert isinstance(found, Searcher)  # noqa: S101
        return found

    def _prover(self, job: Prove, game: Game) -> Prover:
        found = self._found(job.session, (game, job.megabytes), lambda: Prover(game, job.megabytes))
        assert isinstance(found, Prover)  # noqa: S101
        return found

    def _found(self, session: str, made_for: tuple[Hashable, ...], make: Callable[[], _Thinker]) -> _Thinker:
        """Return what is kept for a session, or make it; those that were not used for long go."""
        if session not in self._kept or self._kept[session].made_for != made_for:
            self.forget(session)
            while len(self._kept) >= MOST_KEPT:
                self.forget(next(iter(self._kept)))
            self._kept[session] = _Kept(made_for, make())
        self._kept.move_to_end(session)
        return self._kept[session].thinker


def _make_engine(job: Analyse, game: Game) -> Searcher:
    threads, megabytes = job.threads, job.megabytes
    if job.proof:
        return ProofEngine(game, threads=threads, megabytes=megabytes)
    if job.mcts is not None:
        return MctsEngine(game, job.evaluate, features=job.mcts, threads=threads, megabytes=megabytes)
    return Engine(
        game, job.evaluate, features=job.features, order=job.order, threads=threads, megabytes=megabytes
    )


def _allowed(job: ChooseMove | Analyse) -> Limit:
    return tighter(job.limit, PLAIN_LIMIT) if job.is_plain else job.limit


class _ToldThoughts:
    """Hands on the reports of a search, not more of them than people can read."""

    def __init__(self, tell: Tell, curve: ChanceCurve = USUAL_CURVE) -> None:
        self._tell = tell
        self._curve = curve
        self._told_at = float("-inf")
        self._latest: Report | None = None
        self._depth = 0
        self._finished: dict[int, FinishedDepth] = {}

    def hear(self, report: Report) -> None:
        self._latest = report
        if report.depth > self._depth or (report.is_complete and report.margin is not None):
            self._depth = report.depth
            best = report.lines[0]
            self._finished[report.depth] = FinishedDepth(
                best.codes, best.exact_score, best.proof, best.visits, report.nodes, report.seconds
            )
        if report.depth > 0 and time.monotonic() - self._told_at >= SECONDS_BETWEEN_THOUGHTS:
            self.tell_last()

    def tell_last(self) -> None:
        if self._latest is not None:
            self._tell(Thought.of(self._latest, self._finished, self._curve))
            self._told_at = time.monotonic()
            self._latest, self._finished = None, {}
