"""Asking a heuristic in another process for scores, one position at a time.

The search runs outside, where a hand-in can replace nothing of it. A question is the words of a
state; the answer is a byte and a number, or a byte and the text of an error.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable
from typing import Any

from plyground.core.hashing import formed, leaves
from plyground.core.position import Game
from plyground.errors import HeuristicError, PlayerCrashError
from plyground.evaluation import problem_with
from plyground.system.child_process import ChildProcess

_SCORE, _FAILURE = 0, 1
_ANSWER = struct.Struct("<bd")  # of a failure, the number is the length of its text
MOST_TEXT = 4096
MOST_KNOWN = 100_000
"""Scores that are kept, some 15 MB: a search comes to the same positions by many ways."""

Evaluate = Callable[[Any], float]


class RemoteHeuristic:
    """A function ``(board, state)`` whose scores come from another process, and are kept for a while."""

    def __init__(self, process: ChildProcess, game: Game) -> None:
        self._process = process
        self._question = _question(game)
        self._known: dict[bytes, float] = {}

    def __call__(self, board: Any, state: Any) -> float:
        """Ask for a score.

        Raises:
            HeuristicError: it cannot be had, for a reason that the other side tells.
            PlayerCrashError: the other side is gone.
        """
        content = self._question.pack(*map(int, leaves(state)))
        known = self._known.get(content)
        if known is not None:
            return known
        try:
            os.write(self._process.input, content)
        except BrokenPipeError:
            raise PlayerCrashError("it has ended") from None
        if len(self._known) == MOST_KNOWN:
            self._known.clear()
        score = self._known[content] = self.answer()
        return score

    def answer(self) -> float:
        """Wait for an answer, of which the first one says that the other side is ready."""
        kind, value = _ANSWER.unpack(self._read(_ANSWER.size))
        if kind == _FAILURE:
            size = int(value) if 0 <= value <= MOST_TEXT else 0
            raise HeuristicError(self._read(size).decode("utf-8", "replace"))
        if (problem := problem_with(value)) is not None:
            raise HeuristicError(problem)
        return float(value)

    def _read(self, size: int) -> bytes:
        content = b""
        while len(content) < size:
            chunk = os.read(self._process.output, size - len(content))
            if not chunk:
                raise PlayerCrashError("it has ended")
            content += chunk
        return content


def answer_questions(evaluate: Evaluate, game: Game, source: int, target: int) -> None:
    """Answer questions about states until there are no more; an error is the last answer.

    Args:
        evaluate: returns the score of a state.
        game: the game, which says of what form a state is.
        source: the file that questions come from.
        target: the file that answers go to.
    """
    question, form = _question(game), game.start().state
    os.write(target, _ANSWER.pack(_SCORE, 0.0))
    while len(content := os.read(source, question.size)) == question.size:
        score = evaluate(formed(form, iter(question.unpack(content))))
        os.write(target, _ANSWER.pack(_SCORE, score))


def tell_failure(problem: str, target: int) -> None:
    """Answer that there can be no score."""
    text = problem.encode("utf-8", "replace")[:MOST_TEXT]
    os.write(target, _ANSWER.pack(_FAILURE, float(len(text))) + text)


def _question(game: Game) -> struct.Struct:
    return struct.Struct(f"<{sum(1 for _ in leaves(game.start().state))}Q")
