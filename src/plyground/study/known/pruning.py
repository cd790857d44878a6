"""What does alpha-beta save? Whole games of minimax and of alpha-beta, over depth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from plyground.core.position import game as find_game
from plyground.players import RESIGN, make_player
from plyground.report.formats import duration, plural
from plyground.report.lines import Axes, LinePoint
from plyground.search.features import PRESETS
from plyground.search.limit import Limit
from plyground.study.content import Column, Kind, LinePlot, Section, Table, Value, three_digits
from plyground.study.declared import option, study
from plyground.study.published import ALPHABETA, KONANE_SECONDS, MINIMAX, beside_konane
from plyground.study.timed_searching import (
    EvaluatedStudy,
    Searched,
    TextbookSearcher,
    TimedSearcher,
    check_counts,
)
from plyground.tournament.game_task import seed_for

COMPILED, TEXTBOOK = "compiled", "textbook"

COLUMNS = (
    Column("program", "program"),
    Column("depth", "depth", Kind.COUNT),
    Column("moves", "moves", Kind.COUNT),
    Column("minimax_nodes", "minimax nodes", Kind.COUNT),
    Column("alphabeta_nodes", "alpha-beta nodes", Kind.COUNT),
    Column("nodes_ratio", "times fewer", Kind.TIMES),
    Column("minimax_seconds", "minimax time", Kind.SECONDS),
    Column("alphabeta_seconds", "alpha-beta time", Kind.SECONDS),
    Column("seconds_ratio", "times faster", Kind.TIMES),
    Column("same_value", "same value", Kind.FLAG),
)


class Task(NamedTuple):
    """A game of one algorithm at one depth, searched by compiled code or by the textbook's."""

    program: str
    algorithm: str
    depth: int


@dataclass(frozen=True)
class PlayedOut:
    """A game: all moves, the score of each move that was searched, and what all searches took."""

    line: list[str]
    scores: list[float]
    nodes: int
    seconds: float


@study("pruning", game="konane")
@dataclass(frozen=True, kw_only=True)
class Pruning(EvaluatedStudy[Task, PlayedOut]):
    """Minimax against alpha-beta over depth: the same value, fewer positions, less time."""

    depth: int = option(5, "The deepest search; every depth from 1 on is measured.")
    textbook: int = option(3, "The textbook's search in plain Python runs up to this depth; 0 for never.")
    opponent: str = option("first", "Who plays the other side of the games.")
    moves: int = option(60, "This many moves of a game are searched at most.")

    def __post_init__(self) -> None:
        super().__post_init__()
        Limit(depth=self.depth)  # complains of what is no depth
        check_counts(moves=self.moves, textbook=self.textbook + 1)
        make_player(self.opponent, self.start.game).close()

    def plan(self) -> Iterator[Task]:
        """Play a game with every algorithm at every depth."""
        for program, deepest in ((COMPILED, self.depth), (TEXTBOOK, min(self.textbook, self.depth))):
            for depth in range(1, deepest + 1):
                yield Task(program, MINIMAX, depth)
                yield Task(program, ALPHABETA, depth)

    def cost(self, task: Task) -> float:
        """Guess that a ply costs ten times as much, and a third of that with pruning."""
        growth = 10.0 if task.algorithm == MINIMAX else 3.3
        return growth**task.depth * (1000 if task.program == TEXTBOOK else 1)

    def measure(self, task: Task) -> PlayedOut:
        """Play a game to its end, and add up what its searches took."""
        searcher = self._searcher(task)
        opponent = make_player(self.opponent, self.start.game)
        opponent.begin(self.start, seed_for(self.seed, "opponent"))
        position, line = self.start, list[str]()
        searched: list[Searched] = []
        try:
            while position.outcome is None and len(searched) < self.moves:
                if position.player == self.start.player:
                    searched.append(searcher.search(position, Limit(depth=task.depth)))
                    move = searched[-1].move
                else:
                    move = str(opponent.choose(position, Limit()).move)
                if move == RESIGN:
                    break
                line.append(move)
                position = position.play(move)
        finally:
            opponent.close()
        return PlayedOut(
            line,
            [each.score for each in searched],
            sum(each.nodes for each in searched),
            sum(each.seconds for each in searched),
        )

    def sections(self, results: Mapping[Task, PlayedOut]) -> list[Section]:
        """Compare both algorithms depth by depth."""
        compared = [
            (task, found, results[task._replace(algorithm=ALPHABETA)])
            for task, found in results.items()
            if task.algorithm == MINIMAX
        ]
        rows = [_row(*each) for each in compared]
        caption = (
            f"whole games against {self.opponent}, {self.evaluation.name}, all searches of a game together"
        )
        seconds = {(task.program, task.depth, task.algorithm): each.seconds for task, each in results.items()}
        deepest = {task.program: (task, full, pruned) for task, full, pruned in compared}
        sentences = [_sentence(*each) for each in deepest.values()]
        return [
            Section("Minimax and alpha-beta", sentences, Table(caption, COLUMNS, rows)),
            Section("Over depth", plots=[_plot(results, "seconds"), _plot(results, "nodes")]),
            *([beside_konane(seconds)] if self._is_as_published else []),
        ]

    @property
    def _is_as_published(self) -> bool:
        """Tell whether this is the setting for which the source of Konane has numbers."""
        return (
            self.start.game.name == "konane"
            and self.start == find_game("konane").start()
            and (self.opponent, self.evaluation.name) == ("first", "mobility")
            and self.depth >= min(depth for depth, _ in KONANE_SECONDS)
        )

    def _searcher(self, task: Task) -> TimedSearcher | TextbookSearcher:
        if task.program == TEXTBOOK:
            return TextbookSearcher(self.start.game, self.evaluation, task.algorithm)
        return self.searcher(PRESETS[task.algorithm])


