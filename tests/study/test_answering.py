"""Studies from Python: the same as from the command line, as dataframes and in a notebook."""

from __future__ import annotations

import base64
import re
from xml.etree import ElementTree

import pytest

import plyground as ply
from plyground.study.study_running import StudyProgress, answer
from plyground.study.written import StudyReport, plot_svg, report_page, report_text

from .asking import rows_of, small


@pytest.fixture(scope="module")
def report() -> StudyReport:
    return ply.answer_study("pruning", ply.game("konane", size=4), depth=2, textbook=1, seed=5)


def test_it_answers_what_the_study_answers(report: StudyReport) -> None:
    study = small("pruning", "konane", "4", depth=2, textbook=1, seed=5)
    assert report.study == study
    [expected, *_] = rows_of(answer(study)[0])
    frame = report.to_dataframe()
    assert list(frame.columns) == list(expected)
    first = frame.to_dict("records")[0]
    counted = ["program", "depth", "moves", "minimax_nodes", "alphabeta_nodes", "same_value"]
    assert {name: first[name] for name in counted} == {name: expected[name] for name in counted}


def test_every_table_can_be_had(report: StudyReport) -> None:
    for number, table in enumerate(report.tables):
        assert len(report.to_dataframe(number)) == len(table.rows)
    for number in (len(report.tables), -1):
        with pytest.raises(ply.OptionError, match=rf"study pruning has no table {number}; it has: 0 \("):
            report.to_dataframe(number)


def test_without_a_game_it_is_about_its_own() -> None:
    seen: list[StudyProgress] = []
    report = ply.answer_study("pruning", depth=1, textbook=0, moves=1, on_progress=seen.append)
    assert report.study.start == ply.game("konane").start()
    assert [progress.done for progress in seen] == list(range(len(seen)))
    assert seen


def test_it_may_begin_at_a_position() -> None:
    start = ply.game("konane", size=4).start().play("a1")
    report = ply.answer_study("pruning", start, depth=1, textbook=0)
    assert report.study.start == start


@pytest.mark.parametrize(
    "start",
    [
        ply.game("konane", size=4).start().play("a1").play("b1"),
        ply.game("breakthrough").position("bbb/1b1/3/www white"),
    ],
)
def test_the_call_it_shows_makes_it_again(start: ply.Position) -> None:
    report = ply.answer_study("pruning", start, depth=1, textbook=0, seed=4)
    again = eval(report.making.command, {"ply": ply})  # noqa: S307  # our own
    assert again.study == report.study
    assert again.making.command == report.making.command
    assert again.to_dataframe()["minimax_nodes"].tolist() == report.to_dataframe()["minimax_nodes"].tolist()


def test_in_a_notebook_it_shows_sentences_tables_and_plots(report: StudyReport) -> None:
    shown = report._repr_html_()
    root = ElementTree.fromstring(shown.replace("<br/>", ""))  # noqa: S314  # our own
    [section, *_] = report.sections
    assert "Konane 4x4: study pruning" in shown
    assert [sentence for sentence in section.sentences if sentence not in "".join(root.itertext())] == []
    assert len(list(root.iter("tr"))) == sum(len(table.rows) + 1 for table in report.tables)
    plots = [plot for each in report.sections for plot in each.plots]
    pictures = [
        base64.b64decode(source).decode()
        for source in re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', shown)
    ]
    assert pictures == [plot_svg(plot) for plot in plots]
    assert "<style" not in shown
    assert "<script" not in shown


def test_a_plot_shows_itself(report: StudyReport) -> None:
    [picture, *_] = report.plots
    assert picture.svg.startswith("<svg ")
    assert f'alt="{picture.label}"' in picture._repr_html_()
    assert len(report.plots) == sum(len(section.plots) for section in report.sections)


def test_what_is_not_kept_has_no_number(report: StudyReport) -> None:
    assert report.id == ""
    assert "· study" not in report_page(report)
    assert report.making.command in report_text(report)


def test_mistakes_are_told() -> None:
    with pytest.raises(ply.OptionError, match="there is no study 'prunning'; did you mean 'pruning'"):
        ply.answer_study("prunning")
    with pytest.raises(ply.OptionError, match="study pruning has no option 'dept'"):
        ply.answer_study("pruning", dept=3)
