"""How proof-number search grows a tree, event by event. The search is the textbook's."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from plyground.solving.solution import final_margin
from plyground.solving.textbook import Node, Playable, most_proving, prove
from plyground.study.tree.columns import ROOT, Tree, in_columns, plies_to
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
