"""What the learned evaluation of the Wumpus duel weighs beside its tables: what happens at a distance.

Windows of four squares do not see prey that is three steps away. Each feature is a heuristic of its own; what
they have in common is computed once where several are summed.
"""

from __future__ import annotations

from plyground.core.heuristics import heuristic
from plyground.core.wide import Words, common, size, union
from plyground.evaluation.duel import pieces
from plyground.evaluation.duel_handmade import (
    Kinds,
    count_on_edge,
    count_trades,
    kinds,
    one_step,
    safe_squares,
    steps_of,
)
from plyground.games.duel import Board, State
from plyground.jit import kernel


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
