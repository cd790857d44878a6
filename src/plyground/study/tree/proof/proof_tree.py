"""A proof-number search together with what it is about."""

from __future__ import annotations

from dataclasses import dataclass

from plyground.core.position import Position
from plyground.errors import OptionError
from plyground.solving.solution import largest_margin
from plyground.study.tree.columns import ROOT, Tree
from plyground.study.tree.proof.goal import WIN, Goal, abstract_goal, read_goal
from plyground.study.tree.proof.proof_course import ProofCourse, walk_proof
from plyground.study.tree.watching import Watch, nobody_watches

MOST_NODES = 20_000
USUAL_NODES = 1000


@dataclass(frozen=True)
class ProofTree:
    """A search and its goal; an abstract one has no position."""

    course: ProofCourse
    goal: Goal
    position: Position | None = None

    @property
    def has_margins(self) -> bool:
        """Whether it counts by how much somebody wins."""
        return self.position is not None and largest_margin(self.position) > 1

    @property
    def title(self) -> str:
        """What it is the tree of."""
        if self.position is None:
            return f"An abstract tree: {self.goal.question}"
        game = self.position.game
        return f"{game.rules.title} {game.rows}x{game.columns}: {self.goal.question}"


def grow_proof(
    position: Position, goal: str = WIN, most_nodes: int = USUAL_NODES, watch: Watch = nobody_watches
) -> ProofTree:
    """Search a position until the goal of its side to move is proved or disproved, or the tree is full.

    Raises:
        OptionError: there is no such goal, or the limit makes no sense.
    """
    _check_nodes(most_nodes)
    wanted = read_goal(position, goal)
    first, second = position.game.players
    players = (first, second) if position.player == 0 else (second, first)
    course = walk_proof(position, wanted.least, players, most_nodes=most_nodes, watch=watch)
    return ProofTree(course, wanted, position)


def grow_abstract_proof(
    tree: Tree, points: float | None = None, most_nodes: int = USUAL_NODES, watch: Watch = nobody_watches
) -> ProofTree:
    """Search an abstract tree as if it were a game; without points MAX wants what minimax says.

    Raises:
        OptionError: the limit makes no sense.
    """
    _check_nodes(most_nodes)
    wanted = abstract_goal(tree, points)
    place = _Place(tree, ROOT)
    course = walk_proof(place, wanted.least, tree.players, most_nodes=most_nodes, margin=_margin, watch=watch)
    return ProofTree(course, wanted)


@dataclass(frozen=True)
class _Place:
    """A node of an abstract tree, as the search sees a position."""

    tree: Tree
    node: int

    @property
    def outcome(self) -> int | None:
        return self.tree.leaves[self.node]

    def moves(self) -> list[str]:
        return [self.tree.moves[child] for child in self.tree.children[self.node]]

    def play(self, move: str) -> _Place:
        children = self.tree.children[self.node]
        return _Place(self.tree, next(child for child in children if self.tree.moves[child] == move))


def _margin(place: _Place) -> int:
    score = place.outcome or 0
    return score if place.tree.is_max(place.node) else -score


def _check_nodes(most_nodes: int) -> None:
    if not 1 <= most_nodes <= MOST_NODES:
        raise OptionError(f"a tree of {most_nodes:,} nodes cannot be grown; give 1 to {MOST_NODES:,}")
