"""An engine that plays at the terminal: it shows what it thinks, and Ctrl-C stops it."""

from __future__ import annotations

import threading
import time
from concurrent.futures import Future
from queue import Empty, SimpleQueue

from plyground.core.position import Position
from plyground.players import Choice, Player
from plyground.search.limit import Limit
from plyground.search.report import Line, Report
from plyground.ui.terminal.typed_input import Leave
from plyground.ui.terminal.view import View

GLANCE = 0.05
SHOW_AFTER = 0.2
SHOW_EVERY = 0.2
PATIENCE = 1.0
"""Seconds that a player has to come to an end when the person leaves."""

STOPPING = "no more thinking; Ctrl-C leaves"


Heard = SimpleQueue[Report | Future[Choice]]


class ThinkingPlayer(Player):
    """Lets a player choose in a thread of its own, while this one shows what it thinks.

    The first Ctrl-C makes it play the best move so far, and a second one leaves the game.
    """

    def __init__(self, player: Player, view: View) -> None:
        self._player = player
        self._view = view

    def begin(self, start: Position, seed: int) -> None:
        """Let the player get ready."""
        self._player.begin(start, seed)

    def choose(self, position: Position, limit: Limit) -> Choice:
        """Return what the player chooses.

        Raises:
            Leave: the person does not want to wait.
        """
        heard = Heard()
        self._player.watch(heard.put)
        thread = threading.Thread(target=self._think, args=(position, limit, heard), daemon=True)
        thread.start()
        answer = self._wait(position.to_move, heard, thread)
        thread.join()
        return answer.result()

    def close(self) -> None:
        """Let the player end."""
        self._player.close()

    def _think(self, position: Position, limit: Limit, heard: Heard) -> None:
        answer = Future[Choice]()
        try:
            answer.set_result(self._player.choose(position, limit))
        except Exception as error:  # noqa: BLE001  # raised again where the referee sees it
            answer.set_exception(error)
        heard.put(answer)

    def _wait(self, side: str, heard: Heard, thread: threading.Thread) -> Future[Choice]:
        report, show_at = None, time.monotonic() + SHOW_AFTER
        while True:
            try:
                news = heard.get(timeout=GLANCE)
            except Empty:
                pass
            else:
                if isinstance(news, Future):
                    return news
                report = news
            presses = self._view.interrupts.presses
            if presses > 1:
                self._player.stop()
                thread.join(PATIENCE)
                raise Leave
            if presses:
                self._player.stop()  # again and again: the search may not have begun yet
            if time.monotonic() >= show_at:
                self._show(f"{side}: {STOPPING}" if presses else told_thought(side, report, self._view.width))
                show_at = time.monotonic() + SHOW_EVERY

    def _show(self, told: str) -> None:
        try:
            self._view.report(told)
        except OSError as error:  # the terminal is gone, which is no fault of the player
            raise Leave from error


def told_thought(side: str, report: Report | None, width: int) -> str:
    """Write in one line what a side thinks of: depth, score, and as much of its line as has room."""
    if report is None or report.depth == 0 or not report.lines[0].codes:
        return f"{side} thinks"[:width]
    best = report.lines[0]
    return _with_moves(f"{side} thinks: depth {report.depth}  {best.told_score}  ", best, width)


def analysis_rows(report: Report, width: int, *, with_effort: bool) -> list[str]:
    """Write the best moves one below the other; what they took depends on the machine."""
    effort = f"  {report.nodes:,} nodes  {report.seconds:.1f} s" if with_effort else ""
    scores = [line.told_score for line in report.lines]
    longest = max(map(len, scores))
    rows = [
        _with_moves(f"{rank:>2}  {score:>{longest}}  ", line, width)
        for rank, (score, line) in enumerate(zip(scores, report.lines, strict=True), start=1)
    ]
    return [f"depth {report.depth}{effort}"[:width], *rows]


def _with_moves(start: str, line: Line, width: int) -> str:
    """Add as many moves as there is room for, one at least."""
    first, *others = map(str, line.moves)
    row = start + first
    for move in others:
        if len(row) + 1 + len(move) > width:
            break
        row += f" {move}"
    return row
