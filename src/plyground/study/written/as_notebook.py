"""The result of a study as it stands in a notebook: HTML without a style or script of its own."""

from __future__ import annotations

from plyground.report.markup import Markup, element, together
from plyground.study.content import Section, Table, shown
from plyground.study.written.as_svg import Picture
from plyground.study.written.report import StudyReport


def report_html(report: StudyReport) -> str:
    """Return the sections below each other, with tables and plots."""
    heading = element("h3", f"{report.game}: study {report.study.name}")
    making = element("p", element("small", f"{report.making.programs}; {report.making.machine}"))
    return element("div", heading, *map(_section, report.sections), making)


def _section(section: Section) -> Markup:
    return together(
        element("h4", section.title),
        *(element("p", sentence) for sentence in section.sentences),
        "" if section.table is None else _table(section.table),
        *(Markup(Picture.of(plot).to_html()) for plot in section.plots),
    )


def _table(table: Table) -> Markup:
    head = element("tr", *(element("th", column.title, scope="col") for column in table.columns))
    rows = [
        element(
            "tr",
            *(
                element("td", shown(value, column.kind))
                for value, column in zip(row, table.columns, strict=True)
            ),
        )
        for row in table.rows
    ]
    return element(
        "table", element("caption", table.caption), element("thead", head), element("tbody", *rows)
    )
