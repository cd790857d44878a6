"""Pictures have the colours that the web app has by day: its style sheets are read to see it."""

from __future__ import annotations

import re
from importlib import resources
from xml.etree import ElementTree

import pytest

from plyground.core.looks import CHEQUERED
from plyground.core.picture import paints
from plyground.core.picture.paints import PIECES, paint_of, with_opacity

from .reading import SVG

Rules = dict[str, dict[str, str]]


def style_rules() -> Rules:
    """Return what the style sheets of the web app say about each selector."""
    folder = resources.files("plyground.ui.web") / "pages"
    sheets = [folder / "style.css", folder / "styles" / "board.css"]
    text = "\n".join(sheet.read_text(encoding="utf-8") for sheet in sheets if sheet.is_file())
    plain = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    found: Rules = {}
    for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", plain):
        pairs = [each.partition(":") for each in body.split(";") if ":" in each]
        found.setdefault(selector.strip(), {}).update(
            {name.strip(): value.strip() for name, _, value in pairs}
        )
    return found


RULES = style_rules()


def by_day(value: str, *selectors: str) -> str:
    """Return a value of a style sheet with its variables replaced, as the selectors give them."""
    given = {name: each for selector in (":root", *selectors) for name, each in RULES[selector].items()}
    while found := re.search(r"var\((--[\w-]+)\)", value):
        value = value.replace(found[0], given[found[1]])
    return re.sub(r"light-dark\(([^,]+),[^)]+\)", r"\1", value)


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("kind", PIECES)
def test_shapes_are_painted_as_in_the_web_app(kind: str, side: int) -> None:
    said = {
        name: by_day(value, ".board", f".side-{side}")
        for name, value in RULES[f".{kind}"].items()
        if name in {"fill", "stroke", "stroke-width", "stroke-linejoin", "stroke-linecap", "opacity"}
    }
    assert paint_of(kind, side) == said


@pytest.mark.parametrize("part", ["ground", "shade", "rule", "outline", "halo", "last", "picked"])
def test_a_chequered_board_is_what_the_style_sheets_have(part: str) -> None:
    day, night = getattr(CHEQUERED, part)
    written = day if day == night else f"light-dark({day}, {night})"
    assert RULES[".board"][f"--board-{part}"] == written


def test_paper_text_and_frame_are_those_of_the_web_app() -> None:
    assert by_day("var(--paper)") == paints.PAPER
    assert by_day("var(--muted)") == paints.TEXT
    assert by_day("var(--board-frame)", ".board") == paints.FRAME
    assert by_day("var(--sans)") == paints.FONT


def test_every_class_of_the_shapes_has_a_paint() -> None:
    file = resources.files("plyground.core.picture") / "symbols" / "pieces.svg"
    root = ElementTree.fromstring(file.read_text(encoding="utf-8"))  # noqa: S314  # our own
    used = {shape.attrib["class"] for symbol in root.iter(f"{SVG}symbol") for shape in symbol}
    assert used == set(PIECES) - {"piece-letter", "scenery-letter"}


def test_colours_with_an_opacity_are_two_attributes() -> None:
    assert with_opacity("stroke", "#ffffffb0") == {"stroke": "#ffffff", "stroke-opacity": "0.69"}
    assert with_opacity("fill", "#26323d") == {"fill": "#26323d"}
    assert with_opacity("stroke", "transparent") == {"stroke": "none"}
