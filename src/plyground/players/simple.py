"""Players that hardly think: the first move, a random move, the move that looks best at once."""

from __future__ import annotations

import math
import random
from typing import Any

from plyground.evaluation import Evaluation, as_heuristic, telling_failures, usable_evaluation
from plyground.players.player import Choice, Player
from plyground.position import Game, Move, Position
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
        board = position.game.board
        seen = _seen_by_the_other(position.state)
        # Evaluations of one side only, such as how far my pawns are, have to be asked from that side.
        return -self._evaluate(board, position.state) if seen is None else self._evaluate(board, seen)


def _seen_by_the_other(state: Any) -> Any:
    """Return the state with the other side to move, None where its fields do not tell sides apart."""
    swapped = {}
    for name in state._fields:
        other = _OTHER_SIDE.get(name.partition("_")[0])
        if other is not None:
            swapped[name] = getattr(state, "_".join([other, *name.split("_")[1:]]), None)
    if not swapped or None in swapped.values():
        return None
    return state._replace(**swapped, player=state.player ^ type(state.player)(1))


_OTHER_SIDE = {"own": "opponent", "opponent": "own"}
