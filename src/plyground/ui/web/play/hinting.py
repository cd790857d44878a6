"""Hints for a person whose turn it is, looked for while the game may go on."""

from __future__ import annotations

import asyncio

from plyground.core.position import Position
from plyground.errors import PlygroundError
from plyground.ui.playing.hints import told_hint
from plyground.ui.web.errors import RefusedError
from plyground.ui.web.play.audience import Audience, Listener
from plyground.ui.web.play.background import in_background
from plyground.ui.web.play.messages import HintMessage
from plyground.ui.web.play.opponents import Opponents
from plyground.ui.web.sockets import Refused


class Hinting:
    """Looks for one hint at a time, and tells it to all who look on."""

    def __init__(self, opponents: Opponents, audience: Audience) -> None:
        self._opponents = opponents
        self._audience = audience
        self._looking: asyncio.Task[None] | None = None

    def begin(self, position: Position, listener: Listener) -> None:
        """Look for a hint; if there is none, only who asked for it is told so.

        Raises:
            RefusedError: one is being looked for already.
        """
        if self._looking is not None:
            raise RefusedError("a hint is being looked for already")
        self._looking = in_background(self._look(position, listener))

    def cancel(self) -> None:
        """Look no longer: the position it was for is gone."""
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None

    async def _look(self, position: Position, listener: Listener) -> None:
        try:
            report = await self._opponents.hint(position)
        except PlygroundError as error:
            listener.send(Refused(str(error)))
        else:
            move = report.move
            assert move is not None  # noqa: S101  # the game is not over
            self._audience.tell(HintMessage(move.text, move.origin, move.target, told_hint(report)))
        self._looking = None
