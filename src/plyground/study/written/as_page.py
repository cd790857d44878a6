"""The page about a study: one file that needs nothing else."""

from __future__ import annotations

from plyground.report.formats import with_minus
from plyground.report.markup import Markup, element, shortened_inside
from plyground.report.page import facts, figure, page, section
from plyground.report.tables import Column as PageColumn
from plyground.report.tables import table as page_table
from plyground.study.content import Kind, Section, Table, shown
from plyground.study.written.report import StudyReport

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
    columns = [PageColumn(column.title, is_number=column.kind is not Kind.TEXT) for column in table.columns]
    rows = [
        [
            with_minus_in_numbers(shortened_inside(shown(value, column.kind), LONGEST_CELL))
            for value, column in zip(row, table.columns, strict=True)
        ]
        for row in table.rows
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
