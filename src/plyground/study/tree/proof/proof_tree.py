"""A proof-number search together with what it is about."""

from __future__ import annotations

import re
from dataclasses import dataclass

from plyground.core.position import Position
from plyground.errors import OptionError
from plyground.search.score import UNIT
from plyground.solving.solution import largest_margin
from plyground.study.tree.abstract import AbstractPosition
from plyground.study.tree.columns import ABSTRACT_PLAYERS, Tree, max_and_min
from plyground.study.tree.proof.proof_course import ProofCourse, walk_proof
from plyground.study.tree.tree_course import search_tree
from plyground.study.tree.tree_wording import told_score
from plyground.study.tree.watching import Watch, nobody_watches

WIN, DRAW = "win", "draw"
NAMED = {WIN: 1, DRAW: 0}


@dataclass(frozen=True)
class Goal:
    """A least margin for a player, and how it is called: "win", or "get at least 3"."""

    player: str
    least: int
    text: str
    verb: str
    action: str

    @property
    def words(self) -> str:
        """What the player wants to do."""
        return f"{self.verb}{self.action}"

    @property
    def question(self) -> str:
        """The question that the search answers."""
        return f"does {self.player}, who is to move, {self.words}?"

    def answer(self, *, is_proved: bool) -> str:
        """Say what is proved."""
        if is_proved:
            return f"{self.player} {self.verb}s{self.action}"
        return f"{self.player} cannot {self.words}"


def read_goal(position: Position, text: str = WIN) -> Goal:
    """Read the goal of the side to move: win, draw (at least a draw), or a least margin.

    Raises:
        OptionError: there is no such goal in the game.
    """
    largest = largest_margin(position)
    player = position.to_move
    if text not in NAMED and (largest == 1 or not re.fullmatch(r"[+-]?\d{1,9}", text)):
        margin = ", or a margin" if largest > 1 else ""
        raise OptionError(f"{text!r} is no goal; give {WIN} or {DRAW} (at least a draw){margin}")
    least = NAMED[text] if text in NAMED else int(text)
    if not -largest < least <= largest:
        raise OptionError(f"a goal of {least} is no question: margins are {-largest} to {largest}")
    if least == 1:
        return Goal(player, least, WIN, "win", "")
    if least == 0:
        return Goal(player, least, DRAW, "get", " at least a draw")
    if least > 0:
        return Goal(player, least, str(least), "win", f" by at least {least}")
    return Goal(player, least, str(least), "lose", f" by at most {-least}")


def read_points(text: str) -> float:
    """Read the goal in an abstract tree.

    Raises:
        OptionError: it is no number.
    """
    if not re.fullmatch(r"[+-]?\d{1,6}(\.\d{1,3})?", text):
        raise OptionError(f"{text!r} is no goal; give a number of points, such as 3 or -1.5")
    return float(text)


def abstract_goal(tree: Tree, points: float | None) -> Goal:
    """Return the goal to get some points at least; without points, what minimax says that MAX gets."""
    least = search_tree(tree, prunes=False).score if points is None else round(points * UNIT)
    text = told_score(least)
    return Goal(ABSTRACT_PLAYERS[0], least, text, "get", f" at least {text}")


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
    course = walk_proof(position, wanted.least, max_and_min(position), most_nodes=most_nodes, watch=watch)
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
    place = AbstractPosition(tree, wanted.least)
    course = walk_proof(place, wanted.least, tree.players, most_nodes=most_nodes, margin=_margin, watch=watch)
    return ProofTree(course, wanted)


def _margin(place: AbstractPosition) -> int:
    score = place.tree.leaves[place.node] or 0
    return score if place.tree.is_max(place.node) else -score


def _check_nodes(most_nodes: int) -> None:
    if not 1 <= most_nodes <= MOST_NODES:
        raise OptionError(f"a tree of {most_nodes:,} nodes cannot be grown; give 1 to {MOST_NODES:,}")
