"""The colours of boards and pieces: those that the web app has by day.

They are attributes and not a style sheet, since the style of a picture that stands in the text of
a page would be the style of the whole page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

PAPER = "#f4f4f0"
TEXT = "#515c67"
FRAME = "#26323d"
FONT = '-apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, system-ui, sans-serif'


@dataclass(frozen=True)
class Inks:
    """The colours of a side's pieces."""

    fill: str
    edge: str
    detail: str
    soft: str


SIDES = (
    Inks(fill="#1d2731", edge="#0a0f14", detail="#eef1ee", soft="#4b5966"),
    Inks(fill="#fbfaf4", edge="#1d2731", detail="#1d2731", soft="#bfc2bb"),
)

Paint = Mapping[str, str]
"""Attributes of a shape. In braces is the name of one of a side's inks."""

PIECES: dict[str, Paint] = {
    "piece-shadow": {"fill": "#000000", "opacity": "0.22"},
    "piece-body": {"fill": "{fill}", "stroke": "{edge}", "stroke-width": "3", "stroke-linejoin": "round"},
    "piece-inner": {"fill": "none", "stroke": "{soft}", "stroke-width": "2.5", "stroke-linecap": "round"},
    "piece-emblem": {
        "fill": "{detail}",
        "stroke": "{detail}",
        "stroke-width": "1",
        "stroke-linejoin": "round",
    },
    "piece-cut": {"fill": "{fill}", "stroke": "none"},
    "piece-cut-line": {
        "fill": "none",
        "stroke": "{fill}",
        "stroke-width": "3.5",
        "stroke-linejoin": "round",
        "stroke-linecap": "round",
    },
    "piece-mark": {"fill": "none", "stroke": "{detail}", "stroke-width": "2.5", "stroke-linecap": "round"},
    "piece-letter": {"fill": "{detail}"},
    "scenery-letter": {"fill": "#16202b"},
    "scenery-body": {"fill": "#e9eae5", "stroke": "#7b858f", "stroke-width": "3"},
    "pit-edge": {"fill": "#d0402a"},
    "pit-wall": {"fill": "#98210f"},
    "pit-depth": {"fill": "#54100a"},
}
"""How the shapes of pieces and scenery are painted, by class."""


def paint_of(kind: str, side: int | None) -> dict[str, str]:
    """Return the attributes of a shape of a side's piece; what belongs to neither side is dark."""
    inks = asdict(SIDES[side or 0])
    return {name: value.format(**inks) for name, value in PIECES[kind].items()}


def with_opacity(name: str, colour: str) -> dict[str, str]:
    """Return a colour as attributes; not everybody who reads SVG knows colours with an opacity.

    >>> with_opacity("stroke", "#ffffff80")
    {'stroke': '#ffffff', 'stroke-opacity': '0.50'}
    """
    solid, opacity = colour[:7], colour[7:]
    if colour == "transparent":
        return {name: "none"}
    return {name: solid, **({f"{name}-opacity": f"{int(opacity, 16) / 255:.2f}"} if opacity else {})}
