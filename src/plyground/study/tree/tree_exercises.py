"""Exercises about minimax and alpha-beta, made from a seed: the same seed makes the same sheet."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from plyground.core.discovery import built_in_games, find_known_rules, known_games
from plyground.core.position import Game, Position
from plyground.errors import OptionError
from plyground.evaluation import has_heuristics
from plyground.search.score import UNIT, as_points, plies_to_end
from plyground.study.timed_searching import chosen_evaluation
from plyground.study.tree.abstract import move_name, write_tree
from plyground.study.tree.answer_checking import (
    CheckedSheet,
    check_answers,
    first_skipped,
    told_choice,
    told_cuts,
)
from plyground.study.tree.columns import ABSTRACT_PLAYERS, MAX, MIN, NOBODY, ROOT, Tree, narrowed
from plyground.study.tree.exercise_families import ExerciseFamily, GivenAnswers, SheetWords
from plyground.study.tree.growing import grow_tree
from plyground.study.tree.tree_course import Course, search_tree
from plyground.study.tree.tree_svg import NodeLook
from plyground.study.tree.tree_wording import told_score

MIXED, ABSTRACT = "mixed", "abstract"
TASKS = (
    "Fill in the minimax value of every empty box. ▲ is MAX, ▼ is MIN.",
    "Then search from top to bottom by alpha-beta, and strike out the branches that are never looked at.",
)
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
    def heading(self) -> str:
        """What it is called on a sheet."""
        return self.kind.capitalize()

    @property
    def text(self) -> str:
        """The tree in brackets, with the values of its leaves."""
        return write_tree(self.tree)

    @property
    def shown(self) -> list[str | None]:
        """The values of the leaves."""
        return [None if leaf is None else told_score(leaf) for leaf in self.tree.leaves]

    @property
    def candidates(self) -> list[int]:
        """Any node may be marked."""
        return []

    @property
    def asked(self) -> list[int]:
        """The nodes whose values have to be found."""
        return [node for node, leaf in enumerate(self.tree.leaves) if leaf is None]

    @cached_property
    def minimax(self) -> Course:
        """The solution: the value of every node."""
        return search_tree(self.tree, prunes=False)

    @cached_property
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

    def look(self, node: int, *, with_solution: bool) -> NodeLook:
        """Return how a node is drawn: with the solution also its value, and whether it is cut off."""
        is_known = with_solution or self.tree.leaves[node] is not None
        value = told_score(self.minimax.scores[node]).replace("-", "−") if is_known else ""
        is_cut = with_solution and self.alphabeta.skipped(node)
        is_chosen = with_solution and node in self.minimax.line()
        return NodeLook(self.tree.moves[node], value, is_chosen=is_chosen, is_cut=is_cut)

    def solution(self) -> dict[str, Any]:
        """Return the values and the cuts, by the names of nodes."""
        tree, scores = self.tree, self.minimax.scores
        return {
            "values": {tree.name(node): as_points(scores[node]) for node in self.asked},
            "cut": [tree.name(node) for node in first_skipped(self.alphabeta)],
        }

    def written_solution(self) -> list[str]:
        """Return the values and the cuts, a line each."""
        found = self.solution()
        values = "; ".join(f"{name} = {value}" for name, value in found["values"].items())
        return [f"values: {values}", f"never looked at: {'; '.join(found['cut']) or 'nothing'}"]

    def explained(self) -> list[str]:
        """Return the solution in sentences."""
        tree, minimax = self.tree, self.minimax
        values = [
            f"{tree.name(node)}: {told_score(minimax.scores[node])}. {told_choice(minimax, node)}."
            for node in self.asked
        ]
        return [*values, *told_cuts(self.alphabeta)]

    def check(self, answers: GivenAnswers) -> CheckedSheet:
        """Check values and cuts."""
        return check_answers(self, answers.values, answers.marked)


def exercise_kinds() -> list[str]:
    """Return what exercises there are about minimax and alpha-beta."""
    return [MIXED, ABSTRACT, *known_games()]


def make_exercise(seed: int, kind: str, number: int) -> Exercise:
    """Make one exercise of a sheet; the same three always make the same exercise.

    Mixed ones are about the built-in games alone: what else is installed must not change a sheet.

    Raises:
        OptionError: nobody wrote a heuristic for the game.
    """
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


FAMILY = ExerciseFamily(
    "Minimax and alpha-beta",
    "▲ is MAX, ▼ is MIN; all values are for MAX.",
    TASKS,
    SheetWords(
        form="number",
        asked="Value",
        roles=(MAX, MIN),
        mark="cut off",
        marks_many=True,
        open=("value is", "values are"),
        empty="Nothing to check yet: fill in a value or strike out a branch.",
        unmarked="Every value is right. Now strike out the branches that alpha-beta never looks at.",
        solved="Solved: every value and every cut is right.",
    ),
    exercise_kinds,
    make_exercise,
)
