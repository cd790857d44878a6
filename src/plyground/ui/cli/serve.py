"""`plyground serve`: the board in the browser."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from plyground.ui.cli import _options as option
from plyground.ui.cli._output import write_json

if TYPE_CHECKING:
    from plyground.ui.web.settings import Address

PUBLIC = """\
Everybody who can reach this machine and has the token can play, use its processors, and read and add
games. The connection is not encrypted: put a server with TLS in front where others share the network."""


TOKEN_VARIABLE = "PLYGROUND_TOKEN"  # noqa: S105  # the name of a variable
SHORTEST_TOKEN, LONGEST_TOKEN = 16, 1000


def find_token(token: str | None, file: Path | None, *, is_public: bool) -> str | None:
    """Return the token from the command line, a file or the environment; None if there is none.

    Raises:
        UsageError: it is given twice, for nothing, cannot be read, or is too short.
    """
    if token is not None and file is not None:
        raise click.UsageError("--token and --token-file exclude each other")
    if not is_public:
        if token is not None or file is not None:
            name = "--token" if file is None else "--token-file"
            raise click.UsageError(f"{name} is for --public; without it only this machine has access")
        return None
    if file is not None:
        token = _read_token(file)
    elif token is None:
        token = os.environ.get(TOKEN_VARIABLE)
    if token is not None and len(token) < SHORTEST_TOKEN:
        raise click.UsageError(f"a token has at least {SHORTEST_TOKEN} characters, so that nobody guesses it")
    return token


def _read_token(file: Path) -> str:
    try:
        with file.open(encoding="utf-8") as lines:
            return lines.readline(LONGEST_TOKEN).strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise click.UsageError(f"the token cannot be read from {file}: {reason}") from error


@click.command()
@option.number("--port", "Listen here; 0 takes any free port.", least=0, most=65535)
@click.option("--browser/--no-browser", default=True, help="Open the page in the browser; the default.")
@option.store
@click.option("--public", is_flag=True, help="Let other machines in, if they have the token.")
@click.option(
    "--token-file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help=f"Read the token for --public from a file; or set {TOKEN_VARIABLE}.",
)
@click.option("--token", metavar="TEXT", help="The token itself; other users of this machine can see it.")
@click.option(
    "--game",
    "games",
    multiple=True,
    metavar="FILE",
    help="Offer the game in this Python file; may be repeated.",
)
@click.option(
    "--evaluate",
    "evaluations",
    multiple=True,
    metavar="FILE.py:NAME",
    help="Let pages use this heuristic; may be repeated.",
)
@option.json
def command(
    port: int | None,
    browser: bool,
    store: Path | None,
    public: bool,
    token_file: Path | None,
    token: str | None,
    games: tuple[str, ...],
    evaluations: tuple[str, ...],
    as_json: bool,
) -> None:
    """Serve the board in the browser, on this machine, until Ctrl-C.

    Pages play the games of Plyground and those given here, and never run a file that they name. If a
    server runs with the same games already, its page is opened instead.
    """
    token = find_token(token, token_file, is_public=public)
    from plyground.ui.web.allowed_files import allow_evaluation, allow_game
    from plyground.ui.web.limits import LIMITS
    from plyground.ui.web.server_lock import AlreadyServedError
    from plyground.ui.web.serving import serve
    from plyground.ui.web.settings import Settings

    for file in games:
        allow_game(file)
    for text in evaluations:
        allow_evaluation(text)
    limits = replace(LIMITS, evaluations=evaluations)

    def tell(address: Address) -> None:
        if as_json:
            write_json({"url": address.url, "port": address.port, "token": address.token})
        else:
            click.echo(f"Plyground is at {address.url}\nCtrl-C stops it; every game is kept.")
            if public:
                click.echo(PUBLIC)

    try:
        settings = Settings(store, token, limits=limits)
        serve(settings, port=port, is_public=public, opens_browser=browser, tell=tell)
    except AlreadyServedError as error:
        if port is not None or public or games or evaluations:  # somebody wants a server of another kind
            raise
        _join(error.address, tell if as_json else _tell_where, opens_browser=browser)


def _join(address: Address, tell: Callable[[Address], None], *, opens_browser: bool) -> None:
    """Open the page of a server that is running already."""
    from plyground.ui.web.serving import open_page

    tell(address)
    if opens_browser and address.token is None:  # a token is not for the list of processes
        open_page(address)


def _tell_where(address: Address) -> None:
    click.echo(f"Plyground is already running with these games, at {address.url}")
