"""What the learned evaluation of the Wumpus duel weighs beside its tables: what happens at a distance.

Windows of four squares do not see prey that is three steps away. Each feature is a heuristic of its own; what
they have in common is computed once where several are summed.
"""

from __future__ import annotations

import numpy as np

from plyground.core.heuristics import heuristic
from plyground.core.wide import Words, common, moved_down, moved_up, size, union, without
from plyground.evaluation.duel import advantage, heroes, mages, pieces, wumpuses
from plyground.games.duel import ONE, Board, State
from plyground.jit import kernel

Kinds = tuple[Words, Words, Words]
"""A set of squares for each kind: wumpuses, heroes, mages."""

# Weights of `handmade`, in thousandths of a point; a piece is one. They were tried in matches.
PIECE = 1000
MATCH_UP = 200  # what cannot be beaten any more wins in the end, but slowly
EDGE = -80  # half of the ways out are closed there
SAFE_SQUARE = 30
TRADE = 150
TURN = 60

# What prey is worth that a hunter could reach in one step, two, three, four. They add up: the
# nearer the better, so that a hunt goes on where the end of it is too far away to be seen.
ONE_STEP, TWO_STEPS, THREE_STEPS, FOUR_STEPS = 200, 100, 60, 40


@kernel
def kinds(low: Words, high: Words) -> Kinds:
    """Return the pieces of a side by kind."""
    return wumpuses(low, high), heroes(low, high), mages(low, high)


@kernel
def one_step(board: Board, squares: Words) -> Words:
    """Return some squares and all those next to them, pits left out."""
    columns = np.uint64(board.columns)
    to_right, to_left = without(squares, board.right_column), without(squares, board.left_column)
    row = union(squares, union(moved_up(to_right, ONE), moved_down(to_left, ONE)))
    block = union(row, union(moved_up(row, columns), moved_down(row, columns)))
    return without(common(block, board.squares), board.pits)


@kernel
def steps_of(board: Board, pieces: Kinds) -> Kinds:
    """Return what each kind reaches in one step."""
    return one_step(board, pieces[0]), one_step(board, pieces[1]), one_step(board, pieces[2])


@kernel
def pursuit(board: Board, near: Words, prey: Words) -> int:
    """Score how close some prey is to hunters that reach the squares `near` in one step."""
    score = ONE_STEP * size(common(prey, near))
    near = one_step(board, near)
    score += TWO_STEPS * size(common(prey, near))
    near = one_step(board, near)
    score += THREE_STEPS * size(common(prey, near))
    near = one_step(board, near)
    return score + FOUR_STEPS * size(common(prey, near))


@kernel
def hunts(board: Board, near: Kinds, prey: Kinds) -> int:
    """Score the hunts of one side: wumpuses for mages, heroes for wumpuses, mages for heroes."""
    score = pursuit(board, near[0], prey[2])
    return score + pursuit(board, near[1], prey[0]) + pursuit(board, near[2], prey[1])


@kernel
def safe_squares(near: Kinds, own: Words, danger: Kinds) -> int:
    """Count the squares that a kind can step to where neither its hunters nor its own kind come next."""
    count = size(without(near[0], union(own, union(danger[0], danger[1]))))
    count += size(without(near[1], union(own, union(danger[1], danger[2]))))
    return count + size(without(near[2], union(own, union(danger[2], danger[0]))))


@kernel
def count_trades(near: Kinds, others: Kinds) -> int:
    """Count the enemies that a piece of their own kind could destroy along with itself."""
    count = size(common(near[0], others[0])) + size(common(near[1], others[1]))
    return count + size(common(near[2], others[2]))


@kernel
def count_on_edge(board: Board, squares: Words) -> int:
    """Count the squares on the edge of the board."""
    columns = np.uint64(board.columns)
    inner_rows = common(moved_up(board.squares, columns), moved_down(board.squares, columns))
    return size(without(squares, without(inner_rows, union(board.left_column, board.right_column))))


