"""Depth-first proof-number search: who wins, for any rules, where alpha-beta would visit too much.

Every node asks one question, "does the side to move get a margin of at least `goal`?", and carries two
numbers: `phi`, how many leaves have to be answered at least until the answer is yes, and `delta`, how many
until it is no. When the question is answered one of them is 0 and the other one `INFINITE`. The search walks
to the leaf that matters most, and leaves a subtree as soon as another one is better.

Many lines lead to the same leaves, so the sum over all children, as the textbook has it for `delta`, counts
leaves often. The largest child and half of the others was measured to visit the fewest positions.

What it promises: a node whose `phi` is 0 is proved, and one whose `delta` is 0 is disproved. All other
numbers are guesses; the table may lose them, which costs time and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from plyground.core.guards import guarded
from plyground.core.hashing import hash_state
from plyground.core.instructions import as_int, at, larger, smaller
from plyground.core.rules import ONGOING, Rules
from plyground.jit import kernel
from plyground.search.tt import clear_mark, find_entry, is_marked, prefetch_bucket, set_mark, table_of
from plyground.solving.bounds_table import NO_MOVE
from plyground.solving.dfpn_table import EFFORTS, INFINITE, LAYOUT, delta_of, effort_of, keep, phi_of
from plyground.solving.exact_alphabeta import is_open
from plyground.solving.solver_workspace import STOPPED, TOO_LONG, Method, make_record

LONGEST_GAME = 254
"""No position with more plies to its end is solved."""

EPSILON_SHIFT = 2
"""A subtree may pass the second best one by a quarter before it is left (the 1 + epsilon trick)."""

BUSY_SHIFT = 1
"""How much worse a subtree looks while another thread is in it: by half."""

SPLIT_PLIES, SPLIT_FROM = 8, 64
"""Threads heed each other near the root, and in subtrees with so many positions: in a smaller one a thread is
done before another could have helped."""

LARGEST_GUESS = 1 << 14
"""The numbers of a new leaf are from 1 to this one: sums of many have to stay below `INFINITE`."""

_ZERO = np.uint64(0)
# Two questions about one state are two entries.
_SALT = np.uint64(0x9E3779B97F4A7C15)


def make_dfpn(rules: Rules[Any, Any], board: Any) -> Method:
    """Compile df-pn for one game on one board, as a method of the solver."""
    prove = _make_prove(rules, board)
    find_move, key_of = _make_find_move(rules, board), _make_key(rules, board)
    has_draws = rules.has_draws

    def search(state: Any, alpha: int, beta: int, workspace: Any) -> int:
        """Ask whether the margin reaches beta, and if not, whether it reaches what lies above alpha."""
        for goal in range(beta, alpha, -1):
            if goal < 1 and beta > goal and not has_draws:
                break  # who does not win has lost
            if prove(state, goal, workspace) > 0:
                return goal
            if workspace["stop"]:
                return 0
        return alpha

    @kernel
    def find_numbers(state: Any, goal: int, workspace: Any) -> tuple[int, int]:
        found = find_entry(table_of(workspace), key_of(state, goal))
        return (phi_of(found), delta_of(found)) if found != _ZERO else (0, 0)

    return Method("dfpn", search, find_move, make_workspace, LONGEST_GAME, effort_of, LAYOUT, find_numbers)


def make_workspace(rules: Rules[Any, Any], board: Any, table: Any) -> Any:
    """Make the working memory of one thread. It does not keep the table alive."""
    most_moves = rules.most_moves(board)
    shape = LONGEST_GAME + 2, most_moves
    fields = [
        ("phi", np.int64),  # what the last node came to
        ("delta", np.int64),
        ("moves", np.int32, shape),
        ("phis", np.int32, shape),
        ("deltas", np.int32, shape),
        ("keys", np.uint64, shape),
        ("replaced", np.int64),  # entries of the table, since garbage was collected
        ("collections", np.int64),
        ("counts", np.int64, EFFORTS),
    ]
    return make_record(fields, table)


def _make_prove(rules: Rules[Any, Any], board: Any) -> Callable[..., int]:
    """Make the kernel that answers one question: 1 for yes, -1 for no, 0 if it was stopped."""
    rules = guarded(rules, board)
    play, decided = rules.play, rules.decided or is_open
    begin_node, key_of = _make_begin_node(rules, board), _make_key(rules, board)

    @kernel
    def search(
        state: Any, key: Any, goal: int, phi_limit: int, delta_limit: int, ply: int, workspace: Any
    ) -> int:
        # Step 1. Look at the children: what is known of them, or a first guess.
        count = begin_node(state, goal, ply, workspace)
        effort = 1
        phis, deltas, keys = workspace.phis[at(ply)], workspace.deltas[at(ply)], workspace.keys[at(ply)]
        while True:
            # Step 2. The numbers of this node follow from those of its children: one child where the
            # opponent fails is enough, and to fail here the opponent has to succeed in all of them.
            is_split = workspace.is_shared != 0 and (ply < SPLIT_PLIES or effort >= SPLIT_FROM)
            if is_split and effort > 1:
                _read_again(ply, count, workspace)
            phi, first, second, best, total, most = INFINITE, INFINITE, INFINITE, 0, 0, 0
            for place in range(count):
                child_phi, child_delta = as_int(phis[at(place)]), as_int(deltas[at(place)])
                total += child_phi
                most = larger(most, child_phi)
                phi = smaller(phi, child_delta)
                if is_split and is_marked(table_of(workspace), keys[at(place)]):
                    child_delta += (child_delta >> BUSY_SHIFT) + 1
                if child_delta < first:
                    first, second, best = child_delta, first, place
                else:
                    second = smaller(second, child_delta)
            others = (total - most) >> 1
            delta = INFINITE if phi == 0 else smaller(most + others, INFINITE - 1)
            if most == 0:
                phi, delta = INFINITE, 0

            # Step 3. Some other leaf matters more now, or the question is answered.
            move = as_int(workspace.moves[at(ply), at(best)])
            if phi >= phi_limit or delta >= delta_limit or workspace.stop != 0:
                if workspace.stop == 0:
                    keep(key, phi, delta, move, effort, workspace)
                workspace.phi, workspace.delta = phi, delta
                return effort

            # Step 4. Go to the child that fails soonest, until another one would.
            child_phi, child_delta = as_int(phis[at(best)]), as_int(deltas[at(best)])
            child_phi_limit = smaller(larger(delta_limit - others, child_phi + 1), INFINITE)
            child_delta_limit = smaller(phi_limit, second + 1 + (second >> EPSILON_SHIFT))
            child_delta_limit = smaller(larger(child_delta_limit, child_delta + 1), INFINITE)
            child, child_key = play(board, state, move), keys[at(best)]
            if is_split:
                set_mark(table_of(workspace), child_key)
            effort += search(
                child, child_key, 1 - goal, child_phi_limit, child_delta_limit, ply + 1, workspace
            )
            if is_split:
                clear_mark(table_of(workspace), child_key)
            phis[at(best)], deltas[at(best)] = workspace.phi, workspace.delta

    @kernel(label=f"df-pn of {rules.name} {board.rows}x{board.columns}")
    def prove(state: Any, goal: int, workspace: Any) -> int:
        answer = decided(board, state)
        if answer != ONGOING:
            return 1 if answer >= goal else -1
        ply, limit = 0, INFINITE
        search(state, key_of(state, goal), goal, limit, limit, ply, workspace)
        if workspace.stop != 0:
            return 0
        return 1 if workspace.phi == 0 else -1

    return prove


@kernel
def _read_again(ply: int, count: int, workspace: Any) -> None:
    """Take over what other threads have found out about the children of a node."""
    phis, deltas, keys = workspace.phis[at(ply)], workspace.deltas[at(ply)], workspace.keys[at(ply)]
    for place in range(count):
        known = find_entry(table_of(workspace), keys[at(place)])
        if known != _ZERO:
            phis[at(place)], deltas[at(place)] = phi_of(known), delta_of(known)


def _make_key(rules: Rules[Any, Any], board: Any) -> Callable[[Any, int], Any]:
    has_draws, canonical = rules.has_draws, rules.canonical or _as_it_is

    @kernel
    def key_of(state: Any, goal: int) -> Any:
        key = hash_state(canonical(board, state))
        # Without draws all questions are the same one: does the side to move win?
        return key ^ (np.uint64(goal + 1) * _SALT) if has_draws else key

    return key_of


@kernel
def _as_it_is(board: Any, state: Any) -> Any:
    """Stand for `Rules.canonical` of a game that has none."""
    return state


def _make_begin_node(rules: Rules[Any, Any], board: Any) -> Callable[..., int]:
    """Make the kernel that lists the children of a node with their numbers; it returns how many there are.

    A child that answers the question is the only one that counts, and those where the opponent is known to
    succeed do not count at all.
    """
    legal_moves, play = rules.legal_moves, rules.play
    key_of, look_at_leaf = _make_key(rules, board), _make_look_at_leaf(rules, board)

    @kernel
    def begin_node(state: Any, goal: int, ply: int, workspace: Any) -> int:
        workspace.nodes += 1
        if workspace.nodes > workspace.node_limit and workspace.stop == 0:
            workspace.stop = STOPPED
        if ply >= LONGEST_GAME:
            workspace.stop = TOO_LONG
        if workspace.stop != 0:
            return 0
        moves, phis, deltas = workspace.moves[at(ply)], workspace.phis[at(ply)], workspace.deltas[at(ply)]
        keys = workspace.keys[at(ply)]

        # All table entries are fetched before the first one is read.
        count = legal_moves(board, state, moves)
        for place in range(count):
            child = play(board, state, as_int(moves[at(place)]))
            keys[at(place)] = key_of(child, 1 - goal)
            prefetch_bucket(keys[at(place)], workspace)

        left = 0
        for place in range(count):
            move, key = as_int(moves[at(place)]), keys[at(place)]
            known = find_entry(table_of(workspace), key)
            if known != _ZERO:
                phi, delta = phi_of(known), delta_of(known)
            else:
                phi, delta = look_at_leaf(play(board, state, move), 1 - goal, ply + 1, workspace)
            if delta == 0:
                return _answer(move, ply, workspace)
            if phi > 0:
                moves[at(left)], keys[at(left)] = move, key
                phis[at(left)], deltas[at(left)] = phi, delta
                left += 1
        return left

    return begin_node


def _make_look_at_leaf(rules: Rules[Any, Any], board: Any) -> Callable[..., tuple[int, int]]:
    """Make the kernel that returns the first numbers of a position: an answer where the game knows it."""
    legal_moves, result = rules.legal_moves, rules.result
    decided, leaf_numbers = rules.decided or is_open, rules.leaf_numbers or _numbers_of_replies

    @kernel
    def look_at_leaf(state: Any, goal: int, ply: int, workspace: Any) -> tuple[int, int]:
        outcome, count = decided(board, state), 0
        if outcome == ONGOING:
            count = legal_moves(board, state, workspace.moves[at(ply)])
            outcome = result(board, state, count)
        if outcome != ONGOING:
            return (0, INFINITE) if outcome >= goal else (INFINITE, 0)
        phi, delta = leaf_numbers(board, state, count)
        return _as_guess(phi), _as_guess(delta)

    return look_at_leaf


@kernel
def _numbers_of_replies(board: Any, state: Any, count: int) -> tuple[int, int]:
    """Stand for `Rules.leaf_numbers` of a game that has none: who has many replies is harder to refute."""
    return 1, count


@kernel
def _no_distance(board: Any, state: Any) -> int:
    """Stand for `Rules.loss_distance` of a game that has none: one way is as good as another."""
    return 0


@kernel
def _as_guess(number: int) -> int:
    return smaller(larger(as_int(number), 1), LARGEST_GUESS)


@kernel
def _answer(move: int, ply: int, workspace: Any) -> int:
    """Make a move after which the opponent fails the only one of a node."""
    workspace.moves[at(ply), at(0)] = move
    workspace.phis[at(ply), at(0)], workspace.deltas[at(ply), at(0)] = INFINITE, 0
    return 1


def _make_find_move(rules: Rules[Any, Any], board: Any) -> Callable[[Any, int, Any], int]:
    """Make the kernel that finds a move after which the opponent is known to fail.

    What the game decides goes first, and of that the shortest way: proofs with few positions are made of it.
    A position shares its entry with its mirror image, so the move in the entry may be meant for that one.
    """
    rules = guarded(rules, board)
    legal_moves, play, decided = rules.legal_moves, rules.play, rules.decided or is_open
    loss_distance, key_of = rules.loss_distance or _no_distance, _make_key(rules, board)

    @kernel
    def find_move(state: Any, goal: int, workspace: Any) -> int:
        ply = 0
        moves = workspace.moves[at(ply)]
        best, shortest = NO_MOVE, INFINITE
        for place in range(legal_moves(board, state, moves)):
            move = as_int(moves[at(place)])
            child = play(board, state, move)
            outcome = decided(board, child)
            if outcome != ONGOING:
                if outcome < 1 - goal:
                    distance = as_int(loss_distance(board, child))
                    if best == NO_MOVE or distance < shortest:
                        best, shortest = move, distance
            elif best == NO_MOVE:
                known = find_entry(table_of(workspace), key_of(child, 1 - goal))
                if known != _ZERO and delta_of(known) == 0:
                    best = move
        return best

    return find_move
