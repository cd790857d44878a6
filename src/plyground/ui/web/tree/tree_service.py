"""Trees and exercises for the pages, grown within bounds."""

from __future__ import annotations

import math
import shlex
import threading
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from plyground.core.position import Position
from plyground.errors import OptionError
from plyground.study.tree.abstract import read_tree
from plyground.study.tree.columns import Tree
from plyground.study.tree.exercise_families import (
    GivenAnswers,
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
from plyground.ui.web.transport.executors import Executors, in_thread
from plyground.ui.web.transport.http import HTML, FileContent, get, post
from plyground.ui.web.tree.tree_messages import (
    LAST_EXERCISE,
    Answers,
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

# A sheet brings its style along and needs nothing else; it is printed by itself.
SHEET_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox allow-modals"


class TreeService:
    """Grows trees, one at a time and until nobody waits for them.

    Rules are compiled when a game is played for the first time, so everything here runs in threads.
    """

    def __init__(self, limits: Limits, executors: Executors) -> None:
        self._limits = limits
        self.executors = executors

    @post("/api/tree", ends_with_asker=True)
    async def grow_search_tree(self, body: WantedTree) -> TreeMessage:
        """Grow the tree of a position, or an abstract one, with minimax and alpha-beta event by event."""
        return await self._run(lambda given_up: grown_tree(body, self._limits, given_up))

    @post("/api/tree/proof", ends_with_asker=True)
    async def grow_proof_tree(self, body: WantedProof) -> ProofMessage:
        """Run a proof-number search of a position or of an abstract tree, event by event."""
        return await self._run(lambda given_up: grown_proof(body, given_up))

    @post("/api/tree/uct", ends_with_asker=True)
    async def grow_uct_tree(self, body: WantedUct) -> UctMessage:
        """Run simulations of UCT on a position or an abstract tree, step by step."""
        return await self._run(lambda given_up: grown_uct(body, given_up))

    @post("/api/tree/positions")
    @in_thread("small")
    def find_tree_positions(self, body: WantedPositions) -> FoundPositions:
        """Tell the positions at nodes of a tree."""
        known: dict[tuple[str, ...], Position] = {(): read_line(body.line)}

        def find(path: tuple[str, ...]) -> Position:
            # Nodes of a tree share most of their paths.
            for length, move in enumerate(path):
                if path[: length + 1] not in known:
                    known[path[: length + 1]] = known[path[:length]].play(move)
            return known[path]

        return FoundPositions([find(tuple(path)).text for path in body.paths])

    @get("/api/exercise")
    @in_thread("small")
    def show_exercise(self, query: WantedExercise) -> ExerciseMessage:
        """Make an exercise about a tree; the same seed always makes the same one."""
        family = find_family(query.kind)
        exercise = family.make(query.seed, query.kind, query.number)
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

    @get("/api/exercise/sheet", HTML, ends_with_asker=True)
    @in_thread("large")
    def print_sheet(self, query: WantedSheet) -> FileContent:
        """Write a sheet of exercises as a page to be printed, with or without solutions."""
        words = ["--seed", str(query.seed), "--kind", query.kind, "--count", str(query.count)]
        told = shlex.join(["plyground", "study", "exercise", *words, *["--solutions"] * query.solutions])
        exercises = make_sheet(query.seed, query.kind, query.count)
        text = sheet_page(exercises, with_solutions=query.solutions, command=told)
        return FileContent(text, HTML, headers={"Content-Security-Policy": SHEET_POLICY})

    @post("/api/exercise/check")
    @in_thread("small")
    def check_exercise(self, body: Answers) -> CheckedAnswers:
        """Check the answers to an exercise, and explain each."""
        if not all(map(math.isfinite, body.values.values())):
            raise OptionError("a value must be a number")
        exercise = find_family(body.kind).make(body.seed, body.kind, body.number)
        checked = exercise.check(GivenAnswers(body.values, body.texts, body.cuts))
        return msgspec.convert(checked, CheckedAnswers, from_attributes=True)

    async def _run(self, work: Callable[[threading.Event], MessageT]) -> MessageT:
        given_up = threading.Event()
        try:
            return await self.executors.trees.run(work, given_up)
        finally:
            given_up.set()


def grown_tree(wanted: WantedTree, limits: Limits, given_up: threading.Event) -> TreeMessage:
    """Grow a tree and search it in both ways, unless it is given up before."""
    return _message(_grow(wanted, limits, _watch(given_up)))


def grown_proof(wanted: WantedProof, given_up: threading.Event) -> ProofMessage:
    """Run a proof-number search, unless it is given up before."""
    watch = _watch(given_up)
    if wanted.leaves is not None:
        tree, points = read_tree(wanted.leaves), _points(wanted.goal)
        return _proof_message(grow_abstract_proof(tree, points, wanted.nodes, watch))
    position = _position(wanted.line)
    return _proof_message(grow_proof(position, wanted.goal or WIN, wanted.nodes, watch))


def grown_uct(wanted: WantedUct, given_up: threading.Event) -> UctMessage:
    """Run simulations of UCT, unless they are given up before."""
    watch = _watch(given_up)
    settings = wanted.simulations, wanted.exploration, wanted.seed
    if wanted.leaves is not None:
        tree, points = read_tree(wanted.leaves), _points(wanted.goal)
        return _uct_message(grow_abstract_uct(tree, points, *settings, watch=watch))
    return _uct_message(grow_uct(_position(wanted.line), *settings, depth=wanted.depth, watch=watch))


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
    return TreeMessage(
        **_columns(grown.title, tree, None if origin is None else origin.position),
        evaluate=None if origin is None else origin.evaluate,
        minimax=_events(grown.minimax),
        alphabeta=_events(grown.alphabeta),
    )


def _proof_message(proof: ProofTree) -> ProofMessage:
    course, position = proof.course, proof.position
    tree = course.tree
    numbers = [numbers_json(event.numbers) for event in course.events]
    return ProofMessage(
        **_columns(proof.title, tree, position),
        goal=proof.goal.text,
        question=proof.goal.question,
        least=course.least,
        result=course.result,
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
    tree, beside = uct.course.tree, uct.compared
    steps = list(uct.course.steps())
    results = [None if each.kind in (SELECT, EXPAND) else each.simulation.result for each in steps]
    return UctMessage(
        **_columns(uct.title, tree, uct.position),
        goal=None if uct.goal is None else uct.goal.text,
        exploration=uct.course.exploration,
        ends={node: uct_end(uct, node) for node, leaf in enumerate(tree.leaves) if leaf is not None},
        steps=UctSteps(
            "".join(each.kind for each in steps),
            [each.node for each in steps],
            results,
            list(told_steps(uct)),
        ),
        beside=None if beside is None else msgspec.convert(beside, BesideMessage, from_attributes=True),
    )


def _columns(title: str, tree: Tree, position: Position | None) -> dict[str, Any]:
    """Describe a tree, with every move once and the number of each."""
    numbers = {name: number for number, name in enumerate(dict.fromkeys(tree.moves))}
    return {
        "title": title,
        "game": None if position is None else GameInfo.of(position.game),
        "players": tree.players,
        "depth": max(tree.plies),
        "parents": tree.parents,
        "names": list(numbers),
        "moves": [numbers[move] for move in tree.moves],
        "leaves": tree.leaves,
    }


def _events(course: Course) -> SearchEvents:
    return SearchEvents(course.events, SearchCounts(**counts(course)))
