"""Who plays for which side: all sides on one device, or one on another."""

from __future__ import annotations

from plyground.ui.web.errors import RefusedError
from plyground.ui.web.play.audience import Listener
from plyground.ui.web.play.play_messages import SeatsMessage


class Seating:
    """The sides of a game, and the pages at which people sit.

    A page of the server's owner has all sides of people, except one that was given to another device.
    """

    def __init__(self, people: tuple[bool, bool], *, is_public: bool) -> None:
        self._people = people
        self._is_public = is_public
        self._sides: dict[Listener, int | None] = {}
        self._told: dict[Listener, SeatsMessage] = {}
        self._given: int | None = None
        self._undo_asked_by: int | None = None

    @property
    def is_shared(self) -> bool:
        """Whether two people play on two devices."""
        return self._given is not None

    def join(self, listener: Listener, side: int | None) -> None:
        """Let somebody sit down: at one side, or as the owner."""
        self._sides[listener] = side
        if side is not None:
            self._given = side

    def leave(self, listener: Listener) -> None:
        """Let somebody go."""
        self._sides.pop(listener, None)
        self._told.pop(listener, None)

    def give(self, listener: Listener, side: int) -> None:
        """Give a side to another device.

        Raises:
            RefusedError: it cannot be given.
        """
        if not all(self._people):
            raise RefusedError("only a game of two people is played on two devices")
        if not self._is_public:
            raise RefusedError("no other device reaches this server; start it with plyground serve --public")
        if self._sides.get(listener) is not None or self._given not in (None, side):
            raise RefusedError("the other side is on another device already")
        self._given = side

    def guests(self) -> list[tuple[Listener, int]]:
        """Return the pages that have a seat only, and where."""
        return [(listener, side) for listener, side in self._sides.items() if side is not None]

    def own(self, listener: Listener) -> list[int]:
        """Return the sides for which a page may play."""
        side = self._sides.get(listener)
        if side is not None:
            return [side]
        return [each for each in (0, 1) if self._people[each] and each != self._given]

    def agree_to_undo(self, listener: Listener) -> int | None:
        """Note that a person wants an undo; return who asked for it first if the other one agrees now."""
        [side] = self.own(listener)
        asked_by = self._undo_asked_by
        self._undo_asked_by = side if asked_by is None else asked_by
        return asked_by if asked_by not in (None, side) else None

    def forget_undo(self) -> None:
        """Nobody asks for an undo any more: the game has gone on."""
        self._undo_asked_by = None

    def tell(self) -> None:
        """Tell every page where it sits and who else is there, unless it knows; programs sit nowhere else."""
        if not all(self._people):
            return
        there = {side for listener in self._sides for side in self.own(listener)}
        for listener, side in list(self._sides.items()):
            message = SeatsMessage(
                own=self.own(listener),
                is_guest=side is not None,
                is_shared=self.is_shared,
                can_share=side is None,
                is_public=self._is_public,
                present=(0 in there, 1 in there),
                undo_asked_by=self._undo_asked_by,
            )
            if self._told.get(listener) != message:
                self._told[listener] = message
                listener.send(message)
