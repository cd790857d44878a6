"""Answers to exercises: verdicts with explanations, and those about minimax and alpha-beta."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Protocol

from plyground.search.score import UNIT
from plyground.study.tree.columns import ROOT, Tree
from plyground.study.tree.tree_course import Course
from plyground.study.tree.tree_wording import counted, told_cut, told_score, told_window


@dataclass(frozen=True)
class JudgedAnswer:
    """Whether an answer at a node is right, and why."""

    node: int
    is_right: bool
    told: str


@dataclass(frozen=True)
class CheckedSheet:
    """The verdicts on values and on cuts, how many values were left open, and whether cuts were."""

    values: list[JudgedAnswer]
    cuts: list[JudgedAnswer]
    open_values: int
    has_open_cuts: bool

    @property
    def is_solved(self) -> bool:
        """Whether everything was answered, and rightly."""
        is_complete = self.open_values == 0 and not self.has_open_cuts
        return is_complete and all(each.is_right for each in (*self.values, *self.cuts))


class BothSearches(Protocol):
    """A tree with both searches of it, which are the solution."""

    @property
    def tree(self) -> Tree:
        """The tree."""
        ...

    @property
    def minimax(self) -> Course:
        """The search that gives every node a value."""
        ...

    @property
    def alphabeta(self) -> Course:
        """The search with cuts."""
        ...


def check_answers(exercise: BothSearches, values: Mapping[int, float], cuts: Collection[int]) -> CheckedSheet:
    """Check the values, in points, of inner nodes, and the nodes marked as never looked at.

    Nodes that the exercise does not ask about are passed over. A cut that was not marked is
    explained only to somebody who found every value and marked a cut: else checking a sheet
    would be a way to see its solution.
    """
    tree = exercise.tree
    asked = [node for node, leaf in enumerate(tree.leaves) if leaf is None]
    minimax, alphabeta = exercise.minimax, exercise.alphabeta
    right = {node for node, value in values.items() if _is_value(minimax, node, value)}
    marked = {node for node in cuts if ROOT < node < len(tree)}
    missing = _missing_cuts(alphabeta, marked)
    is_told = bool(marked) and right.issuperset(asked)
    return CheckedSheet(
        values=[
            JudgedAnswer(node, node in right, _told_value(minimax, node, values, right))
            for node in asked
            if node in values
        ],
        cuts=_check_cuts(alphabeta, marked, missing if is_told else []),
        open_values=sum(node not in values for node in asked),
        has_open_cuts=bool(missing),
    )


def first_skipped(course: Course) -> list[int]:
    """Return the nodes that were skipped though their parent was not: where the branches are cut."""
    parents = course.tree.parents
    return [
        node for node in range(1, len(parents)) if course.skipped(node) and not course.skipped(parents[node])
    ]


def told_choice(course: Course, node: int) -> str:
    """Say who chooses at a node, and from what."""
    tree = course.tree
    choice = "largest" if tree.is_max(node) else "smallest"
    below = [told_score(course.scores[child]) for child in tree.children[node]]
    listed = f"{', '.join(below[:-1])} and {below[-1]}" if len(below) > 1 else below[0]
    return f"{tree.role(node)} moves here and takes the {choice} of {listed}"


def told_cuts(course: Course) -> list[str]:
    """Say which nodes are never looked at, and why."""
    tree = course.tree
    tops = first_skipped(course)
    told = []
    for node in dict.fromkeys(tree.parents[top] for top in tops):
        names = ", ".join(tree.name(top) for top in tops if tree.parents[top] == node)
        told.append(f"Never looked at: {names}. {told_cut(course, node, course.cuts[node])}.")
    return [*told, f"Alpha-beta looks at {course.nodes} of {counted(len(tree), 'node')}."]


def _is_value(minimax: Course, node: int, value: float) -> bool:
    return minimax.scores.get(node) == round(value * UNIT)


def _told_value(minimax: Course, node: int, values: Mapping[int, float], right: set[int]) -> str:
    tree = minimax.tree
    if node in right:
        return f"{told_choice(minimax, node)}."
    given = round(values[node] * UNIT)
    below = [child for child in tree.children[node] if tree.leaves[child] is None]
    if any(child not in right for child in below):
        choice = "largest" if tree.is_max(node) else "smallest"
        return f"First find the values below it; then {tree.role(node)}, who moves here, takes the {choice}."
    scores = [minimax.scores[child] for child in tree.children[node]]
    if given == (min(scores) if tree.is_max(node) else max(scores)):
        other = "smallest" if tree.is_max(node) else "largest"
        return f"{told_score(given)} is the {other}, but {told_choice(minimax, node)}."
    if given not in scores:
        return f"{told_score(given)} is none of the values below; {told_choice(minimax, node)}."
    return f"It is not {told_score(given)}: {told_choice(minimax, node)}."


def _missing_cuts(course: Course, marked: set[int]) -> list[int]:
    """Return the cuts that were marked neither themselves nor by all that is below them."""
    children = course.tree.children
    return [
        node
        for node in first_skipped(course)
        if node not in marked and not (children[node] and marked.issuperset(children[node]))
    ]


def _check_cuts(course: Course, marked: set[int], missing: list[int]) -> list[JudgedAnswer]:
    verdicts = [JudgedAnswer(node, course.skipped(node), _told_mark(course, node)) for node in marked]
    verdicts += [
        JudgedAnswer(node, is_right=False, told=f"Not marked, but {_lowered(_told_mark(course, node))}")
        for node in missing
    ]
    return sorted(verdicts, key=lambda verdict: verdict.node)


def _told_mark(course: Course, node: int) -> str:
    """Say why a node is looked at or not."""
    tree = course.tree
    if not course.skipped(node):
        return f"This one is looked at: when its turn comes, {told_window(course.windows[node])} leave room."
    above = tree.parents[node]
    while course.skipped(above):
        above = tree.parents[above]
    cut = course.cuts[above]
    after = tree.name(cut.child)
    return f"It is never looked at: after {after} comes {told_cut(course, above, cut)}."


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]
