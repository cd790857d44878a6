"""What stands on a board, in words, for those who cannot see it."""

from __future__ import annotations

from typing import Any

from plyground.core.notation import Diagram
from plyground.core.rules import Rules


def told_board(diagram: Diagram, rules: Rules[Any, Any]) -> str:
    """Say which pieces stand on which squares; a kind of which there is none is not named."""
    kinds = [
        (letter, f"{player} {piece.name}")
        for side, player in enumerate(rules.players)
        for piece in rules.pieces
        for letter in [piece.letters[side]]
    ]
    kinds += [(scenery.letter, scenery.name) for scenery in rules.scenery]
    squares = {letter: [diagram.grid.name(square) for square in diagram.where(letter)] for letter, _ in kinds}
    told = [f"{kind}: {', '.join(squares[letter])}" for letter, kind in kinds if squares[letter]]
    return "; ".join(told) or "nothing stands on the board"
