"""Draw the worked example of retrograde analysis: `python tools/retrograde.py --svg FILE`.

Eight positions and their moves. A column is a round; what no round labels is a draw.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from plyground.report.charts import chart, text
from plyground.report.markup import Markup, element
from plyground.study.written import chart_svg

MOVES = {"a": "e", "b": "c", "c": "bd", "d": "ce", "e": "fd", "f": "g", "g": "h", "h": ""}
"""The positions that moves lead to. Who is to move in h has no move, and has lost."""

COLUMN, ROW, TOP = 118.0, 62.0, 40.0
WIDTH, HEIGHT = 74.0, 36.0
STYLE = (
    ".chart .move{fill:none;stroke:var(--muted);stroke-width:1.25;marker-end:url(#arrow)}"
    ".chart .arrow{fill:var(--muted)}"
    ".chart .box{stroke:var(--muted)}.chart .win{fill:var(--h9)}.chart .loss{fill:var(--h1)}"
    ".chart .draw{fill:var(--h5)}.chart .box~text{fill:var(--ink);stroke:none}"
)


def analyse(moves: dict[str, str]) -> dict[str, tuple[str, int]]:
    """Return the label and the distance to the end of every position that is no draw.

    >>> analyse({"a": "b", "b": "", "c": "c"})
    {'b': ('loss', 0), 'a': ('win', 1)}
    """
    known = {position: ("loss", 0) for position, after in moves.items() if not after}
    distance = 0
    while distance == 0 or any(found == distance for _, found in known.values()):
        distance += 1
        before = dict(known)
        for position, after in moves.items():
            labels = [before[each][0] if each in before else None for each in after]
            if position in known:
                continue
            if "loss" in labels:
                known[position] = ("win", distance)
            elif all(label == "win" for label in labels):
                known[position] = ("loss", distance)
    return known


def draw(moves: dict[str, str]) -> Markup:
    """Draw the positions, those of a round in a column, and the draws at the left."""
    known = analyse(moves)
    rounds = 1 + max(distance for _, distance in known.values())
    columns = {name: rounds - known[name][1] if name in known else 0 for name in moves}
    rows: dict[str, int] = {}
    for name in moves:
        rows[name] = sum(columns[other] == columns[name] for other in rows)
    places = {name: (8 + COLUMN * columns[name], TOP + ROW * (rows[name] + 0.5)) for name in moves}
    titles = ["left over: draws", *(f"round {number}" for number in reversed(range(rounds)))]
    marker = element(
        "marker",
        element("path", class_="arrow", d="M0 0L8 4L0 8Z"),
        id="arrow", viewBox="0 0 8 8", refX=8, refY=4, markerWidth=8, markerHeight=8, orient="auto",
    )  # fmt: skip
    return chart(
        16 + COLUMN * rounds + WIDTH,
        TOP + ROW * (1 + max(rows.values())),
        "Retrograde analysis of eight positions",
        "Labels spread backwards from the end of the game, round by round; b, c and d are left over.",
        element("defs", marker),
        *(
            text(8 + COLUMN * column + WIDTH / 2, 14, title, "tick", "middle")
            for column, title in enumerate(titles)
        ),
        *(_move(places[name], places[other]) for name, after in moves.items() for other in after),
        *(_position(name, places[name], *known.get(name, ("draw", None))) for name in moves),
    )


def _move(start: tuple[float, float], end: tuple[float, float]) -> Markup:
    (x, y), (to_x, to_y) = start, end
    if x == to_x:  # within a column, at the side
        down = 1 if to_y > y else -1
        shift = WIDTH / 2 + 10 * down
        way = f"M{x + shift:g} {y + down * HEIGHT / 2:g}L{x + shift:g} {to_y - down * HEIGHT / 2:g}"
    elif to_x > x:
        middle = (x + WIDTH + to_x) / 2
        way = f"M{x + WIDTH:g} {y:g}C{middle:g} {y:g} {middle:g} {to_y:g} {to_x:g} {to_y:g}"
    else:  # back to the left, below the boxes between
        low, edge = max(y, to_y) + ROW * 0.9, to_x + WIDTH
        way = (
            f"M{x + WIDTH / 2:g} {y + HEIGHT / 2:g}C{x:g} {low:g} {edge + WIDTH:g} {to_y:g} {edge:g} {to_y:g}"
        )
    return element("path", class_="move", d=way)


def _position(name: str, place: tuple[float, float], label: str, distance: int | None) -> Markup:
    x, y = place
    told = label if distance is None else f"{label} {distance}"
    box = element("rect", class_=f"box {label}", x=x, y=y - HEIGHT / 2, width=WIDTH, height=HEIGHT, rx=6)
    return element("g", box, text(x + 10, y, name, "words"), text(x + WIDTH - 9, y, told, "value", "end"))


def main() -> None:
    """Draw the example into a file."""
    parser = argparse.ArgumentParser(description="Draw the worked example of retrograde analysis.")
    parser.add_argument("--svg", type=Path, required=True, metavar="FILE", help="the picture to write")
    given = parser.parse_args()
    given.svg.write_text(chart_svg(draw(MOVES), STYLE), encoding="utf-8")


if __name__ == "__main__":
    main()
