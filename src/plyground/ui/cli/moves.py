"""`plyground moves`: the legal moves and where they lead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from plyground.ui.cli import _options as option
from plyground.ui.cli._game_command import game_command
from plyground.ui.cli._output import write_json

if TYPE_CHECKING:
    from plyground.core.position import Position


@game_command()
@option.json
def command(position: Position, as_json: bool) -> None:
    """List the legal moves of a position of GAME and the positions they lead to."""
    moves = [(str(move), position.play(move).text) for move in position.moves()]
    outcome = position.outcome
    if as_json:
        write_json(
            {
                "position": position.text,
                "to_move": position.to_move,
                "outcome": outcome and {"winner": outcome.winner, "reason": outcome.reason},
                "moves": [{"move": move, "position": text} for move, text in moves],
            }
        )
        return
    click.echo(position.text)
    if outcome:
        click.echo(f"the game is over: {outcome}")
        return
    click.echo(f"{position.to_move} to move, {len(moves)} legal {'move' if len(moves) == 1 else 'moves'}")
    width = max(len(move) for move, _ in moves)
    for move, text in moves:
        click.echo(f"  {move:<{width}}  {text}")
