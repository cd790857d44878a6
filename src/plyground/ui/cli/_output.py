"""How commands write: JSON for programs, colour only where somebody sees it."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])

CLEAR_LINE = "\r\x1b[K"
WIDEST_STATUS = 79

json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON for a program to read.")
seed_option = click.option("--seed", type=int, default=0, metavar="N", help="Seed of all random choices.")


def file_option(name: str, help: str, metavar: str = "FILE") -> Callable[[Command], Command]:
    """Return the option for a file that is written, or kept."""
    return click.option(name, type=click.Path(path_type=Path), metavar=metavar, help=help)


store_option = file_option("--store", "Where games are kept.")
html_option = file_option("--html", "Write a report with plots.")


@dataclass(frozen=True)
class Destination:
    """Where a result goes: a table or JSON on standard output, and files."""

    as_json: bool
    html: Path | None = None
    csv: Path | None = None

    def check(self) -> None:
        """Make sure that the files can be written, before there is anything to lose."""
        from plyground.system.files import check_place

        for file in (self.html, self.csv):
            if file is not None:
                check_place(file)


def write_json(content: Any) -> None:
    """Write one JSON value on a line of its own."""
    click.echo(json.dumps(content, ensure_ascii=False))


def uses_color(choice: str = "auto") -> bool:
    """Tell whether to draw in colour: on a terminal, unless ``NO_COLOR`` is set."""
    if choice != "auto":
        return choice == "always"
    return is_terminal(sys.stdout) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def is_terminal(stream: TextIO | None) -> bool:
    """Tell whether somebody looks at a stream; one that was closed before we came is None."""
    return stream is not None and stream.isatty()


def can_write(text: str) -> bool:
    """Tell whether standard output has all characters of a text."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


class StatusLine:
    """A line on standard error that is written over again and again, if somebody looks at it."""

    def __init__(self) -> None:
        self._is_live = is_terminal(sys.stderr)

    def show(self, text: object) -> None:
        """Write a text over the last one."""
        if self._is_live:
            click.echo(f"{CLEAR_LINE}{str(text)[:WIDEST_STATUS]}", err=True, nl=False)

    def clear(self) -> None:
        """Take the line away again."""
        if self._is_live:
            click.echo(CLEAR_LINE, err=True, nl=False)
