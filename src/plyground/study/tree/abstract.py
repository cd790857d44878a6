"""Trees that stand for no game: a shape and the scores of its leaves."""

from __future__ import annotations

import re
import string
from dataclasses import dataclass

from plyground.core.position import Outcome
from plyground.errors import NotationError
from plyground.search.score import UNIT
from plyground.study.tree.columns import ABSTRACT_PLAYERS, NOBODY, ROOT, Tree
from plyground.study.tree.tree_course import told_score

DEEPEST = 30
LARGEST = 100_000
"""Leaves beyond this would be taken for won games."""

_PART = re.compile(r"\s*(?:(?P<open>[(\[])|(?P<close>[)\]])|(?P<leaf>[+-]?\d+(?:\.\d{1,3})?)(?![\w.])|,)")


def read_tree(text: str) -> Tree:
    """Read a tree: brackets for nodes, numbers for leaves, blanks or commas between them.

    The moves are called a, b, c and so on.

    >>> read_tree("((3 12 8) (2 4 6) (14 5 2))").name(8)
    'b c'

    Raises:
        NotationError: the text is no tree; the error says where it is wrong.
    """
    return _Reader(text).read()


@dataclass(frozen=True)
class AbstractPosition:
    """A node of an abstract tree, as a search sees a position: MAX wins with `least` or more."""

    tree: Tree
    least: int
    node: int = ROOT

    @property
    def to_move(self) -> str:
        """Who is to move."""
        return self.tree.role(self.node)

    @property
    def outcome(self) -> Outcome | None:
        """Who has won at a leaf."""
        leaf = self.tree.leaves[self.node]
        if leaf is None:
            return None
        return Outcome(self.tree.players[0 if leaf >= self.least else 1], told_score(leaf))

    def moves(self) -> list[str]:
        """Return the moves."""
        return [self.tree.moves[child] for child in self.tree.children[self.node]]

    def play(self, move: str) -> AbstractPosition:
        """Return the position after a move."""
        child = self.tree.children[self.node][self.moves().index(move)]
        return AbstractPosition(self.tree, self.least, child)


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text.rstrip()
        self._path: list[int] = []
        self._counts: list[int] = []
        self._parents: list[int] = []
        self._moves: list[str] = []
        self._leaves: list[int | None] = []

    def read(self) -> Tree:
        place = 0
        while place < len(self._text):
            part = _PART.match(self._text, place)
            if part is None:
                raise self._mistake("a tree has brackets and numbers", place)
            if self._parents and not self._path:
                raise self._mistake("there is something behind the tree", place)
            if part["open"]:
                self._enter(None, place)
            elif part["close"]:
                self._leave(place)
            elif part["leaf"]:
                self._enter(self._score(part["leaf"], place), place)
            place = part.end()
        if self._path or not self._parents:
            raise self._mistake("a bracket is missing", len(self._text))
        return Tree(ABSTRACT_PLAYERS, tuple(self._parents), tuple(self._moves), tuple(self._leaves))

    def _enter(self, leaf: int | None, place: int) -> None:
        if not self._path and leaf is not None:
            raise self._mistake("a tree begins with a bracket", place)
        if len(self._path) > DEEPEST:
            raise self._mistake(f"a tree has at most {DEEPEST} plies", place)
        self._parents.append(self._path[-1] if self._path else NOBODY)
        self._moves.append(self._next_move() if self._path else "")
        self._leaves.append(leaf)
        if leaf is None:
            self._path.append(len(self._parents) - 1)
            self._counts.append(0)

    def _leave(self, place: int) -> None:
        if not self._path:
            raise self._mistake("a bracket closes that was never opened", place)
        if self._counts.pop() == 0:
            raise self._mistake("a node needs at least one branch", place)
        self._path.pop()

    def _next_move(self) -> str:
        index = self._counts[-1]
        self._counts[-1] += 1
        return move_name(index)

    def _score(self, text: str, place: int) -> int:
        score = round(float(text) * UNIT)
        if abs(score) > LARGEST * UNIT:
            raise self._mistake(f"a leaf has at most {LARGEST:,} points", place)
        return score

    def _mistake(self, problem: str, place: int) -> NotationError:
        return NotationError(problem, self._text, place)


def move_name(index: int) -> str:
    """Name the moves of an abstract tree: a to z, then aa, ab and so on."""
    before, letter = divmod(index, len(string.ascii_lowercase))
    return (move_name(before - 1) if before else "") + string.ascii_lowercase[letter]
