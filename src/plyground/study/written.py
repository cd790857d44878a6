"""The result of a study as text, CSV, JSON, Markdown, a page and pictures, and in a notebook."""

from __future__ import annotations

import base64
import csv
import io
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any

from plyground.errors import OptionError
from plyground.report.charts import WIDE
from plyground.report.formats import with_minus
from plyground.report.markup import Markup, element, shortened_inside, together, visible
from plyground.report.page import facts, figure, page, section
from plyground.report.tables import TableColumn, text_table
from plyground.report.tables import table as page_table
from plyground.store.runs import settings_content
from plyground.study.content import Kind, Plot, Section, Table, Value
from plyground.study.declared import AnyStudy, settings_of
from plyground.study.kept_study import KeptStudy, Provenance
from plyground.study.study_running import Results
from plyground.tournament.report.contest_csv import cell

if TYPE_CHECKING:
    import pandas

MARGIN = 16
FONT = 'font-family: system-ui, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;'


@dataclass(frozen=True)
class Picture:
    """A plot as SVG. In a notebook it shows itself."""

    label: str
    svg: str

    @classmethod
    def of(cls, plot: Plot) -> Picture:
        """Draw a plot."""
        return cls(plot.label, plot_svg(plot))

    def to_html(self) -> str:
        """Return it as an image of a page, whose style stays inside of it."""
        content = base64.b64encode(self.svg.encode()).decode()
        return element("img", alt=self.label, src=f"data:image/svg+xml;base64,{content}")

    def _repr_html_(self) -> str:
        return self.to_html()


def plot_svg(plot: Plot) -> str:
    """Return a plot as SVG on a light ground, whatever page it is put on."""
    return chart_svg(plot.draw(WIDE))


def chart_svg(drawn: str, style: str = "") -> str:
    """Return a chart as SVG that stands in a file of its own, on a light ground.

    `style` is added to that of all charts.
    """
    size = re.search(r'viewBox="0 0 (\S+) (\S+)"', drawn)
    if size is None:
        raise ValueError("a chart tells its size")
    width, height = (float(number) + 2 * MARGIN for number in size.groups())
    picture = element(
        "svg",
        element("style", Markup(_style() + style)),
        element("rect", x=-MARGIN, y=-MARGIN, width=width, height=height, fill="var(--paper)"),
        drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{-MARGIN} {-MARGIN} {width:g} {height:g}",
        width=width,
        height=height,
    )
    return f"{picture}\n"


def _style() -> str:
    """Return what the style of pages says about charts, and its light colours."""
    style = resources.files("plyground.report").joinpath("style.css").read_text(encoding="utf-8")
    colours = style[: style.index("}") + 1].replace("light dark", "light")
    charts = [line for line in style.splitlines() if line.startswith(".chart")]
    return "\n".join([colours, f":root {{ {FONT} }}", *charts])


@dataclass(frozen=True)
class StudyReport:
    """The result of a study, and how it was made; `id` is empty if it is not kept."""

    id: str
    study: AnyStudy
    making: Provenance
    sections: Sequence[Section]

    @property
    def game(self) -> str:
        """The game and the size of its board."""
        game = self.study.start.game
        return f"{game.rules.title} {game.rows}x{game.columns}"

    @property
    def tables(self) -> list[Table]:
        """The tables of all sections."""
        return [section.table for section in self.sections if section.table is not None]

    @property
    def plots(self) -> list[Picture]:
        """The plots of all sections as SVG, which a notebook shows."""
        return [Picture.of(plot) for section in self.sections for plot in section.plots]

    def to_dataframe(self, table: int = 0) -> pandas.DataFrame:
        """Return one of the tables for pandas, the first if no other number is given.

        Raises:
            PlygroundError: pandas is not installed, or there is no such table.
        """
        tables = self.tables
        if not 0 <= table < len(tables):
            captions = ", ".join(f"{number} ({each.caption})" for number, each in enumerate(tables))
            raise OptionError(f"study {self.study.name} has no table {table}; it has: {captions}")
        return tables[table].to_dataframe()

    def _repr_html_(self) -> str:
        return report_html(self)


