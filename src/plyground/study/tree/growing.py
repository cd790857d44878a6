"""The tree of a real position: what the textbook's minimax looks at."""

from __future__ import annotations

from plyground.errors import OptionError
from plyground.evaluation import usable_evaluation
from plyground.heuristics import Heuristic
from plyground.position import Game, Position
from plyground.search.leaves import make_value
from plyground.search.textbook import Evaluation, Event, minimax
from plyground.study.tree.columns import NOBODY, Tree

MOST_NODES = 100_000
DEEPEST = 30


def grow_tree(
    position: Position,
    depth: int,
    evaluate: Evaluation,
    *,
    order: Evaluation | None = None,
    most_nodes: int = MOST_NODES,
) -> Tree:
    """Return everything that minimax looks at to a depth.

    Raises:
        OptionError: the depth makes no sense, or the tree would have more than `most_nodes` nodes.
    """
    if not 1 <= depth <= DEEPEST:
        raise OptionError(f"a tree of depth {depth} cannot be grown; give 1 to {DEEPEST}")
    grower = _Grower(depth, most_nodes)
    minimax(position, depth, evaluate, order=order, observer=grower.observe)
    return grower.tree(position)


def textbook_evaluation(game: Game, heuristic: Heuristic) -> Evaluation:
    """Return a heuristic so that the textbook can use it."""
    value = make_value(game.board, usable_evaluation(game, heuristic))
    return lambda position: int(value(position.state))


class _Grower:
    """Watches a search and writes down its nodes."""

    def __init__(self, depth: int, most_nodes: int) -> None:
        self._depth = depth
        self._most_nodes = most_nodes
        self._path: list[int] = []
        self._parents: list[int] = []
        self._moves: list[str] = []
        self._leaves: list[int | None] = []

    def observe(self, event: Event) -> None:
        if event.kind == "enter":
            self._enter(event.position)
        elif event.kind == "evaluate" and event.score is not None:
            is_max = len(self._path) % 2 == 1
            self._leaves[self._path[-1]] = event.score if is_max else -event.score
        elif event.kind == "leave":
            self._path.pop()

    def tree(self, position: Position) -> Tree:
        first = position.to_move
        second = next(player for player in position.game.players if player != first)
        return Tree((first, second), tuple(self._parents), tuple(self._moves), tuple(self._leaves))

    def _enter(self, position: Position) -> None:
        if len(self._parents) == self._most_nodes:
            raise OptionError(
                f"the tree of depth {self._depth} has more than {self._most_nodes:,} nodes;"
                " take a smaller depth or a smaller board"
            )
        is_root = not self._path
        self._parents.append(NOBODY if is_root else self._path[-1])
        self._moves.append("" if is_root else str(position.last_move))
        self._leaves.append(None)
        self._path.append(len(self._parents) - 1)
