"""Self-play, compiled: one call of a kernel plays a whole game and judges its positions.

A game with a number and a seed is the same whoever plays it: all memory is cleared before, and random
numbers come from both alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from plyground.core.guards import guarded
from plyground.core.hashing import below, leaves, stream_of
from plyground.core.heuristics import Evaluator
from plyground.core.instructions import as_int, at, larger, smaller
from plyground.core.position import Game
from plyground.core.rules import ONGOING, Rules
from plyground.jit import kernel
from plyground.learning.plans import MOST_GAME_PLIES, SHARES, Plan, has_exact_search
from plyground.learning.positions import EXACT, GAME, LEAF, NO_RESULT, Positions
from plyground.learning.thinking import PROVED, Think, begin_game, clear_table, think_with
from plyground.search.features import Features, preset
from plyground.search.repetition import make_is_repeated
from plyground.search.score import UNIT
from plyground.search.tt import claim_memory, make_table
from plyground.search.workspace import make_workspace
from plyground.solving.exact_alphabeta import make_exact_search
from plyground.solving.solver_workspace import make_workspace as make_solver_workspace
from plyground.solving.stored_states import store_state

PlayGame = Callable[..., int]

TABLE_MEGABYTES = 1
"""Large enough for the searches of one game, small enough to be cleared before each."""

MOST_ROWS = 2 * MOST_GAME_PLIES + 2
STOPPED = -1

# The columns of what is noted of each position.
KIND, PLY, PLAYER, SCORE, RESULT = range(5)
_COLUMNS = 5


class SelfPlay:
    """Plays games of one evaluation against itself. Only `stop` may be called from another thread."""

    def __init__(
        self, game: Game, evaluator: Evaluator, plan: Plan, *, seed: int, features: Features | None = None
    ) -> None:
        self.game = game
        self.plan = plan
        self._seed = seed
        self._evaluator = evaluator  # keeps the data alive that the search reads
        self._play = _make_kernel(game, evaluator, features or preset("engine"))
        self._table = make_table(TABLE_MEGABYTES)
        self._workspace = make_workspace(game.rules, game.board, self._table)
        self._workspace["evaluation"] = evaluator.address
        self._solver_table = make_table(TABLE_MEGABYTES)
        self._solver = make_solver_workspace(game.rules, game.board, self._solver_table)
        claim_memory(self._table)
        claim_memory(self._solver_table)
        self._record = plan.as_record()
        self._start = game.start().state
        self._rows = np.zeros((MOST_ROWS, len(list(leaves(self._start)))), np.uint64)
        self._notes = np.zeros((MOST_ROWS, _COLUMNS), np.int64)

    def stop(self) -> None:
        """End the game under way, and all later ones; `play` returns None then."""
        self._record["stop"] = 1

    def play(self, number: int) -> Positions | None:
        """Play the game of some number, and return its positions with what was found about them."""
        random = stream_of(self._seed, number)
        rows, notes = self._rows, self._notes
        count = int(self._play(self._start, self._record, random, self._workspace, self._solver, rows, notes))
        if count == STOPPED:
            return None
        found = notes[:count]
        return Positions(
            words=rows[:count].copy(),
            scores=found[:, SCORE].astype(np.int32),
            results=found[:, RESULT].astype(np.int16),
            kinds=found[:, KIND].astype(np.uint8),
            games=np.full(count, number, np.int64),
            plies=found[:, PLY].astype(np.int16),
        )


_kernels: dict[tuple[object, ...], PlayGame] = {}


def _make_kernel(game: Game, evaluator: Evaluator, features: Features) -> PlayGame:
    """Return the kernel for an evaluation; all threads and all weights share one."""
    key = game.rules, game.board, evaluator.kernel, features
    if key not in _kernels:
        _kernels[key] = make_play_game(game, think_with(game, evaluator.kernel, features))
    return _kernels[key]


def make_play_game(game: Game, think: Think) -> PlayGame:
    """Make the kernel that plays a game.

    It takes ``(start, plan, random, workspace, solver, rows, notes)``, fills the last two and returns how
    many positions it has put there, or `STOPPED`.
    """
    board, name = game.board, game.name
    rules = guarded(game.rules, board)
    legal_moves, play, result = rules.legal_moves, rules.play, rules.result
    largest = rules.largest_margin(board)
    is_repeated, is_near_end = make_is_repeated(rules, board), False
    judge = _make_judge(game, think)
    wander = _make_wander(rules, board)

    @kernel
    def note(state: Any, kind: int, ply: int, score: int, count: int, rows: Any, notes: Any) -> None:
        store_state(state, rows, count)
        row = notes[at(count)]
        row[KIND], row[PLY], row[PLAYER], row[SCORE] = kind, ply, as_int(state.player), score
        row[RESULT] = NO_RESULT

    @kernel(label=f"self-play of {name} {board.rows}x{board.columns}")
    def play_game(
        start: Any, plan: Any, random: Any, workspace: Any, solver: Any, rows: Any, notes: Any
    ) -> int:
        begin_game(workspace)
        clear_table(solver)
        opening = plan.opening_low + below(random, plan.opening_high - plan.opening_low + 1)
        if plan.early_share != 0 and below(random, SHARES) < plan.early_share:
            opening = 1 + below(random, plan.opening_low)
        late = -1
        if below(random, 2) == 0:
            late = opening + below(random, plan.late)
        is_random = below(random, SHARES) < plan.random_share
        if is_random:
            opening = 0
        state, ply, count, first, outcome = start, 0, 0, 0, 0

        while True:
            if plan.stop != 0:
                return STOPPED

            # Step 1. The game is over.
            moves = workspace.moves[0]
            move_count = legal_moves(board, state, moves)
            outcome = result(board, state, move_count)
            if outcome != ONGOING:
                break
            workspace.past = ply
            if is_repeated(state, 0, is_near_end, workspace) or ply >= MOST_GAME_PLIES:
                outcome = 0
                break

            # Step 2. A random move, for the opening and for where else one is wanted.
            move = as_int(moves[at(below(random, move_count))])

            # Step 3. Judge the position, and one near it.
            if ply >= opening:
                score, best, kind = judge(state, ply, plan, workspace, solver)
                note(state, GAME | kind, ply, score, count, rows, notes)
                count += 1
                is_proved = kind == EXACT or score >= PROVED or score <= -PROVED
                if ply != late and not is_random and (plan.is_random == 0 or is_proved):
                    move = best
                if ply == late or is_random:
                    first = count
                if below(random, SHARES) < plan.leaf_share:
                    is_open, plies, leaf = wander(state, ply, random, workspace)
                    if is_open:
                        score, _, kind = judge(leaf, ply + plies, plan, workspace, solver)
                        note(leaf, LEAF | kind, ply + plies, score, count, rows, notes)
                        count += 1

            state = play(board, state, move)
            ply += 1

        # Step 4. How the game ended is what came of each position since the last random move.
        outcome = larger(smaller(outcome, largest), -largest)
        for index in range(count):
            row = notes[at(index)]
            if row[KIND] & EXACT != 0:
                row[RESULT] = larger(smaller(row[SCORE] // UNIT, largest), -largest)
            elif index >= first and row[KIND] & LEAF == 0:
                row[RESULT] = outcome if row[PLAYER] == as_int(state.player) else -outcome
        return count

    return play_game


def _make_judge(game: Game, think: Think) -> Callable[..., tuple[int, int, int]]:
    """Make the kernel that returns score, best move and `EXACT` or 0: by the exact solver, or by a search.

    Without margins, what a search proves is exact. With them it tells the winner alone.
    """
    is_won_or_lost = game.rules.largest_margin(game.board) <= 1

    @kernel
    def judge_by_search(state: Any, ply: int, plan: Any, workspace: Any, solver: Any) -> tuple[int, int, int]:
        score, move = think(state, plan.nodes, workspace)
        kind = 0
        if is_won_or_lost:
            # An unfinished depth may have missed the move that does not lose.
            is_whole = workspace.stop == 0 and (score <= -PROVED or workspace.horizon == 0)
            if score >= PROVED or is_whole:
                kind = EXACT
        return score, move, kind

    if not has_exact_search(game):
        return judge_by_search

    board = game.board
    rules = guarded(game.rules, board)
    legal_moves, play = rules.legal_moves, rules.play
    largest = rules.largest_margin(board)
    solve = make_exact_search(game.rules, board)

    @kernel
    def best_move(state: Any, margin: int, workspace: Any, solver: Any) -> int:
        """Return the first move that keeps the margin; what is known of its replies is in the table."""
        moves = workspace.moves[0]
        for index in range(legal_moves(board, state, moves)):
            move = as_int(moves[at(index)])
            if -solve(play(board, state, move), -margin, 1 - margin, solver) >= margin:
                return move
        return as_int(moves[0])

    @kernel(is_inlined=False)
    def judge(state: Any, ply: int, plan: Any, workspace: Any, solver: Any) -> tuple[int, int, int]:
        if ply >= plan.exact_from:
            solver.nodes, solver.node_limit, solver.stop = 0, plan.exact_nodes, 0
            margin = solve(state, -largest, largest, solver)
            if solver.stop == 0:
                move = best_move(state, margin, workspace, solver)
                if solver.stop == 0:
                    return margin * UNIT, move, EXACT
        return judge_by_search(state, ply, plan, workspace, solver)

    return judge


def _make_wander(rules: Rules[Any, Any], board: Any) -> Callable[..., tuple[bool, int, Any]]:
    """Make the kernel that plays one or two random moves from a position.

    It returns whether the game is still open there, how many it played, and the state; the workspace knows
    the way there.
    """
    legal_moves, play, result = rules.legal_moves, rules.play, rules.result
    is_repeated, is_near_end = make_is_repeated(rules, board), False

    @kernel(is_inlined=False)
    def wander(state: Any, ply: int, random: Any, workspace: Any) -> tuple[bool, int, Any]:
        plies = 1 + below(random, 2)
        moves = workspace.moves[0]
        count = legal_moves(board, state, moves)
        for step in range(plies):
            state = play(board, state, as_int(moves[at(below(random, count))]))
            count = legal_moves(board, state, moves)
            if result(board, state, count) != ONGOING:
                return False, plies, state
            workspace.past = ply + step + 1
            if is_repeated(state, 0, is_near_end, workspace):
                return False, plies, state
        return True, plies, state

    return wander
