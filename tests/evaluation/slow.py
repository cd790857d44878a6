"""The heuristics of the sources, slowly: over lists of characters, from the view of the side to move."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import permutations

from plyground.core.position import Position
from plyground.evaluation import duel
from tests.twins import breakthrough as breakthrough_twin
from tests.twins import duel as duel_twin
from tests.twins import konane as konane_twin

Square = tuple[int, int]

DELTAS = (-1, 0, 1)
PREY = {"W": "m", "H": "w", "M": "h"}  # what a kind kills, whoever owns it


def squares_of(position: Position, letters: str) -> list[Square]:
    """Return row and column of every square with one of these letters."""
    found = [square for letter in letters for square in position.diagram.where(letter)]
    return [divmod(square, position.game.columns) for square in found]


def sides(position: Position) -> tuple[str, str]:
    """Return the letters of the side to move and of its opponent."""
    letters = ["".join(piece.letters[player] for piece in position.game.rules.pieces) for player in (0, 1)]
    return letters[position.player], letters[1 - position.player]


def seen_by_other(position: Position) -> str:
    """Return the position's text with the other side to move."""
    board = position.text.split(" ")[0]
    return f"{board} {position.game.players[1 - position.player]}"


def difference(count: Callable[[Position, str], float]) -> Callable[[Position], float]:
    """Make a heuristic from a count for one side: mine less yours."""
    return lambda position: count(position, sides(position)[0]) - count(position, sides(position)[1])


# Breakthrough


def rows_advanced(position: Position, letters: str) -> list[int]:
    last = position.game.rows - 1
    rows = [row for row, _ in squares_of(position, letters)]
    return [row if letters == "b" else last - row for row in rows]


def reckless(position: Position) -> int:
    return max(rows_advanced(position, sides(position)[0]))


def defensive(position: Position) -> int:
    return position.game.rows - 1 - max(rows_advanced(position, sides(position)[1]))


def cautious(position: Position) -> int:
    other = breakthrough_twin.Twin.from_text(seen_by_other(position))
    return -len({move.partition("x")[2] for move in other.moves() if "x" in move})


def breakthrough_mobility(position: Position) -> int:
    here = breakthrough_twin.Twin.from_text(position.text)
    return len(here.moves()) - len(breakthrough_twin.Twin.from_text(seen_by_other(position)).moves())


def breakthrough_piece(position: Position) -> int:
    own, other = sides(position)
    return len(squares_of(position, own)) - len(squares_of(position, other))


def breakthrough_position(position: Position) -> int:
    own, other = sides(position)
    return sum(rows_advanced(position, own)) - sum(rows_advanced(position, other))


def comprehensive(position: Position) -> float:
    score = breakthrough_piece(position) + breakthrough_position(position) + 2 * defensive(position)
    return score + 0.5 * reckless(position) + cautious(position)


# Konane


def konane_mobility(position: Position) -> int:
    here = konane_twin.Twin.from_text(position.text)
    return len(here.moves()) - len(konane_twin.Twin.from_text(seen_by_other(position)).moves())


# Othello


def worth(position: Position, letters: str) -> float:
    last = position.game.rows - 1
    total = 0
    for row, column in squares_of(position, letters):
        down, right = min(row, last - row), min(column, last - column)
        total += {(0, 0): 20, (0, 1): -4, (1, 0): -4, (1, 1): -8}.get(
            (down, right), 2 if 0 in (down, right) else 0
        )
    return total - len(squares_of(position, letters))


# The duel


def pieces(position: Position, letters: str) -> float:
    return len(squares_of(position, letters))


def duel_moves(position: Position) -> int:
    here = duel_twin.Twin.from_text(position.text)
    return len(here.moves()) - len(duel_twin.Twin.from_text(seen_by_other(position)).moves())


def prey_of(letter: str) -> str:
    prey = PREY[letter.upper()]
    return prey if letter.isupper() else prey.upper()


def winning_pairs(position: Position, letters: str) -> float:
    return sum(
        len(squares_of(position, letter)) * len(squares_of(position, prey_of(letter))) for letter in letters
    )


def hunting(distance: Callable[[Square, Square], float]) -> Callable[[Position], float]:
    """Make the heuristic of the mean distance to the nearest prey; nearer is better."""

    def mean(position: Position, letters: str) -> float:
        total = 0.0
        for letter in letters:
            prey = squares_of(position, prey_of(letter))
            for square in squares_of(position, letter):
                total += min((distance(square, other) for other in prey), default=0.0)
        return -total / max(len(squares_of(position, letters)), 1)

    return difference(mean)


