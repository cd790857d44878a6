"""`plyground show`: a position drawn in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from plyground.errors import IllegalMoveError
from plyground.ui.cli import _options as option
from plyground.ui.cli._game_command import game_command
from plyground.ui.cli._output import can_write, uses_color, write_json

if TYPE_CHECKING:
    from plyground.core.position import Move, Position


@game_command()
@click.option("--moves", "with_moves", is_flag=True, help="Outline where the possible moves lead.")
@click.option("--from", "origin", metavar="SQUARE", help="Outline the moves of the piece on this square.")
@click.option("--flip", is_flag=True, help="Draw the board from the other side.")
@option.choice("--color", ["auto", "always", "never"], "auto", "Draw in colour.")
@option.json
def command(
    position: Position, with_moves: bool, origin: str | None, flip: bool, color: str, as_json: bool
) -> None:
    """Draw a position of GAME, and write it as text."""
    outlined = _outlined(position, with_moves, origin)
    plain = position.draw(flipped=flip, outlined=outlined)
    if as_json:
        write_json({"position": position.text, "drawing": plain})
        return
    colored = position.draw(color=True, flipped=flip, outlined=outlined)
    # The symbols of the pieces are not in every encoding; letters are.
    click.echo(colored if uses_color(color) and can_write(colored) else plain, color=True)
    click.echo(position.text)


def _outlined(position: Position, with_moves: bool, origin: str | None) -> list[Move]:
    if origin is None:
        return position.moves() if with_moves else []
    square = position.game.grid.read_square(origin)
    found = [move for move in position.moves() if move.origin == square]
    if not found:
        raise IllegalMoveError(f"nothing can move from {origin}")
    return found