def agreement(one: PlayedOut, other: PlayedOut) -> bool | None:
    """Tell whether two games found the same values; None if the opponent did not repeat its moves."""
    if one.scores == other.scores and one.line == other.line:
        return True
    plies = zip(one.line, other.line, strict=False)
    parted = next((ply for ply, moves in enumerate(plies) if len(set(moves)) > 1), 0)
    before = slice(parted // 2 + 1)
    is_opponents_doing = parted % 2 == 1 and one.scores[before] == other.scores[before]
    return None if is_opponents_doing else False


def _row(task: Task, full: PlayedOut, pruned: PlayedOut) -> tuple[Value, ...]:
    return (
        task.program,
        task.depth,
        len(full.scores),
        full.nodes,
        pruned.nodes,
        full.nodes / pruned.nodes,
        full.seconds,
        pruned.seconds,
        full.seconds / pruned.seconds,
        agreement(full, pruned),
    )


def _sentence(task: Task, full: PlayedOut, pruned: PlayedOut) -> str:
    fewer, faster = three_digits(full.nodes / pruned.nodes), three_digits(full.seconds / pruned.seconds)
    values = {
        True: f"both found the same value for each of {plural(len(full.scores), 'move')}",
        False: "they did not find the same values",
        None: "the opponent did not play the same game twice, so that their positions differ",
    }
    return (
        f"At depth {task.depth} the {task.program} alpha-beta visits {fewer} times fewer positions "
        f"than minimax, and takes {duration(pruned.seconds)} where minimax takes {duration(full.seconds)}, "
        f"a factor of {faster}; {values[agreement(full, pruned)]}."
    )


def _plot(results: Mapping[Task, PlayedOut], what: str) -> LinePlot:
    """Draw time or nodes over depth, a line for every program and algorithm."""
    has_programs = len({task.program for task in results}) > 1
    points = []
    for task, found in results.items():
        name = f"{task.program} {task.algorithm}" if has_programs else task.algorithm
        value = getattr(found, what)
        title = f"{name}, depth {task.depth}: {_told(value, what)}"
        points.append((name, LinePoint(task.depth, value, title=title)))
    shown = {"seconds": "seconds of a game", "nodes": "positions of a game"}[what]
    return LinePlot.of(
        f"{shown.capitalize()} over depth",
        points,
        Axes("depth", shown, is_log=True),
        "Each step up the axis is a factor: straight lines grow by the same factor with every ply.",
    )


def _told(value: float, what: str) -> str:
    return duration(value) if what == "seconds" else f"{value:,} positions"
