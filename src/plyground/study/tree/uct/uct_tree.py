"""How UCT grows a tree, in steps and in words, and alpha-beta beside it. The search is the textbook's."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, cast

from plyground.core.position import Position
from plyground.errors import OptionError
from plyground.report.formats import plural
from plyground.search.textbook import uct
from plyground.search.textbook.uct import EXPLORATION, Node, Playout, Step, random_playout
from plyground.study.tree.abstract import AbstractPosition
from plyground.study.tree.columns import NOBODY, ROOT, Tree, in_columns, max_and_min, plies_to
from plyground.study.tree.proof.proof_tree import Goal, abstract_goal
from plyground.study.tree.tree_course import ARROW, GrownTree, grow, told_score, told_way
from plyground.study.tree.watching import TreeProgress, Watch, nobody_watches

SELECT, EXPAND, SIMULATE, BACK_UP = "sxpb"
"""The steps of a simulation, a letter each. One that ends at a finished game expands nothing."""


class Simulation(NamedTuple):
    """The node whose result was backed up, whether it was new, and the result for MAX."""

    node: int
    is_new: bool
    result: int


class UctStep(NamedTuple):
    """A step of a simulation at a node: where selection ended, what was added, played out or backed up."""

    kind: str
    node: int
    simulation: Simulation


class VisitCounts:
    """Visits and sums of results of all nodes, after some simulations."""

    def __init__(self, tree: Tree, exploration: float) -> None:
        self.tree = tree
        self.exploration = exploration
        self.visits = [0] * len(tree)
        self.sums = [0] * len(tree)

    def add(self, simulation: Simulation) -> None:
        """Back the result of a simulation up."""
        node = simulation.node
        while node != NOBODY:
            self.visits[node] += 1
            self.sums[node] += simulation.result
            node = self.tree.parents[node]

    def children(self, node: int) -> list[int]:
        """Return the children that a node has by now."""
        return [child for child in self.tree.children[node] if self.visits[child] > 0]

    def mean(self, node: int) -> float:
        """Return the mean result for MAX, 0 before the first."""
        return self.sums[node] / self.visits[node] if self.visits[node] else 0.0

    def mean_for_chooser(self, node: int) -> float:
        """Return the mean result for the player who moves to a node."""
        return -self.mean(node) if self.tree.is_max(node) else self.mean(node)

    def trial(self, node: int) -> float:
        """Return the term of the bound that is large while a node has few visits."""
        above = self.visits[self.tree.parents[node]]
        return self.exploration * math.sqrt(math.log(above) / self.visits[node])

    def bound(self, node: int) -> float:
        """Return the upper confidence bound of a node, for the player who moves to it."""
        return self.mean_for_chooser(node) + self.trial(node)

    def selected(self, node: int) -> int:
        """Return the child with the largest bound; of equal ones the first."""
        return max(self.children(node), key=self.bound)

    def line(self) -> list[int]:
        """Return the nodes of the principal variation: the most visited child of every node."""
        nodes, node = list[int](), ROOT
        while below := self.children(node):
            node = max(below, key=self.visits.__getitem__)
            nodes.append(node)
        return nodes


@dataclass(frozen=True)
class UctCourse:
    """What the search did: `tree` has every node that it made, with the results for MAX of finished games."""

    tree: Tree
    exploration: float
    simulations: tuple[Simulation, ...]

    @cached_property
    def counts(self) -> VisitCounts:
        """Visits and sums when the search was over."""
        found = VisitCounts(self.tree, self.exploration)
        for simulation in self.simulations:
            found.add(simulation)
        return found

    def steps(self) -> Iterator[UctStep]:
        """Return every step, in their order."""
        for simulation in self.simulations:
            node, is_new, _ = simulation
            yield UctStep(SELECT, self.tree.parents[node] if is_new else node, simulation)
            if is_new:
                yield UctStep(EXPAND, node, simulation)
            yield UctStep(SIMULATE, node, simulation)
            yield UctStep(BACK_UP, node, simulation)


def walk_uct(
    position: Position,
    players: tuple[str, str],
    simulations: int,
    playout: Playout,
    exploration: float,
) -> UctCourse:
    """Run the textbook's search, and write down what every simulation did."""
    found: list[tuple[Node, bool, int]] = []
    new: Node | None = None

    def observe(step: Step) -> None:
        nonlocal new
        if step.kind == "expand":
            new = step.node
        elif step.kind == "simulate":
            result = round(step.value or 0)
            found.append((step.node, step.node is new, result if plies_to(step.node) % 2 else -result))
            new = None

    searched = uct(position, simulations, playout, exploration=exploration, observer=observe)
    tree, numbers = in_columns(
        players,
        searched.root,
        lambda node: [(child, child.move) for child in node.children],
        lambda node: _result_for_max(node, players),
    )
    made = tuple(Simulation(numbers[id(node)], is_new, result) for node, is_new, result in found)
    return UctCourse(tree, exploration, made)


def _result_for_max(node: Node, players: tuple[str, str]) -> int | None:
    outcome = node.position.outcome
    if outcome is None:
        return None
    return 0 if outcome.winner is None else 1 if outcome.winner == players[0] else -1


