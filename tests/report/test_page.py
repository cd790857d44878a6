"""Pages and tables: whole in one file, readable by everybody."""

from __future__ import annotations

import itertools
import math
import re
from importlib import resources

import pytest

from plyground.report.machine_info import this_machine
from plyground.report.markup import Markup, element
from plyground.report.page import cards, facts, figure, halves, page, section
from plyground.report.tables import HeatCell, TableColumn, heat_of, heat_table, table, text_table
from tests.report.reading import read_html

STYLE = resources.files("plyground.report").joinpath("style.css").read_text(encoding="utf-8")


def colours(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))


LIGHT = colours(STYLE.split("@media", maxsplit=1)[0])
DARK = colours(STYLE.split("@media")[1])
BOTH = pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])


def luminance(colour: str) -> float:
    parts = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def lightness(colour: str) -> float:
    return 116 * math.cbrt(luminance(colour)) - 16


@BOTH
def test_texts_can_be_read(scheme: dict[str, str]) -> None:
    for text, ground in itertools.product(("ink", "muted", "accent"), ("paper", "card")):
        assert contrast(scheme[text], scheme[ground]) >= 4.5, (text, ground)
    for heat in range(11):
        assert contrast(scheme["ink"], scheme[f"h{heat}"]) >= 4.5, heat


@BOTH
def test_colours_are_told_apart_by_their_lightness_too(scheme: dict[str, str]) -> None:
    shades = sorted(lightness(scheme[kind]) for kind in ("win", "draw", "loss"))
    assert all(after - before >= 12 for before, after in itertools.pairwise(shades))
    for kind in ("win", "loss", "line-0", "line-1", "line-2", "line-3", "line-4"):
        assert contrast(scheme[kind], scheme["paper"]) >= 3, kind


def test_every_colour_has_a_dark_twin() -> None:
    assert LIGHT.keys() == DARK.keys()
    assert set(re.findall(r"var\(--([\w-]+)\)", STYLE)) <= LIGHT.keys()


def test_a_page_stands_alone() -> None:
    root = read_html(page("a < b", section("Part", element("p", "text"))))
    assert not re.search(r"url\(|@import|http|//", STYLE)
    assert root.all("title")[0].text == "a < b"
    assert root.all("html")[0].attributes["lang"] == "en"
    policy = next(node for node in root.all("meta") if "http-equiv" in node.attributes)
    assert policy.attributes["content"] == "default-src 'none'; style-src 'unsafe-inline'"
    assert {node.name for node in root.walk()} == {
        *("root", "html", "head", "meta", "title", "style", "body", "section", "h2", "p")
    }


def test_a_figure_is_drawn_for_pages_and_for_phones() -> None:
    drawn: list[int] = []

    def draw(width: int) -> Markup:
        drawn.append(width)
        return element("svg", str(width))

    root = read_html(figure(draw, "words") + halves(figure(draw, is_half=True)))
    assert drawn == [760, 360, 360]
    assert [node.text for node in root.all("div", "for-wide")] == ["760"]
    assert [node.text for node in root.all("div", "for-narrow")] == ["360"]
    assert [node.text for node in root.all("figcaption")] == ["words"]


def test_names_and_values() -> None:
    root = read_html(cards([("Elo", "+3", "± 1")]) + facts([("Seed", "7")]))
    assert [node.text for node in root.all("dt")] == ["Elo", "Seed"]
    assert [node.text for node in root.all("dd")] == ["+3", "± 1", "7"]


def test_a_table_says_what_its_cells_are_about() -> None:
    columns = [TableColumn("rank"), TableColumn("player", is_number=False), TableColumn("points")]
    root = read_html(table("Who won", columns, [["1", "<a>", "3"], ["2", "b", "1"]], heading=1))
    assert [node.text for node in root.all("caption")] == ["Who won"]
    scopes = [(node.text, node.attributes["scope"]) for node in root.all("th")]
    assert scopes == [("rank", "col"), ("player", "col"), ("points", "col"), ("<a>", "row"), ("b", "row")]
    assert [node.text for node in root.all("td", "number")] == ["1", "3", "2", "1"]


def test_a_row_of_another_length_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="argument"):
        table("x", [TableColumn("a")], [["1", "2"]])


def test_cells_are_tinted_by_their_values() -> None:
    assert [heat_of(value) for value in (0, 0.04, 0.5, 0.72, 1, -3, 7)] == [
        "h0",
        "h0",
        "h5",
        "h7",
        "h10",
        "h0",
        "h10",
    ]
    cells: list[list[HeatCell | None]] = [[None, HeatCell(0.75, "3", "+3 =0 −1")], [None, None]]
    root = read_html(heat_table("x", [element("b", "a"), element("b", "b")], cells))
    (tinted,) = root.all("td", "h8")
    assert tinted.text == "3+3 =0 −1"
    assert len(root.all("td", "none")) == 2
    assert [node.text for node in root.all("th")] == ["1", "2", "1a", "2b"]


@pytest.mark.parametrize(("count", "kinds"), [(8, "heat"), (9, "heat dense"), (17, "heat dense crowded")])
def test_large_tables_are_set_smaller(count: int, kinds: str) -> None:
    root = read_html(heat_table("x", [element("b", "a")] * count, [[None] * count] * count))
    assert root.all("table")[0].attributes["class"] == kinds


def test_the_machine_is_known() -> None:
    machine = this_machine()
    assert machine.cores >= 1
    assert machine.processor
    assert re.search(r"\d+\.\d+", machine.python)


def test_a_table_for_the_terminal_cuts_nothing_off_and_reads_no_markup() -> None:
    columns = [
        TableColumn("", is_number=False),
        TableColumn("points"),
        TableColumn("as black", is_number=False),
        TableColumn(""),
    ]
    name = f"[red]b[/] :smile: {'x' * 300}"
    drawn = text_table(columns, [[name, "7½", "+1 =0 -2", ""], ["ünï", "12", "", "accepted"]])
    assert drawn.splitlines() == [
        f"{'':{len(name)}}  points  as black",
        f"{name}      7½  +1 =0 -2",
        f"{'ünï':{len(name)}}      12            accepted",
    ]


def test_a_table_for_the_terminal_counts_the_cells_of_wide_letters() -> None:
    columns = [TableColumn("name", is_number=False), TableColumn("n")]
    assert text_table(columns, [["棋手", "1"], ["bo", "2"]]) == "name  n\n棋手  1\nbo    2"
