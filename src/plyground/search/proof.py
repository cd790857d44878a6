"""What is known for certain about a position, and when a search has proved it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from plyground.core.position import Position
from plyground.search.score import DRAW, plies_to_end, told_distance

Value = Literal["win", "loss", "draw"]

NEVER_HIDDEN = 3
"""A reduced search of two plies or more finds every win within two plies: one in three is the quickest."""


@dataclass(frozen=True)
class Proof:
    """The exact value of a position for the side to move.

    margin: by how much, in games that count it; None where only the winner is proved.
    distance: the plies to the end by the shortest win against the longest defence; None where it is
        not known exactly.
    """

    value: Value
    margin: int | None = None
    distance: int | None = None

    @property
    def number(self) -> int:
        """The value as a number: its sign says who wins, its size by how much, where that is proved."""
        return {"win": 1, "draw": 0, "loss": -1}[self.value] if self.margin is None else self.margin

    def told(self, most_plies: int | None, *, has_margins: bool) -> str:
        """Write it in words; `most_plies` bounds the plies to a won or lost end, where that is known.

        >>> Proof("win", margin=12).told(9, has_margins=True)
        'proved win by 12'
        >>> Proof("loss", distance=4).told(4, has_margins=False)
        'proved loss in 2 moves'
        >>> Proof("loss").told(4, has_margins=False)
        'proved loss in at most 2 moves'
        """
        if self.value == "draw":
            return "proved draw"
        if self.margin is not None:
            return f"proved {self.value} by {abs(self.margin)}"
        if has_margins:
            return f"proved {self.value}, margin open"
        if most_plies is None:
            return f"proved {self.value}"
        if self.distance is not None or most_plies <= 1:
            return f"proved {self.value} {told_distance(most_plies)}"
        return f"proved {self.value} {told_distance(most_plies).replace('in ', 'in at most ')}"


def final_proof(position: Position) -> Proof:
    """Return the value of a finished game, for the side to move."""
    outcome, game = position.outcome, position.game
    winner = None if outcome is None else outcome.winner
    value: Value = "draw" if winner is None else "win" if winner == position.to_move else "loss"
    largest = game.rules.largest_margin(game.board)
    margin = 0 if winner is None else max(min(position._facts.score, largest), -largest)
    return Proof(value, margin if largest > 1 else None, distance=0)


@dataclass(frozen=True)
class Judgement:
    """What decides whether the scores of a search of one root are proofs.

    wins_hold: wins and losses that the search finds are those of the game, with its past.
    reduces: late moves are searched less deeply at first, which may hide the quickest win.
    guesses: nodes are cut off that were not searched to their depth, which may hide any but a win at once.
    """

    wins_hold: bool
    reduces: bool
    guesses: bool = False

    def proof(self, score: int, depth: int, *, is_complete: bool, is_whole: bool) -> Proof | None:
        """Return what a score proves, None if it is a guess.

        A won or lost score comes from finished games alone, whatever was reduced or cut off: an
        evaluation never gets there. If the search was interrupted (not `is_complete`), it is that of the
        best move so far: enough for a win, not for a loss. Any other score proves something only if no line
        ended at the horizon or in a repetition (`is_whole`); then it is 0, a draw.
        """
        plies = plies_to_end(score)
        if plies is None:
            return Proof("draw") if is_whole and score == DRAW else None
        if not self.wins_hold or (score < 0 and not is_complete):
            return None
        is_full_width = depth >= plies and not self.reduces
        is_near = plies <= NEVER_HIDDEN and depth >= 2 and not self.guesses
        is_quickest = is_complete and (is_whole or is_full_width or is_near)
        return Proof("win" if score > 0 else "loss", distance=plies if is_quickest or plies <= 1 else None)


def wins_hold(position: Position) -> bool:
    """Tell whether the past of a game leaves every forced win in place.

    Where repetition is a draw, a search counts a repeated position as 0, and wins are built from
    finished games alone. The quickest win from a position comes to no position twice. So it can fail only
    at a position that one more visit makes a draw: none may have been visited that often before the
    root. This covers what the transposition table remembers of other paths as well.
    """
    limit = position.game.rules.repetition_limit(position.game.board)
    if not limit:
        return True
    visits = Counter(each.repetition_key for each in position.line()[:-1])
    return max(visits.values(), default=0) <= limit - 2
