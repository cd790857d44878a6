"""The result of a study as plain values, for JSON."""

from __future__ import annotations

import math
from typing import Any

from plyground.study.content import Section, Table, Value
from plyground.study.declared import settings_of
from plyground.study.written.report import StudyReport


def report_json(report: StudyReport) -> dict[str, Any]:
    """Return everything that a study has shown, and how it was made."""
    return {
        "id": report.id,
        **settings_of(report.study),
        "making": report.making.to_dict(),
        "sections": [_section(section) for section in report.sections],
    }


def _section(section: Section) -> dict[str, Any]:
    return {
        "title": section.title,
        "sentences": list(section.sentences),
        "table": None if section.table is None else _table(section.table),
    }


def _table(table: Table) -> dict[str, Any]:
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
