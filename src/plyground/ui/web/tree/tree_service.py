"""Trees and exercises for the pages, grown within bounds."""

from __future__ import annotations

import math
import shlex
import threading
from collections.abc import Callable
from typing import TypeVar

from plyground.core.position import Position
from plyground.errors import OptionError
from plyground.study.tree.abstract import read_tree
from plyground.study.tree.exercise_families import (
    GivenAnswers,
    JudgedAnswer,
    all_exercise_kinds,
    find_family,
    make_sheet,
)
from plyground.study.tree.proof.proof_output import numbers_json
from plyground.study.tree.proof.proof_tree import WIN, ProofTree, grow_abstract_proof, grow_proof, read_points
from plyground.study.tree.proof.proof_wording import told_end, told_events
from plyground.study.tree.sheet import sheet_page
from plyground.study.tree.tree_course import Course, GrownTree, grow
from plyground.study.tree.tree_output import counts
from plyground.study.tree.uct.uct_tree import EXPAND, SELECT, UctTree, grow_abstract_uct, grow_uct, told_steps
from plyground.study.tree.uct.uct_tree import told_end as uct_end
from plyground.study.tree.watching import TreeProgress, Watch
from plyground.ui.web.common.game_views import GameInfo
from plyground.ui.web.common.lines import GivenLine, read_line
from plyground.ui.web.common.page_policy import check_evaluation
from plyground.ui.web.errors import RefusedError
from plyground.ui.web.limits import Limits
from plyground.ui.web.transport.executors import Executors
from plyground.ui.web.tree.tree_messages import (
    LAST_EXERCISE,
    Answers,
    AnswerVerdict,
    BesideMessage,
    CheckedAnswers,
    ExerciseMessage,
    FoundPositions,
    ProofEvents,
    ProofMessage,
    SearchCounts,
    SearchEvents,
    TreeMessage,
    UctMessage,
    UctSteps,
    WantedExercise,
    WantedPositions,
    WantedProof,
    WantedSheet,
    WantedTree,
    WantedUct,
)

MessageT = TypeVar("MessageT")


class TreeService:
    """Grows trees, one at a time and until nobody waits for them.

    Rules are compiled when a game is played for the first time, so everything here runs in threads.
    """

    def __init__(self, limits: Limits, executors: Executors) -> None:
        self._limits = limits
        self.executors = executors

    async def grow(self, wanted: WantedTree) -> TreeMessage:
        """Grow a tree and search it in both ways.

        Raises:
            PlygroundError: what was asked for makes no sense or is too large; the message says why.
        """
        return await self._run(lambda given_up: grown_tree(wanted, self._limits, given_up))

    async def grow_proof(self, wanted: WantedProof) -> ProofMessage:
        """Run a proof-number search.

        Raises:
            PlygroundError: what was asked for makes no sense; the message says why.
        """
        return await self._run(lambda given_up: grown_proof(wanted, given_up))

    async def grow_uct(self, wanted: WantedUct) -> UctMessage:
        """Run simulations of UCT.

        Raises:
            PlygroundError: what was asked for makes no sense; the message says why.
        """
        return await self._run(lambda given_up: grown_uct(wanted, given_up))

    async def _run(self, work: Callable[[threading.Event], MessageT]) -> MessageT:
        given_up = threading.Event()
        try:
            return await self.executors.trees.run(work, given_up)
        finally:
            given_up.set()


def grown_tree(wanted: WantedTree, limits: Limits, given_up: threading.Event) -> TreeMessage:
    """Grow a tree and search it in both ways, unless it is given up before.

    Raises:
        PlygroundError: what was asked for makes no sense or is too large; the message says why.
        RefusedError: it was given up.
    """
    return _message(_grow(wanted, limits, _watch(given_up)))


