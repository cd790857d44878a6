"""Trees and exercises for the pages, grown within bounds."""

from __future__ import annotations

import math
import shlex
import threading

from plyground.errors import OptionError
from plyground.study.tree.abstract import read_tree
from plyground.study.tree.as_json import counts
from plyground.study.tree.checking import Verdict, check_answers
from plyground.study.tree.course import Course
from plyground.study.tree.exercises import exercise_kinds, make_exercise, make_sheet
from plyground.study.tree.grown import GrownTree, grow
from plyground.study.tree.sheet import sheet_page
from plyground.study.tree.telling import told_score
from plyground.study.tree.watching import Progress, Watch
from plyground.web.analysis.lines import read_line
from plyground.web.errors import RefusedError
from plyground.web.game_info import GameInfo
from plyground.web.limits import Limits
from plyground.web.play.guests import check_evaluation
from plyground.web.tree.messages import (
    LAST_EXERCISE,
    Answers,
    AnswerVerdict,
    CheckedAnswers,
    ExerciseMessage,
    FoundPositions,
    SearchCounts,
    SearchEvents,
    TreeMessage,
    WantedExercise,
    WantedPositions,
    WantedSheet,
    WantedTree,
)


def grown_tree(wanted: WantedTree, limits: Limits, given_up: threading.Event) -> TreeMessage:
    """Grow a tree and search it in both ways, unless it is given up before.

    Raises:
        PlygroundError: what was asked for makes no sense or is too large; the message says why.
        RefusedError: it was given up.
    """

    def watch(progress: Progress) -> None:
        if given_up.is_set():
            raise RefusedError("this tree was given up")

    return _message(_grow(wanted, limits, watch))


def found_positions(wanted: WantedPositions) -> FoundPositions:
    """Play the moves that lead to nodes.

    Raises:
        PlygroundError: there is no such game, position or move.
    """
    start = read_line(wanted.line)
    texts = []
    for path in wanted.paths:
        position = start
        for move in path:
            position = position.play(move)
        texts.append(position.text)
    return FoundPositions(texts)


def shown_exercise(wanted: WantedExercise) -> ExerciseMessage:
    """Make an exercise, without its solution.

    Raises:
        OptionError: there is no such kind.
    """
    exercise = make_exercise(wanted.seed, wanted.kind, wanted.number)
    tree, position = exercise.tree, exercise.position
    return ExerciseMessage(
        told=exercise.told,
        kind=exercise.kind,
        kinds=exercise_kinds(),
        last=LAST_EXERCISE,
        game=None if position is None else GameInfo.of(position.game),
        position=None if position is None else position.text,
        players=tree.players,
        parents=tree.parents,
        moves=tree.moves,
        leaves=[None if leaf is None else told_score(leaf) for leaf in tree.leaves],
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
    exercise = make_exercise(answers.seed, answers.kind, answers.number)
    checked = check_answers(exercise, answers.values, answers.cuts)
    return CheckedAnswers(
        values=_verdicts(checked.values),
        cuts=_verdicts(checked.cuts),
        open_values=checked.open_values,
        is_solved=checked.is_solved,
        has_open_cuts=checked.has_open_cuts,
    )


def _grow(wanted: WantedTree, limits: Limits, watch: Watch) -> GrownTree:
    if wanted.leaves is not None:
        return GrownTree(read_tree(wanted.leaves))
    if wanted.line is None:
        raise OptionError("give a line or leaves: a tree needs one of them")
    position = read_line(wanted.line)
    for text in (wanted.evaluate, wanted.order):
        if text is not None:
            check_evaluation(text, position.game, limits)
    return grow(position, wanted.depth, wanted.evaluate, wanted.order, watch)


def _message(grown: GrownTree) -> TreeMessage:
    tree, origin = grown.tree, grown.origin
    numbers = {name: number for number, name in enumerate(dict.fromkeys(tree.moves))}
    return TreeMessage(
        title=grown.title,
        game=None if origin is None else GameInfo.of(origin.position.game),
        players=tree.players,
        evaluate=None if origin is None else origin.evaluate,
        depth=max(tree.plies),
        parents=tree.parents,
        names=list(numbers),
        moves=[numbers[move] for move in tree.moves],
        leaves=tree.leaves,
        minimax=_events(grown.minimax),
        alphabeta=_events(grown.alphabeta),
    )


def _events(course: Course) -> SearchEvents:
    return SearchEvents(course.events, SearchCounts(**counts(course)))


def _verdicts(verdicts: list[Verdict]) -> list[AnswerVerdict]:
    return [AnswerVerdict(each.node, each.is_right, each.told) for each in verdicts]
