"""`plyground check`: does a program speak UGI well enough to play here?"""

from __future__ import annotations

import shlex
import shutil

import click

from plyground.ui.cli import _options as option
from plyground.ui.cli._game_command import complete_game
from plyground.ui.cli._output import write_json

MARKS = {True: "ok", False: "FAILED", None: "-"}


@click.command(context_settings={"allow_interspersed_args": False})
@click.argument("words", nargs=-1, required=True, metavar="COMMAND...", type=click.UNPROCESSED)
@click.option(
    "--game",
    shell_complete=complete_game,
    help="The game to play, by name or file; the first one that 'plyground games' lists by default.",
)
@click.option("--size", help="Size of the board, as in the other commands.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the random positions.")
@option.json
@click.pass_context
def command(
    context: click.Context,
    words: tuple[str, ...],
    game: str | None,
    size: str | None,
    seed: int,
    as_json: bool,
) -> None:
    """Check whether a program speaks UGI, the Universal Game Interface, and plays by the rules.

    COMMAND is the program with its arguments; options of this command stand before it.
    """
    from plyground.core.discovery import built_in_games
    from plyground.core.position import game as find_game
    from plyground.protocol.check import run_checks

    found = find_game(game or next(iter(built_in_games())), **({} if size is None else {"size": size}))
    program = _program(words)
    results = []
    for result in run_checks(program, found, seed):
        results.append(result)
        if not as_json:
            click.echo(f"{MARKS[result.is_passed]:<8}{result.check:<17}{result.detail}")
    failed = [result for result in results if result.is_passed is False]
    if as_json:
        checks = [{"check": each.check, "passed": each.is_passed, "detail": each.detail} for each in results]
        write_json({"command": program, "game": found.name, "passed": not failed, "checks": checks})
    else:
        passed = sum(result.is_passed is True for result in results)
        left_out = sum(result.is_passed is None for result in results)
        not_made = f", {left_out} could not be made" if left_out else ""
        click.echo(f"{passed} of {len(results)} checks passed{not_made}")
    context.exit(1 if failed else 0)


def _program(words: tuple[str, ...]) -> list[str]:
    """Return the words of a command, which may also be given as one text."""
    command = list(words)
    if len(command) == 1 and shutil.which(command[0]) is None:
        try:
            command = shlex.split(command[0])
        except ValueError as error:
            raise click.UsageError(f"the command cannot be read: {error}") from error
    if not command or shutil.which(command[0]) is None:
        raise click.UsageError(f"there is no program {command[0] if command else ''!r}")
    return command
