"""The picture of a board: frame, squares, coordinates, marks, pieces and a caption, as SVG."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from plyground.core.notation import EMPTY_SQUARE, Diagram
from plyground.core.picture.geometry import BORDER, FRAME, UNIT, Geometry
from plyground.core.picture.paints import FONT, PAPER, SIDES, TEXT, paint_of, with_opacity
from plyground.core.picture.paints import FRAME as FRAME_COLOUR
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


def told_board(diagram: Diagram, rules: Rules[Any, Any]) -> str:
    """Say which pieces stand on which squares; a kind of which there is none is not named."""
    kinds = [
        (letter, f"{player} {piece.name}")
        for side, player in enumerate(rules.players)
        for piece in rules.pieces
        for letter in [piece.letters[side]]
    ]
    kinds += [(scenery.letter, scenery.name) for scenery in rules.scenery]
    squares = {letter: [diagram.grid.name(square) for square in diagram.where(letter)] for letter, _ in kinds}
    told = [f"{kind}: {', '.join(squares[letter])}" for letter, kind in kinds if squares[letter]]
    return "; ".join(told) or "nothing stands on the board"


_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that cannot stand in XML, however they are written."""


@dataclass(frozen=True)
class Caption:
    """What stands below a board, and the side whose colour it shows, if any."""

    text: str
    side: int | None = None


@dataclass(frozen=True)
class Marks:
    """Squares to draw attention to: those of the last move, what else it changed, and targets of moves."""

    last_move: frozenset[int] = frozenset()
    changed: frozenset[int] = frozenset()
    outlined: frozenset[int] = frozenset()


def board_svg(
    diagram: Diagram, rules: Rules[Any, Any], marks: Marks, caption: Caption, *, size: int, flipped: bool
) -> str:
    """Return a board with its coordinates as SVG whose longer side has `size` pixels.

    It needs nothing from outside, and can stand beside others in the text of a page.
    """
    picture = _Picture(diagram, rules, Geometry.of(diagram, caption.text, pixels=size, flipped=flipped))
    title = f"{rules.title} {diagram.rows}x{diagram.columns}: {caption.text}"
    picture.tell(title, f"{title}. {told_board(diagram, rules)}")
    picture.lay_ground()
    picture.write_coordinates()
    picture.mark(marks)
    picture.place_pieces(marks.outlined)
    picture.write_caption(caption)
    return picture.write(size)


