"""The positions of a proof: a compiled walk over all that can happen if one side plays proved moves.

The walk is depth-first over the positions in which the claiming side is to move. Positions are told apart by
their whole state; a hash only says where to look first. When a position is left, everything behind it is
known, and its distance is one more than the largest of those behind it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from plyground.core.guards import guarded
from plyground.core.hashing import hash_state
from plyground.core.instructions import as_int, at, larger
from plyground.core.rules import ONGOING, Rules
from plyground.jit import kernel
from plyground.solving.bounds_table import NO_MOVE
from plyground.solving.stored_states import load_state_at, store_state_at

FindMove = Callable[[Any, int, Any], int]
"""Takes ``(state, goal, workspace)``; returns a move that is proved to reach the goal, or `NO_MOVE`."""

NEW, OPEN = -2, -1
"""Distances of a position that was not visited yet, and of one on the way to the present one."""

DONE, PAUSED, NEEDS_ROOM, NEEDS_MOVE, HAS_CYCLE, NO_PROOF = range(6)
"""Why the walk returns."""

STEPS_AT_A_TIME = 1 << 15
"""So many positions are visited between two looks at the outside world."""


class WalkKernels(NamedTuple):
    """What the walk is compiled to.

    ``begin(state, is_claimants, memory...)`` enters the root, ``walk(form, memory..., workspace)`` visits
    positions until it is done or needs something, ``rehash(form, memory...)`` fills new slots. The memory is
    ``nodes, slots, stack, progress``.
    """

    begin: Callable[..., int]
    walk: Callable[..., int]
    rehash: Callable[..., None]


def make_progress(most_moves: int) -> Any:
    """Make the record that says how far a walk is."""
    layout = [
        ("count", np.int64),  # positions found
        ("depth", np.int64),  # positions on the stack
        ("asked", np.int64),  # the position whose move is wanted
        ("nodes", np.uint64),  # the address of the positions
        ("goal", np.int64),
        ("takes_cycles", np.int64),  # 1 if a game that never ends reaches the goal
        ("moves", np.int32, (3, most_moves)),
    ]
    return np.zeros(1, np.dtype(layout, align=True)).view(np.recarray)[0]


def node_type(words: int) -> np.dtype[Any]:
    """Return the layout of a position of the walk: its state, the move played there, its distance."""
    return np.dtype([("words", np.uint64, (words,)), ("move", np.int32), ("distance", np.int32)])


def make_walk(
    rules: Rules[Any, Any], board: Any, words: int, find_move: FindMove, *, repetition: bool
) -> WalkKernels:
    """Compile the walk for one game on one board, around what finds proved moves."""
    label = f"certificates of {rules.name} {board.rows}x{board.columns}"
    find_or_add, rehash = _make_nodes(words, label)
    play = _make_play(rules, board, repetition=repetition)
    visit_replies = _make_visit_replies(rules, board, play, find_or_add)
    choose_move = _make_choose_move(rules, board, play, find_move)
    address_of = _make_address(words)

    @kernel(label=label)
    def begin(state: Any, is_claimants: bool, nodes: Any, slots: Any, stack: Any, progress: Any) -> int:
        if not is_claimants:
            return visit_replies(state, nodes, slots, stack, progress)
        stack[at(0)] = find_or_add(state, nodes, slots, progress)
        progress.depth = 1
        return 0

    @kernel(label=label)
    def walk(form: Any, nodes: Any, slots: Any, stack: Any, progress: Any, workspace: Any) -> int:
        most_moves = progress.moves.shape[1]
        for _ in range(STEPS_AT_A_TIME):
            # Step 1. Look at the position on top of the stack.
            depth = progress.depth
            if depth == 0:
                return DONE
            if progress.count + most_moves >= len(nodes) or depth + most_moves >= len(stack):
                return NEEDS_ROOM
            index = as_int(stack[at(depth - 1)])
            node = nodes[at(index)]
            if node.distance >= 0:  # it was reached by another way meanwhile
                progress.depth = depth - 1
                continue

            # Step 2. Find a move that is proved.
            state = load_state_at(form, address_of(index, progress))
            if node.move == NO_MOVE:
                node.move = choose_move(state, progress, workspace)
                if node.move == NO_MOVE:
                    progress.asked = index
                    return NEEDS_MOVE

            # Step 3. Look at all replies. The first time the unknown ones go onto the stack; when it
            # is this position's turn again, they are known.
            node.distance = OPEN
            child = play(state, as_int(node.move))
            farthest = visit_replies(child, nodes, slots, stack, progress)
            if farthest < 0:
                progress.asked = index
                return -farthest
            if progress.depth == depth:
                node.distance = farthest + 1
                progress.depth = depth - 1
        return PAUSED

    return WalkKernels(begin, walk, rehash)


def _make_play(rules: Rules[Any, Any], board: Any, *, repetition: bool) -> Callable[[Any, int], Any]:
    """Make the kernel that plays a move; where positions can repeat, without the counter."""
    play, key_of = guarded(rules, board).play, rules.repetition_key

    @kernel
    def play_on(state: Any, move: int) -> Any:
        return play(board, state, move)

    if not repetition or key_of is None:
        return play_on

    @kernel
    def play_without_counter(state: Any, move: int) -> Any:
        return key_of(board, play(board, state, move))

    return play_without_counter


def _make_address(words: int) -> Callable[[int, Any], Any]:
    size = np.uint64(node_type(words).itemsize)

    @kernel
    def address_of(index: int, progress: Any) -> Any:
        return progress.nodes + np.uint64(index) * size

    return address_of


def _make_nodes(words: int, label: str) -> tuple[Callable[..., int], Callable[..., None]]:
    """Make the kernels of the set of positions: one that finds or adds, and one that fills new slots."""
    address_of = _make_address(words)
    one = np.uint64(1)

    @kernel
    def is_same(first: Any, second: Any) -> bool:
        for place in range(words):
            if first.words[at(place)] != second.words[at(place)]:
                return False
        return True

    @kernel
    def find_or_add(state: Any, nodes: Any, slots: Any, progress: Any) -> int:
        last = as_int(progress.count)
        store_state_at(state, address_of(last, progress))
        mask = np.uint64(len(slots) - 1)
        slot = hash_state(state) & mask
        while slots[slot] != 0:
            index = as_int(slots[slot]) - 1
            if is_same(nodes[at(index)], nodes[at(last)]):
                return index
            slot = (slot + one) & mask
        nodes[at(last)].move, nodes[at(last)].distance = NO_MOVE, NEW
        slots[slot] = last + 1
        progress.count = last + 1
        return last

    @kernel(label=label)
    def rehash(form: Any, slots: Any, progress: Any) -> None:
        mask = np.uint64(len(slots) - 1)
        for index in range(progress.count):
            slot = hash_state(load_state_at(form, address_of(index, progress))) & mask
            while slots[slot] != 0:
                slot = (slot + one) & mask
            slots[slot] = index + 1

    return find_or_add, rehash


def _make_visit_replies(
    rules: Rules[Any, Any], board: Any, play: Callable[[Any, int], Any], find_or_add: Callable[..., int]
) -> Callable[..., int]:
    """Make the kernel that looks at all replies to a move, and puts unknown positions onto the stack.

    It returns the largest distance behind them, or why there is none, negated.
    """
    rules = guarded(rules, board)
    legal_moves, result = rules.legal_moves, rules.result

    @kernel
    def visit_replies(state: Any, nodes: Any, slots: Any, stack: Any, progress: Any) -> int:
        replies = progress.moves[at(1)]
        count = legal_moves(board, state, replies)
        outcome = result(board, state, count)
        if outcome != ONGOING:
            return 0 if -outcome >= progress.goal else -NO_PROOF
        farthest = 0
        for place in range(count):
            after = play(state, as_int(replies[at(place)]))
            outcome = result(board, after, legal_moves(board, after, progress.moves[at(2)]))
            if outcome != ONGOING:
                if outcome < progress.goal:
                    return -NO_PROOF
                continue
            index = find_or_add(after, nodes, slots, progress)
            distance = as_int(nodes[at(index)].distance)
            if distance == NEW:
                stack[at(progress.depth)] = index
                progress.depth += 1
            elif distance == OPEN and progress.takes_cycles == 0:
                return -HAS_CYCLE
            farthest = larger(farthest, distance)
        return farthest

    return visit_replies


def _make_choose_move(
    rules: Rules[Any, Any], board: Any, play: Callable[[Any, int], Any], find_move: FindMove
) -> Callable[..., int]:
    """Make the kernel that picks a move: one that ends the game, or the one that is known to be proved."""
    rules = guarded(rules, board)
    legal_moves, result = rules.legal_moves, rules.result

    @kernel
    def choose_move(state: Any, progress: Any, workspace: Any) -> int:
        moves = progress.moves[at(0)]
        count = legal_moves(board, state, moves)
        for place in range(count):
            child = play(state, as_int(moves[at(place)]))
            outcome = result(board, child, legal_moves(board, child, progress.moves[at(1)]))
            if outcome != ONGOING and -outcome >= progress.goal:
                return as_int(moves[at(place)])
        found = find_move(state, progress.goal, workspace)
        for place in range(count):
            if moves[at(place)] == found:
                return found
        return NO_MOVE

    return choose_move
