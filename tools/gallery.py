"""What `make play` shows: the games with their possible moves, and a short duel, told move by move."""

from __future__ import annotations

import random

from rich.columns import Columns
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

import plyground as ply
from plyground.cli.output import uses_color
from plyground.discovery import known_games

ARENA = "whm/1*1/WHM adversary"
SEED = 101


def main() -> None:
    """Draw everything."""
    # The drawings use the 256 colours that terminals share, whatever TERM says.
    console = Console(highlight=False, color_system="256" if uses_color() else None)
    console.print("\nThe games. A bracket marks where a move may lead.\n")
    console.print(_side_by_side([_start_of(name) for name in known_games()]))
    console.print("\nA small duel with random moves, around one pit.\n")
    duel = _random_duel(random.Random(SEED))
    console.print(_side_by_side([_told(position) for position in duel.line()]))
    console.print(f"\n{duel.outcome}.")
    console.print("\nYour turn: .venv/bin/plyground --help, or docs/tutorials/first-steps.md\n")


def _start_of(name: str) -> str:
    game = ply.game(name)
    start = game.start()
    return f"{game.rules.title}\n{start.draw(color=uses_color(), outlined=start.moves())}"


def _random_duel(chance: random.Random) -> ply.Position:
    position = ply.game("duel").position(ARENA)
    while position.outcome is None:
        position = position.play(chance.choice(position.moves()))
    return position


def _told(position: ply.Position) -> str:
    """Draw a position under the move that led to it."""
    board = position.draw(color=uses_color()).rpartition("\n")[0]
    if position.previous is None or position.last_move is None:
        return f"the start\n\n{board}"
    return f"{position.previous.to_move} {position.last_move}\n{_what_happened(position)}\n{board}"


def _what_happened(position: ply.Position) -> str:
    """Say in a few words who was destroyed by the last move."""
    before, move = position.previous, position.last_move
    if before is None or move is None or move.origin is None or move.target is None:
        return ""
    attacker, met = before.diagram.squares[move.origin], before.diagram.squares[move.target]
    left = position.diagram.squares[move.target]
    if met == ".":
        return ""
    if met == "*":
        return f"{_name(attacker)} falls into the pit"
    if left == ".":
        return f"{_name(attacker)} and {_name(met)} both die"
    loser = met if left == attacker else attacker
    return f"{_name(left)} beats {_name(loser)}"


def _name(letter: str) -> str:
    pieces = ply.game("duel").rules.pieces
    return next(piece.name for piece in pieces if letter in piece.letters)


def _side_by_side(drawings: list[str]) -> Columns:
    blocks = [Padding(Text.from_ansi(drawing), (0, 3, 1, 0)) for drawing in drawings]
    return Columns(blocks, padding=0)


if __name__ == "__main__":
    main()
