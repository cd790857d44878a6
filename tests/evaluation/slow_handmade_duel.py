"""The evaluation `handmade` of the Wumpus duel, slowly: square by square, with a walk around the pits."""

from __future__ import annotations

from collections import defaultdict
from itertools import product

from plyground.core.position import Position

Square = tuple[int, int]

PREY = {"W": "M", "H": "W", "M": "H"}

# Points; see the words of the evaluation.
MATCH_UP = 0.2
EDGE = -0.08
SAFE_SQUARE = 0.03
TRADE = 0.15
TURN = 0.06
WITHIN_STEPS = {1: 0.2, 2: 0.1, 3: 0.06, 4: 0.04}


class Field:
    """A position as squares with letters; those of the side to move are upper case."""

    def __init__(self, position: Position) -> None:
        letters = position.diagram.squares
        if position.player == 1:
            letters = letters.swapcase()
        self.last = position.game.rows - 1
        self.at = {divmod(square, position.game.columns): letter for square, letter in enumerate(letters)}
        self.squares_of = defaultdict[str, list[Square]](list)
        for square, letter in self.at.items():
            self.squares_of[letter].append(square)
        self.around = {square: self._around(*square) for square in self.at}

    def _around(self, row: int, column: int) -> list[Square]:
        """List the neighbours of a square that are no pits."""
        near = product(range(row - 1, row + 2), range(column - 1, column + 2))
        return [other for other in near if other != (row, column) and self.at.get(other, "*") != "*"]

    def pieces(self, letters: str) -> list[Square]:
        return [square for letter in letters for square in self.squares_of[letter]]

    def steps_to_nearest(self, start: Square, goals: list[Square]) -> float:
        """Count the steps from a square to the nearest of others around the pits; pieces are no hindrance."""
        steps, seen, front = 0, {start}, {start}
        while front:
            if not front.isdisjoint(goals):
                return steps
            front = {near for square in front for near in self.around[square]} - seen
            seen |= front
            steps += 1
        return float("inf")


def handmade(position: Position) -> float:
    field = Field(position)
    lead = len(field.pieces("WHM")) - len(field.pieces("whm"))
    score = TURN + lead + side(field, "WHM", "whm") - side(field, "whm", "WHM")
    if lead > 0:
        score += TRADE * trades(field, "WHM", "whm")
    if lead < 0:
        score -= TRADE * trades(field, "whm", "WHM")
    return score


def side(field: Field, own: str, others: str) -> float:
    score = 0.0
    for hunter, prey in product(own, others):
        if PREY[hunter.upper()] == prey.upper():
            score += MATCH_UP * len(field.pieces(hunter)) * len(field.pieces(prey))
            score += sum(hunted(field, square, field.pieces(hunter)) for square in field.pieces(prey))
    for row, column in field.pieces(own):
        if row in (0, field.last) or column in (0, field.last):
            score += EDGE
    return score + SAFE_SQUARE * sum(safe_squares(field, kind, own, others) for kind in own)


def hunted(field: Field, square: Square, hunters: list[Square]) -> float:
    """Score how near the nearest of some hunters is to a square."""
    nearest = field.steps_to_nearest(square, hunters)
    return sum(points for steps, points in WITHIN_STEPS.items() if nearest <= steps)


def safe_squares(field: Field, kind: str, own: str, others: str) -> int:
    """Count where the pieces of a kind can go without being destroyed next."""
    killers = [other for other in others if kind.upper() in (other.upper(), PREY[other.upper()])]
    targets = {near for square in field.pieces(kind) for near in field.around[square]}
    killed = {square for killer in field.pieces("".join(killers)) for square in field.around[killer]}
    return len(targets - killed - set(field.pieces(own)) - set(field.pieces("".join(killers))))


def trades(field: Field, own: str, others: str) -> int:
    """Count the enemies next to a piece of their own kind."""
    return sum(
        any(field.at[near] == mine for near in field.around[square])
        for mine, other in zip(own, others, strict=True)
        for square in field.pieces(other)
    )
