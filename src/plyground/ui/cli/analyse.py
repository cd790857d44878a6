"""`plyground analyse`: search a position and show what is found, depth by depth."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

import click

from plyground.ui.cli import _options as option
from plyground.ui.cli._engine_options import EngineOptions, engine_options
from plyground.ui.cli._game_command import game_command
from plyground.ui.cli._output import CLEAR_LINE, is_terminal, write_json
from plyground.ui.cli._runs import stopped_by_interrupt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from plyground.core.position import Position
    from plyground.search.limit import Limit
    from plyground.search.report import Line, Report


HEADING = "depth              score         nodes  seconds nodes/s table  line"
LINE_COLUMN = HEADING.index("line")
WORTH_A_SPEED = 10_000  # nodes; the clock says little about fewer


class AnalysisTable:
    """Writes finished depths to standard output, and on a terminal where the search stands."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._is_live = is_terminal(sys.stdout)

    def show(self, reports: Iterator[Report]) -> None:
        """Write rows as the reports come in, and the result."""
        last = None
        for report in reports:
            if last is None:
                click.echo(self._caption())
            if report.is_complete and report.depth > 0:
                self._erase()
                self._write_rows(report)
            elif self._is_live:
                click.echo(CLEAR_LINE + self._fitted(_row(report, report.lines[0])), nl=False)
            last = report
        self._erase()
        if last is not None:
            click.echo(_result(self._position, last))

    def _caption(self) -> str:
        outcome = self._position.outcome
        return self._position.text if outcome else f"{self._position.text}\n{HEADING}"

    def _write_rows(self, report: Report) -> None:
        for rank, line in enumerate(report.lines):
            click.echo(self._fitted(_row(report, line, is_first=rank == 0)))

    def _fitted(self, row: str) -> str:
        """Cut a row off at the edge of the terminal, where it would break the table."""
        return row[: shutil.get_terminal_size().columns - 1] if self._is_live else row

    def _erase(self) -> None:
        if self._is_live:
            click.echo(CLEAR_LINE, nl=False)


def _row(report: Report, line: Line, *, is_first: bool = True) -> str:
    moves = " ".join(str(move) for move in line.moves)
    if not is_first:
        return f"{'':5} {_short_score(line):>18}".ljust(LINE_COLUMN) + moves
    speed = f"{report.speed / 1e6:.1f} M" if report.nodes >= WORTH_A_SPEED else ""
    mark = f"{report.current_depth}{'' if report.is_complete else '?'}"
    return (
        f"{mark:>5} {_short_score(line):>18} {report.nodes:>13,} {report.seconds:>8.3f}"
        f" {speed:>7} {report.table_fill:>5.0%}  {moves}"
    )


def _result(position: Position, report: Report) -> str:
    if position.outcome is not None:
        return f"the game is over: {position.outcome}"
    told = report.lines[0].told_score
    return f"{position.to_move} plays {report.move}, {told if report.proved else f'score {told}'}"


def _short_score(line: Line) -> str:
    """Write a score for its column: moves to a win or a loss without the word."""
    told = line.told_score.replace("at once", "in 1").replace("in at most ", "in ≤")
    return told.removesuffix(", margin open").removesuffix(" moves").removesuffix(" move")


DEFAULT_SECONDS = 3.0


@game_command(evaluates=True)
@option.number("--depth", "Search to depth N.")
@click.option("--seconds", type=float, metavar="S", help="Search for S seconds; 3 if no limit is given.")
@option.number("--nodes", "Search N nodes.")
@click.option("--clock", metavar="S+I", help="Manage time as with S seconds left and I more per move.")
@engine_options
@click.option(
    "--constants", default="", metavar="NAME:X", help="Numbers of the search, such as beam_width:4."
)
@option.number("--multipv", "Show the N best moves.", "lines", default=1, least=1)
@option.json
def command(
    position: Position,
    depth: int | None,
    seconds: float | None,
    nodes: int | None,
    clock: str | None,
    how: EngineOptions,
    constants: str,
    lines: int,
    as_json: bool,
) -> None:
    """Search a position of GAME: the best move, its score for the side to move, and the principal variation.

    Every finished depth is one line of a table. Ctrl-C ends the search with the best so far.
    """
    from plyground.algorithms import Settings, make_engine
    from plyground.evaluation import find_evaluation, telling_failures

    game = position.game
    limit = _limit(depth, seconds, nodes, clock)
    scorer, sorter = (
        None if text is None else find_evaluation(game, text) for text in (how.evaluate, how.order)
    )
    with telling_failures(scorer, sorter):
        switched = _split(how.added), _split(how.removed)
        settings = Settings(scorer, sorter, *switched, how.threads, how.megabytes, constants)
        engine = make_engine(game, how.algorithm, settings)
        engine.prepare()
        with stopped_by_interrupt(engine.stop):
            reports = engine.search(position, limit, lines=lines)
            if as_json:
                *_, last = reports
                write_json(last.to_dict())
            else:
                AnalysisTable(position).show(reports)


def _limit(depth: int | None, seconds: float | None, nodes: int | None, clock: str | None) -> Limit:
    from plyground.search.limit import Clock, Limit

    if depth is None and nodes is None and clock is None and seconds is None:
        seconds = DEFAULT_SECONDS
    return Limit(seconds, depth, nodes, None if clock is None else Clock.read(clock))


def _split(names: tuple[str, ...]) -> list[str]:
    """Return names that were given one by one, or joined by commas."""
    return ",".join(names).split(",") if names else []
