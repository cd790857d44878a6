"""The result of a study as text, for a terminal."""

from __future__ import annotations

from plyground.study.content import Kind, Section, Table, shown
from plyground.study.written.report import StudyReport


def report_text(report: StudyReport) -> str:
    """Return the sections below each other, and how they were made."""
    making = report.making
    made = [f"$ {making.command}", f"{making.programs}; {making.machine}; seed {making.seed}"]
    told = [_section(each) for each in report.sections if each.table is not None or each.sentences]
    return "\n\n".join([*told, "\n".join(made)])


def _section(section: Section) -> str:
    heading = [section.title] if section.table is None else [f"{section.title}: {section.table.caption}"]
    table = [] if section.table is None else [table_text(section.table)]
    return "\n".join([*heading, *table, *section.sentences])


def table_text(table: Table) -> str:
    """Set a table in columns, those of numbers to the right."""
    columns = []
    for index, column in enumerate(table.columns):
        cells = [column.title, *(shown(row[index], column.kind) for row in table.rows)]
        width = max(map(len, cells))
        is_text = column.kind is Kind.TEXT
        columns.append([cell.ljust(width) if is_text else cell.rjust(width) for cell in cells])
    return "\n".join("  ".join(row).rstrip() for row in zip(*columns, strict=True))
