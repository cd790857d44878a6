"""The same result as text, CSV, JSON, Markdown and a page."""

from __future__ import annotations

import csv
import json
import math
from xml.etree import ElementTree

import pytest

from plyground.report.lines import Axes, Line, LinePoint
from plyground.study.content import Column, Kind, LinePlot, Section, Table
from plyground.study.declared import settings_of
from plyground.study.kept_study import Provenance
from plyground.study.written import (
    StudyReport,
    markdown_table,
    plot_svg,
    report_csv,
    report_json,
    report_page,
    report_text,
)

from .asking import small

TABLE = Table(
    "a caption",
    [
        Column("name", "who"),
        Column("nodes", "nodes", Kind.COUNT),
        Column("seconds", "time", Kind.SECONDS),
        Column("elo", "Elo", Kind.ELO),
        Column("is_same", "same"),
    ],
    [("<b>|one", 1234, 0.0125, -12.5, True), ("=2+2", None, 2.0, math.inf, False)],
)
PLOT = LinePlot(
    "Time over depth",
    [Line("minimax", [LinePoint(1, 0.1, title="depth 1: 0.1 s"), LinePoint(2, 0.9, title="depth 2: 0.9 s")])],
    Axes("depth", "seconds", is_log=True),
    "A caption of the plot.",
)


@pytest.fixture(scope="module")
def report() -> StudyReport:
    making = Provenance(
        "plyground study pruning konane", 5, "Plyground 1", "a machine", "2026-01-02T03:04:05+00:00"
    )
    sections = [
        Section("First", ["It is -12 Elo worse."], TABLE, [PLOT]),
        Section("Second", ["Words alone."]),
        Section("Third", plots=[PLOT]),
    ]
    return StudyReport("abcd", small("pruning", "konane", "4x4", depth=2), making, sections)


def test_as_text(report: StudyReport) -> None:
    assert report_text(report).splitlines() == [
        "First: a caption",
        "who      nodes     time  Elo  same",
        "<b>|one  1,234  12.5 ms  -12  yes",
        "=2+2             2.00 s    ∞  no",
        "It is -12 Elo worse.",
        "",
        "Second",
        "Words alone.",
        "",
        "$ plyground study pruning konane",
        "Plyground 1; a machine; seed 5",
    ]


def test_as_csv(report: StudyReport) -> None:
    lines = report_csv(report).splitlines()
    notes = [line for line in lines if line.startswith("#")]
    assert notes == [
        "# command: plyground study pruning konane",
        "# programs: Plyground 1",
        "# machine: a machine",
        "# seed: 5",
        "# begun: 2026-01-02T03:04:05+00:00",
        "# First: a caption",
    ]
    rows = list(csv.reader(line for line in lines if not line.startswith("#")))
    assert rows == [
        ["name", "nodes", "seconds", "elo", "is_same"],
        ["<b>|one", "1234", "0.0125", "-12.5", "yes"],
        ["'=2+2", "", "2.0", "inf", "no"],
    ], "no spreadsheet runs a formula"


def test_as_json(report: StudyReport) -> None:
    found = json.loads(json.dumps(report_json(report), allow_nan=False))
    assert found["id"] == "abcd"
    assert {**found, **settings_of(report.study)} == found
    assert found["making"]["command"] == "plyground study pruning konane"
    assert found["making"]["machine"] == "a machine"
    first, second, _ = found["sections"]
    assert first["table"]["rows"][0] == {
        "name": "<b>|one",
        "nodes": 1234,
        "seconds": 0.0125,
        "elo": -12.5,
        "is_same": True,
    }
    assert first["table"]["rows"][1]["elo"] is None, "JSON has no word for what is infinite"
    assert first["table"]["columns"][1] == {"name": "nodes", "title": "nodes", "kind": "count"}
    assert second == {"title": "Second", "sentences": ["Words alone."], "table": None}


def test_as_markdown() -> None:
    assert markdown_table(TABLE).splitlines() == [
        "| who | nodes | time | Elo | same |",
        "| --- | ---: | ---: | ---: | --- |",
        "| <b>\\|one | 1,234 | 12.5 ms | -12 | yes |",
        "| =2+2 |  | 2.00 s | ∞ | no |",
    ]


def test_as_a_page(report: StudyReport) -> None:
    page = report_page(report)
    assert page.startswith("<!doctype html>")
    for said in (
        *("Konane 4x4: study pruning", "It is −12 Elo worse.", "plyground study pruning konane"),
        *("Plyground 1", "a machine", "seed 5", "abcd", "&lt;b&gt;|one", "1,234", "12.5 ms"),
        *("A caption of the plot.", "depth 2: 0.9 s", "Words alone."),
    ):
        assert said in page, said
    assert page.count("<svg") >= 4, "two plots, each for a wide and for a narrow screen"
    assert "<script" not in page
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org/", "")


def test_a_plot_as_a_picture() -> None:
    picture = plot_svg(PLOT)
    root = ElementTree.fromstring(picture)  # noqa: S314  # our own
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    [inner] = root.findall("{http://www.w3.org/2000/svg}svg")
    assert (left, top) == (-16, -16)
    assert width == float(inner.attrib["width"]) + 32
    assert height == float(inner.attrib["height"]) + 32
    assert ".chart .curve" in picture
    assert "prefers-color-scheme" not in picture
    assert "url(" not in picture
