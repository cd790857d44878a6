"""`plyground records replay`: one game, board after board."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from plyground.errors import OptionError
from plyground.ui.cli._output import is_terminal, json_option
from plyground.ui.cli.records.choosing import find_game, game_file_option, game_id, store_option
from plyground.ui.cli.records.showing import drawn, told_end, write_exactly

if TYPE_CHECKING:
    from plyground.core.position import Position
    from plyground.store.records import GameRecord

_FORWARD = ("\r", "\n", " ", "\x1b[C")
_BACK = ("b", "B", "\x1b[D", "\x7f")
_QUIT = ("q", "Q", "\x1b")
_KEYS = "Enter: next, b: back, q: quit"


@click.command("replay")
@click.argument("id", type=game_id)
@click.option("--ply", type=click.IntRange(0), metavar="N", help="Show the position after N moves only.")
@game_file_option
@store_option
@json_option
def replay_game(
    id: int, ply: int | None, game_file: str | None, store_file: str | None, as_json: bool
) -> None:
    """Play the game ID again, board after board.

    On a terminal Enter or space goes on, b goes back and q ends it.
    """
    from plyground.store.records import replay

    record = find_game(store_file, id, game_file).record
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
