"""Tables for pages, plain ones and such with cells tinted by their values, and for the terminal."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from plyground.report.markup import Markup, element

ANY_WIDTH = 10_000  # columns where nobody looks: nothing is cut off

HEATS = 11
"""How many tints there are, from h0 for 0 to h10 for 1."""

MOST_IN_TEXT, MOST_ON_PAPER = 8, 16
"""A square table of more names than the first is set smaller, and may be wider than the text; of
more than the second, it loses its details when it is printed."""


@dataclass(frozen=True)
class TableColumn:
    """A column of a table; numbers stand to the right. In a terminal it is cut off only if it may be."""

    title: str
    is_number: bool = True
    may_be_cut: bool = False


def table(
    caption: str, columns: Sequence[TableColumn], rows: Sequence[Sequence[str]], heading: int | None = 0
) -> Markup:
    """Return a table. The cells of the column number `heading`, if any, say what their rows are about."""
    head = [element("th", column.title, scope="col", class_=_side(column)) for column in columns]
    body = [
        element(
            "tr",
            *(
                element("th", cell, scope="row", class_=_side(column))
                if index == heading
                else element("td", cell, class_=_side(column))
                for index, (cell, column) in enumerate(zip(row, columns, strict=True))
            ),
        )
        for row in rows
    ]
    return _scrolling(
        element(
            "table",
            element("caption", caption),
            element("thead", element("tr", *head)),
            element("tbody", *body),
        ),
        caption,
    )


def _side(column: TableColumn) -> str | None:
    return "number" if column.is_number else None


def text_table(
    columns: Sequence[TableColumn],
    rows: Sequence[Sequence[str]],
    *,
    width: int = ANY_WIDTH,
    color: bool = False,
) -> str:
    """Set a table in columns for a terminal of this width.

    >>> columns = [TableColumn("", is_number=False), TableColumn("games")]
    >>> print(text_table(columns, [["ann", "7"], ["bo", "12"]]))
         games
    ann      7
    bo      12
    """
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    grid = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for column in columns:
        side: Literal["right", "left"] = "right" if column.is_number else "left"
        grid.add_column(Text(column.title), justify=side, no_wrap=not column.may_be_cut)
    for row in rows:
        grid.add_row(*(Text(cell, no_wrap=True, overflow="ellipsis") for cell in row))
    system: Literal["auto"] | None = "auto" if color else None
    console = Console(
        file=io.StringIO(), width=width, color_system=system, force_terminal=color, force_jupyter=False
    )
    with console.capture() as drawn:
        console.print(grid)
    return "\n".join(line.rstrip() for line in drawn.get().splitlines())


def text_columns(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Set a table in columns for a terminal; those in which all cells are numbers stand to the right.

    >>> print(text_columns(["", "points"], [["ann", "7.5"], ["bo", "12"]]))
         points
    ann     7.5
    bo       12
    """
    columns = []
    for heading, *cells in zip(headings, *rows, strict=True):
        has_numbers = any(cells) and all(map(_is_number, cells))
        columns.append(TableColumn(heading, is_number=has_numbers))
    return text_table(columns, rows)


def _is_number(cell: str) -> bool:
    return cell.replace(".", "").isdigit() or cell in ("", "all")


@dataclass(frozen=True)
class HeatCell:
    """A cell: its value from 0 to 1, which tints it, a text, and a smaller one below it."""

    value: float
    text: str
    details: str = ""


def heat_table(caption: str, names: Sequence[Markup], cells: Sequence[Sequence[HeatCell | None]]) -> Markup:
    """Return a square table of everybody against everybody; columns are numbered as the rows are.

    A cell that is None stays empty.
    """
    numbers = [element("th", str(number), scope="col") for number in range(1, len(names) + 1)]
    head = element("tr", element("td"), *numbers)
    body = [
        element(
            "tr",
            element("th", element("span", str(index), class_="rank"), name, scope="row"),
            *(
                element("td", class_="none") if index - 1 == column else _heat_cell(cell)
                for column, cell in enumerate(row)
            ),
        )
        for index, (name, row) in enumerate(zip(names, cells, strict=True), start=1)
    ]
    is_dense, is_crowded = len(names) > MOST_IN_TEXT, len(names) > MOST_ON_PAPER
    return _scrolling(
        element(
            "table",
            element("caption", caption),
            element("thead", head),
            element("tbody", *body),
            class_=f"heat{' dense' if is_dense else ''}{' crowded' if is_crowded else ''}",
        ),
        caption,
        is_wide=is_dense,
    )


def heat_of(value: float) -> str:
    """Return the name of the tint of a value from 0 to 1."""
    return f"h{round(min(max(value, 0.0), 1.0) * (HEATS - 1))}"


def _heat_cell(cell: HeatCell | None) -> Markup:
    if cell is None:
        return element("td")
    return element(
        "td", cell.text, element("small", cell.details) if cell.details else "", class_=heat_of(cell.value)
    )


def _scrolling(content: Markup, label: str, *, is_wide: bool = False) -> Markup:
    """Let a table that is wider than the screen be moved by itself, with the keyboard too."""
    return element(
        "div",
        content,
        class_="scroll wide" if is_wide else "scroll",
        tabindex="0",
        role="region",
        aria_label=label,
    )
