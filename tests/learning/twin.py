"""Self-play as plain Python tells it: positions as objects, no workspace that is carried along."""

from __future__ import annotations

from typing import Any

import plyground as ply
from plyground.core.position import Game, Position
from plyground.evaluation import Evaluator
from plyground.learning.matching import TRIES, MatchPlan
from plyground.learning.plans import MOST_GAME_PLIES, SHARES, Plan
from plyground.learning.positions import EXACT, GAME, LEAF, NO_RESULT
from plyground.search.alphabeta import make_search
from plyground.search.features import preset
from plyground.search.parallel import SharedTree, ThreadPool
from plyground.search.score import INFINITY, UNIT, WIN
from plyground.search.tt import make_table
from plyground.search.workspace import MOST_PLIES, make_workspace

WORD = (1 << 64) - 1
PROVED = WIN - 1000 * UNIT
Row = tuple[Any, int, int, int, int]
"""A state with its kind, ply, score and result."""


def splitmix(state: int) -> tuple[int, int]:
    """Return the next state and the next number, as the literature has it."""
    state = (state + 0x9E3779B97F4A7C15) & WORD
    mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & WORD
    return state, mixed ^ (mixed >> 31)


class Chance:
    def __init__(self, seed: int, number: int) -> None:
        state, first = seed, 0
        for _ in range(number + 1):
            state, first = splitmix(state)
        self._state = first

    def below(self, bound: int) -> int:
        self._state, word = splitmix(self._state)
        return ((word >> 32) * bound) >> 32


class Thinker:
    """Chooses moves within a budget of nodes, with the memory of one game."""

    def __init__(self, game: Game, evaluator: Evaluator, nodes: int) -> None:
        table = make_table(1)
        workspace = make_workspace(game.rules, game.board, table)
        workspace["evaluation"] = evaluator.address
        search = make_search(game.rules, game.board, evaluator.kernel, preset("engine"))
        self.pool = ThreadPool(search, [workspace], table)
        self._nodes = nodes

    def think(self, position: Position) -> tuple[int, ply.Move, bool]:
        """Return score, move, and whether the last depth was searched to its end."""
        pool, nodes = self.pool, self._nodes
        pool.begin(position, ply.Limit(nodes=nodes))
        search_root, scores, code = SharedTree(pool, position), list[int](), -1
        for depth in range(1, MOST_PLIES):
            width = UNIT // 2 if depth >= 4 else INFINITY
            low, high = min(scores[-2:], default=0) - width, max(scores[-2:], default=0) + width
            while True:
                found = search_root(depth, max(low, -INFINITY), min(high, INFINITY))
                if not found.is_complete or low < found.score < high:
                    break
                width *= 8
                low = found.score - width if found.score <= low else low
                high = found.score + width if found.score >= high else high
            if not found.is_complete and not found.pv:
                break
            scores.append(found.score)
            code = found.pv[0]
            is_decided = abs(found.score) >= PROVED or not pool.reached_horizon
            if not found.is_complete or is_decided or 2 * pool.nodes > nodes:
                break
        return scores[-1], next(move for move in position.moves() if move.code == code), found.is_complete


