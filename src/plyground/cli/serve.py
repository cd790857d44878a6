"""`plyground serve`: the board in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from plyground.cli.output import json_option, write_json

if TYPE_CHECKING:
    from plyground.web.serving import Address

PUBLIC = """\
Everybody who can reach this machine and has the token can play, use its processors, and read and add
games. The connection is not encrypted: put a server with TLS in front where others share the network."""


@click.command()
@click.option(
    "--port", type=click.IntRange(0, 65535), metavar="N", help="Listen here; 0 takes any free port."
)
@click.option("--browser/--no-browser", default=True, help="Open the page; it is done unless forbidden.")
@click.option("--store", type=click.Path(path_type=Path), metavar="FILE", help="Where games are kept.")
@click.option("--public", is_flag=True, help="Let other machines in, if they have the token.")
@click.option("--token", metavar="TEXT", help="The token for --public; one is made without it.")
@json_option
def command(
    port: int | None, browser: bool, store: Path | None, public: bool, token: str | None, as_json: bool
) -> None:
    """Serve the board in the browser, on this machine, until Ctrl-C."""
    if token is not None and not public:
        raise click.UsageError("--token is for --public; without that only this machine comes in")
    if token is not None and len(token) < 16:
        raise click.UsageError("a token has at least 16 characters, so that nobody guesses it")
    from plyground.web.serving import serve
    from plyground.web.settings import Settings

    def tell(address: Address) -> None:
        if as_json:
            write_json({"url": address.url, "port": address.port, "token": address.token})
        else:
            click.echo(f"Plyground is at {address.url}\nCtrl-C stops it; every game is kept.")
            if public:
                click.echo(PUBLIC)

    serve(Settings(store, token), port=port, is_public=public, opens_browser=browser, tell=tell)
