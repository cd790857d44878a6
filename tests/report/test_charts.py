"""Charts: what is drawn stands where its values are, and nothing lies on anything else."""

from __future__ import annotations

import itertools
import math

import pytest

from plyground.report.bars import Bar, BarPart, Row, bar_chart, counted, row_chart
from plyground.report.charts import NARROW, WIDE, fitted, text_width
from plyground.report.lines import Axes, Line, LinePoint, Rule, line_chart
from plyground.report.markup import Markup
from plyground.report.whiskers import Whisker, whisker_chart
from tests.report.reading import Node, axis, places, read_html

WIDTHS = pytest.mark.parametrize("width", [WIDE, NARROW])
AXES = Axes("games", "score")


def drawing(chart: Markup) -> Node:
    """Read a chart, and check what all charts promise."""
    (svg,) = read_html(chart).children
    assert isinstance(svg, Node)
    assert svg.attributes["role"] == "img"
    assert svg.attributes["aria-label"]
    assert svg.all("desc")[0].text
    assert not svg.all("script")
    assert not any("nan" in value for node in svg.walk() for value in node.attributes.values())
    return svg


def lines(points: list[LinePoint], width: float = WIDE, **more: object) -> Node:
    return drawing(
        line_chart([Line("a", points)], AXES, label="a line", description="points", width=width, **more)  # type: ignore[arg-type]
    )


@WIDTHS
def test_a_line_goes_through_its_points(width: float) -> None:
    points = [LinePoint(x, y, y - 1, y + 1) for x, y in ((0, 3.0), (10, -7.0), (40, 12.5), (100, 0.0))]
    svg = lines(points, width)
    (x_zero, x_unit), (y_zero, y_unit) = axis(svg, "x", "y"), axis(svg, "y", "x")
    (curve,) = svg.all("path", "curve")
    for (x, y), point in zip(places(curve), points, strict=True):
        assert x == pytest.approx(x_zero + x_unit * point.x, abs=0.2)
        assert y == pytest.approx(y_zero + y_unit * point.y, abs=0.2)
    (band,) = svg.all("path", "band")
    upper, lower = places(band)[:4], places(band)[:3:-1]
    for (x, high), (same_x, low), point in zip(upper, lower, points, strict=True):
        assert x == same_x == pytest.approx(x_zero + x_unit * point.x, abs=0.2)
        assert high == pytest.approx(y_zero + y_unit * (point.y + 1), abs=0.2)
        assert low == pytest.approx(y_zero + y_unit * (point.y - 1), abs=0.2)


def test_an_infinite_band_stays_finite_and_leaves_the_picture() -> None:
    svg = lines([LinePoint(x, 0.5, -math.inf, math.inf) for x in (1, 2)] + [LinePoint(3, 1.0, 0.0, 2.0)])
    (band,) = svg.all("path", "band")
    clip = next(
        node for node in svg.walk() if node.name == "svg" and "viewbox" in node.attributes and node is not svg
    )
    top, height = (float(clip.attributes["viewbox"].split()[index]) for index in (1, 3))
    (_, highest), *_ = places(band)
    assert -1000 < highest < top
    assert top + height < places(band)[-1][1] < 1000


@pytest.mark.parametrize("count", [0, 1])
def test_lines_of_nothing_and_of_one_point(count: int) -> None:
    svg = lines([LinePoint(5, 2.0, title="five")] * count)
    assert len(svg.all("circle", "point")) == count
    assert not svg.all("path", "curve")


def test_a_line_tells_its_values_when_pointed_at() -> None:
    svg = lines([LinePoint(x, x * x, title=f"at {x}") for x in range(2000)])
    strips = svg.all("rect", "strip")
    assert 50 < len(strips) < 200  # not so many that nobody could point at one
    assert strips[0].text == "at 0"
    edges = [(strip.number("x"), strip.number("x") + strip.number("width")) for strip in strips]
    for (_, end), (start, _) in itertools.pairwise(edges):
        assert start == pytest.approx(end, abs=0.2)


