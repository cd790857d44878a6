"""One line of what the search is measured by: a number, and what it should be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from rich.table import Table


@dataclass(frozen=True)
class Row:
    """What was measured, what it should be at least (or at most), and how it was found.

    Without a target it is shown and not aimed at.
    """

    name: str
    measured: float
    target: float | None
    how: str
    unit: str = "x"
    is_ceiling: bool = False

    @property
    def is_met(self) -> bool | None:
        """Whether the target is reached; None where there is none."""
        if self.target is None:
            return None
        return self.measured <= self.target if self.is_ceiling else self.measured >= self.target

    @property
    def wanted(self) -> str:
        """The target in words."""
        if self.target is None:
            return ""
        return f"{'at most' if self.is_ceiling else 'at least'} {self.target:g} {self.unit}"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, for a program to read."""
        return {
            "name": self.name,
            "measured": self.measured,
            "unit": self.unit,
            "target": self.target,
            "is_ceiling": self.is_ceiling,
            "is_met": self.is_met,
            "how": self.how,
        }


Part = Callable[[], Iterator[Row]]
"""A group of measurements that can be run by itself."""


def rows_table(rows: list[Row]) -> Table:
    """Lay out rows: what, measured, target, reached or not, and how."""
    table = Table("what")
    table.add_column("measured", justify="right", no_wrap=True)
    table.add_column("target", justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    table.add_column("how")
    verdicts = {None: "", True: "[green]reached[/]", False: "[red]not reached[/]"}
    for row in rows:
        measured = f"{_figure(row.measured)} {row.unit}"
        table.add_row(row.name, measured, row.wanted, verdicts[row.is_met], row.how)
    return table


def _figure(number: float) -> str:
    """Write a number with about three figures, large ones in full."""
    if number >= 100:
        return f"{number:,.0f}"
    return f"{number:.3g}"
