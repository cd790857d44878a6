"""The result of a study as text, CSV, JSON and Markdown."""

from __future__ import annotations

import csv
import io
import math
from typing import Any

from plyground.report.markup import visible
from plyground.report.tables import TableColumn, text_table
from plyground.store.runs import settings_content
from plyground.study.content import Kind, Section, Table, Value
from plyground.study.declared import settings_of
from plyground.study.written.study_report import StudyReport
from plyground.tournament.report.contest_csv import cell


def report_text(report: StudyReport) -> str:
    """Return the sections below each other, and how they were made."""
    making = report.making
    made = [f"$ {making.command}", f"{making.programs}; {making.machine}; seed {making.seed}"]
    told = [_section_text(each) for each in report.sections if each.table is not None or each.sentences]
    return "\n\n".join([*told, "\n".join(made)])


def _section_text(section: Section) -> str:
    heading = [section.title] if section.table is None else [f"{section.title}: {section.table.caption}"]
    table = [] if section.table is None else [table_text(section.table)]
    return "\n".join([*heading, *table, *section.sentences])


def table_text(table: Table) -> str:
    """Set a table in columns, those of numbers to the right."""
    columns = [TableColumn(each.title, is_number=each.kind is not Kind.TEXT) for each in table.columns]
    return text_table(columns, table.shown_rows())


def markdown_table(table: Table) -> str:
    """Return a table as Markdown writes it, numbers to the right."""
    headings = [_markdown_cell(column.title) for column in table.columns]
    sides = ["---" if column.kind is Kind.TEXT else "---:" for column in table.columns]
    rows = [list(map(_markdown_cell, row)) for row in table.shown_rows()]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (headings, sides, *rows))


def _markdown_cell(text: str) -> str:
    return visible(text).replace("|", "\\|")


def report_csv(report: StudyReport) -> str:
    """Return the tables one after the other, with an empty line between them.

    Lines that begin with # say how it was made, and what a table shows; values are exact, and
    seconds are seconds.
    """
    notes = [f"# {name}: {visible(value)}\n" for name, value in report.making.facts()]
    tables = [_table_csv(section) for section in report.sections if section.table is not None]
    return "".join(notes) + "\n".join(tables)


def _table_csv(section: Section) -> str:
    table = section.table
    if table is None:
        raise ValueError(f"the section {section.title!r} has no table")
    written = io.StringIO()
    written.write(f"# {visible(section.title)}: {visible(table.caption)}\n")
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow([column.name for column in table.columns])
    for row in table.rows:
        writer.writerow(map(_csv_cell, row))
    return written.getvalue()


def _csv_cell(value: Value) -> str | int | float:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and not math.isfinite(value):
        return "inf" if value > 0 else "-inf"
    return cell(value or "") if isinstance(value, str | None) else value


def report_json(report: StudyReport) -> dict[str, Any]:
    """Return everything that a study has shown, and how it was made."""
    return {
        "id": report.id,
        **settings_of(report.study),
        "making": settings_content(report.making),
        "sections": [_section_json(section) for section in report.sections],
    }


def _section_json(section: Section) -> dict[str, Any]:
    return {
        "title": section.title,
        "sentences": list(section.sentences),
        "table": None if section.table is None else _table_json(section.table),
    }


def _table_json(table: Table) -> dict[str, Any]:
    names = [column.name for column in table.columns]
    return {
        "caption": table.caption,
        "columns": [
            {"name": each.name, "title": each.title, "kind": str(each.kind)} for each in table.columns
        ],
        "rows": [dict(zip(names, map(_plain, row), strict=True)) for row in table.rows],
    }


def _plain(value: Value) -> Value:
    """Return a value that JSON has a word for, which it has not for what is infinite."""
    return None if isinstance(value, float) and not math.isfinite(value) else value
