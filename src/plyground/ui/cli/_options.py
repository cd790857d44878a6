"""The options that commands share; used as `@option.json` or `@option.number("--games", ...)`."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import click

Add = Callable[[Callable[..., Any]], Callable[..., Any]]
"""What adds an option to a command."""


def number(
    name: str,
    help: str,
    *to: str,
    default: int | None = None,
    least: int | None = None,
    most: int | None = None,
) -> Add:
    """Return the option for a whole number; `to` is its parameter if that has another name."""
    kind = int if least is None else click.IntRange(least, most)
    return click.option(name, *to, type=kind, default=default, metavar="N", help=help)


def choice(name: str, choices: Sequence[str], default: str, help: str) -> Add:
    """Return the option that is one of some words."""
    return click.option(name, type=click.Choice(choices), default=default, help=help)


def file(name: str, help: str, metavar: str = "FILE", *, dir_okay: bool = True) -> Add:
    """Return the option for a file that is written, or kept."""
    return click.option(name, type=click.Path(path_type=Path, dir_okay=dir_okay), metavar=metavar, help=help)


json = click.option("--json", "as_json", is_flag=True, help="Write JSON for a program to read.")
seed = number("--seed", "Seed of all random choices.", default=0)
store = file("--store", "Where games are kept.")
html = file("--html", "Write a report with plots.")


def _load_game(context: click.Context, parameter: click.Parameter, file: str | None) -> None:
    if file is not None and not context.resilient_parsing:
        from plyground.core.discovery import load_file

        load_file(file)


def game_file(help: str = "A Python file that holds the game, if it is your own.") -> Add:
    """Return the option that makes the game in a file known; the command need not care."""
    return click.option("--game", expose_value=False, callback=_load_game, metavar="FILE", help=help)


def together(options: Sequence[Add]) -> Add:
    """Add options to a command, in this order."""
    return lambda command: functools.reduce(lambda added, option: option(added), reversed(options), command)


def gathered(kind: type[Any], name: str, *options: Add) -> Add:
    """Add options to a command, which receives their values together: as a dataclass, under one name."""
    own = {field.name for field in fields(kind)}

    def gather(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def command(**given: Any) -> Any:
            values = {each: given.pop(each) for each in own & given.keys()}
            return function(**given, **{name: kind(**values)})

        return together(options)(command)

    return gather


def processes(help: str, *, least: int = 0) -> Add:
    """Return the option for the number of games at once."""
    return number("--processes", f"Games at once; {help}.", least=least)


def cluster(use: str = "Play on") -> Add:
    """Return the option for a cluster."""
    return click.option("--cluster", metavar="ADDRESS", help=f"{use} the Dask cluster behind this scheduler.")


def threads(default: int, meaning: str) -> Add:
    """Return the option for the number of threads."""
    return number("--threads", f"Threads; {meaning}.", default=default)


def memory(default: int, help: str) -> Add:
    """Return the option for the memory of a table."""
    return click.option("--hash", "megabytes", type=int, default=default, metavar="MB", help=help)
