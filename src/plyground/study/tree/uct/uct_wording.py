"""The steps of UCT in words: why a child is selected, and what a result adds up to."""

from __future__ import annotations

import math
from collections.abc import Iterator

from plyground.report.formats import plural
from plyground.study.tree.columns import NOBODY, ROOT
from plyground.study.tree.tree_wording import ARROW, told_way
from plyground.study.tree.uct.uct_tree import (
    BACK_UP,
    EXPAND,
    SELECT,
    Simulation,
    UctStep,
    UctTree,
    VisitCounts,
)

LONGEST_PATH = 4


def told_mean(mean: float) -> str:
    """Write a mean result or a bound.

    >>> told_mean(0.666), told_mean(-1), told_mean(-0.001)
    ('0.67', '-1.00', '0.00')
    """
    return f"{round(mean, 2) + 0.0:.2f}"


def told_result(tree: UctTree, simulation: Simulation) -> str:
    """Say who won."""
    players = tree.course.tree.players
    return {1: f"{players[0]} wins", 0: "a draw", -1: f"{players[1]} wins"}[simulation.result]


def told_end(tree: UctTree, node: int) -> str:
    """Say how the game ended at a node, "" if it did not."""
    result = tree.course.tree.leaves[node]
    return "" if result is None else told_result(tree, Simulation(node, is_new=False, result=result))


def told_bound(counts: VisitCounts, node: int) -> str:
    """Say how the bound of a node comes about, for the player who moves to it."""
    visits, above = counts.visits[node], counts.visits[counts.tree.parents[node]]
    constant = "√2" if counts.exploration == math.sqrt(2) else f"{counts.exploration:.4g}"
    return (
        f"{told_mean(counts.mean_for_chooser(node))} + {constant}·√(ln {above} / {visits})"
        f" = {told_mean(counts.bound(node))}"
    )


def told_steps(tree: UctTree) -> Iterator[str]:
    """Say what every step did, in their order."""
    counts = VisitCounts(tree.course.tree, tree.course.exploration)
    for step in tree.course.steps():
        yield _told_step(tree, step, counts)
        if step.kind == BACK_UP:
            counts.add(step.simulation)


def told_choice(tree: UctTree) -> str:
    """Say which move the search would play, and how sure it is of that."""
    counts = tree.course.counts
    line = counts.line()
    simulations = plural(counts.visits[ROOT], "simulation")
    if not line:
        return f"{simulations}: {told_end(tree, ROOT) or 'no move was tried'}"
    move, visits = counts.tree.moves[line[0]], counts.visits[line[0]]
    mean = f"mean {told_mean(counts.mean(line[0]))} for {counts.tree.players[0]}"
    return f"UCT plays {move}: {visits:,} of {simulations} went through it, {mean}"


def _told_step(tree: UctTree, step: UctStep, counts: VisitCounts) -> str:
    name = "the root" if step.node == ROOT else counts.tree.moves[step.node]
    if step.kind == SELECT:
        return _told_select(counts, step)
    if step.kind == EXPAND:
        return f"Expand: {name} is the first untried move."
    if step.kind == BACK_UP:
        return _told_back_up(counts, step)
    result = told_result(tree, step.simulation)
    if counts.tree.leaves[step.node] is not None:
        return f"Simulate: the game is over at {name}, nothing is left to play: {result}."
    return f"Simulate: random moves from {name} to the end of the game: {result}."


def _told_select(counts: VisitCounts, step: UctStep) -> str:
    tree, node = counts.tree, step.node
    end = "a move is untried" if step.simulation.is_new else "the game is over"
    if node == ROOT:
        return f"Select: at the root {end}, so selection ends there."
    way = told_way(tree, node, lambda child: told_mean(counts.bound(child)), LONGEST_PATH)
    which = "the largest bound" if len(way) == 1 else "the largest bounds"
    return f"Select {ARROW.join(['root', *way])}: {which}, until {end}."


def _told_back_up(counts: VisitCounts, step: UctStep) -> str:
    tree, result = counts.tree, step.simulation.result
    nodes, node = 0, step.node
    while node != NOBODY:
        nodes, node = nodes + 1, tree.parents[node]
    visits, total = counts.visits[ROOT] + 1, counts.sums[ROOT] + result
    told = f"Back up {result:+d} for {tree.players[0]}" if result else "Back up 0"
    where = "at the root" if nodes == 1 else f"at {plural(nodes, 'node')} up to the root"
    return (
        f"{told} {where}, which has {plural(visits, 'visit')} now and the mean {told_mean(total / visits)}."
    )
