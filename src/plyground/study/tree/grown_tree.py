"""A tree together with where it comes from and both searches of it."""

from __future__ import annotations

from dataclasses import dataclass

from plyground.core.position import Position
from plyground.evaluation import find_evaluation, telling_failures
from plyground.study.timed_searching import chosen_evaluation
from plyground.study.tree.columns import Tree
from plyground.study.tree.growing import grow_tree
from plyground.study.tree.tree_course import BothSearches, Course
from plyground.study.tree.watching import Watch, nobody_watches


@dataclass(frozen=True)
class Origin:
    """The position a tree was grown from, and how."""

    position: Position
    depth: int
    evaluate: str
    order: str | None

    def __str__(self) -> str:
        game = self.position.game
        order = "moves as the rules list them" if self.order is None else f"moves ordered by {self.order}"
        board = f"{game.rules.title} {game.rows}x{game.columns}"
        return f"{board}, {self.depth} plies deep, scored by {self.evaluate}, {order}"


@dataclass(frozen=True)
class GrownTree(BothSearches):
    """A tree and its two searches; an abstract one has no origin."""

    tree: Tree
    origin: Origin | None = None

    def course(self, algorithm: str) -> Course:
        """Return one of the two searches by its name."""
        return self.alphabeta if algorithm == "alphabeta" else self.minimax

    @property
    def title(self) -> str:
        """What it is the tree of."""
        return str(self.origin) if self.origin else "An abstract tree"


def grow(
    position: Position,
    depth: int,
    evaluate: str | None,
    order: str | None,
    watch: Watch = nobody_watches,
) -> GrownTree:
    """Grow the tree of a position, with the evaluation of the game's source if none is given.

    Raises:
        PlygroundError: there is no such heuristic, it fails, or the tree would be too large.
    """
    game = position.game
    heuristic = chosen_evaluation(game, evaluate)
    ordering = None if order is None else find_evaluation(game, order)
    with telling_failures(heuristic, ordering):
        tree = grow_tree(position, depth, heuristic, order=ordering, watch=watch)
    return GrownTree(tree, Origin(position, depth, evaluate or heuristic.name, order))
