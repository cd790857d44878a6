"""`plyground records show`: one game as text, with its last position."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from plyground.ui.cli._output import can_write, json_option, uses_color
from plyground.ui.cli.records.choosing import find_game, game_file_option, game_id, store_option

if TYPE_CHECKING:
    from plyground.core.position import Position
    from plyground.store import StoredGame
    from plyground.store.records import GameRecord


@click.command("show")
@click.argument("id", type=game_id)
@game_file_option
@store_option
@json_option
def show_game(id: int, game_file: str | None, store_file: str | None, as_json: bool) -> None:
    """Show the game ID as text, as 'records export' writes it, and its last position."""
    from plyground.store.records import replay, write_game

    stored = find_game(store_file, id, game_file)
    last = replay(stored.record)[-1]
    if as_json:
        write_exactly({**described(stored), "position": last.text})
        return
    click.echo(write_game(stored.record))
    click.echo(drawn(last), color=True)
    click.echo(told_end(stored.record, last))


def write_exactly(content: object) -> None:
    """Write JSON with texts of anybody's, which may hold what no encoding has."""
    click.echo(json.dumps(content))


def described(stored: StoredGame) -> dict[str, Any]:
    """Return a game with all that is known of it, for a program."""
    from plyground.store.records import record_to_json

    return {
        "id": stored.id,
        "event": stored.event,
        "number": stored.number,
        **record_to_json(stored.record),
    }


def drawn(position: Position) -> str:
    """Draw a board the way the terminal can show it, without what stands below it."""
    colored = position.draw(color=True)
    board = colored if uses_color() and can_write(colored) else position.draw()
    return board.rpartition("\n")[0]


def told_end(record: GameRecord, last: Position) -> str:
    """Say in a line how a game ended, or who is to move."""
    from plyground.store.records import Termination
    from plyground.store.records.quoting import printable
    from plyground.ui.playing.naming import told_reason

    if last.outcome:
        return str(last.outcome)
    if record.termination == Termination.UNFINISHED:
        return f"unfinished: {last.to_move} to move"
    winner = None if record.winner is None else last.game.players[record.winner]
    result = f"{winner} wins" if winner else "draw"
    reason = told_reason(record.reason, record.winner, last.game.players)
    return f"{result}: {printable(reason) or record.termination}"
