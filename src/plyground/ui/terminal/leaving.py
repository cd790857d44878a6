"""What a person may want instead of a move. These are no errors: no referee may catch them."""

from __future__ import annotations


class Leave(BaseException):
    """The person goes away; the game is kept as it is."""


class TakeBack(BaseException):
    """The person wants the last move back, and the reply to it."""
