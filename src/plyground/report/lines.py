"""Lines over a row of numbers, each with a band of what is uncertain."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

from plyground.report.charts import (
    NARROW,
    TEXT_SIZE,
    chart,
    columns_axis,
    fitted,
    moved,
    path_through,
    rows_axis,
    text,
    text_width,
    titled,
    widest,
    x_title,
    y_title,
)
from plyground.report.formats import number
from plyground.report.markup import Markup, element, together
from plyground.report.scales import Scale, Tick, log_bounds, round_bounds

KINDS = 5
"""This many lines can be told apart; the next one looks like the first."""

STROKE = 2.0
"""How far a line at the edge of the chart reaches beyond it."""

STRIP_WIDTH = 5.0
"""Points nearer than this cannot be pointed at one by one."""


@dataclass(frozen=True)
class LinePoint:
    """A point of a line, the bounds of its band if it has one, and what it says when pointed at."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None
    title: str = ""


@dataclass(frozen=True)
class Line:
    """A line with a name; points stand in the order of their x."""

    name: str
    points: Sequence[LinePoint]


@dataclass(frozen=True)
class Rule:
    """A value that is marked across the chart, with a few words above the line or below it."""

    value: float
    words: str = ""
    is_below: bool = False


@dataclass(frozen=True)
class Axes:
    """What stands at the axes. Bounds are found from the points where none are given.

    `right` are values of the y axis that have another name, written to the right of it.
    """

    x_name: str
    y_name: str
    y_bounds: tuple[float, float] | None = None
    is_log: bool = False
    is_percent: bool = False
    is_x_log: bool = False
    right: Sequence[Tick] = ()
    right_name: str = ""


def line_chart(
    lines: Sequence[Line],
    axes: Axes,
    *,
    label: str,
    description: str,
    width: float,
    rules: Sequence[Rule] = (),
) -> Markup:
    """Draw lines with their bands."""
    height = 210.0 if width <= NARROW else 270.0
    low, high = axes.y_bounds or _y_bounds(lines, rules, is_log=axes.is_log)
    y = Scale(low, high, height, 0, axes.is_log)
    y_ticks = _percents(y) if axes.is_percent else y.ticks(6)
    left = widest(written for _, written in y_ticks) + 12
    first, last = _x_bounds(lines, is_log=axes.is_x_log)
    right = max(widest(written for _, written in axes.right), text_width(number(last)) / 2) + 12
    inner = width - left - right
    x = Scale(first, last, 0, inner, axes.is_x_log)
    x_ticks = x.fitting_ticks(lambda written: text_width(written) + 16, 9, is_whole=_has_whole_steps(lines))
    legend, above = _legend(lines, width) if len(lines) > 1 else (Markup(), 0.0)
    top = above + (26 if axes.y_name else 10)
    drawn = [
        columns_axis(y_ticks, y, inner),
        *(text(inner + 8, y(value), written) for value, written in axes.right),
        y_title(axes.y_name, left, width - text_width(axes.right_name) - 16),
        text(inner + right, -17, axes.right_name, "axis", "end") if axes.right_name else "",
        rows_axis(x_ticks, x, height, zero=False),
        x_title(axes.x_name, inner, height),
        element(
            "svg",
            *(_band(line, x, y, index) for index, line in enumerate(lines)),
            *(_rule_line(rule, inner, y) for rule in rules),
            *(_curve(line, x, y, index) for index, line in enumerate(lines)),
            y=-STROKE,
            width=inner,
            height=height + 2 * STROKE,
            viewBox=f"0 {-STROKE:g} {inner:g} {height + 2 * STROKE:g}",
        ),
        *(_rule_words(rule, inner, y) for rule in rules),
        *(_last_point(line, x, y, index) for index, line in enumerate(lines)),
        *_strips(lines, x, height),
    ]
    return chart(
        width,
        top + height + 44,
        label,
        description,
        moved(0, 8, legend) if legend else "",
        moved(left, top, *drawn),
    )


def _y_bounds(lines: Sequence[Line], rules: Sequence[Rule], *, is_log: bool) -> tuple[float, float]:
    values = [
        value
        for line in lines
        for point in line.points
        for value in (point.y, point.low, point.high)
        if value is not None
    ] + [rule.value for rule in rules]
    return log_bounds(values) if is_log else round_bounds(values)


