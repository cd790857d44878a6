"""Exercises about minimax and alpha-beta, made from a seed: the same seed makes the same sheet."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from plyground.core.discovery import built_in_games, find_known_rules, known_games
from plyground.core.position import Game, Position
from plyground.errors import OptionError
from plyground.evaluation import has_heuristics
from plyground.report.formats import plural
from plyground.search.score import UNIT, as_points, plies_to_end
from plyground.study.timed_searching import chosen_evaluation
from plyground.study.tree.abstract import read_tree
from plyground.study.tree.columns import MAX, MIN, ROOT, Tree, narrowed
from plyground.study.tree.exercise_families import (
    ExerciseFamily,
    GivenAnswers,
    JudgedAnswer,
    SheetWords,
    TreeExercise,
)
from plyground.study.tree.growing import grow_tree
from plyground.study.tree.tree_course import BothSearches, told_cut, told_score, told_window
from plyground.study.tree.tree_svg import NodeLook

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
class Exercise(TreeExercise[float], BothSearches):
    """A tree whose values have to be filled in and whose cuts have to be marked."""

    answers_key: ClassVar[str] = "values"
    mark_key: ClassVar[str] = "cut"
    mark_name: ClassVar[str] = "never looked at"

    evaluate: str | None = None

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

    @property
    def shown(self) -> list[str | None]:
        """The values of the leaves."""
        return [None if leaf is None else told_score(leaf) for leaf in self.tree.leaves]

    @property
    def marked(self) -> list[int]:
        """The nodes that are skipped though their parent is not: where the branches are cut."""
        parents, skipped = self.tree.parents, self.alphabeta.skipped
        return [node for node in range(1, len(parents)) if skipped(node) and not skipped(parents[node])]

    def answer(self, node: int) -> float:
        """Return the value of a node in points."""
        return as_points(self.minimax.scores[node])

    def look(self, node: int, *, with_solution: bool) -> NodeLook:
        """Return how a node is drawn: with the solution also its value, and whether it is cut off."""
        is_known = with_solution or self.tree.leaves[node] is not None
        value = told_score(self.minimax.scores[node]).replace("-", "−") if is_known else ""
        is_cut = with_solution and self.alphabeta.skipped(node)
        is_chosen = with_solution and node in self.minimax.line()
        return NodeLook(self.tree.moves[node], value, is_chosen=is_chosen, is_cut=is_cut)

    def solution(self) -> dict[str, Any]:
        """Return the values and all cuts, by the names of nodes."""
        return {**super().solution(), self.mark_key: list(map(self.tree.name, self.marked))}

    def explained(self) -> list[str]:
        """Return the solution in sentences: every choice, and which nodes are never looked at, and why."""
        tree, course = self.tree, self.alphabeta
        told = [
            f"{tree.name(node)}: {told_score(self.minimax.scores[node])}. {self._told_choice(node)}."
            for node in self.asked
        ]
        for node in dict.fromkeys(tree.parents[top] for top in self.marked):
            names = ", ".join(tree.name(top) for top in self.marked if tree.parents[top] == node)
            told.append(f"Never looked at: {names}. {told_cut(course, node, course.cuts[node])}.")
        return [*told, f"Alpha-beta looks at {course.nodes} of {plural(len(tree), 'node')}."]

    def _read(self, answers: GivenAnswers) -> Mapping[int, float]:
        return answers.values

    def _is_right(self, node: int, given: float) -> bool:
        return self.minimax.scores[node] == round(given * UNIT)

    def _told_answer(self, node: int, given: float, right: set[int]) -> str:
        tree, choice = self.tree, self._told_choice(node)
        if node in right:
            return f"{choice}."
        best, worst = ("largest", "smallest") if tree.is_max(node) else ("smallest", "largest")
        children, score = tree.children[node], round(given * UNIT)
        if any(tree.leaves[child] is None and child not in right for child in children):
            return (
                f"First find the values below it; then {tree.role(node)}, who moves here, takes the {best}."
            )
        scores = [self.minimax.scores[child] for child in children]
        if score == (min(scores) if tree.is_max(node) else max(scores)):
            return f"{told_score(score)} is the {worst}, but {choice}."
        if score not in scores:
            return f"{told_score(score)} is none of the values below; {choice}."
        return f"It is not {told_score(score)}: {choice}."

    def _told_choice(self, node: int) -> str:
        tree = self.tree
        choice = "largest" if tree.is_max(node) else "smallest"
        below = [told_score(self.minimax.scores[child]) for child in tree.children[node]]
        listed = f"{', '.join(below[:-1])} and {below[-1]}" if len(below) > 1 else below[0]
        return f"{tree.role(node)} moves here and takes the {choice} of {listed}"

    def _judge_marks(self, marked: Collection[int], *, knows_all: bool) -> tuple[list[JudgedAnswer], bool]:
        """Check the nodes marked as never looked at, and tell whether any are missing.

        Who marked all that is below a cut has marked the cut. Missing ones are explained only to somebody
        who found every value and marked a cut: else checking a sheet would be a way to see its solution.
        """
        course, children = self.alphabeta, self.tree.children
        nodes = {node for node in marked if ROOT < node < len(self.tree)}
        missing = [
            node
            for node in self.marked
            if node not in nodes and not (children[node] and nodes.issuperset(children[node]))
        ]
        verdicts = [JudgedAnswer(node, course.skipped(node), self._told_skipped(node)) for node in nodes]
        for node in missing if nodes and knows_all else []:
            told = self._told_skipped(node)
            told = f"Not marked, but {told[:1].lower()}{told[1:]}"
            verdicts.append(JudgedAnswer(node, is_right=False, told=told))
        return sorted(verdicts, key=lambda verdict: verdict.node), bool(missing)

    def _told_skipped(self, node: int) -> str:
        """Say why a node is looked at or not."""
        tree, course = self.tree, self.alphabeta
        if not course.skipped(node):
            window = told_window(course.windows[node])
            return f"This one is looked at: when its turn comes, {window} leave room."
        above = tree.parents[node]
        while course.skipped(above):
            above = tree.parents[above]
        cut = course.cuts[above]
        return f"It is never looked at: after {tree.name(cut.child)} comes {told_cut(course, above, cut)}."


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

    def write(ply: int) -> str:
        if ply == len(shape):
            return str(rng.randint(0, LARGEST_LEAF))
        return f"({' '.join(write(ply + 1) for _ in range(shape[ply]))})"

    return read_tree(write(0))


def _on_a_board(rng: random.Random, seed: int, name: str, number: int) -> Exercise:
    """Take a position that random moves lead to, and a few moves at each node."""
    # Without a heuristic, all leaves would be worth the same.
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
    return Exercise(seed, name, number, narrowed(whole, kept), heuristic.name, position=position)


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