def grown_proof(wanted: WantedProof, given_up: threading.Event) -> ProofMessage:
    """Run a proof-number search, unless it is given up before.

    Raises:
        PlygroundError: what was asked for makes no sense; the message says why.
        RefusedError: it was given up.
    """
    watch = _watch(given_up)
    if wanted.leaves is not None:
        tree, points = read_tree(wanted.leaves), _points(wanted.goal)
        return _proof_message(grow_abstract_proof(tree, points, wanted.nodes, watch))
    position = _position(wanted.line)
    return _proof_message(grow_proof(position, wanted.goal or WIN, wanted.nodes, watch))


def grown_uct(wanted: WantedUct, given_up: threading.Event) -> UctMessage:
    """Run simulations of UCT, unless they are given up before.

    Raises:
        PlygroundError: what was asked for makes no sense; the message says why.
        RefusedError: it was given up.
    """
    watch = _watch(given_up)
    settings = wanted.simulations, wanted.exploration, wanted.seed
    if wanted.leaves is not None:
        tree, points = read_tree(wanted.leaves), _points(wanted.goal)
        return _uct_message(grow_abstract_uct(tree, points, *settings, watch=watch))
    return _uct_message(grow_uct(_position(wanted.line), *settings, depth=wanted.depth, watch=watch))


def found_positions(wanted: WantedPositions) -> FoundPositions:
    """Play the moves that lead to nodes.

    Raises:
        PlygroundError: there is no such game, position or move.
    """
    known: dict[tuple[str, ...], Position] = {(): read_line(wanted.line)}

    def find(path: tuple[str, ...]) -> Position:
        # Nodes of a tree share most of their paths.
        for length, move in enumerate(path):
            if path[: length + 1] not in known:
                known[path[: length + 1]] = known[path[:length]].play(move)
        return known[path]

    return FoundPositions([find(tuple(path)).text for path in wanted.paths])


def shown_exercise(wanted: WantedExercise) -> ExerciseMessage:
    """Make an exercise, without its solution.

    Raises:
        OptionError: there is no such kind.
    """
    family = find_family(wanted.kind)
    exercise = family.make(wanted.seed, wanted.kind, wanted.number)
    tree, position = exercise.tree, exercise.position
    return ExerciseMessage(
        told=exercise.told,
        tasks=family.tasks,
        words=family.words,
        asked=exercise.asked,
        candidates=exercise.candidates,
        kind=exercise.kind,
        kinds=all_exercise_kinds(),
        last=LAST_EXERCISE,
        game=None if position is None else GameInfo.of(position.game),
        position=None if position is None else position.text,
        players=tree.players,
        parents=tree.parents,
        moves=tree.moves,
        shown=exercise.shown,
    )


def printed_sheet(wanted: WantedSheet) -> str:
    """Write a sheet of exercises as a page to be printed.

    Raises:
        OptionError: there is no such kind.
    """
    words = ["--seed", str(wanted.seed), "--kind", wanted.kind, "--count", str(wanted.count)]
    told = shlex.join(["plyground", "study", "exercise", *words, *["--solutions"] * wanted.solutions])
    exercises = make_sheet(wanted.seed, wanted.kind, wanted.count)
    return sheet_page(exercises, with_solutions=wanted.solutions, command=told)


def checked_answers(answers: Answers) -> CheckedAnswers:
    """Check what somebody answered.

    Raises:
        OptionError: there is no such exercise, or a value is no number.
    """
    if not all(map(math.isfinite, answers.values.values())):
        raise OptionError("a value must be a number")
    exercise = find_family(answers.kind).make(answers.seed, answers.kind, answers.number)
    checked = exercise.check(GivenAnswers(answers.values, answers.texts, answers.cuts))
    return CheckedAnswers(
        values=_verdicts(checked.values),
        cuts=_verdicts(checked.cuts),
        open_values=checked.open_values,
        is_solved=checked.is_solved,
        has_open_cuts=checked.has_open_cuts,
    )


def _watch(given_up: threading.Event) -> Watch:
    def watch(progress: TreeProgress) -> None:
        if given_up.is_set():
            raise RefusedError("this tree was given up")

    return watch


