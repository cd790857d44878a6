"""Matches between two evaluations, compiled: one call of a kernel plays a pair of games, sides swapped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from plyground.core.guards import guarded
from plyground.core.hashing import below, stream_of
from plyground.core.heuristics import Evaluator
from plyground.core.instructions import as_int, at
from plyground.core.position import Game
from plyground.core.rules import ONGOING, Rules
from plyground.jit import kernel
from plyground.learning.plans import MOST_GAME_PLIES, Plan
from plyground.learning.selfplay import STOPPED, TABLE_MEGABYTES
from plyground.learning.thinking import PROVED, Think, begin_game, think_with
from plyground.search.features import Features, preset
from plyground.search.repetition import make_is_repeated
from plyground.search.score import UNIT
from plyground.search.tt import claim_memory, make_table
from plyground.search.workspace import make_workspace

PlayPair = Callable[..., int]

TRIES = 12
"""This many openings are tried until one is balanced; if none is, the best of them is played."""


@dataclass(frozen=True)
class MatchPlan:
    """How the games of a match go: the budget of each move, random plies, and which openings are balanced.

    `balance` is the largest score of a balanced opening, in points of the first evaluation.
    """

    nodes: int = 1000
    opening_low: int = 8
    opening_high: int = 12
    balance: float = 5.0

    @classmethod
    def of(cls, plan: Plan, balance: float) -> MatchPlan:
        """Make a match of games such as those of self-play."""
        return cls(plan.nodes, plan.opening_low, plan.opening_high, balance)

    def as_record(self) -> Any:
        """Return the plan as compiled code reads it; ``stop`` ends a game under way if it is not 0."""
        values = {**asdict(self), "balance": round(self.balance * UNIT), "stop": 0}
        record = np.zeros(1, np.dtype([(name, np.int64) for name in values], align=True)).view(np.recarray)[0]
        for name, value in values.items():
            record[name] = value
        return record


class Match:
    """Plays pairs of games between two evaluations. Only `stop` may be called from another thread."""

    def __init__(
        self,
        game: Game,
        evaluators: tuple[Evaluator, Evaluator],
        plan: MatchPlan,
        *,
        seed: int,
        features: Features | None = None,
    ) -> None:
        self._seed = seed
        self._evaluators = evaluators  # keeps the data alive that the searches read
        self._play = _pair_kernel(game, evaluators, features or preset("engine"))
        self._tables = [make_table(TABLE_MEGABYTES) for _ in evaluators]
        self._workspaces = [make_workspace(game.rules, game.board, table) for table in self._tables]
        for workspace, evaluator, table in zip(self._workspaces, evaluators, self._tables, strict=True):
            workspace["evaluation"] = evaluator.address
            claim_memory(table)
        self._record = plan.as_record()
        self._start = game.start().state
        self._results = np.zeros(2, np.int64)

    def stop(self) -> None:
        """End the game under way, and all later ones; `play` returns None then."""
        self._record["stop"] = 1

    def play(self, number: int) -> tuple[float, float] | None:
        """Play the pair of some number; return the points of the first evaluation, as first and as second."""
        first, second = self._workspaces
        random = stream_of(self._seed, number)
        if int(self._play(self._start, self._record, random, first, second, self._results)) == STOPPED:
            return None
        points = (0.5 + 0.5 * np.sign(self._results)).tolist()
        return points[0], points[1]


_kernels: dict[tuple[object, ...], PlayPair] = {}


def _pair_kernel(game: Game, evaluators: tuple[Evaluator, Evaluator], features: Features) -> PlayPair:
    """Return the kernel for two evaluations; all threads and all weights share one."""
    first, second = (each.kernel for each in evaluators)
    key = game.rules, game.board, first, second, features
    if key not in _kernels:
        _kernels[key] = make_play_pair(
            game, think_with(game, first, features), think_with(game, second, features)
        )
    return _kernels[key]


def make_play_pair(game: Game, think_first: Think, think_second: Think) -> PlayPair:
    """Make the kernel that plays a pair.

    It takes ``(start, plan, random, first, second, results)``. In the first game the workspace `first` moves
    at the opening, in the second one the other; results are those of `first`.
    """
    board = game.board
    rules = guarded(game.rules, board)
    legal_moves, play, result = rules.legal_moves, rules.play, rules.result
    is_repeated, is_near_end = make_is_repeated(rules, board), False

    open_game, find_opening = _make_openings(rules, board, think_first)

    @kernel(is_inlined=False)
    def play_on(opening: Any, plies: int, is_first: bool, plan: Any, first: Any, second: Any) -> int:
        """Play a game to its end; both workspaces know the way to the opening."""
        state, ply = opening, plies
        while plan.stop == 0:
            count = legal_moves(board, state, first.moves[0])
            outcome = result(board, state, count)
            first.past = second.past = ply
            if outcome == ONGOING:
                is_drawn = is_repeated(state, 0, is_near_end, first)
                is_repeated(state, 0, is_near_end, second)
                if is_drawn or ply >= MOST_GAME_PLIES:
                    outcome = 0
            if outcome != ONGOING:
                return outcome if is_first else -outcome
            if is_first:
                _, move = think_first(state, plan.nodes, first)
            else:
                _, move = think_second(state, plan.nodes, second)
            state = play(board, state, move)
            ply += 1
            is_first = not is_first
        return 0

    @kernel(label=f"matches of {rules.name} {board.rows}x{board.columns}")
    def play_pair(start: Any, plan: Any, random: Any, first: Any, second: Any, results: Any) -> int:
        counter = find_opening(start, plan, random, first)
        for index in range(2):
            begin_game(first)
            begin_game(second)
            random[1] = counter
            open_game(start, plan, random, second)
            random[1] = counter
            _, plies, opening = open_game(start, plan, random, first)
            results[at(index)] = play_on(opening, plies, index == 0, plan, first, second)
        return STOPPED if plan.stop != 0 else 0

    return play_pair


def _make_openings(
    rules: Rules[Any, Any], board: Any, think: Think
) -> tuple[Callable[..., tuple[bool, int, Any]], Callable[..., Any]]:
    """Make the kernels that play random moves, and that look for random moves to a balanced position."""
    legal_moves, play, result = rules.legal_moves, rules.play, rules.result
    is_repeated, is_near_end = make_is_repeated(rules, board), False

    @kernel(is_inlined=False)
    def open_game(start: Any, plan: Any, random: Any, first: Any) -> tuple[bool, int, Any]:
        """Play random moves; return whether the game is still open, how many they are, and the state."""
        plies = plan.opening_low + below(random, plan.opening_high - plan.opening_low + 1)
        state, ply = start, 0
        while True:
            moves = first.moves[0]
            count = legal_moves(board, state, moves)
            first.past = ply
            if result(board, state, count) != ONGOING or is_repeated(state, 0, is_near_end, first):
                return False, ply, state
            if ply == plies:
                return True, ply, state
            state = play(board, state, as_int(moves[at(below(random, count))]))
            ply += 1

    @kernel(is_inlined=False)
    def find_opening(start: Any, plan: Any, random: Any, first: Any) -> Any:
        """Return where the counter of random numbers stood before the most balanced opening."""
        best, least = random[1], PROVED
        for _ in range(TRIES):
            begin_game(first)
            before = random[1]
            is_open, _, state = open_game(start, plan, random, first)
            if is_open:
                score, _ = think(state, plan.nodes, first)
                if score < 0:
                    score = -score
                if score < least:
                    best, least = before, score
                if score <= plan.balance:
                    break
        return best

    return open_game, find_opening
