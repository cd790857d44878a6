"""The evaluation `handmade` of Breakthrough, slowly: square by square, one runner after the other."""

from __future__ import annotations

from dataclasses import dataclass

from plyground.core.position import Position

Square = tuple[int, int]


@dataclass(frozen=True)
class Side:
    """A player's pawns, by rows advanced and column: its own home row is 0."""

    pawns: frozenset[Square]
    rows: int
    columns: int

    @property
    def moves_to_arrive(self) -> int:
        """How many moves the foremost pawn needs, were nobody in its way."""
        return min(self.rows - 1 - row for row, _ in self.pawns)

    def is_protected(self, square: Square) -> bool:
        row, column = square
        return (row - 1, column - 1) in self.pawns or (row - 1, column + 1) in self.pawns

    def seen_by_other(self, square: Square) -> Square:
        return self.rows - 1 - square[0], square[1]

    def can_be_on(self, square: Square, moves: int) -> bool:
        """Tell whether some pawn can get there: each move goes one row on and at most one aside."""
        row, column = square
        return 0 <= column < self.columns and any(
            0 <= row - own_row <= moves and abs(column - own_column) <= row - own_row
            for own_row, own_column in self.pawns
        )

    def can_take_on(self, square: Square, moves: int) -> bool:
        """Tell whether some pawn, after so many moves, could capture on a square with the next."""
        row, column = square
        return any(self.can_be_on((row - 1, column + aside), moves) for aside in (-1, 1))


def sides(position: Position) -> tuple[Side, Side]:
    """Return the side to move and the other one."""
    rows, columns = position.game.rows, position.game.columns
    found = []
    for letter in "bw":
        squares = [divmod(square, columns) for square in position.diagram.where(letter)]
        pawns = {(row if letter == "b" else rows - 1 - row, column) for row, column in squares}
        found.append(Side(frozenset(pawns), rows, columns))
    return found[position.player], found[1 - position.player]


def arrival(runner: Side, defender: Side, *, moves_first: bool) -> int | None:
    """Return how many moves a pawn needs that no defender can stop, None if there is no such pawn."""
    places = set(runner.pawns)
    for move in range(1, runner.rows):
        if not moves_first:
            places = {
                each for each in places if not defender.can_take_on(runner.seen_by_other(each), move - 1)
            }
        made = move - 1 if moves_first else move
        following = set()
        for row, column in places:
            for target in range(max(column - 1, 0), min(column + 2, runner.columns)):
                square = (row + 1, target)
                is_blocked = target == column and defender.can_be_on(runner.seen_by_other(square), made)
                if square not in runner.pawns and not is_blocked:
                    following.add(square)
        if any(row == runner.rows - 1 for row, _ in following):
            return move
        places = following
        if moves_first:
            places = {each for each in places if not defender.can_take_on(runner.seen_by_other(each), made)}
    return None


def race(position: Position) -> int:
    """Return the moves of the race that is won, negative if the other side wins it, 0 if there is none."""
    own, other = sides(position)
    moves = arrival(own, other, moves_first=True)
    if moves is not None and moves <= other.moves_to_arrive:
        return moves
    moves = arrival(other, own, moves_first=False)
    if moves is not None and moves < own.moves_to_arrive:
        return -moves
    return 0


def structure(side: Side) -> float:
    total = 0.0
    for row, _ in side.pawns:
        to_go = side.rows - 1 - row
        total += 1.0 + (0.6 if to_go in (2, 3) else 0.0) - (0.4 if row == 0 else 0.0)
    holes = [
        column
        for column in range(side.columns)
        if (0, column - 1) not in side.pawns and (0, column + 1) not in side.pawns
    ]
    return total - 0.2 * len(holes)


def contacts(side: Side, other: Side) -> tuple[int, int]:
    """Count the pawns that can be taken next: those with protection, and those without."""
    taken = [pawn for pawn in side.pawns if other.can_take_on(side.seen_by_other(pawn), 0)]
    protected = sum(side.is_protected(pawn) for pawn in taken)
    return protected, len(taken) - protected


def handmade(position: Position) -> float:
    moves = race(position)
    if moves != 0:
        return 100.0 - moves if moves > 0 else -100.0 - moves
    own, other = sides(position)
    own_protected, own_loose = contacts(own, other)
    other_protected, other_loose = contacts(other, own)
    score = structure(own) - structure(other) + 1.2 * (own_protected - other_protected)
    return score + 0.8 * other_loose + 0.4 * own_loose
