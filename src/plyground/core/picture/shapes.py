"""The shapes of pieces and scenery, cut out of pieces.svg."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from plyground.core.picture.paints import FONT, paint_of
from plyground.core.rules import Rules

SVG = "{http://www.w3.org/2000/svg}"

LETTER_PLACE = {
    "x": "50",
    "y": "66",
    "font-family": FONT,
    "font-size": "46",
    "font-weight": "600",
    "text-anchor": "middle",
}
"""Where the letter of a piece stands that has no shape, and how it is set."""


def shapes_of(rules: Rules[Any, Any], letter: str) -> list[Element]:
    """Return what a letter of a position is drawn with, on a square of 100 by 100.

    A piece without a shape of its own is a letter on a token.
    """
    for piece in rules.pieces:
        if letter in piece.letters:
            return _piece(piece.name, letter, piece.letters.index(letter))
    name = next(scenery.name for scenery in rules.scenery if scenery.letter == letter)
    symbol = _symbols().get(name)
    if symbol is not None:
        return _copies(symbol, None)
    return [*_copies(_symbols()["unknown-scenery"], None), _letter(letter, "scenery-letter", None)]


def _piece(name: str, letter: str, side: int) -> list[Element]:
    known = _symbols()
    symbol = known.get(f"{name}-{side}", known.get(name))
    if symbol is None:
        return [*_copies(known[f"token-{side}"], side), _letter(letter, "piece-letter", side)]
    base = symbol.get("data-base")
    below = [] if base is None else _copies(known[f"{base}-{side}"], side)
    return [*below, *_copies(symbol, side)]


def _copies(symbol: Element, side: int | None) -> list[Element]:
    copies = []
    for shape in symbol:
        given = {name: value for name, value in shape.attrib.items() if name != "class"}
        paint = paint_of(shape.attrib["class"], side)
        copies.append(Element(shape.tag.removeprefix(SVG), {**given, **paint}))
    return copies


def _letter(letter: str, kind: str, side: int | None) -> Element:
    text = Element("text", {**LETTER_PLACE, **paint_of(kind, side)})
    text.text = letter
    return text


@cache
def _symbols() -> dict[str, Element]:
    file = resources.files(__package__).joinpath("symbols", "pieces.svg")
    root = ElementTree.fromstring(file.read_text(encoding="utf-8"))  # noqa: S314  # our own file
    return {symbol.attrib["id"]: symbol for symbol in root.iter(f"{SVG}symbol")}
