"""What a mistake gives away in Breakthrough: a race, or pawns."""

from __future__ import annotations

from plyground.core.reasons import Comparison

CLOSE_RACE = 2
"""How many moves a pawn is too late at most, so that its side has lost a race."""


def reason(comparison: Comparison) -> str | None:
    """Say how much earlier the opponent arrives; None where no pawn arrives: then pawns are counted."""
    end, rows, columns = comparison.played[-1], comparison.grid.rows, comparison.grid.columns
    letters, opponent = "bw", 1 - comparison.me
    home = range(columns) if comparison.me == 0 else range((rows - 1) * columns, rows * columns)
    if end.winner != opponent or all(end.squares[square] != letters[opponent] for square in home):
        return None
    moves = sum(scene.player == opponent for scene in comparison.played[:-1])
    arrival = f"{comparison.opponent} arrives {'at once' if moves == 1 else f'in {moves} moves'}"
    pawns = [
        square // columns for square, letter in enumerate(end.squares) if letter == letters[comparison.me]
    ]
    left = min((rows - 1 - row if comparison.me == 0 else row for row in pawns), default=rows)
    if left > CLOSE_RACE:
        return f"lets a pawn through: {arrival}"
    return (
        f"loses the race: {arrival}, {left} move{'' if left == 1 else 's'} earlier than {comparison.my_name}"
    )
