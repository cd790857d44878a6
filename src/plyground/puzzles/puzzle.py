"""A puzzle: a position in which one move alone keeps what is proved, and the same again after each reply."""

from __future__ import annotations

import hashlib
from typing import Literal

import msgspec

from plyground.core.discovery import find_known_rules
from plyground.core.layouts import SEED
from plyground.core.position import Game, Position

WIN, DRAW = 1, 0
"""Goals: the least margin that the solver keeps. A larger one is to win by at least as much."""

_ID_LETTERS = 10

Result = Literal["win", "draw", "loss"]


class Refutation(msgspec.Struct, frozen=True, array_like=True):
    """What wrong moves lead to, for the solver: the proved result, and the reply that shows it.

    There is no reply where the game is over.
    """

    moves: list[str]
    result: Result
    reply: str | None = None


class PuzzleStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """The one move that keeps the goal, what refutes all others, and the reply that resists longest.

    The last step has no reply: the game is over, or several moves keep the goal from there.
    """

    move: str
    refuted: list[Refutation]
    reply: str | None = None

    def refutation(self, move: str) -> Refutation | None:
        """Return what refutes a move; None for the right one, and for one that is not legal."""
        return next((each for each in self.refuted if move in each.moves), None)


def moves_of(steps: list[PuzzleStep]) -> list[str]:
    """Return the moves of some steps, with the replies."""
    return [move for step in steps for move in (step.move, step.reply) if move is not None]


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A proved position and its solution.

    `options` are those of the game that differ from its usual ones; the position text brings its own size.
    `distance` is the number of plies to the end of the game with best play of both, where that is proved.
    `source` is the number of the game of `seed` that it comes from.
    """

    id: str
    game: str
    options: dict[str, str] = {}
    position: str
    goal: int
    steps: list[PuzzleStep]
    rating: int
    tags: list[str] = []
    distance: int | None = None
    seed: int = 0
    source: int = 0

    def start(self) -> Position:
        """Return the position to solve.

        Raises:
            PlygroundError: its game is not known here, or has no such position.
        """
        return Game.of(find_known_rules(self.game), self.options).position(self.position)

    @property
    def line(self) -> list[str]:
        """The moves of the solution, with the replies."""
        return moves_of(self.steps)

    def told_goal(self) -> str:
        """Say what the solver is to do.

        >>> Puzzle(id="", game="konane", position="", goal=1, steps=[], rating=0, distance=5).told_goal()
        'win in 3'
        """
        if self.goal == WIN:
            return "win" if self.distance is None else f"win in {(self.distance + 1) // 2}"
        return "save the draw" if self.goal == DRAW else f"win by {self.goal}"


def unusual_options(game: Game) -> dict[str, str]:
    """Return the options of a game that differ from its usual ones, as they are written.

    The seed of a layout is none of them where positions show the layout, as those of the duel do.
    """
    usual = Game.of(game.rules, {}).option_texts
    unusual = {name: text for name, text in game.option_texts.items() if text != usual[name]}
    if SEED in unusual:
        others = {name: value for name, value in game.options.items() if name != SEED}
        if Game.of(game.rules, others).position(game.start().text).game == game:
            del unusual[SEED]
    return unusual


def puzzle_id(position: Position, goal: int) -> str:
    """Return the id of a puzzle: the same for the same position and goal, wherever it was made."""
    options = sorted(unusual_options(position.game).items())
    content = repr((position.game.name, options, position.text, goal))
    return hashlib.sha256(content.encode()).hexdigest()[:_ID_LETTERS]
