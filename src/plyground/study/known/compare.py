"""How does the engine compare with other libraries? The same position, the same depth, one run."""

from __future__ import annotations

import importlib.util
import itertools
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from plyground.core.heuristics import Heuristic
from plyground.core.position import Move, Position
from plyground.evaluation import Evaluation, usable_evaluation
from plyground.report.formats import duration
from plyground.report.lines import Axes, LinePoint
from plyground.search.features import EXACT, PRESETS
from plyground.search.limit import Limit
from plyground.search.watchdog import Suspects, run_watched
from plyground.study.content import Column, Kind, LinePlot, Section, Table, Value, three_digits
from plyground.study.declared import Study, option, study
from plyground.study.timed_searching import TextbookSearcher, TimedSearcher, chosen_evaluation

WON = 1_000_000.0
"""What a won game is worth to a program of others, far above any evaluation."""


@dataclass(frozen=True)
class Compared:
    """What a program found and took: points for the side to move, seconds, and nodes if it tells."""

    score: float
    seconds: float
    nodes: int | None


class OpenSpiel:
    """OpenSpiel's alpha-beta: its rules are C++, its search is Python.

    The evaluation is a sum over squares, added up in Python from the text of its board.
    """

    name = "OpenSpiel"
    _SIGNS = {"b": 1.0, "x": 1.0, "w": -1.0, "o": -1.0}  # noqa: RUF012

    def why_not(self, position: Position) -> str | None:
        """Say why it cannot search a position: it has two of the games, and only from their start."""
        game = position.game
        if not _is_installed("pyspiel"):
            return "is not installed (pip install open_spiel)"
        has_board = (game.name == "othello" and game.rows == 8) or (
            game.name == "breakthrough" and game.rows >= 6
        )
        if not has_board:
            return f"does not have {game.name} {game.rows}x{game.columns}"
        if position.line()[0] != game.start():
            return "has to be led to a position from the start of the game, with --play"
        return None

    def search(self, position: Position, depth: int, evaluate: Evaluation) -> Compared:
        """Lead it to a position move by move, and search."""
        from open_spiel.python.algorithms.minimax import alpha_beta_search

        rules, state = self._state(position)
        value = self._value(position, evaluate)
        began = time.thread_time()
        score, _ = alpha_beta_search(rules, state, value_function=value, maximum_depth=depth)
        seconds = time.thread_time() - began
        return Compared(WON * score if abs(score) == 1 else 1000 * score, seconds, None)

    def _state(self, position: Position) -> tuple[Any, Any]:
        import pyspiel

        game = position.game
        sizes = {"rows": game.rows, "columns": game.columns} if game.name == "breakthrough" else {}
        rules = pyspiel.load_game(game.name, sizes)
        state = rules.new_initial_state()
        for each in position.line()[1:]:
            wanted = str(each.last_move).replace("-", "").replace("x", "")
            state.apply_action(
                next(
                    action
                    for action in state.legal_actions()
                    if state.action_to_string(action).partition(" ")[0].removesuffix("*").lower() == wanted
                )
            )
        return rules, state

    def _value(self, position: Position, evaluate: Evaluation) -> Callable[[Any], float]:
        """Make the evaluation: far below 1, which is what a win is worth there."""
        side = 1 - 2 * position.player
        worths = [side * worth / 1000 for worth in worths_of_squares(position, evaluate)]
        signs, columns = self._SIGNS, position.game.columns
        # "6bbbbbb" is a row of Breakthrough; "1 - x o - 1" one of Othello, behind two other lines.
        is_othello = position.game.name == "othello"
        rows = slice(2, 10) if is_othello else slice(0, position.game.rows)
        cells = slice(2, 17, 2) if is_othello else slice(1, 1 + columns)

        def value(state: Any) -> float:
            letters = "".join([line[cells] for line in str(state).split("\n")[rows]])
            worth_of = zip(letters, worths, strict=True)
            return sum([signs.get(letter, 0.0) * worth for letter, worth in worth_of])

        return value


def worths_of_squares(position: Position, evaluate: Evaluation) -> list[float]:
    """Return what an evaluation that is a sum over squares gives for a piece on each of them."""
    game = position.game
    function = usable_evaluation(game, evaluate)
    bare = game.start().state._replace(opponent=np.uint64(0))
    worths: list[float] = []

    def ask() -> None:
        for square in range(game.rows * game.columns):
            worths.append(float(function(game.board, bare._replace(own=np.uint64(1 << square)))))  # noqa: PERF401

    run_watched(ask, Suspects.of(game, evaluate), lambda: len(worths))
    return worths


class EasyAI:
    """easyAI's Negamax, Python throughout; the rules and the evaluation are Plyground's."""

    name = "easyAI"

    def why_not(self, position: Position) -> str | None:
        """Say why it cannot search a position: it is not installed."""
        return None if _is_installed("easyAI") else "is not installed (pip install easyAI)"

    def search(self, position: Position, depth: int, evaluate: Evaluation) -> Compared:
        """Search without a table, taking moves back instead of copying games."""
        from easyAI import Negamax  # type: ignore[import-untyped]

        game = _easy_game(position, evaluate)
        searcher = Negamax(depth, win_score=10 * WON)

        def search() -> float:
            began = time.thread_time()
            searcher(game)
            return time.thread_time() - began

        seconds = run_watched(search, Suspects.of(position.game, evaluate), lambda: int(game.nodes))
        return Compared(float(searcher.alpha), seconds, game.nodes)