def test_rules_are_marked_where_they_are() -> None:
    svg = lines([LinePoint(0, -4.0), LinePoint(9, 4.0)], rules=[Rule(2.0, "two"), Rule(-2.0, "minus two")])
    zero, unit = axis(svg, "y", "x")
    assert [node.number("y1") for node in svg.all("line", "rule")] == pytest.approx(
        [zero + 2 * unit, zero - 2 * unit], abs=0.2
    )
    assert [node.text for node in svg.all("text", "words")] == ["two", "minus two"]


def test_several_lines_have_names_and_look_different() -> None:
    named = [Line(f"line {n}", [LinePoint(x, 10.0**x * (n + 1)) for x in range(4)]) for n in range(3)]
    axes = Axes("depth", "seconds", is_log=True)
    svg = drawing(line_chart(named, axes, label="lines", description="three", width=NARROW))
    assert {"line 0", "line 1", "line 2"} <= {node.text for node in svg.all("text", "name")}
    assert len({tuple(node.kinds) for node in svg.all("path", "curve")}) == 3
    first = [y for _, y in places(svg.all("path", "curve")[0])]
    steps = [before - after for before, after in itertools.pairwise(first)]
    assert steps == pytest.approx([steps[0]] * 3, abs=0.3)  # factors of ten are equally far apart


def test_shares_are_written_in_percent() -> None:
    axes = Axes("games", "score", (0.4, 0.6), is_percent=True, right=[(0.5, "0")], right_name="Elo")
    svg = drawing(line_chart([Line("a", [LinePoint(0, 0.5)])], axes, label="x", description="x", width=WIDE))
    texts = [node.text for node in svg.all("text", "tick")]
    assert {"40\u202f%", "60\u202f%", "0"} <= set(texts)


def bars(content: list[Bar], width: float = NARROW) -> Node:
    return drawing(
        bar_chart(content, label="bars", description="some", width=width, x_name="points", y_name="pairs")
    )


@WIDTHS
@pytest.mark.parametrize("heights", [[4, 0, 30, 0, 16], [0, 0, 0], [1], [20000, 1], list(range(60)), []])
def test_columns_are_as_high_as_their_values(width: float, heights: list[int]) -> None:
    svg = bars([Bar(f"{number}", height) for number, height in enumerate(heights)], width)
    zero, unit = axis(svg, "y", "x")
    drawn = svg.all("rect", "bar")
    assert [node.number("height") for node in drawn] == pytest.approx(
        [-unit * each for each in heights], abs=0.3
    )
    for node in drawn:
        assert node.number("y") + node.number("height") == pytest.approx(zero, abs=0.2)
        assert node.number("width") > 0
    for left, right in itertools.pairwise(drawn):
        assert left.number("x") + left.number("width") <= right.number("x")


def test_names_of_columns_do_not_overlap() -> None:
    svg = bars([Bar(f"{5 * n}–{5 * n + 4}", n) for n in range(40)])
    below = [node for node in svg.all("text", "tick") if "–" in node.text]
    assert len(below) > 3
    for left, right in itertools.pairwise(below):
        half = (text_width(left.text) + text_width(right.text)) / 2
        assert left.number("x") + half <= right.number("x")


def test_counting_in_ranges() -> None:
    lengths = [8, 9, 10, 10, 19, 20, 47]
    found = counted(lengths, 5)
    assert [(bar.name, bar.value) for bar in found] == [
        ("0–9", 2),
        ("10–19", 3),
        ("20–29", 1),
        ("30–39", 0),
        ("40–49", 1),
    ]
    assert [bar.name for bar in counted([3, 3, 5], 10)] == ["3", "4", "5"]
    assert counted([], 5) == []


