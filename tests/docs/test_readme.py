"""The README: its example, its picture, its tables, and what `make play` shows."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import click

from plyground.ui.cli._main import cli

from .blocks import ROOT, blocks_of, first_column, read_page, section
from .follow import Reader

LARGEST_PICTURE = 60_000


def test_the_example_has_ten_lines_and_writes_what_is_shown(tmp_path: Path) -> None:
    blocks = blocks_of(section(read_page("README.md"), "## From Python"))
    example, shown, *_ = blocks
    assert (example.language, shown.language) == ("python", "text")
    assert len(example.text.splitlines()) == 10
    assert Reader(tmp_path).run_example(example) + "\n" == shown.text


def test_the_example_of_a_search_writes_what_is_shown(tmp_path: Path) -> None:
    *_, example, shown = blocks_of(section(read_page("README.md"), "## From Python"))
    assert (example.language, shown.language) == ("python", "text")
    assert Reader(tmp_path).run_example(example) + "\n" == shown.text


def test_the_search_shows_every_move_that_it_found() -> None:
    [analysis, _] = blocks_of(section(read_page("README.md"), "## Search"))
    rows = re.findall(
        r"^ +(\d+) +[+-][\d.]+ +[\d,]+ \.\.\.((?: [a-f]\d[-x][a-f]\d)+)$", analysis.text, re.MULTILINE
    )
    assert [int(depth) for depth, _ in rows] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_readme_and_first_steps_agree() -> None:
    readme, steps = (
        " ".join(read_page(page).split()) for page in ("README.md", "docs/tutorials/first-steps.md")
    )
    for said in (
        "You need Linux (it is tested on Debian), Python 3.11 or newer, and `make`.",
        "starts the web app on this machine and opens it in your browser",
    ):
        assert said in readme
        assert said in steps


def test_the_picture_is_what_the_commands_draw(tmp_path: Path) -> None:
    drawn = tmp_path / "boards.svg"
    subprocess.run([sys.executable, ROOT / "tools" / "picture.py", drawn], check=True)
    kept = (ROOT / "docs" / "images" / "boards.svg").read_text(encoding="utf-8")
    assert drawn.read_text(encoding="utf-8") == kept
    assert len(kept.encode()) < LARGEST_PICTURE
    assert re.findall(r"(?:url\(|href=|@import)[^)>]*//[^)>]*", kept) == []  # nothing from other hosts


def test_every_command_is_listed() -> None:
    listed = first_column(section(read_page("README.md"), "## Look"))
    names = [cell.strip("`").split()[1] for cell in listed]
    assert sorted(names) == cli.list_commands(click.Context(cli))


def test_every_target_of_make_is_listed() -> None:
    targets = re.findall(r"^([a-z-]+):.*## ", read_page("Makefile"), re.MULTILINE)
    listed = first_column(section(read_page("CONTRIBUTING.md"), "## Commands"))
    assert sorted(cell.strip("`").removeprefix("make ") for cell in listed) == sorted({*targets} - {"help"})


def test_the_files_that_are_linked_are_there() -> None:
    for page in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"):
        links = re.findall(r"\]\((?!https?:)([^)#]+)", read_page(page))
        assert [link for link in links if not (ROOT / link).exists()] == []


def test_make_play_starts_the_web_app() -> None:
    recipe = read_page("Makefile").partition("\nplay: install ")[2].splitlines()[1]
    assert recipe == "\t@$(BIN)/plyground serve"