def report_of(kept: KeptStudy, results: Results) -> StudyReport:
    """Return the report about a study whose measurements are all made."""
    return StudyReport(kept.id, kept.study, kept.making, kept.study.sections(results))


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
    tables = [_table_csv(each.title, each.table) for each in report.sections if each.table is not None]
    return "".join(notes) + "\n".join(tables)


def _table_csv(title: str, table: Table) -> str:
    written = io.StringIO()
    written.write(f"# {visible(title)}: {visible(table.caption)}\n")
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


LONGEST_COMMAND = 2000
LONGEST_CELL = 120


def report_page(report: StudyReport) -> str:
    """Return a report in HTML that stands in one file and needs nothing else."""
    study, making = report.study, report.making
    lead = next((sentence for part in report.sections for sentence in part.sentences), "")
    link = element("a", "how it was made", href="#making")
    kept = f"study {report.id} · " if report.id else ""
    return page(
        f"{study.name}, {report.game}",
        element(
            "header",
            element("p", f"{report.game}: study {study.name}", class_="kicker"),
            element("h1", study.question()),
            element("p", with_minus_in_numbers(lead), class_="lead"),
            element("pre", element("code", _command(making.command)), class_="command"),
            element("p", f"{making.began} · seed {making.seed} · {kept}", link, class_="meta"),
        ),
        element("main", *(_section(part, lead) for part in report.sections), _making(report)),
        element("footer", "Made by Plyground. Times are those of one run on one machine."),
    )


def _section(part: Section, lead: str) -> Markup:
    """Return a section, without the sentence that stands at the top of the page."""
    sentences = [each for each in part.sentences if each != lead]
    return section(
        part.title,
        *(element("p", with_minus_in_numbers(sentence)) for sentence in sentences),
        "" if part.table is None else _table(part.table),
        *(figure(plot.draw, plot.caption) for plot in part.plots),
    )


def _table(table: Table) -> Markup:
    columns = [TableColumn(column.title, is_number=column.kind is not Kind.TEXT) for column in table.columns]
    rows = [
        [with_minus_in_numbers(shortened_inside(cell, LONGEST_CELL)) for cell in row]
        for row in table.shown_rows()
    ]
    return page_table(table.caption, columns, rows)


def with_minus_in_numbers(text: str) -> str:
    """Put the minus sign before numbers; hyphens between letters stay what they are."""
    words = text.split(" ")
    return " ".join(with_minus(word) if word[:1] == "-" and word[1:2].isdigit() else word for word in words)


def _making(report: StudyReport) -> Markup:
    """Return everything that somebody needs to make it again."""
    game = report.study.start.game
    given = {each.name: getattr(report.study, each.name) for each in report.study.options()}
    shown = {**game.option_texts, **given}
    settings = {name: value for name, value in shown.items() if value is not None and name != "seed"}
    return element(
        "section",
        element("h2", "How it was made"),
        facts(
            [
                ("Game", game.rules.title),
                *((name.replace("_", " "), str(value)) for name, value in settings.items()),
                *((name, _command(value)) for name, value in report.making.facts()),
            ]
        ),
        id="making",
    )


def _command(text: str) -> str:
    return shortened_inside(text, LONGEST_COMMAND)


def report_html(report: StudyReport) -> str:
    """Return the sections below each other, with tables and plots."""
    heading = element("h3", f"{report.game}: study {report.study.name}")
    making = element("p", element("small", f"{report.making.programs}; {report.making.machine}"))
    return element("div", heading, *map(_notebook_section, report.sections), making)


def _notebook_section(section: Section) -> Markup:
    return together(
        element("h4", section.title),
        *(element("p", sentence) for sentence in section.sentences),
        "" if section.table is None else _notebook_table(section.table),
        *(Markup(Picture.of(plot).to_html()) for plot in section.plots),
    )


def _notebook_table(table: Table) -> Markup:
    head = element("tr", *(element("th", column.title, scope="col") for column in table.columns))
    rows = [element("tr", *(element("td", cell) for cell in row)) for row in table.shown_rows()]
    return element(
        "table", element("caption", table.caption), element("thead", head), element("tbody", *rows)
    )
