"""`plyground records show`: one game as text, with its last position."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from plyground.errors import OptionError
from plyground.ui.cli import _options as option
from plyground.ui.cli._output import can_write, is_terminal, picked, uses_color
from plyground.ui.cli.records._record_filters import find_game, game_id, store_option

if TYPE_CHECKING:
    from plyground.core.position import Position
    from plyground.store import StoredGame
    from plyground.store.records import GameRecord


@click.command("show")
@click.argument("id", type=game_id)
@option.game_file()
@store_option
@option.json
def show_game(id: int, store_file: str | None, as_json: bool) -> None:
    """Show the game ID as text, as 'records export' writes it, and its last position."""
    from plyground.store.records import replay, write_game

    stored = find_game(store_file, id)
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

    return {**picked(stored, "id event number"), **record_to_json(stored.record)}


def drawn(position: Position) -> str:
    """Draw a board the way the terminal can show it, without what stands below it."""
    colored = position.draw(color=True)
    board = colored if uses_color() and can_write(colored) else position.draw()
    return board.rpartition("\n")[0]


def told_end(record: GameRecord, last: Position) -> str:
    """Say in a line how a game ended, or who is to move."""
    from plyground.store.records import Termination
    from plyground.store.records.quoting import printable
    from plyground.ui.playing.player_names import told_reason

    if last.outcome:
        return str(last.outcome)
    if record.termination == Termination.UNFINISHED:
        return f"unfinished: {last.to_move} to move"
    winner = None if record.winner is None else last.game.players[record.winner]
    result = f"{winner} wins" if winner else "draw"
    reason = told_reason(record.reason, record.winner, last.game.players)
    return f"{result}: {printable(reason) or record.termination}"


_FORWARD = ("\r", "\n", " ", "\x1b[C")
_BACK = ("b", "B", "\x1b[D", "\x7f")
_QUIT = ("q", "Q", "\x1b")
_KEYS = "Enter: next, b: back, q: quit"


@click.command("replay")
@click.argument("id", type=game_id)
@option.number("--ply", "Show the position after N moves only.", least=0)
@option.game_file()
@store_option
@option.json
def replay_game(id: int, ply: int | None, store_file: str | None, as_json: bool) -> None:
    """Play the game ID again, board after board.

    On a terminal, Enter or space shows the next position, b the one before, and q quits.
    """
    from plyground.store.records import replay

    record = find_game(store_file, id).record
    positions = replay(record)
    plies = _asked(ply, len(record.moves))
    if as_json:
        write_exactly({"positions": [_described(record, positions, each) for each in plies]})
        return
    boards = [_board(record, positions, each) for each in plies]
    if len(boards) > 1 and is_terminal(sys.stdin) and is_terminal(sys.stdout):
        _step_through(boards)
    else:
        click.echo("\n\n".join(boards), color=True)


def _asked(ply: int | None, last: int) -> range:
    if ply is None:
        return range(last + 1)
    if ply > last:
        raise OptionError(f"the game has {last} moves, so there is no ply {ply}")
    return range(ply, ply + 1)


def _described(record: GameRecord, positions: list[Position], ply: int) -> dict[str, object]:
    move = record.moves[ply - 1].text if ply else None
    return {"ply": ply, "move": move, "position": positions[ply].text}


def _board(record: GameRecord, positions: list[Position], ply: int) -> str:
    """Draw one position, with the move that led to it above and what comes next below."""
    from plyground.store.records.text_writing import write_thoughts

    position, last = positions[ply], len(record.moves)
    caption = "start"
    if ply:
        played = record.moves[ply - 1]
        words = [f"{ply}/{last}", positions[ply - 1].to_move, played.text, write_thoughts(played).strip("{}")]
        caption = " ".join(words).rstrip()
    end = told_end(record, position) if ply == last else f"{position.to_move} to move"
    return f"{caption}\n{drawn(position)}\n{end}"


def _step_through(boards: list[str]) -> None:
    place = 0
    while place < len(boards):
        click.clear()
        click.echo(boards[place], color=True)
        click.echo(_KEYS)
        try:
            key = click.getchar()
        except EOFError:
            return
        if key in _QUIT:
            return
        if key in _FORWARD:
            place += 1
        elif key in _BACK:
            place = max(place - 1, 0)
