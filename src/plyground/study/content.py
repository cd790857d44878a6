"""What a study shows: sections of sentences, a table and plots, as values that know no screen."""

from __future__ import annotations

import enum
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plyground.report.formats import duration
from plyground.report.lines import Axes, Line, LinePoint, line_chart
from plyground.report.markup import Markup
from plyground.report.whiskers import Whisker, whisker_chart
from plyground.system.frames import dataframe

if TYPE_CHECKING:
    import pandas

Value = str | int | float | bool | None
"""What stands in a cell; None where nothing was measured."""


class Kind(enum.StrEnum):
    """What the values of a column are, which says how they are written."""

    TEXT = "text"
    FLAG = "flag"  # yes or no
    COUNT = "count"
    NUMBER = "number"
    SECONDS = "seconds"
    TIMES = "times"  # how many times as much
    SHARE = "share"
    ELO = "elo"


@dataclass(frozen=True)
class Column:
    """A column: its name for programs, what people read above it, and what its values are."""

    name: str
    title: str
    kind: Kind = Kind.TEXT


ELO_COLUMNS = (
    Column("elo", "Elo", Kind.ELO),
    Column("elo_low", "from", Kind.ELO),
    Column("elo_high", "to", Kind.ELO),
)
"""Elo, and between which bounds it is."""


@dataclass(frozen=True)
class Table:
    """A table whose rows have a value for every column."""

    caption: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Value]]

    def __post_init__(self) -> None:
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError(f"a row of {self.caption!r} has another length than its headings")

    @classmethod
    def of(cls, caption: str, columns: Sequence[Column], rows: Iterable[Mapping[str, Value]]) -> Table:
        """Make a table of rows by the names of columns; what has no column is left out."""
        return cls(caption, columns, [[row[column.name] for column in columns] for row in rows])

    def shown_rows(self) -> list[list[str]]:
        """Return the cells as people read them."""
        kinds = [column.kind for column in self.columns]
        return [list(map(shown, row, kinds)) for row in self.rows]

    def to_dataframe(self) -> pandas.DataFrame:
        """Return it for pandas, with the names of the columns and exact values.

        Raises:
            PlygroundError: pandas is not installed.
        """
        return dataframe([column.name for column in self.columns], self.rows)


@dataclass(frozen=True)
class LinePlot:
    """Lines over a row of numbers."""

    label: str
    lines: Sequence[Line]
    axes: Axes
    caption: str = ""

    @classmethod
    def of(
        cls, label: str, points: Iterable[tuple[str, LinePoint]], axes: Axes, caption: str = ""
    ) -> LinePlot:
        """Draw a line through all points of the same name."""
        lines: dict[str, list[LinePoint]] = {}
        for name, point in points:
            lines.setdefault(name, []).append(point)
        return cls(label, [Line(*each) for each in lines.items()], axes, caption)

    def draw(self, width: int) -> Markup:
        """Return it as SVG."""
        told = "; ".join(f"{line.name}: {line.points[-1].title}" for line in self.lines if line.points)
        return line_chart(self.lines, self.axes, label=self.label, description=told, width=width)


@dataclass(frozen=True)
class WhiskerPlot:
    """Values with error bars."""

    label: str
    rows: Sequence[Whisker]
    x_name: str
    caption: str = ""

    def draw(self, width: int) -> Markup:
        """Return it as SVG."""
        told = "; ".join(f"{row.name}: {row.shown}" for row in self.rows)
        return whisker_chart(self.rows, label=self.label, description=told, width=width, x_name=self.x_name)


Plot = LinePlot | WhiskerPlot
"""What is drawn in any width."""


@dataclass(frozen=True)
class Section:
    """A part of the result: what it says in words, its table, its plots."""

    title: str
    sentences: Sequence[str] = ()
    table: Table | None = None
    plots: Sequence[Plot] = ()


def shown(value: Value, kind: Kind) -> str:
    """Write a value for people.

    >>> shown(1234567, Kind.COUNT), shown(13.812, Kind.TIMES), shown(0.0123, Kind.SECONDS)
    ('1,234,567', '13.8', '12.3 ms')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value
    if not math.isfinite(value):
        return "∞" if value > 0 else "-∞"
    written = {
        Kind.COUNT: f"{value:,.0f}",
        Kind.SECONDS: duration(value),
        Kind.TIMES: three_digits(value),
        Kind.SHARE: f"{value:.1%}",
        Kind.ELO: f"{value:+z.0f}",
        Kind.NUMBER: f"{value:z,.2f}",
    }
    return written.get(kind, f"{value:g}")


def three_digits(value: float) -> str:
    """Write a positive number with three digits, large ones in full.

    >>> [three_digits(each) for each in (0.01234, 1, 9.994, 13.81, 1234.5)]
    ['0.0123', '1.00', '9.99', '13.8', '1,234']
    """
    if value >= 99.95:
        return f"{value:,.0f}"
    return f"{value:#.3g}"
