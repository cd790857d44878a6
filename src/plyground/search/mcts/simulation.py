"""Simulations: each walks down the tree, adds a node, finds out what it is worth, and backs that up.

Results are for the side to move of a node where they are found, and for the player who moved to it where they
are stored: a parent wants the stored ones to be large. What holds while no thread is at work:

- an expanded node without a proof has one visit more than its children together, not counting those that no
  present child had (`forgotten`); the root has as many as its children;
- a total is at most `RESULT` times the visits, in either direction;
- a proved node has a child that proves it, or its children all do together, or its game is over.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from plyground.core.guards import guarded
from plyground.core.heuristics import DataKernel
from plyground.core.instructions import as_int, at, larger
from plyground.core.rules import ONGOING, Rules
from plyground.jit import kernel
from plyground.search.mcts.features import MctsFeatures
from plyground.search.mcts.playouts import as_result, make_playout
from plyground.search.mcts.tree import (
    DRAWN,
    FORGOTTEN,
    LOST,
    RAVE_TOTAL,
    RAVE_VISITS,
    RESULT,
    ROOT,
    TOTAL,
    UNKNOWN,
    VISITS,
    WON,
    MctsWorkspace,
    add_to,
    claim_expansion,
    clear_node,
    finish_expansion,
    is_expanded,
    nodes_of,
    take_nodes,
)
from plyground.search.quiescence import make_value
from plyground.search.repetition import make_is_repeated

Simulate = Callable[[Any, MctsWorkspace], None]
Expand = Callable[[int, Any, int, MctsWorkspace], bool]
Select = Callable[[int, MctsWorkspace], int]

_NO_BOUND = -1e30


def make_simulate(
    rules: Rules[Any, Any], board: Any, evaluate: DataKernel | None, features: MctsFeatures
) -> Simulate:
    """Compile the search for one game on one board.

    The kernel takes ``(root, workspace)`` and runs simulations until there were
    ``workspace.simulation_limit``, the pool is full, the root is proved (with the solver), or
    ``workspace.stop`` is set.
    """
    rules = guarded(rules, board)
    play, legal_moves, result = rules.play, rules.legal_moves, rules.result
    is_repeated, is_near_end = make_is_repeated(rules, board), False
    play_out = make_playout(rules, board, evaluate, features)
    expand = _make_expand(rules, board, evaluate, features)
    select = _make_select(features)
    back_up = _make_back_up(features)
    uses_solver = features.solver

    @kernel
    def simulate_once(root: Any, workspace: Any) -> None:
        workspace.simulations += 1
        state, node, ply, value = root, ROOT, 0, 0.0
        while True:
            workspace.path[at(ply)] = node
            is_new = enter_node(node, workspace)

            # A node whose result is known: the game is over there, or the solver has proved it.
            proof = nodes_of(workspace)[at(node)].proof
            if proof != UNKNOWN:
                value = 0.0 if proof == DRAWN else 1.0 if proof == LOST else -1.0
                break
            if is_repeated(state, ply, is_near_end, workspace) and ply > 0:
                note_proof(node, DRAWN, 0, workspace)
                break

            # Select: the tree goes on. Expand: it ends at a node that was visited before.
            may_expand = ply < workspace.depth_limit
            is_fresh = is_new and ply > 0
            if may_expand and not is_fresh and expand(node, state, ply, workspace):
                node = select(node, workspace)
                state = play(board, state, as_int(nodes_of(workspace)[at(node)].move))
                workspace.nodes += 1
                ply += 1
                continue

            # Simulate: what is a new node worth? One that cannot be expanded now is asked again.
            if not is_fresh:
                add_to(node, FORGOTTEN, 1, workspace)
            count = legal_moves(board, state, workspace.moves[at(ply)])
            outcome = result(board, state, count)
            if outcome != ONGOING:
                value = 1.0 if outcome > 0 else -1.0 if outcome < 0 else 0.0
                note_proof(node, LOST if outcome > 0 else WON if outcome < 0 else DRAWN, 0, workspace)
            else:
                value = play_out(state, count, ply, workspace)
                nodes_of(workspace)[at(node)].implicit = -value
            break
        back_up(ply, value, workspace)

    @kernel(label=f"MCTS of {rules.name} {board.rows}x{board.columns}")
    def simulate(root: Any, workspace: MctsWorkspace) -> None:
        while workspace.simulations < workspace.simulation_limit:
            if workspace.stop != 0 or workspace.is_full != 0:
                return
            if uses_solver and nodes_of(workspace)[ROOT].proof != UNKNOWN:
                return
            simulate_once(root, workspace)

    return simulate


@kernel
def enter_node(node: int, workspace: MctsWorkspace) -> bool:
    """Count a visit, as a loss until its result is known: other threads look elsewhere meanwhile.

    Returns:
        whether it is the first.
    """
    if workspace.virtual_loss > 0:
        add_to(node, TOTAL, -RESULT * workspace.virtual_loss, workspace)
    return add_to(node, VISITS, 1, workspace) == 0


@kernel
def note_proof(node: int, proof: int, distance: int, workspace: MctsWorkspace) -> None:
    """Note what is known for certain, for the player who moved to a node."""
    proved = nodes_of(workspace)[at(node)]
    proved.distance = distance
    proved.proof = proof
    proved.implicit = 0.0 if proof == DRAWN else 1.0 if proof == WON else -1.0


def _make_expand(
    rules: Rules[Any, Any], board: Any, evaluate: DataKernel | None, features: MctsFeatures
) -> Expand:
    """Make the kernel that gives a node its children; it returns False where they stay missing.

    With priors, the children are evaluated and sorted, the best first.
    """
    play, legal_moves, result = rules.play, rules.legal_moves, rules.result
    uses_priors = features.uses_priors and evaluate is not None
    value = make_value(board, evaluate) if uses_priors and evaluate is not None else _no_value

    @kernel
    def expand(node: int, state: Any, ply: int, workspace: MctsWorkspace) -> bool:
        if is_expanded(node, workspace):
            return True
        if not claim_expansion(node, workspace):
            return is_expanded(node, workspace)
        moves = workspace.moves[at(ply)]
        count = legal_moves(board, state, moves)
        if result(board, state, count) != ONGOING:  # the thread that came first has not noted it yet
            return False
        first = take_nodes(count, workspace)
        if first == 0:
            return False
        nodes = nodes_of(workspace)
        for index in range(count):
            move = as_int(moves[at(index)])
            child = first + index
            if uses_priors:
                score = -value(play(board, state, move), workspace.evaluation)
                heuristic = as_result(score, workspace.spread)
                while child > first and nodes[at(child - 1)].heuristic < heuristic:
                    clear_node(child, as_int(nodes[at(child - 1)].move), workspace)
                    nodes[at(child)].heuristic = nodes[at(child - 1)].heuristic
                    child -= 1
                clear_node(child, move, workspace)
                nodes[at(child)].heuristic = heuristic
            else:
                clear_node(child, move, workspace)
        if uses_priors:
            set_priors(first, count, workspace)
        nodes[at(node)].first_child, nodes[at(node)].child_count = first, count
        finish_expansion(node, workspace)
        return True

    return expand


@kernel
def _no_value(state: Any, address: Any) -> int:
    """Stand in where children are not evaluated."""
    return 0


@kernel
def set_priors(first: int, count: int, workspace: MctsWorkspace) -> None:
    """Turn the evaluations of sisters, the best first, into probabilities."""
    nodes = nodes_of(workspace)
    best, total = nodes[at(first)].heuristic, 0.0
    for child in range(first, first + count):
        weight = math.exp((nodes[at(child)].heuristic - best) / workspace.temperature)
        nodes[at(child)].prior = weight
        total += weight
    for child in range(first, first + count):
        nodes[at(child)].prior /= total


def _make_select(features: MctsFeatures) -> Select:
    """Make the kernel that returns the child with the largest bound."""
    uses_puct, uses_rave, uses_solver = features.puct, features.rave, features.solver
    uses_bias, uses_widening = features.progressive_bias, features.widening
    uses_implicit = features.implicit_minimax

    @kernel
    def mean_of(child: int, workspace: MctsWorkspace) -> float:
        """Return the value of a child with visits for its parent, from all that is known."""
        record = nodes_of(workspace)[at(child)]
        if record.proof == DRAWN and uses_solver:
            return 0.0
        visits = float(record.visits)
        mean: float = record.total / (visits * RESULT)
        if uses_rave and record.rave_visits > 0:
            share = math.sqrt(workspace.rave_visits / (3.0 * visits + workspace.rave_visits))
            mean += share * (record.rave_total / (float(record.rave_visits) * RESULT) - mean)
        if uses_implicit:
            mean += workspace.implicit_share * (record.implicit - mean)
        return mean

    @kernel
    def select(node: int, workspace: MctsWorkspace) -> int:
        nodes = nodes_of(workspace)
        parent = nodes[at(node)]
        first, count = as_int(parent.first_child), as_int(parent.child_count)
        visits = float(parent.visits - 1)
        wide = count
        if uses_widening:
            wide = 1 + as_int(math.floor(workspace.widening_share * math.sqrt(visits)))
        log_visits, root_of_visits = math.log(visits) if visits > 1.0 else 0.0, math.sqrt(visits)
        unvisited = 0.0
        if uses_puct:
            unvisited = -parent.total / ((visits + 1.0) * RESULT) - workspace.unvisited
        best, best_bound = first, _NO_BOUND
        for index in range(count):
            if index >= wide and best_bound > _NO_BOUND:
                break
            child = first + index
            record = nodes[at(child)]
            if uses_solver and record.proof == LOST:
                continue
            child_visits = float(record.visits)
            if child_visits == 0.0 and not uses_puct:
                return child
            bound = mean_of(child, workspace) if child_visits > 0.0 else unvisited
            if uses_puct:
                weight = workspace.puct_exploration * record.prior
                bound += weight * root_of_visits / (1.0 + child_visits)
            else:
                bound += workspace.exploration * math.sqrt(log_visits / child_visits)
            if uses_bias:
                bound += workspace.bias * record.heuristic / (1.0 + child_visits)
            if bound > best_bound:
                best, best_bound = child, bound
        return best

    return select


def _make_back_up(features: MctsFeatures) -> Callable[[int, float, MctsWorkspace], None]:
    """Make the kernel that adds a result to all nodes of the path; it takes ``(ply, value, workspace)``."""
    uses_rave, uses_solver, uses_implicit = features.rave, features.solver, features.implicit_minimax

    @kernel
    def back_up(ply: int, value: float, workspace: MctsWorkspace) -> None:
        is_leaf = True
        while ply >= 0:
            node = workspace.path[at(ply)]
            if not is_leaf:
                if uses_solver and prove(node, workspace):
                    proof = nodes_of(workspace)[at(node)].proof
                    value = 0.0 if proof == DRAWN else 1.0 if proof == LOST else -1.0
                elif uses_implicit:
                    update_implicit(node, workspace)
                if uses_rave:
                    update_rave(node, ply, value, workspace)
            result = as_int(math.floor(-value * RESULT + 0.5))
            add_to(node, TOTAL, result + RESULT * workspace.virtual_loss, workspace)
            if uses_rave and ply > 0:
                move = nodes_of(workspace)[at(node)].move
                workspace.stamps[at((ply - 1) & 1), at(move)] = workspace.simulations
            value, is_leaf = -value, False
            ply -= 1

    return back_up


@kernel
def prove(node: int, workspace: MctsWorkspace) -> bool:
    """Tell whether a node is proved, by its children if need be, and note that."""
    nodes = nodes_of(workspace)
    parent = nodes[at(node)]
    if parent.proof != UNKNOWN:
        return True
    has_draw, longest = False, 0
    for child in range(parent.first_child, parent.first_child + parent.child_count):
        record = nodes[at(child)]
        if record.proof == WON:
            note_proof(node, LOST, as_int(record.distance) + 1, workspace)
            return True
    for child in range(parent.first_child, parent.first_child + parent.child_count):
        record = nodes[at(child)]
        if record.proof == UNKNOWN:
            return False
        has_draw = has_draw or record.proof == DRAWN
        longest = larger(longest, as_int(record.distance) + 1)
    note_proof(node, DRAWN if has_draw else WON, longest, workspace)
    return True


@kernel
def update_implicit(node: int, workspace: MctsWorkspace) -> None:
    """Take the best of the evaluations below the children that were visited."""
    nodes = nodes_of(workspace)
    parent = nodes[at(node)]
    best = -2.0
    for child in range(parent.first_child, parent.first_child + parent.child_count):
        record = nodes[at(child)]
        if record.visits > 0 and record.implicit > best:
            best = record.implicit
    parent.implicit = -best


@kernel
def update_rave(node: int, ply: int, value: float, workspace: MctsWorkspace) -> None:
    """Add a result to every move from a node that its side played then or later in this simulation."""
    nodes = nodes_of(workspace)
    parent = nodes[at(node)]
    result = as_int(math.floor(value * RESULT + 0.5))
    for child in range(parent.first_child, parent.first_child + parent.child_count):
        if workspace.stamps[at(ply & 1), at(nodes[at(child)].move)] == workspace.simulations:
            add_to(child, RAVE_VISITS, 1, workspace)
            add_to(child, RAVE_TOTAL, result, workspace)
