"""What a board looks like: its colours by day and by night, and what is drawn on its squares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Colour(NamedTuple):
    """A colour, as ``#rrggbb`` or ``#rrggbbaa``, on a light and on a dark page."""

    day: str
    night: str


@dataclass(frozen=True)
class Look:
    """The look of a board, which a game declares (`Rules.look`).

    ground, shade: the squares; a plain board has no shaded ones and is not chequered.
    rule: the lines between squares.
    outline, halo: the ring around the target of a move, and what lifts it off the ground.
    last, picked: the squares of the last move, and of the piece in hand.
    has_hollows: every square has a hollow for a stone.
    has_stars: four dots mark off the middle, on boards of at least six rows and columns.
    """

    ground: Colour = Colour("#e7e6dc", "#aeb4b2")
    shade: Colour = Colour("#9db1bf", "#63798a")
    rule: Colour = Colour("transparent", "transparent")
    outline: Colour = Colour("#565a5e", "#2f3337")
    halo: Colour = Colour("#ffffffb0", "#ffffff80")
    last: Colour = Colour("#e9c445", "#d8b33c")
    picked: Colour = Colour("#2f7fc0", "#1c5f99")
    is_plain: bool = False
    has_hollows: bool = False
    has_stars: bool = False


CHEQUERED = Look()
