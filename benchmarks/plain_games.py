"""The four games in plain Python, over lists of lists, the way course work is written.

They are honest plain Python and not made slow on purpose: nothing is listed where the first one
is enough. Player 0 is ``1`` and player 1 is ``-1``; so are their stones, and 0 is an empty square.

The duel's draws by repetition and by quiet moves are left out. From the start of a game the third
occurrence of a position is eight plies away, so a search of fewer plies cannot meet one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Protocol

Board = list[list[int]]
Square = tuple[int, int]

EMPTY = 0
PIT = 9

ORTHOGONAL = ((-1, 0), (0, -1), (0, 1), (1, 0))
EIGHT_WAYS = (*ORTHOGONAL, (-1, -1), (-1, 1), (1, -1), (1, 1))


class PlainGame(Protocol):
    """What alpha-beta has to know about a game."""

    name: str
    evaluation: str

    def moves(self, board: Board, player: int) -> list[Any]:
        """List the moves of a player."""

    def play(self, board: Board, player: int, move: Any) -> Board:
        """Return a new board with a move made."""

    def result(self, board: Board, player: int) -> int | None:
        """Return 1, 0 or -1 if a player has won, drawn or lost, None if the game goes on."""

    def evaluate(self, board: Board, player: int) -> int:
        """Score a board for a player."""


def copied(board: Board) -> Board:
    return [row.copy() for row in board]


class Breakthrough:
    """Pawns: player 0 goes down, player 1 goes up."""

    name = "breakthrough"
    evaluation = "piece"

    def moves(self, board: Board, player: int) -> list[tuple[Square, Square]]:
        moves = []
        columns = len(board[0])
        for row, line in enumerate(board):
            for column, content in enumerate(line):
                if content != player:
                    continue
                ahead = board[row + player]
                for target in (column - 1, column, column + 1):
                    if not 0 <= target < columns:
                        continue
                    if ahead[target] == EMPTY or (target != column and ahead[target] == -player):
                        moves.append(((row, column), (row + player, target)))
        return moves

    def play(self, board: Board, player: int, move: tuple[Square, Square]) -> Board:
        (row, column), (target_row, target_column) = move
        child = copied(board)
        child[row][column] = EMPTY
        child[target_row][target_column] = player
        return child

    def result(self, board: Board, player: int) -> int | None:
        if 1 in board[-1]:
            return player
        if -1 in board[0]:
            return -player
        if not any(player in row for row in board):
            return -1
        if not any(-player in row for row in board):
            return 1
        return None

    def evaluate(self, board: Board, player: int) -> int:
        """Pawns I have more than you."""
        return sum(row.count(player) - row.count(-player) for row in board)


def othello_worths(size: int) -> Board:
    """Return what a disc is worth on each square: by its place, less the disc itself."""
    by_place = {(0, 0): 20, (0, 1): -4, (1, 0): -4, (1, 1): -8}

    def worth(row: int, column: int) -> int:
        from_edges = min(row, size - 1 - row), min(column, size - 1 - column)
        return by_place.get(from_edges, 2 if 0 in from_edges else 0) - 1

    return [[worth(row, column) for column in range(size)] for row in range(size)]


class Othello:
    """Discs; None is a pass."""

    name = "othello"
    evaluation = "squares"

    def __init__(self, size: int = 8) -> None:
        self.worths = othello_worths(size)

    def moves(self, board: Board, player: int) -> list[Square | None]:
        return list(self._placements(board, player)) or [None]

    def play(self, board: Board, player: int, move: Square | None) -> Board:
        child = copied(board)
        if move is None:
            return child
        row, column = move
        child[row][column] = player
        for way in EIGHT_WAYS:
            for turned_row, turned_column in self._enclosed(board, player, row, column, way):
                child[turned_row][turned_column] = player
        return child

    def result(self, board: Board, player: int) -> int | None:
        if any(self._placements(board, player)) or any(self._placements(board, -player)):
            return None
        lead = sum(map(sum, board)) * player
        return (lead > 0) - (lead < 0)

    def evaluate(self, board: Board, player: int) -> int:
        """Squares weighted by their place, mine less yours, minus the difference in discs."""
        total = 0
        for line, worths in zip(board, self.worths, strict=True):
            for content, worth in zip(line, worths, strict=True):
                total += content * worth
        return total * player

    def _placements(self, board: Board, player: int) -> Iterator[Square]:
        for row, line in enumerate(board):
            for column, content in enumerate(line):
                if content == EMPTY and any(
                    self._enclosed(board, player, row, column, way) for way in EIGHT_WAYS
                ):
                    yield row, column

    def _enclosed(self, board: Board, player: int, row: int, column: int, way: Square) -> list[Square]:
        """Return the enemy discs between a square and the player's next disc in one direction."""
        down, right = way
        size = len(board)
        row, column = row + down, column + right
        run = []
        while 0 <= row < size and 0 <= column < size and board[row][column] == -player:
            run.append((row, column))
            row, column = row + down, column + right
        is_closed = 0 <= row < size and 0 <= column < size and board[row][column] == player
        return run if is_closed else []


