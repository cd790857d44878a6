"""Exact values from the slow twins of the rules alone: no kernels, no bits, no hash keys."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import plyground as ply
from tests.twins import breakthrough, duel, konane, othello

READ: dict[str, Callable[[str], Any]] = {
    "othello": othello.Twin.from_text,
    "konane": konane.Twin.from_text,
    "breakthrough": breakthrough.Twin.from_text,
    "duel": lambda text: duel.Twin.from_text(text, quiet=0, repetitions=0),
}

Solved = dict[str, tuple[int, int | None]]
"""Margin and distance, as `Found` has them, by the text of a position."""


class TooManyError(Exception):
    """A position has more positions after it than were allowed."""


class PlainSolver:
    """Negamax that remembers positions by their texts, for a game whose positions do not repeat."""

    def __init__(self, name: str) -> None:
        self.values: dict[str, int] = {}
        self._read, self._has_margins = READ[name], name == "othello"
        self._left = 0

    def margin(self, text: str, most: int) -> int:
        """Return what a position is worth to the side to move: discs in Othello, 1, 0 or -1 elsewhere.

        Raises:
            TooManyError: more than so many positions would have to be looked at.
        """
        self._left = most
        return self._margin(self._read(text))

    def _margin(self, twin: Any) -> int:
        text = twin.text()
        if text in self.values:
            return self.values[text]
        self._left -= 1
        if self._left < 0:
            raise TooManyError
        best = final_margin(twin, has_margins=self._has_margins)
        if best is None:
            for move in twin.moves():
                margin = -self._margin(twin.play(move))
                best = margin if best is None else max(best, margin)
                if best == 1 and not self._has_margins:
                    break
        assert best is not None
        self.values[text] = best
        return best


def final_margin(twin: Any, *, has_margins: bool) -> int | None:
    """Return what a finished game is worth to the side to move, None if it is not finished."""
    outcome = twin.outcome()
    if outcome is None:
        return None
    if has_margins:
        own, other = ("b", "w") if twin.to_move == "black" else ("w", "b")
        return sum(int(row.count(own) - row.count(other)) for row in twin.board)
    winner = outcome[0]
    return 0 if winner is None else 1 if winner == twin.to_move else -1


def every_position(name: str, start: str) -> dict[str, list[str]]:
    """Return the texts of all positions that can be reached, each with those after it."""
    read, waiting = READ[name], [start]
    after: dict[str, list[str]] = {}
    while waiting:
        text = waiting.pop()
        if text not in after:
            twin = read(text)
            moves = [] if twin.outcome() else twin.moves()
            after[text] = [_without_counter(twin.play(move).text()) for move in moves]
            waiting += after[text]
    return after


def solve_in_rounds(name: str, start: str) -> Solved:
    """Solve all positions that can be reached, where positions may repeat: in rounds, from the ends on.

    A position is won if a move leads to one that is lost by now, and lost if all moves lead to positions that
    are won by now. What no round decides is a draw. The number of the round is the distance.
    """
    after = every_position(name, start)
    margins = {
        text: final_margin(READ[name](text), has_margins=False)
        for text, children in after.items()
        if not children
    }
    solved: Solved = {text: (margin or 0, 0 if margin else None) for text, margin in margins.items()}
    known = {text: margin for text, (margin, _) in solved.items()}
    waiting, distance = [text for text in after if text not in known], 0
    while True:
        distance += 1
        found = {}
        for text in waiting:
            replies = [known.get(child, 0) for child in after[text]]
            if min(replies) < 0 or min(replies) > 0:
                found[text] = 1 if min(replies) < 0 else -1
        if not found:
            return solved | dict.fromkeys(waiting, (0, None))
        known |= found
        solved |= {text: (margin, distance) for text, margin in found.items()}
        waiting = [text for text in waiting if text not in found]


def _without_counter(text: str) -> str:
    return " ".join(text.split()[:2])


def late_texts(game: ply.Game, plies: int, seed: int) -> Iterator[str]:
    """Yield different positions up to so many plies before the ends of random games, without counters.

    Captures are preferred, where there are any: few pieces are left in the end.
    """
    chance, seen = random.Random(seed), set[str]()
    while True:
        position = game.start()
        while position.outcome is None:
            moves = position.moves()
            captures = [move for move in moves if "x" in str(move)]
            position = position.play(chance.choice(captures if captures and chance.random() < 0.9 else moves))
        line = position.line()
        text = _without_counter(line[max(0, len(line) - 1 - chance.randint(1, plies))].text)
        if text not in seen:
            seen.add(text)
            yield text
