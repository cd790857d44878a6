"""Exercises about trees, made from a seed: whoever has the same seed has the same sheet."""

from __future__ import annotations

import random
from dataclasses import dataclass

from plyground.core.discovery import built_in_games, find_known_rules, known_games
from plyground.core.position import Game, Position
from plyground.errors import OptionError, nearest
from plyground.evaluation import has_heuristics
from plyground.search.score import UNIT, plies_to_end
from plyground.study.timed_searching import chosen_evaluation
from plyground.study.tree.abstract import move_name
from plyground.study.tree.columns import ABSTRACT_PLAYERS, NOBODY, ROOT, Tree, narrowed
from plyground.study.tree.growing import grow_tree
from plyground.study.tree.tree_course import Course, search_tree

MIXED, ABSTRACT = "mixed", "abstract"
PROOF = "proof"
"""Exercises about proof numbers, which `proof.exercises` makes."""
LARGEST_LEAF = 20
SHAPES = ((3, 3), (2, 2, 2), (3, 2, 2), (2, 3, 2))
"""How many branches the nodes of an exercise have, ply by ply."""

MOST_TRIES = 60
OPENING_PLIES = range(2, 9)


@dataclass(frozen=True)
class Exercise:
    """A tree whose values have to be filled in and whose cuts have to be marked."""

    seed: int
    kind: str
    number: int
    tree: Tree
    position: Position | None = None
    evaluate: str | None = None

    @property
    def minimax(self) -> Course:
        """The solution: the value of every node."""
        return search_tree(self.tree, prunes=False)

    @property
    def alphabeta(self) -> Course:
        """The solution: which nodes are never looked at."""
        return search_tree(self.tree, prunes=True)

    @property
    def told(self) -> str:
        """What the tree is of, and what was left out of it."""
        if self.position is None:
            return "MAX moves at the root and MIN answers; the numbers at the leaves are values for MAX."
        game, (first, second) = self.position.game, self.tree.players
        return (
            f"{game.rules.title} {game.rows}x{game.columns}. MAX is {first}, who is to move; MIN is {second}."
            f" Leaves are scored for {first} by '{self.evaluate}'. Not every legal move is in the tree: a few"
            " were drawn by lot at each node, and only these count here."
        )


def exercise_kinds() -> list[str]:
    """Return what exercises there are about minimax and alpha-beta."""
    return [MIXED, ABSTRACT, *known_games()]


def make_exercise(seed: int, kind: str, number: int) -> Exercise:
    """Make one exercise of a sheet; the same three always make the same exercise.

    Mixed ones are about the built-in games alone: what else is installed must not change a sheet.

    Raises:
        OptionError: there is no such kind.
    """
    kinds = exercise_kinds()
    if kind not in kinds:
        kinds.append(PROOF)
        hint = nearest(kind, kinds) or f" (there are: {', '.join(kinds)})"
        raise OptionError(f"there are no exercises of the kind {kind!r}{hint}")
    rng = random.Random(f"{seed} {kind} {number}")  # for a sheet, not for secrets
    if kind == MIXED:
        games = list(built_in_games())
        kind = games[(number // 2 - 1) % len(games)] if number % 2 == 0 else ABSTRACT
    for _ in range(MOST_TRIES):
        found = (
            Exercise(seed, kind, number, _random_tree(rng))
            if kind == ABSTRACT
            else _on_a_board(rng, seed, kind, number)
        )
        if _teaches(found):
            break
    return found


def make_sheet(seed: int, kind: str, count: int) -> list[Exercise]:
    """Make all the exercises of a sheet.

    Raises:
        OptionError: there is no such kind.
    """
    return [make_exercise(seed, kind, number) for number in range(1, count + 1)]


def _teaches(exercise: Exercise) -> bool:
    """Tell whether there is something to see: different leaves, and cuts, but not everywhere."""
    tree, alphabeta = exercise.tree, exercise.alphabeta
    leaves = [leaf for leaf in tree.leaves if leaf is not None]
    if len(set(leaves)) < 3 or any(plies_to_end(leaf) is not None for leaf in leaves):
        return False
    skipped = len(tree) - alphabeta.nodes
    return 0 < skipped <= len(tree) // 2


def _random_tree(rng: random.Random) -> Tree:
    shape = rng.choice(SHAPES)
    parents, moves, leaves = [NOBODY], [""], list[int | None]([None])

    def grow(node: int, ply: int) -> None:
        for index in range(shape[ply]):
            is_leaf = ply + 1 == len(shape)
            parents.append(node)
            moves.append(move_name(index))
            leaves.append(rng.randint(0, LARGEST_LEAF) * UNIT if is_leaf else None)
            if not is_leaf:
                grow(len(parents) - 1, ply + 1)

    grow(ROOT, 0)
    return Tree(ABSTRACT_PLAYERS, tuple(parents), tuple(moves), tuple(leaves))


def _on_a_board(rng: random.Random, seed: int, name: str, number: int) -> Exercise:
    """Take a position that random moves lead to, and a few moves at each node.

    Raises:
        OptionError: nobody wrote a heuristic for the game, so that all leaves would be worth the same.
    """
    if not has_heuristics(name):
        raise OptionError(
            f'{name} has no heuristics to score leaves with; write one with @heuristic("{name}")'
        )
    rules = find_known_rules(name)
    game = Game.of(rules, {"size": rules.exercise_size} if rules.exercise_size else {})
    position = _random_position(rng, game)
    shape = rng.choice(SHAPES)
    heuristic = chosen_evaluation(game)
    whole = grow_tree(position, len(shape), heuristic)
    kept = {
        node: sorted(rng.sample(children, min(shape[whole.plies[node]], len(children))))
        for node, children in enumerate(whole.children)
        if children
    }
    return Exercise(seed, name, number, narrowed(whole, kept), position, heuristic.name)


def _random_position(rng: random.Random, game: Game) -> Position:
    position = game.start()
    for _ in range(rng.choice(OPENING_PLIES)):
        following = position.play(rng.choice(position.moves()))
        if following.outcome is not None:
            break
        position = following
    return position
