"""A picture taken apart again: what stands where, what is marked, what it says."""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

SVG = "{http://www.w3.org/2000/svg}"


class Seen:
    """What somebody sees who looks at the picture of a board."""

    def __init__(self, picture: str) -> None:
        self.root = ElementTree.fromstring(picture)  # noqa: S314  # our own
        self.label = self.root.attrib["aria-label"]
        self.title = text_of(self.root, "title")[0]
        self.caption = text_of(self.layer("caption"), "text")

    def layer(self, name: str) -> Element:
        [layer] = [each for each in self.root if each.get("data-layer") == name]
        return layer

    @property
    def pieces(self) -> dict[str, str]:
        """The letters of the pieces by their squares."""
        return self.placed("pieces")

    def placed(self, layer: str) -> dict[str, str]:
        uses = list(self.layer(layer))
        found = {use.attrib["data-square"]: use.attrib["data-letter"] for use in uses}
        assert len(found) == len(uses), "no square has two"
        return found

    def counts(self) -> Counter[str]:
        return Counter(self.pieces.values())

    def places(self, layer: str = "pieces") -> dict[str, tuple[float, float]]:
        """Where pieces are drawn, by their squares."""
        return {
            use.attrib["data-square"]: (float(use.attrib["x"]), float(use.attrib["y"]))
            for use in self.layer(layer)
        }

    def marked(self, kind: str) -> set[str]:
        return {each.attrib["data-square"] for each in self.root.iter() if each.get("data-mark") == kind}

    def definition(self, square: str) -> Element:
        """Return what a piece on a square is drawn with."""
        uses = [each for each in self.root.iter(f"{SVG}use") if each.attrib["data-square"] == square]
        name = uses[0].attrib["href"].removeprefix("#")
        [definition] = [each for each in self.root.iter(f"{SVG}g") if each.get("id") == name]
        return definition

    def ids(self) -> dict[str, str]:
        """Every id with what it names."""
        return {
            each.attrib["id"]: ElementTree.tostring(each, encoding="unicode")
            for each in self.root.iter()
            if "id" in each.attrib
        }


def text_of(element: Element, tag: str) -> list[str]:
    return ["".join(each.itertext()) for each in element.iter(f"{SVG}{tag}")]