def _easy_game(position: Position, evaluate: Evaluation) -> Any:
    from easyAI import TwoPlayerGame

    function = usable_evaluation(position.game, evaluate)
    board = position.game.board

    class EasyGame(TwoPlayerGame):  # type: ignore[misc]
        """A position as easyAI wants it: changed in place and taken back."""

        def __init__(self) -> None:
            self.line = [position]
            self.nodes = 1
            self.players = (None, None)
            self.current_player = 1

        def possible_moves(self) -> list[Move]:
            return self.line[-1].moves()

        def make_move(self, move: Move) -> None:
            self.nodes += 1
            self.line.append(self.line[-1].play(move))

        def unmake_move(self, move: Move) -> None:
            self.line.pop()

        def is_over(self) -> bool:
            return self.line[-1].outcome is not None

        def scoring(self) -> float:
            here = self.line[-1]
            if here.outcome is None:
                return float(function(board, here.state))
            winner = here.outcome.winner
            return 0.0 if winner is None else WON if winner == here.to_move else -WON

    return EasyGame()


def _is_installed(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


PEERS = OpenSpiel(), EasyAI()


ENGINE, EXACT_ENGINE = "Plyground, engine", "Plyground, engine without guesses"
ALPHABETA, TEXTBOOK = "Plyground, alpha-beta", "Plyground, textbook in Python"
OWN = {ENGINE: PRESETS["engine"], EXACT_ENGINE: EXACT, ALPHABETA: PRESETS["alphabeta"]}

COLUMNS = (
    Column("program", "program"),
    Column("nodes", "nodes", Kind.COUNT),
    Column("seconds", "time", Kind.SECONDS),
    Column("seconds_ratio", "times the engine's", Kind.TIMES),
    Column("value", "value"),
)


class Task(NamedTuple):
    """A search by one program to one depth."""

    program: str
    depth: int


@study("compare", game="othello")
@dataclass(frozen=True, kw_only=True)
class Compare(Study[Task, Compared]):
    """This engine beside OpenSpiel and easyAI, where they are installed: same position, same depth."""

    depth: int = option(6, "How deep every program looks; every depth from 1 on is measured.")

    def __post_init__(self) -> None:
        Limit(depth=self.depth)  # complains of what is no depth

    def plan(self) -> Iterator[Task]:
        """Search to every depth with every program that can."""
        able = [peer.name for peer in PEERS if peer.why_not(self.start) is None]
        depths = range(1, self.depth + 1)
        return itertools.starmap(Task, itertools.product((*OWN, TEXTBOOK, *able), depths))

    def cost(self, task: Task) -> float:
        """Guess that Python takes a thousand times as long, and a ply four times."""
        return 4.0**task.depth * (1.0 if task.program in OWN else 1000.0)

    def measure(self, task: Task) -> Compared:
        """Search the position."""
        game, limit = self.start.game, Limit(depth=task.depth)
        for peer in PEERS:
            if peer.name == task.program:
                return peer.search(self.start, task.depth, self._evaluation)
        if task.program == TEXTBOOK:
            found = TextbookSearcher(game, self._evaluation, "alphabeta").search(self.start, limit, repeats=1)
        else:
            found = TimedSearcher(game, self._evaluation, OWN[task.program]).search(self.start, limit)
        return Compared(found.score, found.seconds, found.nodes)

    def sections(self, results: Mapping[Task, Compared]) -> list[Section]:
        """Show all programs beside the engine."""
        deepest = {task.program: found for task, found in results.items() if task.depth == self.depth}
        rows = [_row(program, found, deepest[ENGINE]) for program, found in deepest.items()]
        caption = f"depth {self.depth}, {self._evaluation.name}, {self.start.text}"
        return [
            Section(
                "Programs",
                [*_peers(deepest), *self._missing()],
                Table(caption, COLUMNS, rows),
                [_plot(results)],
            )
        ]

    @cached_property
    def _evaluation(self) -> Heuristic:
        return chosen_evaluation(self.start.game)

    def _missing(self) -> list[str]:
        reasons = {peer.name: peer.why_not(self.start) for peer in PEERS}
        missing = [f"{name} {reason}" for name, reason in reasons.items() if reason is not None]
        nobody = "No other library could be compared with: " if len(missing) == len(PEERS) else ""
        return [f"{nobody}{'; '.join(missing)}."] if missing else []


def _told(found: Compared) -> str:
    """Write a value; how soon a game is won is counted in another way by each program."""
    if abs(found.score) > WON / 2:
        return "won" if found.score > 0 else "lost"
    return f"{found.score:+z.3f}".rstrip("0").rstrip(".")


def _row(program: str, found: Compared, engine: Compared) -> tuple[Value, ...]:
    return program, found.nodes, found.seconds, found.seconds / engine.seconds, _told(found)


def _peers(found: Mapping[str, Compared]) -> list[str]:
    exact = found[EXACT_ENGINE]
    sentences = []
    for name in (peer.name for peer in PEERS if peer.name in found):
        peer = found[name]
        agrees = "the same value" if _told(peer) == _told(exact) else "another value"
        sentences.append(
            f"{name} takes {duration(peer.seconds)} where the engine without guesses takes "
            f"{duration(exact.seconds)}, {three_digits(peer.seconds / exact.seconds)} times as long, "
            f"and finds {agrees}."
        )
    return sentences


def _plot(results: Mapping[Task, Compared]) -> LinePlot:
    points = [
        (
            task.program,
            LinePoint(
                task.depth,
                found.seconds,
                title=f"{task.program}, depth {task.depth}: {duration(found.seconds)}",
            ),
        )
        for task, found in results.items()
        if task.program != EXACT_ENGINE  # few lines can be told apart
    ]
    return LinePlot.of("Time over depth", points, Axes("depth", "seconds", is_log=True))
