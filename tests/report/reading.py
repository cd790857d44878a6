"""Reads HTML and SVG back, and insists that it is well formed."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"br", "meta"}


@dataclass
class Node:
    """An element: its name, its attributes, and what is in it."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Node | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All text in it."""
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    @property
    def kinds(self) -> list[str]:
        """Its classes."""
        return self.attributes.get("class", "").split()

    def number(self, name: str) -> float:
        """Return an attribute that is a number."""
        return float(self.attributes[name])

    def walk(self) -> Iterator[Node]:
        """Go through this element and all that are in it."""
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()

    def all(self, name: str, kind: str = "") -> list[Node]:
        """Return the elements of a name, and of a class if one is given."""
        return [node for node in self.walk() if node.name == name and (not kind or kind in node.kinds)]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Node("root")
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(set(names)) == len(names), f"<{tag}> has an attribute twice: {names}"
        node = Node(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(node)
        self.open.append(node)

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].name == tag, f"</{tag}> closes <{self.open[-1].name}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")

    def handle_pi(self, data: str) -> None:
        raise AssertionError(f"an instruction: {data}")


def read_html(text: str) -> Node:
    """Return the elements of a text; raises AssertionError if they are not properly inside each other."""
    unseen = {letter for letter in text if unicodedata.category(letter) in {"Cc", "Cf", "Cs", "Zl", "Zp"}}
    assert unseen <= set("\n\u00ad\u200c\u200d"), f"nobody can see {unseen}"
    reader = _Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == [reader.root], f"never closed: {[node.name for node in reader.open[1:]]}"
    return reader.root


def places(path: Node) -> list[tuple[float, float]]:
    """Return the points that the first line of a path goes through."""
    way = path.attributes["d"].split("M")[1].removesuffix("Z")
    return [(float(x), float(y)) for x, y in (point.split(" ") for point in way.split("L"))]


def axis(drawing: Node, place: str, across: str) -> tuple[float, float]:
    """Return how an axis of a drawing maps values to places, as (place of 0, length of 1).

    It is found from the lines of the axis and the texts beside them: they stand in the same order.
    """
    lines = [
        node.number(f"{place}1")
        for node in drawing.all("line")
        if {"grid", "zero"} & set(node.kinds)
        and node.attributes[f"{place}1"] == node.attributes[f"{place}2"]
        and node.attributes[f"{across}1"] != node.attributes[f"{across}2"]
    ]
    texts = [
        node
        for node in drawing.all("text", "tick")
        if any(abs(node.number(place) - line) < 6 for line in lines)
        and node.attributes.get("text-anchor") == ("middle" if place == "x" else "end")
    ]
    values = [float(node.text.replace("−", "-").replace(",", "").rstrip("\u202f%")) for node in texts]
    assert len(values) == len(lines) >= 2
    unit = (lines[-1] - lines[0]) / (values[-1] - values[0])
    return lines[0] - unit * values[0], unit
