"""Values with error bars, one below the other: a dot for the value, a whisker for its bounds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from plyground.report.charts import (
    AXIS_HEIGHT,
    BOLD_SIZE,
    NARROW,
    ROW_HEIGHT,
    chart,
    fitted,
    moved,
    path_through,
    rows_axis,
    text,
    text_width,
    titled,
    widest,
    x_title,
)
from plyground.report.markup import Markup, element, together
from plyground.report.scales import Scale


@dataclass(frozen=True)
class Whisker:
    """A value and its bounds, any of which may be infinite; `shown` is written to the right."""

    name: str
    value: float
    low: float
    high: float
    shown: str


def whisker_chart(
    rows: Sequence[Whisker], *, label: str, description: str, width: float, x_name: str
) -> Markup:
    """Draw dots and whiskers over a common axis. A whisker without end has an arrow.

    On a narrow chart, names and values stand above their whiskers.
    """
    is_narrow = width <= NARROW
    row_height = 2 * ROW_HEIGHT - 4 if is_narrow else ROW_HEIGHT + 2
    left = 20.0 if is_narrow else min(widest(row.name for row in rows), 0.3 * width) + 18
    right = 20.0 if is_narrow else widest((row.shown for row in rows), BOLD_SIZE) + 22
    inner = width - left - right
    x = Scale(*_bounds(rows), 0, inner)
    ticks = x.fitting_ticks(lambda written: text_width(written) + 14, 9)
    height = row_height * len(rows) + 6
    parts = [rows_axis(ticks, x, height), x_title(x_name, inner, height)]
    for index, row in enumerate(rows):
        top = 3 + index * row_height
        middle = top + row_height - (ROW_HEIGHT - 6) / 2 if is_narrow else top + row_height / 2
        parts.append(_whisker(row, x, middle))
        room = width - text_width(row.shown, BOLD_SIZE) - 16 if is_narrow else left - 16
        beside = middle - ROW_HEIGHT + 4 if is_narrow else middle
        parts.append(text(-left, beside, fitted(row.name, room), "name"))
        parts.append(text(inner + right, beside, row.shown, "value", "end"))
    return chart(width, height + AXIS_HEIGHT + 20, label, description, moved(left, 0, *parts))


def _bounds(rows: Sequence[Whisker]) -> tuple[float, float]:
    """Return the ends of the axis: 0 is always between them, it is what everything is compared with."""
    values = [0.0, *(value for row in rows for value in (row.value, row.low, row.high))]
    finite = [value for value in values if math.isfinite(value)]
    width = max(finite) - min(finite) or 1.0
    # A whisker without end needs some room to be seen as one.
    below, above = (0.2 if infinity in values else 0.04 for infinity in (-math.inf, math.inf))
    return min(finite) - below * width, max(finite) + above * width


def _whisker(row: Whisker, x: Scale, y: float) -> Markup:
    if math.isinf(row.low) and math.isinf(row.high):
        return Markup()
    start, end = (min(max(x(value), x.start), x.end) for value in (row.low, row.high))
    parts = [element("line", class_="whisker", x1=start, x2=end, y1=y, y2=y)]
    for value, place, direction in ((row.low, start, 1), (row.high, end, -1)):
        if math.isinf(value):
            back = place + 6 * direction
            tip = path_through([(back, y - 5), (place, y), (back, y + 5)])
            parts.append(element("path", class_="whisker", d=tip))
        else:
            parts.append(element("line", class_="whisker", x1=place, x2=place, y1=y - 5, y2=y + 5))
    if math.isfinite(row.value):
        parts.append(element("circle", class_="dot", cx=x(row.value), cy=y, r=5))
    # The whole row can be pointed at, not only the thin lines.
    parts.append(
        titled(
            "rect",
            f"{row.name}: {row.shown}",
            class_="strip",
            x=x.start,
            y=y - 9,
            width=x.end - x.start,
            height=18,
        )
    )
    return together(*parts)
