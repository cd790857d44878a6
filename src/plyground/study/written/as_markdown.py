"""The tables of a study as Markdown, for the pages of documentation."""

from __future__ import annotations

from plyground.report.markup import visible
from plyground.study.content import Kind, Table, shown


def markdown_table(table: Table) -> str:
    """Return a table as Markdown writes it, numbers to the right."""
    headings = [_cell(column.title) for column in table.columns]
    sides = ["---" if column.kind is Kind.TEXT else "---:" for column in table.columns]
    rows = [
        [_cell(shown(value, column.kind)) for value, column in zip(row, table.columns, strict=True)]
        for row in table.rows
    ]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (headings, sides, *rows))


def _cell(text: str) -> str:
    return visible(text).replace("|", "\\|")