class Konane:
    """Stones; a move is an origin and a landing, the same square twice where a stone is removed."""

    name = "konane"
    evaluation = "mobility"

    def moves(self, board: Board, player: int) -> list[tuple[Square, Square]]:
        holes = sum(row.count(EMPTY) for row in board)
        if holes > 1:
            return list(self._jumps(board, player))
        allowed = self._openings(board) if holes == 0 else self._beside_hole(board)
        return [((row, column), (row, column)) for row, column in allowed if board[row][column] == player]

    def play(self, board: Board, player: int, move: tuple[Square, Square]) -> Board:
        (row, column), (target_row, target_column) = move
        child = copied(board)
        if move[0] == move[1]:
            child[row][column] = EMPTY
            return child
        down, right = _sign(target_row - row), _sign(target_column - column)
        while (row, column) != (target_row, target_column):
            child[row][column] = EMPTY
            row, column = row + down, column + right
        child[target_row][target_column] = player
        return child

    def result(self, board: Board, player: int) -> int | None:
        if any(self._jumps(board, player)) or self.moves(board, player):
            return None
        return -1

    def evaluate(self, board: Board, player: int) -> int:
        """Jumps I have more than you."""
        return sum(1 for _ in self._jumps(board, player)) - sum(1 for _ in self._jumps(board, -player))

    def _jumps(self, board: Board, player: int) -> Iterator[tuple[Square, Square]]:
        rows, columns = len(board), len(board[0])
        for row, line in enumerate(board):
            for column, content in enumerate(line):
                if content != player:
                    continue
                for down, right in ORTHOGONAL:
                    over_row, over_column = row + down, column + right
                    to_row, to_column = over_row + down, over_column + right
                    while (
                        0 <= to_row < rows
                        and 0 <= to_column < columns
                        and board[over_row][over_column] == -player
                        and board[to_row][to_column] == EMPTY
                    ):
                        yield (row, column), (to_row, to_column)
                        over_row, over_column = to_row + down, to_column + right
                        to_row, to_column = over_row + down, over_column + right

    def _openings(self, board: Board) -> set[Square]:
        """Return the corners and the squares in the middle."""
        bottom, right = len(board) - 1, len(board[0]) - 1
        corners = {(row, column) for row in (0, bottom) for column in (0, right)}
        middle_rows, middle_columns = (bottom // 2, (bottom + 1) // 2), (right // 2, (right + 1) // 2)
        return corners | {(row, column) for row in middle_rows for column in middle_columns}

    def _beside_hole(self, board: Board) -> list[Square]:
        rows, columns = len(board), len(board[0])
        row = next(row for row, line in enumerate(board) if EMPTY in line)
        column = board[row].index(EMPTY)
        beside = [(row + down, column + right) for down, right in ORTHOGONAL]
        return [square for square in beside if 0 <= square[0] < rows and 0 <= square[1] < columns]


class Duel:
    """Wumpuses are 1, heroes 2, mages 3; those of player 1 are negative."""

    name = "duel"
    evaluation = "pieces"
    prey: ClassVar = {1: 3, 2: 1, 3: 2}

    def moves(self, board: Board, player: int) -> list[tuple[Square, Square]]:
        moves = []
        size = len(board)
        for row, line in enumerate(board):
            for column, content in enumerate(line):
                if content == PIT or content * player <= 0:
                    continue
                for down, right in EIGHT_WAYS:
                    to_row, to_column = row + down, column + right
                    if not (0 <= to_row < size and 0 <= to_column < size):
                        continue
                    target = board[to_row][to_column]
                    if target == PIT or target * player <= 0:
                        moves.append(((row, column), (to_row, to_column)))
        return moves

    def play(self, board: Board, player: int, move: tuple[Square, Square]) -> Board:
        (row, column), (to_row, to_column) = move
        child = copied(board)
        piece, met = board[row][column], board[to_row][to_column]
        child[row][column] = EMPTY
        if met == EMPTY or (met != PIT and self.prey[abs(piece)] == abs(met)):
            child[to_row][to_column] = piece
        elif met == -piece:
            child[to_row][to_column] = EMPTY
        return child

    def result(self, board: Board, player: int) -> int | None:
        mine, yours = self._count(board, player), self._count(board, -player)
        if mine > 0 and yours > 0:
            return None
        return (mine > 0) - (yours > 0)

    def evaluate(self, board: Board, player: int) -> int:
        """Pieces I have more than you."""
        return self._count(board, player) - self._count(board, -player)

    def _count(self, board: Board, player: int) -> int:
        kinds = (player, 2 * player, 3 * player)
        return sum(content in kinds for row in board for content in row)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


GAMES: tuple[PlainGame, ...] = (Breakthrough(), Othello(), Konane(), Duel())
