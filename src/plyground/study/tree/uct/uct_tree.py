"""A UCT search together with what it is about, and alpha-beta on the same tree to compare it with."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, cast

from plyground.core.position import Position
from plyground.errors import OptionError
from plyground.search.textbook.uct import EXPLORATION, random_playout
from plyground.study.tree.abstract import AbstractPosition
from plyground.study.tree.columns import ROOT, Tree, max_and_min
from plyground.study.tree.grown_tree import GrownTree, grow
from plyground.study.tree.proof.proof_tree import Goal, abstract_goal
from plyground.study.tree.tree_wording import counted, told_score
from plyground.study.tree.uct.uct_course import UctCourse, walk_uct
from plyground.study.tree.watching import TreeProgress, Watch, nobody_watches

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
        told = (
            "to the leaves" if origin is None else f"{counted(origin.depth, 'ply')} deep by {origin.evaluate}"
        )
        return cls(
            told.replace("plys", "plies"),
            {tree.moves[child]: grown.minimax.scores[child] for child in tree.children[ROOT]},
            tree.moves[grown.alphabeta.best[ROOT]],
            grown.alphabeta.nodes,
        )

    @property
    def told(self) -> str:
        """Its move, the value of that, and what it took."""
        took = counted(self.nodes, "node")
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
    def title(self) -> str:
        """What it is the tree of."""
        what = "An abstract tree"
        if self.position is not None:
            game = self.position.game
            what = f"{game.rules.title} {game.rows}x{game.columns}"
        elif self.goal is not None:
            what = f"An abstract tree that {self.goal.player} wins with at least {self.goal.text}"
        simulations = counted(len(self.course.simulations), "simulation")
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
