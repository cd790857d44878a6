"""How commands write: JSON for programs, colour only where somebody sees it."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, TextIO

import click

CLEAR_LINE = "\r\x1b[K"
WIDEST_STATUS = 79


@dataclass(frozen=True)
class Output:
    """Where a result goes: a table or JSON on standard output, files, and a folder of plots."""

    as_json: bool = False
    html: Path | None = None
    csv: Path | None = None
    svg: Path | None = None

    def check(self) -> None:
        """Make sure that the files can be written, before there is anything to lose."""
        from plyground.system.files import check_place

        if self.svg is not None:
            self.svg.mkdir(parents=True, exist_ok=True)
        for file in (self.html, self.csv, self.svg and self.svg / "plot.svg"):
            if file is not None:
                check_place(file)

    def write(
        self,
        content: Callable[[], Any],
        text: Callable[[], str],
        *,
        page: Callable[[], str] | None = None,
        rows: Callable[[], str] | None = None,
    ) -> None:
        """Write what is wanted of a result; only that is made."""
        from plyground.system.files import write_file

        if self.as_json:
            write_json(content())
        else:
            click.echo(text())
        for file, make in ((self.html, page), (self.csv, rows)):
            if file is not None and make is not None:
                write_file(file, make())


def typed_command() -> str:
    """Return what was typed, as a shell reads it."""
    return shlex.join(["plyground", *sys.argv[1:]])


def write_json(content: Any) -> None:
    """Write one JSON value on a line of its own."""
    click.echo(json.dumps(content, ensure_ascii=False))


def picked(value: object, names: str) -> dict[str, Any]:
    """Return attributes by their names, for JSON."""
    return {name: getattr(value, name) for name in names.split()}


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

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.clear()

    def show(self, text: object) -> None:
        """Write a text over the last one."""
        if self._is_live:
            click.echo(f"{CLEAR_LINE}{str(text)[:WIDEST_STATUS]}", err=True, nl=False)

    def clear(self) -> None:
        """Take the line away again."""
        if self._is_live:
            click.echo(CLEAR_LINE, err=True, nl=False)
