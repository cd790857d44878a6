"""Searches of positions and reviews of games, in worker processes."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable

import msgspec
from starlette.websockets import WebSocket

from plyground.core.position import Position
from plyground.errors import PlygroundError
from plyground.review.chances import USUAL_CURVE, ChanceCurve, chance_of_line, for_first
from plyground.review.reviewer import Found, JudgedPosition, Reviewer
from plyground.search.limit import Limit
from plyground.search.report import Line
from plyground.ui.web import workers
from plyground.ui.web.analysis.analysis_messages import (
    ORDERS,
    Analyse,
    Compiling,
    FinishedDepth,
    FoundLine,
    NamedLine,
    Order,
    Review,
    Reviewed,
    SearchReport,
    ShownLine,
    Stop,
    TextOfLine,
    WrittenRecord,
)
from plyground.ui.web.analysis.plain_report import PlainReport
from plyground.ui.web.analysis.search_settings import (
    checked_job,
    checked_limit,
    checked_review,
    line_count,
    reviewing,
)
from plyground.ui.web.analysis.shown_lines import read_text, shown_line, written_line
from plyground.ui.web.analysis.shown_review import findings_of, judged_message, reviewed_sides
from plyground.ui.web.common.game_views import MoveInfo
from plyground.ui.web.common.lines import GivenLine, read_line
from plyground.ui.web.limits import Limits
from plyground.ui.web.transport.executors import Executors
from plyground.ui.web.transport.http import post, socket
from plyground.ui.web.transport.sockets import Refused, Socket
from plyground.ui.web.workers import Lane, Pool, Thought, Urgency, engine_of

Send = Callable[[msgspec.Struct], None]

SHORTEST_MOVE = 4
"""Characters of a move in a long game."""

_URGENCIES = {Analyse: workers.Urgency.ANALYSIS, Review: workers.Urgency.REVIEW}


class AnalysisSession:
    """Serves one page: a new order takes the place of the one before."""

    def __init__(
        self,
        name: str,
        pool: workers.Pool,
        limits: Limits,
        executors: Executors,
        compiled: set[str],
        send: Send,
    ) -> None:
        self._name = name
        self._compiled = compiled
        self._pool = pool
        self._limits = limits
        self._executors = executors
        self._send = send
        self._task: asyncio.Task[None] | None = None
        self._running: workers.Running | None = None
        self._urgency = workers.Urgency.REVIEW
        self._is_stopped = False

    async def take(self, order: Order) -> None:
        """Begin what the page asks for, or stop what is under way."""
        if isinstance(order, Stop):
            self._is_stopped = True
            if self._running is not None:
                self._running.stop()
            return
        await self._give_up()
        self._is_stopped = False
        self._urgency = _URGENCIES[type(order)]
        self._task = asyncio.create_task(self._serve(order))

    async def close(self) -> None:
        """End everything: the page is gone."""
        await self._give_up()
        self._pool.forget(self._name)

    async def _give_up(self) -> None:
        """End what is under way; nobody wants to hear of it any more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
            self._task = None

    async def _serve(self, order: Analyse | Review) -> None:
        try:
            executor = self._executors.by_size(len(order.line.moves))
            position = await executor.run(read_line, order.line)
            if isinstance(order, Analyse):
                await self._analyse(order, position)
            else:
                await self._review(order, position)
        except PlygroundError as error:
            self._send(Refused(str(error)))

    async def _analyse(self, order: Analyse, position: Position) -> None:
        # What a search takes depends on the position and the settings alone, so that two
        # settings can be compared: the engine is fresh each time.
        job = msgspec.structs.replace(
            checked_job(self._name, order.settings, position, self._limits),
            limit=checked_limit(order.effort, self._limits),
            lines=line_count(order.lines, self._limits),
            is_fresh=True,
        )
        teller = SearchReporter(order.request, position)
        if engine_of(job) in self._compiled:
            await self._search(job, order.request, lambda thought: self._send(teller.told(thought)))
        else:
            await self._analyse_cold(job, order.request, teller)
        self._send(teller.ended())

    async def _analyse_cold(self, job: workers.Analyse, request: int, teller: SearchReporter) -> None:
        """Search with an engine that may have to be compiled: nobody waits for that."""
        plain = PlainReport(self._pool, job, lambda thought: self._send(teller.told(thought, is_plain=True)))

        def hear(thought: workers.Thought) -> None:
            plain.close()
            self._compiled.add(engine_of(job))
            self._send(teller.told(thought))

        try:
            await self._search(job, request, hear, plain.show)
        finally:
            plain.close()

    async def _review(self, order: Review, last: Position) -> None:
        positions = last.line()
        if order.last is not None:
            positions = positions[-order.last - 1 :]
        limit = checked_review(order, len(positions) - 1, self._limits)
        # One thread and an empty table: what is found depends on the game and the settings alone.
        job = msgspec.structs.replace(
            checked_job(self._name, reviewing(order.settings), last, self._limits), threads=1, is_fresh=True
        )

        async def search(position: Position, limit: Limit) -> Found:
            lines: dict[int, Line] = {}
            curve = USUAL_CURVE

            def hear(thought: workers.Thought) -> None:
                nonlocal curve
                curve = thought.curve
                lines.update(findings_of(thought, position))

            history = position.history
            await self._search(
                msgspec.structs.replace(job, history=history, limit=limit), order.request, hear
            )
            return Found(lines, curve)

        judged: list[JudgedPosition] = []
        async for found in Reviewer(search, limit).review(positions):
            if self._is_stopped:  # in the middle of this one
                break
            judged.append(found)
            self._send(judged_message(order.request, found))
        sides = reviewed_sides(judged)
        self._send(Reviewed(order.request, is_complete=not self._is_stopped, sides=sides))

    async def _search(
        self,
        job: workers.Analyse,
        request: int,
        hear: Callable[[workers.Thought], None],
        on_compiling: Callable[[], None] = lambda: None,
    ) -> None:
        def hear_news(news: workers.News) -> None:
            if isinstance(news, workers.Compiling):
                self._send(Compiling(request, news.part))
                on_compiling()
            elif isinstance(news, workers.Thought):
                hear(news)

        self._running = self._pool.submit(job, hear_news, self._urgency)
        try:
            if self._is_stopped:
                self._running.stop()
            await self._running
        finally:
            self._running = None


