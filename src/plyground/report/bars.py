"""Bars: columns side by side, and rows one below the other, whole or in parts."""

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
    columns_axis,
    fitted,
    moved,
    text,
    text_width,
    titled,
    widest,
    x_title,
    y_title,
)
from plyground.report.markup import Markup, element
from plyground.report.scales import Scale, round_bounds, round_step


@dataclass(frozen=True)
class Bar:
    """A column: what stands below it, how high it is, and what it says when pointed at."""

    name: str
    value: float
    title: str = ""


def bar_chart(
    bars: Sequence[Bar], *, label: str, description: str, width: float, x_name: str, y_name: str
) -> Markup:
    """Draw columns, from counts. Their values stand above them if there is room."""
    height = 190.0 if width <= NARROW else 230.0
    high = round_bounds([0, *(bar.value for bar in bars)], 4, is_whole=True)[1]
    y = Scale(0, high, height, 0)
    y_ticks = y.ticks(6, is_whole=True)
    left = widest(written for _, written in y_ticks) + 12
    inner = width - left - 4
    pitch = inner / max(len(bars), 1)
    thickness = min(0.78 * pitch if pitch > 8 else pitch - 1, 64)
    stride = math.ceil((widest(bar.name for bar in bars) + 8) / pitch)
    has_values = pitch >= widest((f"{bar.value:,.0f}" for bar in bars), BOLD_SIZE) + 2
    parts = [columns_axis(y_ticks, y, inner), y_title(y_name, left, width, 27)]
    for index, bar in enumerate(bars):
        middle, top = (index + 0.5) * pitch, y(bar.value)
        parts.append(
            titled(
                "rect",
                bar.title or f"{bar.name}: {bar.value:,g}",
                class_="bar",
                x=middle - thickness / 2,
                y=top,
                width=thickness,
                height=height - top,
            )
        )
        if has_values and bar.value:
            parts.append(text(middle, top - 9, f"{bar.value:,.0f}", "value", "middle"))
        if index % stride == 0:
            place = min(middle, inner + 4 - text_width(bar.name) / 2)  # the last one may need more room
            parts.append(text(place, height + AXIS_HEIGHT / 2 + 1, bar.name, anchor="middle"))
    parts.append(x_title(x_name, inner, height))
    return chart(width, height + 84, label, description, moved(left, 40, *parts))


def counted(values: Sequence[int], most: int) -> list[Bar]:
    """Count whole numbers in ranges of the same round length, no more than this many ranges.

    >>> [bar.value for bar in counted([3, 4, 4, 9], 4)]  # from 2, 4, 6 and 8 on
    [1, 2, 0, 1]
    """
    if not values:
        return []
    low, high = min(values), max(values)
    size = int(round_step((high - low + 1) / most, is_whole=True))
    while high // size - low // size >= most:
        size = int(round_step(1.1 * size))
    counts = dict.fromkeys(range(low // size, high // size + 1), 0)
    for value in values:
        counts[value // size] += 1
    return [
        Bar(f"{part * size}" if size == 1 else f"{part * size}–{(part + 1) * size - 1}", count)
        for part, count in counts.items()
    ]


@dataclass(frozen=True)
class BarPart:
    """A piece of a row: how long it is, how it looks (win, draw, loss or plain), what it says."""

    value: float
    kind: str = "plain"
    title: str = ""


@dataclass(frozen=True)
class Row:
    """A bar that lies: its name to the left, its parts, and what is written to the right.

    A row with a heading has it above itself: it is the first of a group.
    """

    name: str
    parts: Sequence[BarPart]
    shown: str
    heading: str = ""


def row_chart(
    rows: Sequence[Row],
    *,
    label: str,
    description: str,
    width: float,
    legend: Sequence[tuple[str, str]] = (),
    is_whole: bool = False,
) -> Markup:
    """Draw rows. With `is_whole` each fills the width, so that shares are compared and not sums.

    The legend has a kind and its name for every colour.
    """
    left = min(widest(row.name for row in rows), 0.38 * width) + 10
    right = widest((row.shown for row in rows), BOLD_SIZE) + 10
    inner = max(width - left - right, 20.0)
    longest = max((sum(part.value for part in row.parts) for row in rows), default=0.0)
    parts, y = [], 0.0
    if legend:
        parts.append(moved(0, 8, *_legend(legend)))
        y = 26.0
    for row in rows:
        total = sum(part.value for part in row.parts) if is_whole else longest
        if row.heading:
            y += 6 if y else 0
            parts.append(text(0, y + ROW_HEIGHT / 2, fitted(row.heading, width), "name"))
            y += ROW_HEIGHT - 4
        middle = y + ROW_HEIGHT / 2
        parts.append(text(left - 10, middle, fitted(row.name, left - 9), "tick", "end"))
        parts += _row_parts(row.parts, Scale(0, total or 1, left, left + inner), y)
        shown_at = left + inner + 8 if is_whole else left + inner * _share(row, total) + 8
        parts.append(text(shown_at, middle, row.shown, "value"))
        y += ROW_HEIGHT
    return chart(width, y + 4, label, description, *parts)


def _share(row: Row, total: float) -> float:
    return sum(part.value for part in row.parts) / total if total else 0.0


def _row_parts(parts: Sequence[BarPart], scale: Scale, y: float) -> list[Markup]:
    drawn, before = [], 0.0
    for part in parts:
        start, end = scale(before), scale(before + part.value)
        before += part.value
        if part.value:
            gap = 1.0 if end - start > 3 else 0.0  # lets neighbours be told apart without their colours
            drawn.append(
                titled(
                    "rect",
                    part.title,
                    class_=f"bar {part.kind}",
                    x=start,
                    y=y + 4,
                    width=max(end - start - gap, 0.5),
                    height=ROW_HEIGHT - 8,
                )
            )
    return drawn


def _legend(legend: Sequence[tuple[str, str]]) -> list[Markup]:
    parts, x = [], 0.0
    for kind, name in legend:
        parts.append(element("rect", class_=f"bar {kind}", x=x, y=-5.5, width=11, height=11))
        parts.append(text(x + 17, 0, name, "tick"))
        x += text_width(name) + 36
    return parts