def manhattan(first: Square, second: Square) -> float:
    return abs(first[0] - second[0]) + abs(first[1] - second[1])


def spread(position: Position, letters: str) -> float:
    pairs = list(permutations(squares_of(position, letters), 2))
    return sum(math.dist(first, second) for first, second in pairs) / max(len(pairs), 1)


def reached(position: Position, letter: str, steps: int) -> set[Square]:
    """Return the squares that pieces of a kind reach in at most so many steps around the pits."""
    rows, columns = position.game.rows, position.game.columns
    pits = set(squares_of(position, "*"))
    found = set(squares_of(position, letter))
    for _ in range(steps):
        around = {
            (row + down, column + right) for row, column in found for down in DELTAS for right in DELTAS
        }
        found = {each for each in around if each[0] in range(rows) and each[1] in range(columns)} - pits
    return found


def hunt(steps: int) -> Callable[[Position], float]:
    def count(position: Position, letters: str) -> float:
        return sum(
            len(reached(position, letter, steps) & set(squares_of(position, prey_of(letter))))
            for letter in letters
        )

    return difference(count)


def off_the_edge(position: Position, letters: str) -> float:
    last = position.game.rows - 1, position.game.columns - 1
    return -sum(
        0 in square or square[0] == last[0] or square[1] == last[1]
        for square in squares_of(position, letters)
    )


def safe_steps(position: Position, letters: str) -> float:
    total, own = 0, set(squares_of(position, letters))
    for letter in letters:
        hunter = next(each for each in letters.swapcase() if prey_of(each) == letter)
        danger = reached(position, letter.swapcase(), 1) | reached(position, hunter, 1)
        total += len(reached(position, letter, 1) - own - danger)
    return total


def trades(position: Position) -> float:
    mine, yours = sides(position)
    lead = pieces(position, mine) - pieces(position, yours)
    ahead = mine if lead > 0 else yours
    count = sum(
        len(reached(position, letter, 1) & set(squares_of(position, letter.swapcase()))) for letter in ahead
    )
    return math.copysign(count, lead) if lead else 0.0


def material(position: Position) -> float:
    """Look for what is left on the board in the list, with the kinds rotated and the sides swapped."""
    is_caught = position.game.board.hunter_catches
    words = f"{duel.VALUES} {duel.VALUES_IF_CAUGHT if is_caught else ''}".split()
    listed = dict(zip(words[::2], words[1::2], strict=True))
    mine, yours = (
        [letter.upper() for letter in side for _ in squares_of(position, letter)[:2]]
        for side in sides(position)
    )
    for sign, own, others in ((1, mine, yours), (-1, yours, mine)):
        for kinds in ("WHM", "HMW", "MWH"):
            first, second = ("".join(sorted(side, key=kinds.index)) for side in (own, others))
            text = f"{first}-{second.lower()}".translate(str.maketrans(kinds + kinds.lower(), "WHMwhm"))
            if text in listed:
                return sign * int(listed[text])
    return 0.0


SLOW: dict[tuple[str, str], Callable[[Position], float]] = {
    ("breakthrough", "piece"): breakthrough_piece,
    ("breakthrough", "mobility"): breakthrough_mobility,
    ("breakthrough", "position"): breakthrough_position,
    ("breakthrough", "reckless"): reckless,
    ("breakthrough", "defensive"): defensive,
    ("breakthrough", "cautious"): cautious,
    ("breakthrough", "comprehensive"): comprehensive,
    ("konane", "mobility"): konane_mobility,
    ("othello", "squares"): difference(worth),
    ("duel", "pieces"): difference(pieces),
    ("duel", "moves"): duel_moves,
    ("duel", "advantage"): difference(winning_pairs),
    ("duel", "euclidean"): hunting(math.dist),
    ("duel", "manhattan"): hunting(manhattan),
    ("duel", "spacing"): difference(spread),
    ("duel", "hunt1"): hunt(1),
    ("duel", "hunt2"): hunt(2),
    ("duel", "hunt3"): hunt(3),
    ("duel", "hunt4"): hunt(4),
    ("duel", "edge"): difference(off_the_edge),
    ("duel", "safety"): difference(safe_steps),
    ("duel", "trades"): trades,
    ("duel", "material"): material,
}
