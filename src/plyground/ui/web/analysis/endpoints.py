"""Analysis over HTTP and its WebSocket."""

from __future__ import annotations

from starlette.websockets import WebSocket

from plyground.ui.web.analysis.analysis_messages import (
    ORDERS,
    NamedLine,
    ShownLine,
    TextOfLine,
    WrittenRecord,
)
from plyground.ui.web.analysis.analysis_service import AnalysisService
from plyground.ui.web.analysis.shown_lines import read_text, shown_line, written_line
from plyground.ui.web.common.lines import GivenLine
from plyground.ui.web.transport.http import Router
from plyground.ui.web.transport.sockets import Socket

router = Router("analysis")

SHORTEST_MOVE = 4
"""Characters of a move in a long game."""

# Rules are compiled when a game is played for the first time, so lines are read in threads.


@router.post("/api/line", ends_with_asker=True)
async def show_line(analysis: AnalysisService, body: GivenLine) -> ShownLine:
    """Play a line; tell all its positions, and what can be played at its end."""
    return await analysis.executors.by_size(len(body.moves)).run(shown_line, body)


@router.post("/api/line/text", is_upload=True, ends_with_asker=True)
async def read_line_text(analysis: AnalysisService, body: TextOfLine) -> ShownLine:
    """Read a text: the first game of a record, a position, or moves that go on from a line."""
    size = len(body.line.moves) + len(body.text) // SHORTEST_MOVE
    executor = analysis.executors.by_size(size)
    return await executor.run(read_text, body.line, body.text, analysis.limits)


@router.post("/api/line/record")
async def write_line(analysis: AnalysisService, body: NamedLine) -> WrittenRecord:
    """Write a line as the text of a record file."""
    executor = analysis.executors.by_size(len(body.moves))
    return WrittenRecord(await executor.run(written_line, body))


@router.socket("/api/analysis")
async def serve_analysis(analysis: AnalysisService, websocket: WebSocket) -> None:
    """Search positions and review games for a page, until it goes."""
    socket = Socket(websocket, ORDERS, analysis.limits)
    async with analysis.session(socket.send) as session:
        async for order in socket.messages():
            await session.take(order)