USUAL_SIMULATIONS = 100
MOST_SIMULATIONS = 2_000
MOST_EXPLORATION = 100.0
USUAL_DEPTH = 3
PLIES_BETWEEN_LOOKS = 50


@dataclass(frozen=True)
class AlphaBetaBeside:
    """What alpha-beta finds: the moves of the root with their minimax values for MAX, and which it plays."""

    title: str
    scores: dict[str, int]
    move: str
    nodes: int

    @classmethod
    def of(cls, grown: GrownTree) -> AlphaBetaBeside | None:
        """Return what alpha-beta finds in a tree; None if no move can be played."""
        tree, origin = grown.tree, grown.origin
        if tree.is_leaf(ROOT):
            return None
        told = "to the leaves"
        if origin is not None:
            told = f"{plural(origin.depth, 'ply', 'plies')} deep by {origin.evaluate}"
        return cls(
            told,
            {tree.moves[child]: grown.minimax.scores[child] for child in tree.children[ROOT]},
            tree.moves[grown.alphabeta.best[ROOT]],
            grown.alphabeta.nodes,
        )

    @property
    def told(self) -> str:
        """Its move, the value of that, and what it took."""
        took = plural(self.nodes, "node")
        value = told_score(self.scores[self.move])
        return f"alpha-beta, {self.title}, plays {self.move}, value {value} ({took})"


@dataclass(frozen=True)
class UctTree:
    """A search, the seed of its playouts, and alpha-beta beside it; an abstract one has no position.

    In an abstract tree MAX wins at the leaves that reach the goal.
    """

    course: UctCourse
    seed: int
    compared: AlphaBetaBeside | None
    position: Position | None = None
    goal: Goal | None = None

    @property
    def tree(self) -> Tree:
        """Every node that the search made."""
        return self.course.tree

    @property
    def title(self) -> str:
        """What it is the tree of."""
        what = "An abstract tree"
        if self.position is not None:
            game = self.position.game
            what = f"{game.rules.title} {game.rows}x{game.columns}"
        elif self.goal is not None:
            what = f"An abstract tree that {self.goal.player} wins with at least {self.goal.text}"
        simulations = plural(len(self.course.simulations), "simulation")
        return f"{what}, {simulations} of UCT, exploration {self.course.exploration:.4g}"


def grow_uct(
    position: Position,
    simulations: int = USUAL_SIMULATIONS,
    exploration: float = EXPLORATION,
    seed: int = 0,
    depth: int = USUAL_DEPTH,
    watch: Watch = nobody_watches,
) -> UctTree:
    """Grow the tree of a position by some simulations; alpha-beta beside it is as deep as it may be.

    Raises:
        OptionError: a setting makes no sense.
    """
    _check(simulations, exploration)
    playout = random_playout(_WatchedChance(seed, watch))
    course = walk_uct(position, max_and_min(position), simulations, playout, exploration)
    return UctTree(course, seed, _compared(position, depth, watch), position)


def grow_abstract_uct(
    tree: Tree,
    points: float | None = None,
    simulations: int = USUAL_SIMULATIONS,
    exploration: float = EXPLORATION,
    seed: int = 0,
    watch: Watch = nobody_watches,
) -> UctTree:
    """Search an abstract tree as a game that MAX wins with some points; without, with its minimax value.

    Raises:
        OptionError: a setting makes no sense.
    """
    _check(simulations, exploration)
    goal = abstract_goal(tree, points)
    # The textbook takes anything that can be played like a position.
    place = cast("Position", AbstractPosition(tree, goal.least))
    playout = random_playout(_WatchedChance(seed, watch))
    course = walk_uct(place, tree.players, simulations, playout, exploration)
    return UctTree(course, seed, AlphaBetaBeside.of(GrownTree(tree)), goal=goal)


def _compared(position: Position, depth: int, watch: Watch) -> AlphaBetaBeside | None:
    """Search as deep as the tree may be large, at most to some depth."""
    while True:
        try:
            return AlphaBetaBeside.of(grow(position, depth, None, None, watch))
        except OptionError:
            if depth <= 1:
                raise
            depth -= 1


def _check(simulations: int, exploration: float) -> None:
    if not 1 <= simulations <= MOST_SIMULATIONS:
        raise OptionError(f"{simulations:,} simulations cannot be shown; give 1 to {MOST_SIMULATIONS:,}")
    if not 0 <= exploration <= MOST_EXPLORATION:
        raise OptionError(f"an exploration of {exploration:g} makes no sense; give 0 to {MOST_EXPLORATION:g}")


class _WatchedChance(random.Random):
    """Chance that asks now and then whether anybody still waits: a game of somebody's own may have no end."""

    def __init__(self, seed: int, watch: Watch) -> None:
        super().__init__(seed)
        self._watch = watch
        self._plies = 0

    def choice(self, seq: Any) -> Any:
        self._plies += 1
        if self._plies % PLIES_BETWEEN_LOOKS == 0:
            self._watch(TreeProgress("playouts", self._plies))
        return super().choice(seq)


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
