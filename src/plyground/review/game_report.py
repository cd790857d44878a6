"""The report about a whole game, made by an engine of this process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from plyground.core.position import Position
from plyground.engine import Engine
from plyground.review.accuracy import Scored, SideReport, side_report
from plyground.review.chances import curve_of
from plyground.review.reviewer import Found, JudgedPosition, Reviewer
from plyground.search.limit import Limit
from plyground.search.report import Line, Report

USUAL_LIMIT = Limit(nodes=200_000)


@dataclass(frozen=True)
class GameReport:
    """Every position of a game with what there is to say about the next move, and how both sides played."""

    positions: tuple[JudgedPosition, ...]
    sides: tuple[SideReport, SideReport]

    @classmethod
    def of(cls, positions: Sequence[JudgedPosition]) -> GameReport:
        """Sum up what a review found, in any order."""
        game = sorted(positions, key=lambda each: each.ply)
        scored = [Scored(each.player, each.chance, each.loss, each.kind) for each in game]
        return cls(tuple(game), (side_report(scored, 0), side_report(scored, 1)))


class Listener:
    """Collects the best line of every depth from the reports of a search."""

    def __init__(self) -> None:
        self.lines: dict[int, Line] = {}

    def hear(self, report: Report) -> None:
        """Take in a report: a depth that is finished, or what is proved in the middle of one."""
        best = report.lines[0]
        if (report.is_complete and report.depth > 0) or best.proof is not None:
            self.lines[max(report.depth, 1)] = best


def review_game(
    last: Position, limit: Limit = USUAL_LIMIT, evaluate: str | None = None, *, from_ply: int = 0
) -> GameReport:
    """Review the game that led to a position: the same game, limit and evaluation give the same report.

    With `from_ply`, the moves before it are left out.

    By time instead of nodes, the report depends on the machine; and a table of the board that is built
    makes it exact.

    >>> import plyground as ply
    >>> from plyground.review import review_game
    >>> game = ply.game("breakthrough", size=4).start().play_all(["b3xa2", "c2-b3", "a2xb1"])
    >>> mistake = review_game(game, ply.Limit(nodes=20_000)).positions[1].mistake
    >>> mistake.kind, mistake.is_certain, str(mistake.better[0])
    ('blunder', True, 'b1xa2')
    """
    game = last.game
    engine = Engine(game, evaluate, threads=1)
    curve = curve_of(game, evaluate)

    async def search(position: Position, bounds: Limit) -> Found:
        engine.clear()
        listener = Listener()
        for report in engine.search(position, bounds):
            listener.hear(report)
        return Found(listener.lines, curve)

    async def review() -> list[JudgedPosition]:
        return [each async for each in Reviewer(search, limit).review(last.line()[from_ply:])]

    task = review()
    try:
        task.send(None)  # nothing in it waits, so that it ends at once, in a notebook too
    except StopIteration as ended:
        return GameReport.of(ended.value)
    raise AssertionError("a search of this process does not wait")
