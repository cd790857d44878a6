"""The result of a study as text, for a terminal."""

from __future__ import annotations

from plyground.report.tables import Column, text_table
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
    columns = [Column(each.title, is_number=each.kind is not Kind.TEXT) for each in table.columns]
    kinds = [each.kind for each in table.columns]
    return text_table(columns, [list(map(shown, row, kinds)) for row in table.rows])
