"""The result of a study as a page, and in a notebook."""

from __future__ import annotations

from plyground.report.formats import with_minus
from plyground.report.markup import Markup, element, shortened_inside, together
from plyground.report.page import facts, figure, page, section
from plyground.report.tables import TableColumn
from plyground.report.tables import table as page_table
from plyground.study.content import Kind, Section, Table
from plyground.study.written.plot_svg import Picture
from plyground.study.written.study_report import StudyReport

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
