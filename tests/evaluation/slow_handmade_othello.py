"""The evaluation `handmade` of Othello, slowly: square by square, by the rules of the slow twin."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from plyground.core.position import Position
from tests.evaluation.slow import seen_by_other, sides, squares_of
from tests.twins import othello as othello_twin

Square = tuple[int, int]

AXES = [(0, 1), (1, 0), (1, 1), (1, -1)]

# What each thing is worth on an empty and on a full board.
WEIGHTS = {
    "discs": (0.0, 0.2),
    "moves": (0.5, 1.5),
    "frontier": (-0.8, -0.5),
    "corners": (12.0, 0.0),
    "corners to take": (4.0, 2.5),
    "stable": (2.5, 0.5),
    "diagonal to an open corner": (-11.0, -1.0),
    "beside an open corner": (-1.0, -1.0),
}
LAST_MOVE = 2.0


def neighbours(square: Square, size: int) -> Iterator[Square]:
    for down, right in product((-1, 0, 1), repeat=2):
        row, column = square[0] + down, square[1] + right
        if (down, right) != (0, 0) and 0 <= row < size and 0 <= column < size:
            yield row, column


def stable(discs: set[Square], size: int) -> set[Square]:
    """Find, again and again, the discs that on every axis have the end of the board or a found one beside."""
    found: set[Square] = set()

    def is_held(square: Square) -> bool:
        return all(
            any(
                (row, column) in found or not (0 <= row < size and 0 <= column < size)
                for row, column in (
                    (square[0] + down, square[1] + right),
                    (square[0] - down, square[1] - right),
                )
            )
            for down, right in AXES
        )

    while True:
        held = {disc for disc in discs - found if is_held(disc)}
        if not held:
            return found
        found |= held


def placements(text: str) -> set[str]:
    return set(othello_twin.Twin.from_text(text).moves()) - {othello_twin.NO_PLACEMENT}


def counts(position: Position, letter: str, text: str) -> dict[str, int]:
    """Count everything for one side; `text` is the position with that side to move."""
    size = position.game.rows
    discs, empty = set(squares_of(position, letter)), set(squares_of(position, "."))
    corners = set(product((0, size - 1), repeat=2))
    corner_names = {f"{chr(ord('a') + column)}{row + 1}" for row, column in corners}
    moves = placements(text)
    beside, diagonal = set[Square](), set[Square]()
    for row, column in corners & empty:
        for near in neighbours((row, column), size):
            (diagonal if near[0] != row and near[1] != column else beside).add(near)
    return {
        "discs": len(discs),
        "moves": len(moves),
        "frontier": sum(not empty.isdisjoint(neighbours(disc, size)) for disc in discs),
        "corners": len(discs & corners),
        "corners to take": len(moves & corner_names),
        "stable": len(stable(discs, size)),
        "diagonal to an open corner": len(discs & diagonal),
        "beside an open corner": len(discs & beside),
    }


def differences(position: Position) -> dict[str, int]:
    """Count everything for the side to move, less what the other side has."""
    own_letter, other_letter = sides(position)
    own = counts(position, own_letter, position.text)
    other = counts(position, other_letter, seen_by_other(position))
    return {name: own[name] - other[name] for name in own}


def handmade(position: Position) -> float:
    left = len(squares_of(position, "."))
    fullness = 1 - left / position.game.rows**2
    score = LAST_MOVE if left % 2 == 1 else -LAST_MOVE
    found = differences(position)
    for name, (early, late) in WEIGHTS.items():
        score += (early * (1 - fullness) + late * fullness) * found[name]
    return score