class _Picture:
    """A picture that grows from its ground to its pieces."""

    def __init__(self, diagram: Diagram, rules: Rules[Any, Any], geometry: Geometry) -> None:
        self._diagram = diagram
        self._rules = rules
        self._geometry = geometry
        self._look = rules.look
        self._root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img"})

    def tell(self, title: str, description: str) -> None:
        """Say what is to be seen, for those who point at it and for those who listen."""
        self._root.set("aria-label", description)
        SubElement(self._root, "title").text = title

    def lay_ground(self) -> None:
        """Draw paper, frame and squares."""
        geometry, look = self._geometry, self._look
        paper = {"width": _n(geometry.width), "height": _n(geometry.height), "rx": _n(geometry.letter_size)}
        SubElement(self._root, "rect", {**paper, "fill": PAPER})
        hairline = {"fill": "none", "stroke": FRAME_COLOUR, "stroke-width": "2"}
        SubElement(self._root, "rect", {**self._around(BORDER - 3), **hairline})
        SubElement(self._root, "rect", {**self._around(FRAME), "fill": FRAME_COLOUR})
        squares = self._layer(
            "squares", {"fill": look.ground.day, **with_opacity("stroke", look.rule.day), "stroke-width": "2"}
        )
        for square in range(len(self._diagram.squares)):
            is_shaded = sum(divmod(square, geometry.columns)) % 2 and not look.is_plain
            shade = {"fill": look.shade.day} if is_shaded else {}
            SubElement(squares, "rect", {**self._square(square), **shade})
        if look.has_hollows:
            self._draw_hollows()
        if look.has_stars:
            self._draw_stars()

    def write_coordinates(self) -> None:
        """Write the letters of the columns and the numbers of the rows."""
        geometry, grid = self._geometry, self._diagram.grid
        labels = self._text_layer("coordinates", "middle")
        for row in range(geometry.rows):
            height = geometry.centre(row * geometry.columns).y
            self._write(labels, geometry.label_column, height, str(grid.row_label(row)))
        for column in range(geometry.columns):
            self._write(labels, geometry.centre(column).x, geometry.label_line, grid.name(column)[0])

    def mark(self, marks: Marks) -> None:
        """Fill the squares of the last move, and mark the corners of what it changed."""
        layer = self._layer("marks", {})
        last = {"fill": self._look.last.day, "opacity": "0.75"}
        for square in sorted(marks.last_move):
            self._name(SubElement(layer, "rect", {**self._square(square), **last}), "last", square)
        lines = {"fill": "none", "stroke-linejoin": "round"}
        for square in sorted(marks.changed - marks.last_move):
            corners = self._corners(square)
            edge = {"stroke": FRAME_COLOUR, "stroke-width": "10", "opacity": "0.5"}
            SubElement(layer, "path", {"d": corners, **lines, **edge})
            colour = {"stroke": self._look.last.day, "stroke-width": "7"}
            self._name(SubElement(layer, "path", {"d": corners, **lines, **colour}), "changed", square)

    def place_pieces(self, outlined: Iterable[int]) -> None:
        """Draw scenery, outlines above it, and pieces above both."""
        scenery = {each.letter for each in self._rules.scenery}
        placed = [each for each in enumerate(self._diagram.squares) if each[1] != EMPTY_SQUARE]
        names = self._define({letter for _, letter in placed})
        self._place("scenery", [each for each in placed if each[1] in scenery], names)
        self._outline(outlined)
        self._place("pieces", [each for each in placed if each[1] not in scenery], names)

    def write_caption(self, caption: Caption) -> None:
        """Write the state of the game below the board, after a disc in the colour of a side."""
        geometry, size = self._geometry, self._geometry.letter_size
        layer = self._text_layer("caption", "start")
        x, y = geometry.caption_left, geometry.caption_line
        if caption.side is not None:
            inks = SIDES[caption.side]
            disc = {"cx": _n(x + size * 0.4), "cy": _n(y), "r": _n(size * 0.4), "fill": inks.fill}
            SubElement(layer, "circle", {**disc, "stroke": inks.edge, "stroke-width": _n(size * 0.08)})
            x += size * 1.25
        self._write(layer, x, y, caption.text)

    def write(self, size: int) -> str:
        """Return the picture as text."""
        width, height = self._geometry.width, self._geometry.height
        scale = size / max(width, height)
        self._root.set("viewBox", f"0 0 {_n(width)} {_n(height)}")
        self._root.set("width", _n(width * scale))
        self._root.set("height", _n(height * scale))
        return _NO_XML.sub("\ufffd", ElementTree.tostring(self._root, encoding="unicode"))

    def _define(self, letters: Iterable[str]) -> dict[str, str]:
        """Draw every kind of piece once; return their names.

        A name is made from what it names. If two pictures of a page have the same, it does not
        matter which of the two drawings is taken.
        """
        definitions, names = SubElement(self._root, "defs"), {}
        for letter in sorted(letters):
            drawn = Element("g")
            drawn.extend(shapes_of(self._rules, letter))
            digest = hashlib.sha256(ElementTree.tostring(drawn)).hexdigest()[:12]
            names[letter] = f"plyground-{digest}"
            drawn.set("id", names[letter])
            definitions.append(drawn)
        return names

    def _place(self, layer: str, placed: Iterable[tuple[int, str]], names: dict[str, str]) -> None:
        group, grid = self._layer(layer, {}), self._diagram.grid
        for square, letter in placed:
            x, y = self._geometry.corner(square)
            place = {"x": _n(x), "y": _n(y), "data-square": grid.name(square), "data-letter": letter}
            SubElement(group, "use", {"href": f"#{names[letter]}", **place})

    def _outline(self, squares: Iterable[int]) -> None:
        layer, look = self._layer("outlines", {"fill": "none"}), self._look
        for square in sorted(squares):
            x, y = self._geometry.corner(square)
            inside = {"width": _n(UNIT - 18), "height": _n(UNIT - 18), "rx": "12"}
            ring = {"x": _n(x + 9), "y": _n(y + 9), **inside}
            SubElement(layer, "rect", {**ring, **with_opacity("stroke", look.halo.day), "stroke-width": "10"})
            drawn = SubElement(layer, "rect", {**ring, "stroke": look.outline.day, "stroke-width": "5"})
            self._name(drawn, "outlined", square)

    def _name(self, drawn: Element, kind: str, square: int) -> None:
        drawn.set("data-mark", kind)
        drawn.set("data-square", self._diagram.grid.name(square))

    def _draw_hollows(self) -> None:
        """Draw a hollow for a stone on every square."""
        look = self._look
        layer = self._layer("hollows", {})
        light = {"fill": "none", **with_opacity("stroke", look.halo.day), "stroke-width": "3"}
        for square in range(len(self._diagram.squares)):
            x, y = self._geometry.centre(square)
            SubElement(layer, "circle", {"cx": _n(x), "cy": _n(y), "r": "30", "fill": look.rule.day})
            arc = {"d": f"M{_n(x - 27)} {_n(y + 12)}a29.5 29.5 0 0 0 54 0", "opacity": "0.55"}
            SubElement(layer, "path", {**arc, **light})

    def _draw_stars(self) -> None:
        """Draw the four dots that mark off the middle of a board of some size."""
        geometry = self._geometry
        if min(geometry.rows, geometry.columns) < 6:
            return
        layer = self._layer("stars", {"fill": self._look.rule.day})
        for x in (2 * UNIT, geometry.board_width - 2 * UNIT):
            for y in (2 * UNIT, geometry.board_height - 2 * UNIT):
                place = {"cx": _n(geometry.left + x), "cy": _n(geometry.top + y), "r": "8"}
                SubElement(layer, "circle", place)

    def _layer(self, name: str, paint: dict[str, str]) -> Element:
        return SubElement(self._root, "g", {"data-layer": name, **paint})

    def _text_layer(self, name: str, anchor: str) -> Element:
        size = _n(self._geometry.letter_size)
        font = {"font-family": FONT, "font-size": size, "font-weight": "500", "text-anchor": anchor}
        return self._layer(name, {**font, "fill": TEXT})

    def _write(self, layer: Element, x: float, y: float, text: str) -> None:
        baseline = y + self._geometry.letter_size * 0.35
        SubElement(layer, "text", {"x": _n(x), "y": _n(baseline)}).text = text

    def _around(self, margin: float) -> dict[str, str]:
        geometry = self._geometry
        return {
            "x": _n(geometry.left - margin),
            "y": _n(geometry.top - margin),
            "width": _n(geometry.board_width + 2 * margin),
            "height": _n(geometry.board_height + 2 * margin),
        }

    def _square(self, square: int) -> dict[str, str]:
        x, y = self._geometry.corner(square)
        return {"x": _n(x), "y": _n(y), "width": _n(UNIT), "height": _n(UNIT)}

    def _corners(self, square: int) -> str:
        """Return the way of a tick in each corner of a square."""
        x, y = self._geometry.corner(square)
        low, high, tick = 8, UNIT - 8, 16
        ticks = [(low, low, 1, 1), (high, low, -1, 1), (low, high, 1, -1), (high, high, -1, -1)]
        return "".join(
            f"M{_n(x + right)} {_n(y + down + along * tick)}v{-along * tick}h{across * tick}"
            for right, down, across, along in ticks
        )


def _n(value: float) -> str:
    """Write a number with no more digits than a screen can show."""
    return f"{value:z.2f}".rstrip("0").rstrip(".")
