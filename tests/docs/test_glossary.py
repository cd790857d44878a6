"""The glossary: what it names in the source is there, and every feature of the engine is explained."""

from __future__ import annotations

import dataclasses
import re

from plyground.search.features import Features

from .blocks import read_page
from .naming import files_in, folders_in, missing_in

PAGE = read_page("docs/reference/glossary.md")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if re.match(r"\| (?!word |term |-)", line)
]


def test_the_file_of_every_term_is_there() -> None:
    wrong = {row[0]: missing for row in ROWS if (missing := missing_in(row[-1]))}
    assert wrong == {}


def test_most_terms_are_somewhere_in_the_source() -> None:
    placed = [row for row in ROWS if files_in(row[-1]) or folders_in(row[-1])]
    assert len(ROWS) > 60
    assert [row[0] for row in ROWS if row not in placed] == ["node", "ply", "depth"]


def test_no_term_is_explained_twice() -> None:
    terms = [re.split(r" \(|,", row[0])[0] for row in ROWS]
    assert sorted(terms) == sorted(set(terms))


def test_every_feature_of_the_engine_is_named() -> None:
    named = {name for row in ROWS for name in re.findall(r"`(\w+)`", row[0])}
    assert named == {field.name for field in dataclasses.fields(Features)}