@heuristic("duel")
def handmade(board: Board, state: State) -> float:
    """Pieces, match-ups, prey within reach, ways out and trades when ahead; mine less yours."""
    own, others = kinds(state.own_low, state.own_high), kinds(state.opponent_low, state.opponent_high)
    own_pieces = union(state.own_low, state.own_high)
    other_pieces = union(state.opponent_low, state.opponent_high)
    near, danger = steps_of(board, own), steps_of(board, others)

    lead = pieces(board, state)
    score = TURN + PIECE * lead + MATCH_UP * advantage(board, state)
    score += EDGE * (count_on_edge(board, own_pieces) - count_on_edge(board, other_pieces))
    score += hunts(board, near, others) - hunts(board, danger, own)
    score += SAFE_SQUARE * (safe_squares(near, own_pieces, danger) - safe_squares(danger, other_pieces, near))
    # Two of a kind destroy each other: that is for the side that has pieces left when it is over.
    if lead > 0:
        score += TRADE * count_trades(near, others)
    elif lead < 0:
        score -= TRADE * count_trades(danger, own)
    return score / 1000


@kernel
def _own(state: State) -> Kinds:
    return kinds(state.own_low, state.own_high)


@kernel
def _others(state: State) -> Kinds:
    return kinds(state.opponent_low, state.opponent_high)


@kernel
def _within(board: Board, hunters: Words, steps: int, prey: Words) -> int:
    for _ in range(steps):
        hunters = one_step(board, hunters)
    return size(common(prey, hunters))


@kernel
def _prey(board: Board, hunters: Kinds, steps: int, prey: Kinds) -> int:
    """Count the prey within some steps: wumpuses hunt mages, heroes wumpuses, mages heroes."""
    count = _within(board, hunters[0], steps, prey[2]) + _within(board, hunters[1], steps, prey[0])
    return count + _within(board, hunters[2], steps, prey[1])


@kernel
def _hunt(board: Board, state: State, steps: int) -> float:
    """Return the prey within some steps of my pieces, less that of yours."""
    own, others = _own(state), _others(state)
    return float(_prey(board, own, steps, others) - _prey(board, others, steps, own))


@heuristic("duel")
def hunt1(board: Board, state: State) -> float:
    """Prey next to my pieces, less prey next to yours."""
    return _hunt(board, state, 1)


@heuristic("duel")
def hunt2(board: Board, state: State) -> float:
    """Prey within two steps of my pieces, less that of yours."""
    return _hunt(board, state, 2)


@heuristic("duel")
def hunt3(board: Board, state: State) -> float:
    """Prey within three steps of my pieces, less that of yours."""
    return _hunt(board, state, 3)


@heuristic("duel")
def hunt4(board: Board, state: State) -> float:
    """Prey within four steps of my pieces, less that of yours."""
    return _hunt(board, state, 4)


@heuristic("duel")
def edge(board: Board, state: State) -> float:
    """Pieces of yours on the edge, less those of mine: half of the ways out are closed there."""
    own, others = union(state.own_low, state.own_high), union(state.opponent_low, state.opponent_high)
    return float(count_on_edge(board, others) - count_on_edge(board, own))


@heuristic("duel")
def safety(board: Board, state: State) -> float:
    """Squares that my pieces can step to without danger, less those of yours."""
    own, others = union(state.own_low, state.own_high), union(state.opponent_low, state.opponent_high)
    near, danger = steps_of(board, _own(state)), steps_of(board, _others(state))
    return float(safe_squares(near, own, danger) - safe_squares(danger, others, near))


@heuristic("duel")
def trades(board: Board, state: State) -> float:
    """Trades of a piece for one of its kind: mine if I have more pieces, less yours if you have."""
    lead = pieces(board, state)
    if lead > 0:
        return float(count_trades(steps_of(board, _own(state)), _others(state)))
    if lead < 0:
        return -float(count_trades(steps_of(board, _others(state)), _own(state)))
    return 0.0
