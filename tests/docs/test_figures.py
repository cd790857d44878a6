"""The tables and figures that the study bench makes: the tool, and that the pages have what it makes."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from plyground.study.declared import known_studies

from .blocks import PAGES, ROOT, read_page

TOOL = ROOT / "tools" / "figures.py"
COMMAND = "plyground study pruning konane --size 4 --depth 2 --textbook 0"
BEGIN = re.compile(r"<!-- (study|table|plots) ([\w-]+): (plyground study (\w+).*) -->")


def requests() -> list[tuple[str, str, str]]:
    """Return every request with its page and what stands below it."""
    texts = {page: read_page(page) for page in PAGES}
    return [
        (page, begin[0], text[begin.end() : text.index("<!-- end -->", begin.end())])
        for page, text in texts.items()
        for begin in BEGIN.finditer(text)
    ]


def test_every_study_has_its_figure() -> None:
    studied = [BEGIN.fullmatch(request) for _, request, _ in requests()]
    assert {begin[4] for begin in studied if begin is not None} == set(known_studies())
    names = [begin[2] for begin in studied if begin is not None]
    assert len(names) == len(set(names)), "plots of two requests would have the same file"


@pytest.mark.parametrize(("page", "request_", "content"), requests(), ids=lambda value: str(value)[:40])
def test_what_a_page_asks_for_is_there(page: str, request_: str, content: str) -> None:
    begin = BEGIN.fullmatch(request_)
    assert begin is not None
    assert re.search(r"^\*Plyground .+; seed \d+; \d{4}-\d\d-\d\d\*$", content, re.MULTILINE)
    if begin[1] == "study":
        assert f"```sh\n{begin[3]}\n```" in content
    if begin[1] != "plots":
        assert "\n| --- |" in content or "\n| ---: |" in content
    for place in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", content):
        file = (ROOT / page).parent / place
        assert file.name.startswith(f"{begin[2]}-")
        assert file.read_text(encoding="utf-8").startswith("<svg ")


def test_no_picture_is_left_over() -> None:
    shown = {
        Path(place).name for *_, content in requests() for place in re.findall(r"\(([^)]+\.svg)\)", content)
    }
    kept = {file.name for file in (ROOT / "docs" / "images" / "studies").iterdir()}
    assert kept == shown


def run(docs: Path, *names: str) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, str(TOOL), "--docs", str(docs), *names]
    return subprocess.run(words, capture_output=True, encoding="utf-8", check=False)


def test_the_tool_fills_in_what_is_asked_for(tmp_path: Path) -> None:
    folder = tmp_path / "reference"
    folder.mkdir()
    page = folder / "page.md"
    page.write_text(
        f"Before.\n\n<!-- study small: {COMMAND} -->\nold\n<!-- end -->\n\nBetween.\n\n"
        f"<!-- plots other: {COMMAND} -->\n<!-- end -->\n\nAfter.\n",
        encoding="utf-8",
    )
    assert run(tmp_path, "small").returncode == 0
    first = page.read_text(encoding="utf-8")
    assert "\nold\n" not in first
    assert f"```sh\n{COMMAND}\n```" in first
    assert "| compiled | 2 | 4 | 55 | 39 | 1.41 |" in first
    assert "![Seconds of a game over depth](../images/studies/small-1.svg)" in first
    assert f"<!-- plots other: {COMMAND} -->\n<!-- end -->" in first, "another name stays as it is"
    assert run(tmp_path).returncode == 0
    second = page.read_text(encoding="utf-8")
    pictures = sorted(file.name for file in (tmp_path / "images" / "studies").iterdir())
    assert pictures == ["other-1.svg", "other-2.svg", "small-1.svg", "small-2.svg"]
    assert second.count("<!-- end -->") == 2
    assert second.startswith("Before.\n\n<!-- study small")
    assert second.endswith("<!-- end -->\n\nAfter.\n")


def test_a_table_leaves_no_pictures_behind(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"<!-- table small: {COMMAND} -->\n<!-- end -->\n", encoding="utf-8")
    assert run(tmp_path).returncode == 0
    text = page.read_text(encoding="utf-8")
    assert "| compiled | 2 | 4 | 55 | 39 | 1.41 |" in text
    assert "```" not in text
    assert "![" not in text
    assert list((tmp_path / "images" / "studies").iterdir()) == []


def test_a_name_that_nobody_asks_for(tmp_path: Path) -> None:
    done = run(tmp_path, "nothing")
    assert done.returncode == 2
    assert "no page asks for nothing" in done.stderr


PICTURE = re.compile(
    r"<!-- picture ([\w-]+): (.+) -->\n\n!\[[^\]]+\]\(([^)]+)\)\n\n```sh\n(.+)\n```\n\n<!-- end -->"
)
PICTURES = [(page, match) for page in PAGES for match in PICTURE.finditer(read_page(page))]


@pytest.mark.parametrize(
    ("page", "found"), PICTURES, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_picture_is_what_its_command_draws(page: str, found: re.Match[str], tmp_path: Path) -> None:
    name, command, place, shown = found.groups()
    assert shown == f"{command} --svg {name}.svg"
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "page.md").write_text(f"<!-- picture {name}: {command} -->\n<!-- end -->\n", encoding="utf-8")
    assert run(folder, name).returncode == 0
    drawn = (folder / "images" / "trees" / f"{name}.svg").read_text(encoding="utf-8")
    assert drawn == ((ROOT / page).parent / place).read_text(encoding="utf-8")
    assert f"```sh\n{shown}\n```" in (folder / "page.md").read_text(encoding="utf-8")


def test_every_picture_of_a_tree_is_shown() -> None:
    asked = sum(read_page(page).count("<!-- picture ") for page in PAGES)
    kept = {file.stem for file in (ROOT / "docs" / "images" / "trees").iterdir()}
    assert kept == {found[1] for _, found in PICTURES}
    assert len(PICTURES) == asked == len(kept)
