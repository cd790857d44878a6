"""The Wumpus duel, slowly: spec.md, "Wumpus duel (S0, S1)"."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from .common import (
    EMPTY,
    Board,
    Outcome,
    Square,
    copy_board,
    move_from_top,
    neighbours,
    read_board,
    square_from_top,
    write_board,
)

PIT = "*"
PIECES = {"adversary": "WHM", "agent": "whm"}
OPPONENT = {"adversary": "agent", "agent": "adversary"}
PREY = {"H": "W", "M": "H", "W": "M"}
"""Hero kills wumpus, mage kills hero, wumpus eats mage."""


@dataclass(frozen=True)
class Twin:
    """A position of the duel, with what the house rules for draws need to know of the past."""

    board: Board
    to_move: str
    quiet: int
    """So many moves of each side without a piece destroyed are a draw; 0 switches the rule off."""
    repetitions: int
    """A position that occurs for this time is a draw; 0 switches the rule off."""
    calm_plies: int
    """Plies since a piece was destroyed."""
    past: tuple[str, ...]
    """The positions before this one, back to the last destruction: what was before that cannot recur."""

    @classmethod
    def start(
        cls, rows: int, columns: int, *, pits: Iterable[Square] = (), quiet: int = 50, repetitions: int = 3
    ) -> Twin:
        """Each home row from the left wumpus, hero, mage, wumpus, ...; the adversary is at the bottom."""
        board = [[EMPTY] * columns for _ in range(rows)]
        board[0] = ["whm"[column % 3] for column in range(columns)]
        board[-1] = ["WHM"[column % 3] for column in range(columns)]
        for row, column in pits:
            board[row][column] = PIT
        return cls(board, "adversary", quiet, repetitions, 0, ())

    @classmethod
    def from_text(cls, text: str, *, quiet: int = 50, repetitions: int = 3) -> Twin:
        """Read a position text; a third word is the number of plies since a piece was destroyed."""
        rows, to_move, *calm_plies = text.split()
        return cls(read_board(rows), to_move, quiet, repetitions, int(calm_plies[0]) if calm_plies else 0, ())

    def text(self) -> str:
        """The position text, with the number of plies since a piece was destroyed unless that is 0."""
        return f"{self._key} {self.calm_plies}" if self.calm_plies else self._key

    @cached_property
    def _key(self) -> str:
        """What makes two positions the same: pieces, squares and the side to move, not the counter."""
        return f"{self._written_board} {self.to_move}"

    @cached_property
    def _written_board(self) -> str:
        return write_board(self.board)

    def moves(self) -> list[str]:
        """Exactly one piece one square in any of the eight directions."""
        own = PIECES[self.to_move]
        return [
            move
            for row, line in enumerate(self.board)
            for column, content in enumerate(line)
            if content in own
            for move in self._moves_of((row, column))
        ]

    def _moves_of(self, source: Square) -> list[str]:
        """A square with a piece of one's own is closed; empty squares, pits and enemies are open."""
        moves = []
        for target in neighbours(len(self.board), len(self.board[0]))[source]:
            content = self.board[target[0]][target[1]]
            if content in (EMPTY, PIT):
                moves.append(move_from_top(source, "-", target))
            elif content in PIECES[OPPONENT[self.to_move]]:
                moves.append(move_from_top(source, "x", target))
        return moves

    def play(self, move: str) -> Twin:
        """Take the piece from its square; what the target square holds then, `after` tells."""
        source, target = move.replace("x", "-").split("-")
        source_row, source_column = square_from_top(source)
        target_row, target_column = square_from_top(target)
        board = copy_board(self.board)
        piece, content = board[source_row][source_column], board[target_row][target_column]
        board[source_row][source_column] = EMPTY
        board[target_row][target_column] = after(piece, content)
        is_calm = content == EMPTY
        return Twin(
            board,
            OPPONENT[self.to_move],
            self.quiet,
            self.repetitions,
            self.calm_plies + 1 if is_calm else 0,
            (*self.past, self._key) if is_calm else (),
        )

    def outcome(self) -> Outcome | None:
        """Elimination first, then the two house rules: too long without a loss, repetition."""
        has_adversary, has_agent = self._has_pieces("adversary"), self._has_pieces("agent")
        if not has_adversary and not has_agent:
            return None, "no pieces"
        if not has_adversary:
            return "agent", "no pieces"
        if not has_agent:
            return "adversary", "no pieces"
        if self.quiet and self.calm_plies >= 2 * self.quiet:
            return None, "quiet"
        if self.repetitions and self.past.count(self._key) + 1 >= self.repetitions:
            return None, "repetition"
        return None

    def _has_pieces(self, player: str) -> bool:
        return any(piece in self._written_board for piece in PIECES[player])


def after(piece: str, content: str) -> str:
    """What a square holds after a piece has moved onto what was there before: nothing, a pit or an enemy.

    A pit destroys the piece and stays. In a battle, whoever attacks, the winner stands on the square;
    two of a kind destroy each other.
    """
    if content == EMPTY:
        return piece
    if content == PIT:
        return PIT
    attacker, defender = piece.upper(), content.upper()
    if attacker == defender:
        return EMPTY
    return piece if PREY[attacker] == defender else content
