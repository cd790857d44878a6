"""Those who look on at a game."""

from __future__ import annotations

from typing import Protocol

import msgspec

from plyground.core.position import Position
from plyground.ui.web.play.play_messages import ThoughtMessage
from plyground.ui.web.workers import Thought

LONGEST_LINE = 12


class Listener(Protocol):
    """A page that looks on."""

    def send(self, message: msgspec.Struct) -> None:
        """Send a message, without waiting."""
        ...


class Audience:
    """All pages that look on at one game, and which of them want to know what players think."""

    def __init__(self) -> None:
        self._wishes: dict[Listener, bool] = {}

    def __bool__(self) -> bool:
        return bool(self._wishes)

    def add(self, listener: Listener) -> None:
        """Let somebody look on."""
        self._wishes[listener] = False

    def remove(self, listener: Listener) -> None:
        """Let somebody go."""
        self._wishes.pop(listener, None)

    def set_wish(self, listener: Listener, *, wants_thoughts: bool) -> None:
        """Note whether somebody wants to know what players think."""
        if listener in self._wishes:
            self._wishes[listener] = wants_thoughts

    def tell(self, message: msgspec.Struct) -> None:
        """Tell all of them the same."""
        for listener in list(self._wishes):
            listener.send(message)

    def tell_thought(self, position: Position, thought: Thought) -> None:
        """Tell those who want to know it what the side to move thinks."""
        curious = [listener for listener, wants_thoughts in self._wishes.items() if wants_thoughts]
        if not curious or thought.depth == 0:
            return
        best = msgspec.structs.replace(thought.lines[0], codes=thought.lines[0].codes[:LONGEST_LINE])
        line = best.line(position)
        message = ThoughtMessage(
            side=position.player,
            depth=thought.depth,
            score=line.told_score,
            proof=line.proof,
            nodes=thought.nodes,
            seconds=thought.seconds,
            line=[move.text for move in line.moves],
        )
        for listener in curious:
            listener.send(message)
