"""Exact values as anybody can check them: minimax to the end of the game."""

from __future__ import annotations

from typing import Any

from plyground.core.position import Position
from plyground.solving.solution import final_margin


class Plain:
    """Minimax that looks at each position once; games in which positions repeat never end here."""

    def __init__(self) -> None:
        self._known: dict[Position, tuple[int, int]] = {}

    def value(self, position: Position) -> tuple[int, int]:
        """Return the margin for the side to move, and in how many plies it is reached.

        Whoever wins by most hurries, and whoever loses delays.
        """
        if position not in self._known:
            self._known[position] = self._work_out(position)
        return self._known[position]

    def _work_out(self, position: Position) -> tuple[int, int]:
        if position.outcome is not None:
            return final_margin(position), 0
        following = [self.value(position.play(move)) for move in position.moves()]
        options = [(-margin, plies + 1) for margin, plies in following]
        return max(options, key=lambda option: (option[0], -option[1] if option[0] > 0 else option[1]))


def told(margin: int) -> str:
    """Return what a margin is called."""
    return "win" if margin > 0 else "loss" if margin < 0 else "draw"


def line_to(position: Position) -> dict[str, Any]:
    """Return a position as a page names it."""
    game = position.game
    options = {option.name: option.show(game.options[option.name]) for option in game.rules.options}
    positions = position.line()
    return {
        "game": game.name,
        "options": options,
        "position": positions[0].text,
        "moves": [str(each.last_move) for each in positions[1:]],
    }