class Twin:
    """Plays one game of self-play."""

    def __init__(self, game: Game, evaluator: Evaluator, plan: Plan) -> None:
        self._thinker = Thinker(game, evaluator, plan.nodes)
        self._game, self._plan = game, plan

    def play(self, seed: int, number: int) -> list[Row]:
        plan, chance = self._plan, Chance(seed, number)
        opening = plan.opening_low + chance.below(plan.opening_high - plan.opening_low + 1)
        if plan.early_share and chance.below(SHARES) < plan.early_share:
            opening = 1 + chance.below(plan.opening_low)
        late = opening + chance.below(plan.late) if chance.below(2) == 0 else -1
        is_random = chance.below(SHARES) < plan.random_share
        opening = 0 if is_random else opening
        position, rows, first = self._game.start(), list[Row](), 0
        for ply_ in range(MOST_GAME_PLIES):
            if position.outcome is not None:
                break
            move = position.moves()[chance.below(len(position.moves()))]
            if ply_ >= opening:
                score, best, kind = self._judge(position, ply_)
                rows.append((position.state, GAME | kind, ply_, score, NO_RESULT))
                is_proved = kind == EXACT or abs(score) >= PROVED
                if ply_ != late and not is_random and (is_proved or not plan.is_random):
                    move = best
                if ply_ == late or is_random:
                    first = len(rows)
                if chance.below(SHARES) < plan.leaf_share:
                    rows += self._leaf(position, ply_, chance)
            position = position.play(move)
        return [self._with_result(row, index >= first, position) for index, row in enumerate(rows)]

    def _leaf(self, position: Position, ply_: int, chance: Chance) -> list[Row]:
        plies = 1 + chance.below(2)
        for _ in range(plies):
            position = position.play(position.moves()[chance.below(len(position.moves()))])
            if position.outcome is not None:
                return []
        score, _, kind = self._judge(position, ply_ + plies)
        return [(position.state, LEAF | kind, ply_ + plies, score, NO_RESULT)]

    def _with_result(self, row: Row, is_after: bool, end: Position) -> Row:
        state, kind, ply_, score, result = row
        if kind & EXACT:
            result = score // UNIT if abs(score) < PROVED else 1 if score > 0 else -1
        elif is_after and not kind & LEAF:
            result = margin_of(end) if state.player == end.state.player else -margin_of(end)
        return state, kind, ply_, score, result

    def _judge(self, position: Position, ply_: int) -> tuple[int, ply.Move, int]:
        if ply_ >= self._plan.exact_from:
            margin = negamax(position)
            best = next(each for each in position.moves() if -negamax(position.play(each)) == margin)
            return margin * UNIT, best, EXACT
        score, best, is_whole = self._thinker.think(position)
        has_margins = self._game.rules.largest_margin(self._game.board) > 1
        is_exact = score >= PROVED or (
            is_whole and (score <= -PROVED or not self._thinker.pool.reached_horizon)
        )
        return score, best, EXACT if is_exact and not has_margins else 0


def margin_of(end: Position) -> int:
    """Return how a game ended for the side to move; a game that was broken off is a draw."""
    if end.outcome is None or end.outcome.winner is None:
        return 0
    largest = end.game.rules.largest_margin(end.game.board)
    return max(min(end._facts.score, largest), -largest)


def negamax(position: Position) -> int:
    if position.outcome is not None:
        return margin_of(position)
    return max(-negamax(position.play(move)) for move in position.moves())


class MatchTwin:
    """Plays pairs of games between two evaluations."""

    def __init__(self, game: Game, evaluators: tuple[Evaluator, Evaluator], plan: MatchPlan) -> None:
        self._game, self._evaluators, self._plan = game, evaluators, plan

    def play(self, seed: int, number: int) -> tuple[float, float]:
        opening = self._opening(Chance(seed, number))
        first, second = (self._played(opening, mover) for mover in (0, 1))
        return first, second

    def _opening(self, chance: Chance) -> Position:
        """Return the first balanced opening, or the most balanced one."""
        found = list[tuple[int, int, Position]]()
        for attempt in range(TRIES):
            is_open, position = self._at_random(chance)
            score = min(abs(self._thinker(0).think(position)[0]), PROVED) if is_open else PROVED
            found.append((score, attempt, position))
            if score <= self._plan.balance * UNIT:
                break
        return min(found, key=lambda each: each[:2])[2]

    def _at_random(self, chance: Chance) -> tuple[bool, Position]:
        plan, position = self._plan, self._game.start()
        for _ in range(plan.opening_low + chance.below(plan.opening_high - plan.opening_low + 1)):
            if position.outcome is not None:
                break
            position = position.play(position.moves()[chance.below(len(position.moves()))])
        return position.outcome is None, position

    def _thinker(self, side: int) -> Thinker:
        return Thinker(self._game, self._evaluators[side], self._plan.nodes)

    def _played(self, position: Position, mover: int) -> float:
        """Return the points of the first evaluation; `mover` is the one that moves first."""
        thinkers = [self._thinker(0), self._thinker(1)]
        while position.outcome is None:
            position = position.play(thinkers[mover].think(position)[1])
            mover = 1 - mover
        points = 0.5 + 0.5 * ((margin_of(position) > 0) - (margin_of(position) < 0))
        return points if mover == 0 else 1 - points
