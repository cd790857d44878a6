"""What all charts share: the frame, texts and their widths, axes."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from plyground.report.markup import ELLIPSIS, Markup, element, short_number, shortened_inside, together
from plyground.report.scales import Scale, Tick

WIDE, NARROW = 760, 360
"""The widths that charts are drawn in: for a page, and for a phone or half a page."""

TEXT_SIZE = 12.0
BOLD_SIZE = 14.0
"""What 12 points come to in bold letters."""
ROW_HEIGHT = 24.0
AXIS_HEIGHT = 24.0

_NARROW_LETTERS = frozenset("fijlrtI1.,:;!|'()[] /·")
_WIDE_LETTERS = frozenset("mwMW@%—…+=−±<>≤≥∞")


def chart(width: float, height: float, label: str, description: str, *parts: str) -> Markup:
    """Return a drawing. The label and the description are for those who cannot see it."""
    return element(
        "svg",
        element("desc", description),
        *parts,
        class_="chart",
        role="img",
        aria_label=label,
        viewBox=f"0 0 {width:g} {height:g}",
        width=width,
        height=height,
    )


def text(x: float, y: float, content: str, kind: str = "tick", anchor: str | None = None) -> Markup:
    """Return a line of text whose middle is at a height. The anchor is start, middle or end."""
    return element(
        "text", content, class_=kind, x=x, y=y + 0.35 * TEXT_SIZE, text_anchor=anchor if anchor else None
    )


def titled(shape: str, title: str, /, **attributes: str | float | None) -> Markup:
    """Return a shape that tells something when it is pointed at."""
    return element(shape, *([element("title", title)] if title else []), **attributes)


def path_through(places: Iterable[tuple[float, float]]) -> str:
    """Return the way of a line through some places."""
    return "M" + "L".join(f"{short_number(x)} {short_number(y)}" for x, y in places)


def moved(x: float, y: float, *parts: str) -> Markup:
    """Return parts moved to the right and down."""
    return element("g", *parts, transform=f"translate({x:g} {y:g})")


def text_width(content: str, size: float = TEXT_SIZE) -> float:
    """Estimate how wide a text is: nobody knows the reader's font, so rather too wide."""
    return size * sum(map(_letter_width, content))


def _letter_width(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0.0
    if letter in _NARROW_LETTERS:
        return 0.4
    if unicodedata.east_asian_width(letter) in {"W", "F"}:
        return 1.05
    return 0.9 if letter in _WIDE_LETTERS else 0.72 if letter.isupper() else 0.64


def fitted(content: str, width: float) -> str:
    """Cut a text in its middle until it is no wider than that."""
    longest = len(shown := shortened_inside(content, 200))
    while longest > 2 and text_width(shown) > width:
        longest -= 1
        shown = shortened_inside(content, longest)
    return shown if text_width(shown) <= width else ELLIPSIS


def widest(texts: Iterable[str], size: float = TEXT_SIZE) -> float:
    """Return the width of the widest text."""
    return max((text_width(each, size) for each in texts), default=0.0)


def rows_axis(ticks: Sequence[Tick], scale: Scale, height: float, *, zero: bool = True) -> Markup:
    """Return the lines of an axis that goes from left to right, and the texts below them."""
    lines = [
        element("line", class_=_line_kind(value, zero=zero), x1=place, x2=place, y1=0, y2=height)
        for value, place in ((value, scale(value)) for value, _ in ticks)
    ]
    texts = [
        text(scale(value), height + AXIS_HEIGHT / 2 + 1, written, anchor="middle") for value, written in ticks
    ]
    return together(*lines, *texts)


def columns_axis(ticks: Sequence[Tick], scale: Scale, width: float, *, zero: bool = True) -> Markup:
    """Return the lines of an axis that goes from below to above, and the texts to the left of them."""
    lines = [
        element("line", class_=_line_kind(value, zero=zero), x1=0, x2=width, y1=place, y2=place)
        for value, place in ((value, scale(value)) for value, _ in ticks)
    ]
    texts = [text(-8, scale(value), written, anchor="end") for value, written in ticks]
    return together(*lines, *texts)


def x_title(title: str, width: float, height: float) -> Markup:
    """Return what stands below an axis that is so wide, in a chart that is so high."""
    return text(width / 2, height + 34, fitted(title, width), "axis", "middle")


def y_title(title: str, left: float, room: float, above: float = 17.0) -> Markup:
    """Return what stands at the top left of a chart, above the texts of its axis."""
    return text(-left, -above, fitted(title, room), "axis")


def _line_kind(value: float, *, zero: bool) -> str:
    return "zero" if zero and value == 0 else "grid"
