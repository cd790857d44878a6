"""`plyground completion`: the Tab key for your shell."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    r"""Print the completion script for SHELL.

    \b
    bash:  echo 'eval "$(plyground completion bash)"' >> ~/.bashrc
    zsh:   echo 'eval "$(plyground completion zsh)"' >> ~/.zshrc
    fish:  plyground completion fish > ~/.config/fish/completions/plyground.fish
    """
    from plyground.ui.cli._main import cli

    completion = get_completion_class(shell)
    if completion is None:
        raise click.UsageError(f"there is no completion for {shell}")
    click.echo(completion(cli, {}, "plyground", "_PLYGROUND_COMPLETE").source())
