"""Players that hardly think: the first move, a random move, the move that looks best at once."""

from __future__ import annotations

import math
import random
from typing import Any

from plyground.core.position import Game, Move, Position
from plyground.core.rules import SCENERY
from plyground.evaluation import Evaluation, as_heuristic, telling_failures, usable_evaluation
from plyground.jit import plain_python
from plyground.players.player import Choice, Player
from plyground.search.limit import Limit
from plyground.search.watchdog import Suspects, run_watched


class FirstPlayer(Player):
    """Plays the first legal move."""

    def choose(self, position: Position, limit: Limit) -> Choice:
        """Return the first legal move."""
        return Choice(position.moves()[0])


class RandomPlayer(Player):
    """Plays any legal move, all with the same probability."""

    def __init__(self) -> None:
        self._chance = random.Random(0)

    def begin(self, start: Position, seed: int) -> None:
        """Start the row of random moves that belongs to the seed."""
        self._chance = random.Random(seed)

    def choose(self, position: Position, limit: Limit) -> Choice:
        """Return any legal move."""
        return Choice(self._chance.choice(position.moves()))


class GreedyPlayer(Player):
    """Looks one ply ahead: plays the move after which an evaluation likes its own side best.

    Equally good moves are chosen from at random.
    """

    def __init__(self, game: Game, evaluate: Evaluation) -> None:
        self._heuristic = as_heuristic(game, evaluate)
        self._evaluate = usable_evaluation(game, self._heuristic)
        self._suspects = Suspects.of(game, self._heuristic)
        self._can_swap = _can_swap_sides(game)
        self._chance = random.Random(0)

    def begin(self, start: Position, seed: int) -> None:
        """Start the row of random choices that belongs to the seed, and compile the evaluation."""
        self._chance = random.Random(seed)
        self._scored(start, start.moves()[:1])

    def choose(self, position: Position, limit: Limit) -> Choice:
        """Return a move that no other one surpasses."""
        scored = self._scored(position, position.moves())
        best = max(score for score, _ in scored)
        move = self._chance.choice([move for score, move in scored if score == best])
        return Choice(move, score=best if math.isfinite(best) else None, depth=1, nodes=len(scored))

    def _scored(self, position: Position, moves: list[Move]) -> list[tuple[float, Move]]:
        """Score the positions after some moves; a function of somebody's may fail, or not return."""
        scored: list[tuple[float, Move]] = []

        def score() -> None:
            for move in moves:
                scored.append((self._score(position.play(move)), move))  # noqa: PERF401  # it is counted

        if self._suspects is None:
            score()
        else:
            with telling_failures(self._heuristic):
                run_watched(score, self._suspects, lambda: len(scored))
        return scored

    def _score(self, position: Position) -> float:
        """Tell what a position is worth to the player who has just moved."""
        outcome = position.outcome
        if outcome is not None:
            if outcome.winner is None:
                return 0.0
            return -math.inf if outcome.winner == position.to_move else math.inf
        board, state = position.game.board, position.state
        # Evaluations of one side only, such as how far my pawns are, have to be asked from that side.
        return self._evaluate(board, _swapped(state)) if self._can_swap else -self._evaluate(board, state)


def _can_swap_sides(game: Game) -> bool:
    """Tell whether `_swapped` shows positions of a game to the other side.

    The names of fields are a convention; what `cell` sees says whether a game keeps it.
    """
    rules, board, start = game.rules, game.board, game.start()
    squares = [(row, column) for row in range(board.rows) for column in range(board.columns)]
    with plain_python(in_this_thread=True):  # a few squares: nothing to compile for
        for state in (start.state, *(start.play(move).state for move in start.moves()[:1])):
            swapped = _swapped(state)
            if swapped is None:
                return False
            for square in squares:
                here, there = (rules.cell(board, each, *square) for each in (state, swapped))
                if there != (here if here >= SCENERY else -here):
                    return False
    return True


def _swapped(state: Any) -> Any:
    """Return the state with own and opponent exchanged, None where its fields have no such names."""
    swapped = {}
    for name in state._fields:
        other = _OTHER_SIDE.get(name.partition("_")[0])
        if other is not None:
            swapped[name] = getattr(state, "_".join([other, *name.split("_")[1:]]), None)
    if not swapped or None in swapped.values():
        return None
    return state._replace(**swapped, player=state.player ^ type(state.player)(1))


_OTHER_SIDE = {"own": "opponent", "opponent": "own"}
