"""The fenced blocks of a page, and the commands and outputs that stand in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
)

LANGUAGES = frozenset(
    {
        "console",  # `$ command` lines, run; what follows them is compared with what they write
        "pycon",  # a Python session, run as a doctest
        "python",  # with a title: a piece of that file; without: run by a test of its own
        "diff",  # a change to the file in the title
        "toml",
        "sh",  # shown to be copied, not run
        "text",
    }
)

_FENCE = re.compile(r'(?P<indent> *)```(?P<language>\w*)(?: title="(?P<title>[^"]+)")?')


@dataclass(frozen=True)
class Block:
    """One fenced block."""

    language: str
    title: str
    text: str
    line: int


@dataclass(frozen=True)
class Command:
    """A command shown on a page and the output shown below it."""

    text: str
    output: str


def read_page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def blocks_of(page: str) -> list[Block]:
    """Return the blocks of a page's text in order; one that is not understood is an error."""
    found: list[Block] = []
    inside: list[str] = []
    opening: re.Match[str] | None = None
    opened = 0
    for number, line in enumerate(page.splitlines(), start=1):
        if opening is None:
            if "```" in line:
                opening, opened = _FENCE.fullmatch(line), number
                if opening is None or opening["indent"] or opening["language"] not in LANGUAGES:
                    raise ValueError(f"line {number}: {line!r} opens no known kind of block")
        elif line == "```":
            text = "".join(f"{each}\n" for each in inside)
            found.append(Block(opening["language"], opening["title"] or "", text, opened))
            opening, inside = None, []
        else:
            inside.append(line)
    if opening is not None:
        raise ValueError(f"the block of line {opened} never ends")
    return found


def commands_in(block: Block) -> Iterator[Command]:
    """Split a console block into its commands."""
    first, *parts = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
    if first or not parts:
        raise ValueError(f"line {block.line}: a console block begins with a command")
    for part in parts:
        command, _, output = part.partition("\n")
        yield Command(command, output.rstrip("\n"))


def section(page: str, heading: str) -> str:
    """Return the text below a heading, up to the next one of its level or above."""
    lines = page.splitlines()
    level = heading.partition(" ")[0]
    start = lines.index(heading) + 1
    ends = (index for index in range(start, len(lines)) if re.match(rf"#{{1,{len(level)}}} ", lines[index]))
    return "\n".join(lines[start : next(ends, len(lines))])


def first_column(text: str) -> list[str]:
    """Return the first cells of the tables in a text, without the headings."""
    rows = [line.split("|")[1].strip() for line in text.splitlines() if line.startswith("|")]
    separators = [index for index, cell in enumerate(rows) if set(cell) <= {"-", ":"}]
    headings = {index - 1 for index in separators}
    return [cell for index, cell in enumerate(rows) if index not in headings and index not in separators]
