"""A searched tree as a picture: the root at the left, one row for every leaf."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from plyground.report.charts import chart, text, titled
from plyground.report.markup import Markup, element
from plyground.study.tree.columns import ROOT, Tree

COLUMN = 150.0
BOX_WIDTH, BOX_HEIGHT = 112.0, 30.0
ROW = 38.0
MARGIN = 6.0
TRIANGLE = 9.0

STYLE = Markup(
    ".chart .branch{fill:none;stroke:var(--muted);stroke-width:1.25}"
    ".chart .branch.chosen{stroke:var(--accent);stroke-width:4}"
    ".chart .branch.cut{stroke:var(--muted);stroke-dasharray:4 4;opacity:.55}"
    ".chart .box{fill:var(--card);stroke:var(--muted)}"
    ".chart .box.chosen{stroke:var(--accent);stroke-width:2.5}"
    ".chart .box.cut{fill:none;stroke:var(--draw);stroke-dasharray:4 4}"
    ".chart .box.proved{fill:var(--h9)}.chart .box.disproved{fill:var(--h1)}"
    ".chart :is(.proved,.disproved)~text{fill:var(--ink);stroke:none}"
    ".chart .max{fill:var(--line-0)}.chart .min{fill:var(--line-1)}"
    ".chart .cut text{fill:var(--muted)}"
    ".chart .slash{stroke:var(--loss);stroke-width:2.5}"
    ".chart text.value{stroke:none}"
)


@dataclass(frozen=True)
class NodeLook:
    """What is written at a node and how it looks; without `value` there is room to write."""

    move: str
    value: str = ""
    told: str = ""
    is_chosen: bool = False
    is_cut: bool = False
    solved: Literal["", "proved", "disproved"] = ""


def draw_tree(tree: Tree, look: Callable[[int], NodeLook | None], label: str, description: str) -> Markup:
    """Draw the nodes that have a look, with all nodes above them."""
    places = _Places(tree, look)
    width = MARGIN * 2 + COLUMN * places.deepest + BOX_WIDTH
    height = MARGIN * 2 + ROW * places.rows
    shown = places.looks.items()
    branches = [_branch(places, node, node_look) for node, node_look in shown if node != ROOT]
    boxes = [_box(tree, places, node, node_look) for node, node_look in shown]
    return chart(width, height, label, description, *branches, *boxes)


@dataclass
class _Places:
    """Where every shown node stands: leaves in rows, parents in the middle of their children."""

    tree: Tree
    look: Callable[[int], NodeLook | None]
    looks: dict[int, NodeLook] = field(default_factory=dict)
    heights: dict[int, float] = field(default_factory=dict)
    rows: int = 0
    deepest: int = 0

    def __post_init__(self) -> None:
        self._place(ROOT)

    def _place(self, node: int) -> float | None:
        node_look = self.look(node)
        if node_look is None:
            return None
        self.looks[node] = node_look
        self.deepest = max(self.deepest, self.tree.plies[node])
        below = [height for child in self.tree.children[node] if (height := self._place(child)) is not None]
        if not below:
            below = [self.rows + 0.5]
            self.rows += 1
        self.heights[node] = (below[0] + below[-1]) / 2
        return self.heights[node]

    def corner(self, node: int) -> tuple[float, float]:
        return MARGIN + COLUMN * self.tree.plies[node], MARGIN + ROW * self.heights[node]


def _branch(places: _Places, node: int, look: NodeLook) -> Markup:
    x, y = places.corner(node)
    parent_x, parent_y = places.corner(places.tree.parents[node])
    start = parent_x + BOX_WIDTH
    middle = (start + x) / 2
    kind = "branch chosen" if look.is_chosen else "branch cut" if look.is_cut else "branch"
    way = f"M{start:g} {parent_y:g}C{middle:g} {parent_y:g} {middle:g} {y:g} {x:g} {y:g}"
    line = element("path", class_=kind, d=way)
    if not look.is_cut:
        return line
    slash = element("path", class_="slash", d=f"M{x - 10:g} {y + 7:g}L{x - 4:g} {y - 7:g}")
    return element("g", line, slash)


def _box(tree: Tree, places: _Places, node: int, look: NodeLook) -> Markup:
    x, y = places.corner(node)
    kind = "box chosen" if look.is_chosen or node == ROOT else "box cut" if look.is_cut else "box"
    kind = f"{kind} {look.solved}".strip()
    is_leaf = tree.is_leaf(node)
    parts = [
        titled(
            "rect",
            look.told,
            class_=kind,
            x=x,
            y=y - BOX_HEIGHT / 2,
            width=BOX_WIDTH,
            height=BOX_HEIGHT,
            rx=BOX_HEIGHT / 2 if is_leaf else 4,
        )
    ]
    if not is_leaf:
        parts.append(_triangle(x + 13, y, is_max=tree.is_max(node)))
    parts.append(text(x + (10 if is_leaf else 25), y, look.move, "words"))
    parts.append(text(x + BOX_WIDTH - 9, y, look.value, "value", "end"))
    return element("g", *parts, class_="cut" if look.is_cut else None)


def _triangle(x: float, y: float, *, is_max: bool) -> Markup:
    half = TRIANGLE / 2
    tip, base = (y - half, y + half) if is_max else (y + half, y - half)
    way = f"M{x:g} {tip:g}L{x + half:g} {base:g}L{x - half:g} {base:g}Z"
    return element("path", class_="max" if is_max else "min", d=way)