def _x_bounds(lines: Sequence[Line], *, is_log: bool) -> tuple[float, float]:
    values = [point.x for line in lines for point in line.points]
    low, high = min(values, default=1.0), max(values, default=1.0)
    if low < high:
        return low, high
    return (low / 2, 2 * high) if is_log else (low - 1, high + 1)


def _has_whole_steps(lines: Sequence[Line]) -> bool:
    return all(float(point.x).is_integer() for line in lines for point in line.points)


def _percents(scale: Scale) -> list[Tick]:
    whole = Scale(100 * scale.low, 100 * scale.high, scale.start, scale.end)
    return [(value / 100, f"{written}\u202f%") for value, written in whole.ticks(6)]


def _kind(index: int) -> str:
    return f"line-{index % KINDS}"


def _band(line: Line, x: Scale, y: Scale, index: int) -> Markup:
    """Return the areas between the bounds: one for each row of points that have both."""
    areas = []
    for is_known, group in itertools.groupby(line.points, lambda point: None not in {point.low, point.high}):
        points = list(group)
        if is_known and len(points) > 1:
            upper = [(x(point.x), y(point.high if point.high is not None else math.nan)) for point in points]
            lower = [(x(point.x), y(point.low if point.low is not None else math.nan)) for point in points]
            areas.append(f"{path_through([*upper, *reversed(lower)])}Z")
    return element("path", class_=f"band {_kind(index)}", d="".join(areas)) if areas else Markup()


def _curve(line: Line, x: Scale, y: Scale, index: int) -> Markup:
    if len(line.points) < 2:
        return Markup()
    path = path_through([(x(point.x), y(point.y)) for point in line.points])
    return element("path", class_=f"curve {_kind(index)}", d=path)


def _last_point(line: Line, x: Scale, y: Scale, index: int) -> Markup:
    if not line.points:
        return Markup()
    last = line.points[-1]
    place = min(max(y(last.y), min(y.start, y.end)), max(y.start, y.end))
    return titled("circle", last.title, class_=f"point {_kind(index)}", cx=x(last.x), cy=place, r=4)


def _rule_line(rule: Rule, width: float, y: Scale) -> Markup:
    place = y(rule.value)
    return element("line", class_="rule", x1=0, x2=width, y1=place, y2=place)


def _rule_words(rule: Rule, width: float, y: Scale) -> Markup:
    if not rule.words:
        return Markup()
    place = y(rule.value) + (TEXT_SIZE if rule.is_below else -TEXT_SIZE)
    return text(6, place, rule.words, "words")


def _strips(lines: Sequence[Line], x: Scale, height: float) -> list[Markup]:
    """Return unseen strips over the chart that tell the exact values of the points below them."""
    strips = []
    said: dict[float, list[str]] = {}
    for line in lines:
        for point in line.points:
            if point.title:
                said.setdefault(point.x, []).append(point.title)
    values = sorted(said)
    room = int((x.end - x.start) / STRIP_WIDTH)
    shown = [values[index * len(values) // room] for index in range(room)] if len(values) > room else values
    for index, value in enumerate(shown):
        before = x.start if index == 0 else (x(shown[index - 1]) + x(value)) / 2
        after = x.end if index == len(shown) - 1 else (x(value) + x(shown[index + 1])) / 2
        words = "\n".join(said[value])
        strips.append(
            titled("rect", words, class_="strip", x=before, y=0, width=after - before, height=height)
        )
    return strips


def _legend(lines: Sequence[Line], width: float) -> tuple[Markup, float]:
    """Return the names of the lines, in as many rows as they need, and the height of all."""
    parts, x, row = [], 0.0, 0
    for index, line in enumerate(lines):
        name = fitted(line.name, width - 44)
        needed = text_width(name) + 44
        if x and x + needed > width:
            x, row = 0.0, row + 1
        y = row * 20.0
        parts.append(element("line", class_=f"curve {_kind(index)}", x1=x, x2=x + 22, y1=y, y2=y))
        parts.append(text(x + 28, y, name, "name"))
        x += needed
    return together(*parts), (row + 1) * 20.0 + 6
