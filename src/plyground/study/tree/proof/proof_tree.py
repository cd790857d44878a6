"""How proof-number search grows a tree, event by event, and what it asks. The search is the textbook's."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from plyground.core.position import Position
from plyground.errors import OptionError
from plyground.search.score import UNIT
from plyground.solving.solution import final_margin, largest_margin
from plyground.solving.textbook import Node, Playable, most_proving, prove
from plyground.study.tree.abstract import AbstractPosition
from plyground.study.tree.columns import ABSTRACT_PLAYERS, ROOT, Tree, in_columns, max_and_min, plies_to
from plyground.study.tree.tree_course import search_tree, told_score
from plyground.study.tree.watching import TreeProgress, Watch, nobody_watches

SELECT, EXPAND, UPDATE, END = "sxue"
"""The events of the search, a letter each: a leaf is selected, its children are made, the numbers of a node
are worked out from those of its children, and the search is over."""


class Numbers(NamedTuple):
    """The proof and the disproof number of a node, for the question of the root."""

    proof: float
    disproof: float

    @property
    def is_solved(self) -> bool:
        """Whether the node is proved or disproved."""
        return self.proof == 0 or self.disproof == 0


FRESH = Numbers(1, 1)
PROVED, DISPROVED = Numbers(0, float("inf")), Numbers(float("inf"), 0)


class ProofEvent(NamedTuple):
    """What happened at a node, and its numbers afterwards."""

    kind: str
    node: int
    numbers: Numbers


@dataclass(frozen=True)
class ProofCourse:
    """What the search did: `tree` has every node that it made, with the margins for MAX of finished games."""

    tree: Tree
    least: int
    events: tuple[ProofEvent, ...]

    @cached_property
    def numbers(self) -> list[Numbers]:
        """The numbers of every node when the search was over."""
        found = [self.first_numbers(node) for node in range(len(self.tree))]
        for event in self.events:
            found[event.node] = event.numbers
        return found

    @property
    def expansions(self) -> int:
        """How many leaves were expanded."""
        return sum(event.kind == EXPAND for event in self.events)

    @property
    def result(self) -> bool | None:
        """Whether the goal is proved, or disproved; None if the search ended before."""
        numbers = self.numbers[ROOT]
        return numbers.proof == 0 if numbers.is_solved else None

    def first_numbers(self, node: int) -> Numbers:
        """Return the numbers of a node when it is made."""
        margin = self.tree.leaves[node]
        if margin is None:
            return FRESH
        return PROVED if margin >= self.least else DISPROVED

    def marked(self) -> set[int]:
        """Return the nodes of the solution, or while there is none of the path to the most-proving node.

        The solution has one move of the side that gets its way at each node, and all of the other one.
        """
        return set(self._solution()) if self.result is not None else set(self._selected_path())

    def _solution(self) -> Iterator[int]:
        waiting = [ROOT]
        while waiting:
            node = waiting.pop()
            yield node
            children = self.tree.children[node]
            if self.tree.is_max(node) == self.result:
                children = [child for child in children if self.numbers[child] == self.numbers[node]][:1]
            waiting += children

    def _selected_path(self) -> Iterator[int]:
        node = ROOT
        yield node
        while self.tree.children[node]:
            node = self.most_proving_child(node, self.numbers)
            yield node

    def most_proving_child(self, node: int, numbers: list[Numbers]) -> int:
        """Return the child that is followed on the way to the most-proving node."""
        column = 0 if self.tree.is_max(node) else 1
        return min(self.tree.children[node], key=lambda child: numbers[child][column])


class _EnoughError(Exception):
    """The tree has as many nodes as it may have."""


def walk_proof(
    position: Playable,
    least: int,
    players: tuple[str, str],
    *,
    most_nodes: int,
    margin: Callable[[Any], int] = final_margin,
    watch: Watch = nobody_watches,
) -> ProofCourse:
    """Ask whether the side to move gets a least margin, until it is known or there are `most_nodes` nodes.

    The last expansion may make a few more. What `watch` raises ends the search.
    """
    recorder = _Recorder(most_nodes, watch)
    with contextlib.suppress(_EnoughError):
        prove(position, least, observe=recorder.observe, margin=margin)
    return recorder.course(position, least, players, margin)


class _Recorder:
    """Sees the root after each step of the textbook's search, and finds out what the step did."""

    def __init__(self, most_nodes: int, watch: Watch) -> None:
        self._most_nodes = most_nodes
        self._watch = watch
        self._root: Node | None = None
        self._next: Node | None = None
        self._count = 1
        self._known: dict[Node, Numbers] = {}
        self._events: list[tuple[str, Node, Numbers]] = []

    def observe(self, root: Node) -> None:
        leaf = self._next or root  # the root is expanded first
        before = self._known.get(leaf, FRESH)
        self._events += [(SELECT, leaf, before), (EXPAND, leaf, before)]
        self._count += len(leaf.children)
        for child in leaf.children:
            self._known[child] = _numbers(child)
        self._note_updates(leaf)
        self._root, self._next = root, most_proving(root)
        self._watch(TreeProgress("proof-number search", self._count))
        if self._count >= self._most_nodes and not root.is_answered:
            raise _EnoughError

    def _note_updates(self, leaf: Node) -> None:
        """Note what changed upwards of a leaf: above a node whose numbers stay the same, all others do."""
        node: Node | None = leaf
        while node is not None:
            before, after = self._known.get(node, FRESH), _numbers(node)
            self._known[node] = after
            self._events.append((UPDATE, node, after))
            if before == after:
                return
            node = node.parent

    def course(
        self, position: Playable, least: int, players: tuple[str, str], margin: Callable[[Any], int]
    ) -> ProofCourse:
        root = self._root or Node(position, least, margin=margin)  # a finished game takes no step
        tree, numbers = in_columns(players, root, _following, lambda node: _margin_for_max(node, margin))
        events = [ProofEvent(kind, numbers[id(node)], after) for kind, node, after in self._events]
        return ProofCourse(tree, least, (*events, ProofEvent(END, ROOT, _numbers(root))))


def _following(node: Node) -> Iterable[tuple[Node, Any]]:
    return zip(node.children, node.position.moves(), strict=True) if node.children else ()


def _numbers(node: Node) -> Numbers:
    """Return the numbers for the question of the root: at an AND node its opponent asks the opposite."""
    if plies_to(node) % 2 == 0:
        return Numbers(node.proof, node.disproof)
    return Numbers(node.disproof, node.proof)


def _margin_for_max(node: Node, margin: Callable[[Any], int]) -> int | None:
    if node.position.outcome is None:
        return None
    found = margin(node.position)
    return found if plies_to(node) % 2 == 0 else -found


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
    """Read the goal in an abstract tree; complain of what is no number."""
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
    def tree(self) -> Tree:
        """Every node that the search made."""
        return self.course.tree

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