def _grow(wanted: WantedTree, limits: Limits, watch: Watch) -> GrownTree:
    if wanted.leaves is not None:
        return GrownTree(read_tree(wanted.leaves))
    position = _position(wanted.line)
    for text in (wanted.evaluate, wanted.order):
        if text is not None:
            check_evaluation(text, position.game, limits)
    return grow(position, wanted.depth, wanted.evaluate, wanted.order, watch)


def _position(line: GivenLine | None) -> Position:
    if line is None:
        raise OptionError("give a line or leaves: a tree needs one of them")
    return read_line(line)


def _points(goal: str | None) -> float | None:
    return None if goal is None else read_points(goal)


def _message(grown: GrownTree) -> TreeMessage:
    tree, origin = grown.tree, grown.origin
    names, moves = _numbered(tree.moves)
    return TreeMessage(
        title=grown.title,
        game=None if origin is None else GameInfo.of(origin.position.game),
        players=tree.players,
        evaluate=None if origin is None else origin.evaluate,
        depth=max(tree.plies),
        parents=tree.parents,
        names=names,
        moves=moves,
        leaves=tree.leaves,
        minimax=_events(grown.minimax),
        alphabeta=_events(grown.alphabeta),
    )


def _proof_message(proof: ProofTree) -> ProofMessage:
    course, position = proof.course, proof.position
    tree = course.tree
    names, moves = _numbered(tree.moves)
    numbers = [numbers_json(event.numbers) for event in course.events]
    return ProofMessage(
        title=proof.title,
        game=None if position is None else GameInfo.of(position.game),
        players=tree.players,
        goal=proof.goal.text,
        question=proof.goal.question,
        least=course.least,
        result=course.result,
        depth=max(tree.plies),
        parents=tree.parents,
        names=names,
        moves=moves,
        leaves=tree.leaves,
        ends={node: told_end(proof, node) for node, leaf in enumerate(tree.leaves) if leaf is not None},
        expansions=course.expansions,
        events=ProofEvents(
            kinds="".join(event.kind for event in course.events),
            nodes=[event.node for event in course.events],
            proofs=[each["proof"] for each in numbers],
            disproofs=[each["disproof"] for each in numbers],
            told=list(told_events(proof)),
        ),
    )


def _uct_message(uct: UctTree) -> UctMessage:
    tree, position, beside = uct.course.tree, uct.position, uct.compared
    names, moves = _numbered(tree.moves)
    steps = list(uct.course.steps())
    results = [None if each.kind in (SELECT, EXPAND) else each.simulation.result for each in steps]
    return UctMessage(
        title=uct.title,
        game=None if position is None else GameInfo.of(position.game),
        players=tree.players,
        goal=None if uct.goal is None else uct.goal.text,
        exploration=uct.course.exploration,
        depth=max(tree.plies),
        parents=tree.parents,
        names=names,
        moves=moves,
        leaves=tree.leaves,
        ends={node: uct_end(uct, node) for node, leaf in enumerate(tree.leaves) if leaf is not None},
        steps=UctSteps(
            "".join(each.kind for each in steps),
            [each.node for each in steps],
            results,
            list(told_steps(uct)),
        ),
        beside=None
        if beside is None
        else BesideMessage(beside.title, beside.move, beside.nodes, beside.scores),
    )


def _numbered(moves: tuple[str, ...]) -> tuple[list[str], list[int]]:
    """Return every move once, and the number of each."""
    numbers = {name: number for number, name in enumerate(dict.fromkeys(moves))}
    return list(numbers), [numbers[move] for move in moves]


def _events(course: Course) -> SearchEvents:
    return SearchEvents(course.events, SearchCounts(**counts(course)))


def _verdicts(verdicts: list[JudgedAnswer]) -> list[AnswerVerdict]:
    return [AnswerVerdict(each.node, each.is_right, each.told) for each in verdicts]
