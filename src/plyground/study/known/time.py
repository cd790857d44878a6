"""How long does a move take, and when in the game? Seconds by the number of the move."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from plyground.core.position import game as find_game
from plyground.players import RESIGN, Player, make_player
from plyground.report.formats import duration, plural
from plyground.report.lines import Axes, Line, LinePoint
from plyground.search.limit import Limit
from plyground.study.content import Column, Kind, LinePlot, Section, Table
from plyground.study.declared import Study, option, study
from plyground.study.published import OTHELLO_DEPTH, beside_othello
from plyground.study.timed_searching import check_counts, evaluation_text
from plyground.tournament.game_task import seed_for

COLUMNS = (
    Column("move", "move", Kind.COUNT),
    Column("games", "games", Kind.COUNT),
    Column("seconds", "time", Kind.SECONDS),
    Column("shortest", "shortest", Kind.SECONDS),
    Column("longest", "longest", Kind.SECONDS),
    Column("choices", "legal moves", Kind.NUMBER),
)


class Task(NamedTuple):
    """A game by its number; the player has the first side in every other one."""

    game: int


@dataclass(frozen=True)
class TimedGame:
    """The player's moves in a game: the time of each, and how many moves there were to choose from."""

    seconds: list[float]
    choices: list[int]


@study("time", game="othello")
@dataclass(frozen=True, kw_only=True)
class Time(Study[Task, TimedGame]):
    """Seconds per move by the number of the move, against any opponent."""

    depth: int = option(6, "How deep the player looks, if no other one is given.")
    player: str | None = option(None, "Whose time is taken; by default alpha-beta to --depth.")
    opponent: str = option("random", "Who plays the other side.")
    games: int = option(4, "How many games, with the sides swapped each time.")
    most_moves: int = option(100, "This many moves of the player are timed in a game at most.")

    def __post_init__(self) -> None:
        Limit(depth=self.depth)  # complains of what is no depth
        check_counts(games=self.games, most_moves=self.most_moves)
        for text in (self._player, self.opponent):
            make_player(text, self.start.game).close()

    def plan(self) -> Iterator[Task]:
        """Play the games one by one."""
        return (Task(number) for number in range(self.games))

    def measure(self, task: Task) -> TimedGame:
        """Play a game, and take the time of the player's moves."""
        side = task.game % 2
        players = [make_player(text, self.start.game) for text in (self._player, self.opponent)]
        by_side = players if side == 0 else players[::-1]
        try:
            for number, player in enumerate(by_side):
                player.begin(self.start, 0)
                player.choose(self.start, Limit(depth=1))  # loads what the first move would have to wait for
                player.begin(self.start, seed_for(self.seed, task.game, number))
            return self._play(by_side, side)
        finally:
            for player in players:
                player.close()

    def _play(self, players: Sequence[Player], side: int) -> TimedGame:
        position, seconds, choices = self.start, list[float](), list[int]()
        while position.outcome is None and len(seconds) < self.most_moves:
            count = len(position.moves())
            began = self._clock()
            move = str(players[position.player].choose(position, Limit()).move)
            if position.player == side:
                seconds.append(self._clock() - began)
                choices.append(count)
            if move == RESIGN:
                break
            position = position.play(move)
        return TimedGame(seconds, choices)

    def sections(self, results: Mapping[Task, TimedGame]) -> list[Section]:
        """Show the time of the first move, of the second, and so on."""
        longest = max(len(each.seconds) for each in results.values())
        rows = [_row(number, results.values()) for number in range(longest)]
        every = [seconds for each in results.values() for seconds in each.seconds]
        if not every:
            return [Section("Time by the number of the move", ["The player had no move to make."])]
        slowest, mean = max(rows, key=lambda row: row.seconds), statistics.fmean(every)
        clock = "seconds on the wall" if self._is_elsewhere else "seconds of the processor"
        return [
            Section(
                "Time by the number of the move",
                [
                    f"{self._player} takes {duration(mean)} a move on average; "
                    f"move {slowest.move} takes longest, {duration(slowest.seconds)}.",
                ],
                Table(f"{plural(len(results), 'game')} against {self.opponent}, {clock}", COLUMNS, rows),
                [_plot(rows, clock)],
            ),
            *(
                [beside_othello(mean, slowest.move, slowest.seconds, max(every))]
                if self._is_as_published
                else []
            ),
        ]

    @property
    def _is_as_published(self) -> bool:
        """Tell whether this is the setting for which the source of Othello has figures."""
        setting = self.start.game.name, self.player, self.depth, self.opponent
        is_whole = self.start == find_game("othello").start()
        return is_whole and setting == ("othello", None, OTHELLO_DEPTH, "random")

    @cached_property
    def _player(self) -> str:
        text = evaluation_text(self.start.game)
        return self.player or f"alphabeta:depth={self.depth}{'' if text is None else f',evaluate={text}'}"

    @property
    def _is_elsewhere(self) -> bool:
        """Whether the player works in other processes or threads, where our processor time says nothing."""
        kind, _, options = self._player.partition(":")
        return kind == "program" or kind.endswith(".py") or "threads=" in options

    @property
    def _clock(self) -> Callable[[], float]:
        return time.perf_counter if self._is_elsewhere else time.process_time


class MoveTimes(NamedTuple):
    """A row of the table: see its columns."""

    move: int
    games: int
    seconds: float
    shortest: float
    longest: float
    choices: float


def _row(number: int, games: Iterable[TimedGame]) -> MoveTimes:
    lasting = [each for each in games if number < len(each.seconds)]
    seconds = [each.seconds[number] for each in lasting]
    choices = statistics.fmean(each.choices[number] for each in lasting)
    return MoveTimes(number + 1, len(lasting), statistics.fmean(seconds), min(seconds), max(seconds), choices)


def _plot(rows: Sequence[MoveTimes], clock: str) -> LinePlot:
    points = [
        LinePoint(
            row.move, row.seconds, row.shortest, row.longest, f"move {row.move}: {duration(row.seconds)}"
        )
        for row in rows
    ]
    return LinePlot(
        "Time of a move by its number",
        [Line("time of a move", points)],
        Axes("number of the player's move", clock),
        "The mean of all games that lasted so long, and the range from the shortest to the longest.",
    )
