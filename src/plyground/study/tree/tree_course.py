"""A tree with both searches of it: what minimax and alpha-beta do, event by event and in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from plyground.core.position import Position
from plyground.evaluation import find_evaluation, telling_failures
from plyground.report.formats import plural
from plyground.search.score import INFINITY, as_points, plies_to_end
from plyground.study.timed_searching import chosen_evaluation
from plyground.study.tree.columns import ROOT, Tree
from plyground.study.tree.growing import grow_tree
from plyground.study.tree.watching import Watch, nobody_watches

ENTER, EVALUATE, UPDATE, CUT, LEAVE = "evucl"
"""The events of the textbook's search, a letter each. Since nodes are entered in their order, the
letters alone tell what happened where."""


class Window(NamedTuple):
    """What MAX has for certain, and what MIN has."""

    alpha: int
    beta: int


WIDEST = Window(-INFINITY, INFINITY)


class Cut(NamedTuple):
    """Why the rest of a node's moves need not be looked at: its score has reached a bound.

    At a node of MAX the bound is beta and the score at least that; at a node of MIN it is alpha
    and the score at most that. `child` is the last one that was looked at.
    """

    score: int
    bound: int
    child: int


@dataclass(frozen=True)
class Course:
    """What a search did with a tree; `scores` and `windows` have the nodes that it looked at.

    Where alpha-beta has cut, the score of a node is only a bound.
    """

    tree: Tree
    events: str
    scores: dict[int, int]
    best: dict[int, int]
    windows: dict[int, Window]
    cuts: dict[int, Cut]

    @property
    def nodes(self) -> int:
        """How many nodes were looked at."""
        return self.events.count(ENTER)

    @property
    def evaluations(self) -> int:
        """How many leaves were scored."""
        return self.events.count(EVALUATE)

    @property
    def score(self) -> int:
        """The score of the root."""
        return self.scores[ROOT]

    def line(self) -> list[int]:
        """Return the nodes of the best line, without the root."""
        found, node = [], ROOT
        while node in self.best:
            node = self.best[node]
            found.append(node)
        return found

    def skipped(self, node: int) -> bool:
        """Tell whether a node was never looked at."""
        return node not in self.windows

    def cut_of(self, node: int) -> Cut | None:
        """Return the cut because of which a node was skipped, None if it was not."""
        while node != ROOT and self.skipped(node):
            node = self.tree.parents[node]
            if node in self.cuts and not self.skipped(node):
                return self.cuts[node]
        return None


def search_tree(tree: Tree, *, prunes: bool) -> Course:
    """Search a tree by alpha-beta, or without cuts by minimax, and write down what happens on the way."""
    events: list[str] = []
    scores: dict[int, int] = {}
    best_children: dict[int, int] = {}
    windows: dict[int, Window] = {}
    cuts: dict[int, Cut] = {}

    def visit(node: int, window: Window) -> int:
        events.append(ENTER)
        windows[node] = window
        score = tree.leaves[node]
        if score is None:
            score = choose(node, *window)
        else:
            events.append(EVALUATE)
        scores[node] = score
        events.append(LEAVE)
        return score

    def choose(node: int, alpha: int, beta: int) -> int:
        is_max = tree.is_max(node)
        best = -INFINITY if is_max else INFINITY
        for child in tree.children[node]:
            score = visit(child, Window(alpha, beta))
            if score > best if is_max else score < best:
                best = score
                best_children[node] = child
                events.append(UPDATE)
            if not prunes:
                continue
            if is_max:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                events.append(CUT)
                cuts[node] = Cut(best, beta if is_max else alpha, child)
                break
        return best

    visit(ROOT, WIDEST)
    return Course(tree, "".join(events), scores, best_children, windows, cuts)


class BothSearches:
    """A tree and both searches of it."""

    tree: Tree

    @cached_property
    def minimax(self) -> Course:
        """The search without cuts, which gives every node its value."""
        return search_tree(self.tree, prunes=False)

    @cached_property
    def alphabeta(self) -> Course:
        """The search with cuts, which says which nodes are never looked at."""
        return search_tree(self.tree, prunes=True)


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
    def position(self) -> Position | None:
        """The position at the root."""
        return self.origin.position if self.origin else None

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


ARROW = " → "


def told_score(score: int) -> str:
    """Write a score for MAX: points, or "W3" and "L3" for a game won or lost in three plies.

    >>> told_score(1500), told_score(-2000), told_score(-(10**9) + 3000)
    ('1.5', '-2', 'L3')
    """
    if abs(score) == INFINITY:
        return "inf" if score > 0 else "-inf"
    plies = plies_to_end(score)
    if plies is not None:
        return f"{'W' if score > 0 else 'L'}{plies}"
    points = as_points(score)
    return str(points) if isinstance(points, int) else f"{points:.3f}".rstrip("0")


def told_window(window: Window) -> str:
    """Write alpha and beta."""
    return f"alpha {told_score(window.alpha)}, beta {told_score(window.beta)}"


def told_cut(course: Course, node: int, cut: Cut) -> str:
    """Say why a node was cut off: who would never let it come to this.

    The other side has something better already, so what is left here cannot matter.
    """
    tree = course.tree
    is_max = tree.is_max(node)
    sign, bound = (">=", "beta") if is_max else ("<=", "alpha")
    other = tree.players[1 if is_max else 0]
    why = "has as much already" if cut.score == cut.bound else "would never allow this"
    return f"{told_score(cut.score)} {sign} {bound} {told_score(cut.bound)}: {other} {why}"


def told_saving(minimax: Course, alphabeta: Course) -> str:
    """Say how much of the tree alpha-beta did not look at."""
    saved = minimax.nodes - alphabeta.nodes
    share = saved / minimax.nodes
    return (
        f"minimax looks at {plural(minimax.nodes, 'node')}, alpha-beta at {alphabeta.nodes:,}:"
        f" {saved:,} saved ({share:.0%}) by {plural(len(alphabeta.cuts), 'cut')}, the same score"
    )


def told_way(tree: Tree, node: int, told: Callable[[int], str], longest: int) -> list[str]:
    """Say something about every node on the way from the root, and leave the middle of a long way out."""
    way: list[str] = []
    while node != ROOT:
        way.insert(0, f"{tree.moves[node]} ({told(node)})")
        node = tree.parents[node]
    if len(way) > longest:
        way[longest // 2 : -longest // 2] = ["…"]
    return way
