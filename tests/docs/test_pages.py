"""Every page is followed: its commands and sessions do what it shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from .blocks import PAGES, Block, Command, blocks_of, commands_in, read_page
from .follow import Reader

# These need more than an empty folder, and have tests of their own.
OWN_TESTS = {
    "docs/tutorials/your-own-game.md",
    "docs/tutorials/learn-your-game.md",
    "docs/how-to/install-a-game-as-package.md",
}


@pytest.mark.parametrize("page", [page for page in PAGES if page not in OWN_TESTS])
def test_what_the_page_shows_is_what_comes_out(page: str, tmp_path: Path) -> None:
    Reader(tmp_path).follow(read_page(page))


def test_the_pages_have_something_to_check() -> None:
    blocks = [block for page in PAGES for block in blocks_of(read_page(page))]
    commands = [command for block in blocks if block.language == "console" for command in commands_in(block)]
    assert len(commands) > 40
    assert len([block for block in blocks if block.language == "pycon"]) > 15


WRONG_PAGES = {
    "another output": "```console\n$ python -c 'print(3)'\n4\n```\n",
    "a line too many": "```console\n$ python -c 'print(3)'\n3\n4\n```\n",
    "no output": "```console\n$ python -c 'print(3)'\n```\n",
    "a failure": "```console\n$ python -c 'print(3); exit(1)'\n3\n```\n",
    "no failure": "```console\n$ python -c 'print(\"plyground: wrong\")'\nplyground: wrong\n```\n",
    "another count": "```console\n$ python -c 'print(\"  1   4   0.100 s\")'\n  1   5   0.100 s\n```\n",
    "a wrong session": "```pycon\n>>> 1 + 1\n3\n```\n",
    "a broken program": "```python\nraise ValueError\n```\n",
    "a change that does not fit": (
        '```python title="a.py"\nb = 1\n```\n```diff title="a.py"\n-c = 1\n+c = 2\n```\n'
    ),
}


@pytest.mark.parametrize("page", WRONG_PAGES.values(), ids=WRONG_PAGES.keys())
def test_a_wrong_page_is_noticed(page: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        Reader(tmp_path).follow(page)


@pytest.mark.parametrize(
    "page", ["```\n```\n", "```cobol\n```\n", "  ```sh\n  ```\n", "```sh\n", "x ```sh\n"]
)
def test_a_block_that_nobody_would_check_is_refused(page: str) -> None:
    with pytest.raises(ValueError, match="block"):
        blocks_of(page)


def test_a_right_page_is_followed(tmp_path: Path) -> None:
    page = (
        '```python title="two.py"\nTWO = 1\n```\n'
        '```python title="two.py"\nprint(TWO)\n```\n'
        '```diff title="two.py"\n-TWO = 1\n+TWO = 2\n```\n'
        "```console\n$ python two.py\n2\n"
        "$ A_B=c python -c 'import os; print(os.environ[\"A_B\"], 8)'\nc ...\n```\n"
        "```pycon\n>>> import two\n2\n```\n"
    )
    reader = Reader(tmp_path)
    reader.follow(page)
    assert reader.commands == 2
    assert (tmp_path / "two.py").read_text() == "TWO = 2\n\n\nprint(TWO)\n"


def test_a_console_block_is_split_into_commands() -> None:
    block = Block("console", "", "$ one\n1\n\n2\n$ two\n", 1)
    assert list(commands_in(block)) == [Command("one", "1\n\n2"), Command("two", "")]