@pytest.mark.parametrize("high", [0, 1, 7, 99, 1234])
def test_ranges_are_never_too_many_and_count_everything(high: int) -> None:
    found = counted(list(range(high + 1)), 16)
    assert len(found) <= 16
    assert sum(bar.value for bar in found) == high + 1


def rows(content: list[Row], **more: object) -> Node:
    return drawing(row_chart(content, label="rows", description="some", width=NARROW, **more))  # type: ignore[arg-type]


def test_rows_are_as_long_as_their_values() -> None:
    svg = rows(
        [Row("a", [BarPart(30.0)], "30"), Row("b", [BarPart(15.0)], "15"), Row("c", [BarPart(0.0)], "0")]
    )
    first, second = (node.number("width") for node in svg.all("rect", "bar"))
    assert second == pytest.approx(first / 2, abs=1)


def test_shares_fill_the_width() -> None:
    parts = [BarPart(3, "win"), BarPart(1, "draw"), BarPart(4, "loss")]
    svg = rows([Row("a", parts, "x"), Row("b", [BarPart(1, "win")], "x")], is_whole=True)
    won, drawn, lost, whole = svg.all("rect", "bar")
    assert lost.number("x") + lost.number("width") == pytest.approx(
        whole.number("x") + whole.number("width"), abs=0.3
    )
    assert won.number("width") == pytest.approx(whole.number("width") * 3 / 8, abs=1)
    assert drawn.number("width") == pytest.approx(whole.number("width") / 8, abs=1)


def test_texts_of_rows_stay_inside() -> None:
    svg = rows(
        [Row("a very long name " * 9, [BarPart(9.0)], "+1,000 =1,000 −1,000", heading="heading " * 40)]
    )
    for node in svg.all("text"):
        start = node.number("x") - (
            text_width(node.text) if node.attributes.get("text-anchor") == "end" else 0
        )
        assert start >= -1
        assert start + text_width(node.text) <= NARROW + 1


@WIDTHS
def test_dots_and_whiskers_stand_at_their_values(width: float) -> None:
    content = [Whisker("a", 451.0, 343.0, 559.0, "+451"), Whisker("b", -20.0, -90.0, 50.0, "−20")]
    svg = drawing(whisker_chart(content, label="Elo", description="two", width=width, x_name="Elo"))
    zero, unit = axis(svg, "x", "y")
    assert [node.number("cx") for node in svg.all("circle", "dot")] == pytest.approx(
        [zero + unit * row.value for row in content], abs=0.3
    )
    flat = [node for node in svg.all("line", "whisker") if node.attributes["y1"] == node.attributes["y2"]]
    for node, row in zip(flat, content, strict=True):
        assert node.number("x1") == pytest.approx(zero + unit * row.low, abs=0.3)
        assert node.number("x2") == pytest.approx(zero + unit * row.high, abs=0.3)


def test_whiskers_without_an_end_have_an_arrow_and_no_cap() -> None:
    content = [
        Whisker("a", math.inf, 180.0, math.inf, "at least"),
        Whisker("b", 0.0, -math.inf, math.inf, "unknown"),
    ]
    svg = drawing(whisker_chart(content, label="Elo", description="two", width=WIDE, x_name="Elo"))
    assert len(svg.all("path", "whisker")) == 1
    assert len(svg.all("line", "whisker")) == 2  # the whisker and its one cap
    assert not svg.all("circle", "dot")


@pytest.mark.parametrize("content", [[], [Whisker("a", 0.0, 0.0, 0.0, "0")]])
def test_whiskers_of_nothing(content: list[Whisker]) -> None:
    axis(drawing(whisker_chart(content, label="Elo", description="none", width=WIDE, x_name="Elo")), "x", "y")


@pytest.mark.parametrize("text", ["x" * 3000, "深" * 50, "W" * 50, "short", ""])
def test_a_fitted_text_fits(text: str) -> None:
    assert text_width(fitted(text, 100)) <= 100
    assert fitted("short", 100) == "short"
