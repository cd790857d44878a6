"""The page of architecture: its picture and its four walks name what is there."""

from __future__ import annotations

import re

import pytest

from .blocks import ROOT, blocks_of, read_page, section
from .naming import SOURCE, files_in, missing_in

PAGE = read_page("docs/explanation/architecture.md")
WALKS = {
    heading: section(PAGE, f"### {heading}")
    for heading in re.findall(r"^### (.+)$", section(PAGE, "## Four requests"), re.MULTILINE)
}
STEPS = [
    (f"{heading}, step {number}", step)
    for heading, walk in WALKS.items()
    for number, step in re.findall(r"^(\d+)\. ((?:.+\n?)(?: {3}.+\n?)*)", walk, re.MULTILINE)
]


@pytest.mark.parametrize(("place", "step"), STEPS, ids=[place for place, _ in STEPS])
def test_a_step_of_a_walk_names_what_is_there(place: str, step: str) -> None:
    assert files_in(step), "every step says where in the source it is"
    assert missing_in(step) == []


def test_there_are_four_walks() -> None:
    assert len(WALKS) == 4
    assert len(STEPS) > 25


def test_a_step_that_names_something_else_is_noticed() -> None:
    assert missing_in("`search/alphabeta.py`: `make_search`") == []
    assert missing_in("`search/alphabeta.py`: `make_serch`") == ["make_serch"]
    assert missing_in("`search/alfabeta.py`: see there") == ["search/alfabeta.py"]
    assert missing_in("`engine.py`: `Engine.guess`") == ["Engine.guess"]


@pytest.mark.parametrize(
    "page", sorted(path.name for path in (ROOT / "docs" / "explanation" / "decisions").glob("*.md"))
)
def test_decisions_name_files_that_are_there(page: str) -> None:
    files = files_in(read_page(f"docs/explanation/decisions/{page}"))
    alone = {file.name for file in SOURCE.rglob("*") if file.is_file()}
    assert [file for file in files if not (SOURCE / file).is_file() and file not in alone] == []


def test_the_picture_has_the_layers_of_the_page() -> None:
    [block] = blocks_of(section(PAGE, "## Layers"))
    picture = read_page("docs/images/architecture.svg")
    drawn = re.findall(r'<text class="layer"[^>]*>([^<]+)</text>', picture)
    assert drawn == [re.split(r" {2,}", line)[0] for line in block.text.splitlines()]
