"""The tables of a study as CSV, for a spreadsheet."""

from __future__ import annotations

import csv
import io
import math

from plyground.report.markup import visible
from plyground.study.content import Section, Value
from plyground.study.written.report import StudyReport
from plyground.tournament.report.rows import cell


def report_csv(report: StudyReport) -> str:
    """Return the tables one after the other, with an empty line between them.

    Lines that begin with # say how it was made, and what a table shows; values are exact, and
    seconds are seconds.
    """
    notes = [f"# {name}: {visible(value)}\n" for name, value in report.making.facts()]
    tables = [_table(section) for section in report.sections if section.table is not None]
    return "".join(notes) + "\n".join(tables)


def _table(section: Section) -> str:
    table = section.table
    if table is None:
        raise ValueError(f"the section {section.title!r} has no table")
    written = io.StringIO()
    written.write(f"# {visible(section.title)}: {visible(table.caption)}\n")
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow([column.name for column in table.columns])
    for row in table.rows:
        writer.writerow(map(_cell, row))
    return written.getvalue()


def _cell(value: Value) -> str | int | float:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and not math.isfinite(value):
        return "inf" if value > 0 else "-inf"
    return cell(value or "") if isinstance(value, str | None) else value