LONG_LINES = 5
LONGEST = 16
SHORTER = 6
"""The best lines are told with more moves than the others."""


class SearchReporter:
    """Tells the thoughts of one search of a position."""

    def __init__(self, request: int, position: Position) -> None:
        self._request = request
        self._position = position
        self._finished: list[FinishedDepth] = []
        self._report = SearchReport(request, 0, 0, 0, 0.0, 0.0, 0.0, [], self._finished, is_done=False)
        # Looking up moves takes longer than anything else here, and most lines stay as they were.
        self._moves: dict[tuple[int, ...], list[MoveInfo]] = {}

    def told(self, thought: Thought, *, is_plain: bool = False) -> SearchReport:
        """Return where the search stands."""
        # The depth of Monte Carlo tree search is that of its best line: others have nothing like it.
        if not is_plain and thought.lines[0].visits is None:
            self._finished += [
                FinishedDepth(depth, found.nodes, found.seconds) for depth, found in thought.finished.items()
            ]
        report = thought.report(self._position)
        self._report = SearchReport(
            request=self._request,
            depth=report.depth,
            current_depth=report.current_depth,
            nodes=report.nodes,
            speed=report.speed,
            seconds=report.seconds,
            table_fill=report.table_fill,
            lines=[self._line(rank, line, thought.curve) for rank, line in enumerate(report.lines)],
            finished=self._finished,
            is_done=False,
            is_plain=is_plain,
        )
        return self._report

    def ended(self) -> SearchReport:
        """Return where the search ended."""
        return msgspec.structs.replace(self._report, is_done=True)

    def _line(self, rank: int, line: Line, curve: ChanceCurve) -> FoundLine:
        codes = line.codes[: LONGEST if rank < LONG_LINES else SHORTER]
        if codes not in self._moves:
            moves = Line(self._position, codes, line.exact_score).moves
            self._moves[codes] = [MoveInfo.of(move) for move in moves]
        return FoundLine(
            score=line.told_score,
            proof=line.proof,
            value=line.score if self._position.player == 0 else -line.score,
            chance=for_first(self._position, _chance(line, curve)),
            plies_to_end=line.plies_to_end,
            moves=self._moves[codes],
            visits=line.visits,
        )


def _chance(line: Line, curve: ChanceCurve) -> float:
    """Return the chance of winning: the mean result of simulations says it without a curve."""
    is_mean = line.visits is not None and line.proof is None
    return (1 + line.score) / 2 if is_mean else chance_of_line(line, curve)


class AnalysisService:
    """Has processes of its own, so that games need not wait for analyses."""

    def __init__(self, limits: Limits, executors: Executors) -> None:
        self._limits = limits
        self._executors = executors
        # Reviews take long, and many searches: one process is kept for who looks at a position.
        kept = Lane(1, Urgency.ANALYSIS)
        self.pool = Pool(max(limits.searches - 1, 1), limits.searches_waiting, [kept])
        self._numbers = itertools.count(1)
        self._compiled: set[str] = set()  # the engines of which a search has been heard

    # Rules are compiled when a game is played for the first time, so lines are read in threads.

    @post("/api/line", ends_with_asker=True)
    async def show_line(self, body: GivenLine) -> ShownLine:
        """Play a line; tell all its positions, and what can be played at its end."""
        return await self._executors.by_size(len(body.moves)).run(shown_line, body)

    @post("/api/line/text", is_upload=True, ends_with_asker=True)
    async def read_line_text(self, body: TextOfLine) -> ShownLine:
        """Read a text: the first game of a record, a position, or moves that go on from a line."""
        executor = self._executors.by_size(len(body.line.moves) + len(body.text) // SHORTEST_MOVE)
        return await executor.run(read_text, body.line, body.text, self._limits)

    @post("/api/line/record")
    async def write_line(self, body: NamedLine) -> WrittenRecord:
        """Write a line as the text of a record file."""
        return WrittenRecord(await self._executors.by_size(len(body.moves)).run(written_line, body))

    @socket("/api/analysis")
    async def serve_analysis(self, websocket: WebSocket) -> None:
        """Search positions and review games for a page, until it goes."""
        page = Socket(websocket, ORDERS, self._limits)
        name = f"analysis-{next(self._numbers)}"
        session = AnalysisSession(name, self.pool, self._limits, self._executors, self._compiled, page.send)
        self.pool.start_ahead()
        try:
            async for order in page.messages():
                await session.take(order)
        finally:
            await session.close()
