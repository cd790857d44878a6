"""Searches that can be timed: one thread and nothing else, so that its processor time is the search's."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial

from plyground.core.heuristics import Heuristic
from plyground.core.position import Game, Position
from plyground.errors import OptionError
from plyground.evaluation import Evaluation, default_heuristic, find_evaluation, usable_evaluation
from plyground.search import textbook
from plyground.search.alphabeta import make_search
from plyground.search.features import Features
from plyground.search.iterative_deepening import IterativeDeepening
from plyground.search.limit import Limit
from plyground.search.parallel import RootResult, SharedTree, ThreadPool
from plyground.search.quiescence import make_value
from plyground.search.score import as_points
from plyground.search.tt import make_table
from plyground.search.watchdog import Suspects, run_watched
from plyground.search.workspace import make_workspace
from plyground.study.content import Section
from plyground.study.declared import ResultT, Study, TaskT, option

MEGABYTES = 16
MOST_SEARCHERS = 4
REPEATS = 3
ENOUGH_SECONDS = 0.3
"""A search that took so long is not repeated: what else the machine does matters little then."""


@dataclass(frozen=True)
class Searched:
    """What a search found and took; `depth` is the last one that it finished."""

    move: str
    score: float
    depth: int
    nodes: int
    seconds: float


def evaluation_text(game: Game, given: str | None = None) -> str | None:
    """Return what was given, or what a game's source has; None for games that have neither."""
    return given or game.rules.source_evaluation


def chosen_evaluation(game: Game, given: str | None = None) -> Heuristic:
    """Return the evaluation that was given, or that a game's source has, or that there is.

    Raises:
        PlygroundError: there is no such evaluation.
    """
    text = evaluation_text(game, given)
    return default_heuristic(game.name) if text is None else find_evaluation(game, text)


class TimedSearcher:
    """The compiled search with one set of features, on one thread."""

    def __init__(
        self, game: Game, evaluate: Evaluation, features: Features, order: Evaluation | None = None
    ) -> None:
        self._features = features
        self._suspects = Suspects.of(game, evaluate, order)
        evaluator = usable_evaluation(game, evaluate)
        orderer = None if order is None else usable_evaluation(game, order)
        order_kernel = None if orderer is None else orderer.kernel
        search = make_search(game.rules, game.board, evaluator.kernel, features, order_kernel)
        table = make_table(MEGABYTES if features.tt else 0)
        workspace = make_workspace(game.rules, game.board, table)
        self._pool = ThreadPool(search, [workspace], table, evaluator, orderer)
        self._run(game.start(), Limit(depth=1))  # compiles it, so that nothing measured pays for it

    def search(self, position: Position, limit: Limit, repeats: int = REPEATS) -> Searched:
        """Search with an empty table, a few times if it is quick; the smallest time counts."""
        return _smallest(lambda: self._run(position, limit), repeats)

    def _run(self, position: Position, limit: Limit) -> Searched:
        pool = self._pool
        pool.clear()
        pool.begin(position, limit)
        search, seconds = SharedTree(pool, position), 0.0

        def timed(depth: int, alpha: int, beta: int) -> RootResult:
            """Take the time of the compiled search alone, without the reports about it."""
            nonlocal seconds
            start = time.thread_time()
            result = search(depth, alpha, beta)
            seconds += time.thread_time() - start
            return result

        deepening = IterativeDeepening(pool, timed, position, self._features, lines=1)
        run_watched(lambda: deepening.run(limit), self._suspects, lambda: pool.nodes, stop=pool.stop)
        *_, last = deepening.reports()
        return Searched(str(last.move), last.score, last.depth, last.nodes, seconds)


class TextbookSearcher:
    """The search of the textbook, in plain Python over positions."""

    def __init__(self, game: Game, evaluate: Evaluation, algorithm: str) -> None:
        evaluator = usable_evaluation(game, evaluate)
        value = make_value(game.board, evaluator.kernel)
        self._suspects = Suspects.of(game, evaluate)
        self._evaluated = 0

        def evaluate_position(position: Position) -> int:
            self._evaluated += 1
            return int(value(position.state, evaluator.address))

        self._evaluate: textbook.Evaluation = evaluate_position
        self._search = {"minimax": textbook.minimax, "alphabeta": textbook.alphabeta}[algorithm]
        self._run(game.start(), 1)  # compiles the rules and the evaluation

    def search(self, position: Position, limit: Limit, repeats: int = REPEATS) -> Searched:
        """Search to the depth of a limit."""
        depth = limit.depth
        if depth is None:
            raise ValueError("the textbook needs a depth")
        return _smallest(lambda: self._run(position, depth), repeats)

    def _run(self, position: Position, depth: int) -> Searched:
        if self._suspects is None:
            return self._timed(position, depth)
        return run_watched(lambda: self._timed(position, depth), self._suspects, lambda: self._evaluated)

    def _timed(self, position: Position, depth: int) -> Searched:
        start = time.thread_time()
        found = self._search(position, depth, self._evaluate)
        seconds = time.thread_time() - start
        return Searched(str(found.move), as_points(found.score), depth, found.nodes, seconds)


def _smallest(search: Callable[[], Searched], repeats: int) -> Searched:
    found = search()
    spent = found.seconds
    for _ in range(repeats - 1):
        if spent > ENOUGH_SECONDS:
            break
        again = search()
        spent += again.seconds
        found = min(found, again, key=lambda each: each.seconds)
    return found


@dataclass(frozen=True, kw_only=True)
class EvaluatedStudy(Study[TaskT, ResultT]):
    """A study with an evaluation, that of the game's source if no other one is given."""

    evaluate: str | None = option(None, "What scores positions; by default what the game's source has.")

    def __post_init__(self) -> None:
        self.heuristics()  # complains of what is none

    def heuristics(self) -> list[Heuristic]:
        """Return the evaluation."""
        return [self.evaluation]

    @cached_property
    def evaluation(self) -> Heuristic:
        """What scores positions."""
        return chosen_evaluation(self.start.game, self.evaluate)

    @cached_property
    def searcher(self) -> Callable[..., TimedSearcher]:
        """Makes the timed search with some features and order of moves; each of the few kept has a table."""
        return lru_cache(MOST_SEARCHERS)(partial(TimedSearcher, self.start.game, self.evaluation))


def whole_numbers(name: str, text: str, example: str) -> list[int]:
    """Read numbers with commas between them.

    Raises:
        OptionError: they are none; the message names the option.
    """
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise OptionError(f"{name} {text!r} are no whole numbers; write them as {example}") from None


def several(names: Sequence[str], what: str) -> Sequence[str]:
    """Return what is to be compared.

    Raises:
        OptionError: there are fewer than two, or one is there twice.
    """
    if len(set(names)) < max(len(names), 2):
        raise OptionError(f"a comparison needs two {what} or more, each once")
    return names


def looked_at(game: Game, names: Sequence[str]) -> Section:
    """Say what evaluations look at."""
    return Section("What each looks at", [f"{name}: {find_evaluation(game, name).summary}" for name in names])


def check_counts(**counts: int) -> None:
    """Complain of options that should be 1 or more and are not.

    Raises:
        OptionError: the message names the option.
    """
    for name, count in counts.items():
        if count < 1:
            raise OptionError(f"{name.replace('_', '-')} {count} is too few; give 1 or more")
