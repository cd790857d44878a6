"""What the child process of a try-out does: it runs a heuristic on positions of random games.

First uncompiled, which finds the line of whatever goes wrong, then compiled. Python is right: a
compiled form that says something else, or does not survive, is not used.
"""

from __future__ import annotations

import contextlib
import math
import random
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.core.heuristics import Heuristic
from plyground.core.loading import TooLongError, ended_after, line_of, told
from plyground.core.position import Game, Position
from plyground.core.position import game as find_game
from plyground.errors import KernelError
from plyground.evaluation._failures import Obstacle, code_of, obstacle_in
from plyground.evaluation._finding import find_in_file
from plyground.evaluation._values import dividing, line_of_return, problem_with
from plyground.jit import Kernel, is_recursive, plain_python
from plyground.system.limited_call import Say, allow_seconds

RANDOM_GAMES = 2
LONGEST_GAME = 200
POSITIONS_OF_A_GAME = 16
SEED = 15

# All in seconds of processor time, so that a busy machine makes no difference.
LOADING_SECONDS = 20.0
CALL_SECONDS = 2.0
PLAIN_SECONDS = 2.0
"""After this many seconds no other position is tried uncompiled."""
COMPILING_SECONDS = 60.0

TOLERANCE = 1e-6  # relative: compiled sums may be rounded in another order

CALLS_ITSELF = "it calls itself, and a compiled recursion without end would end the program"

Function = Callable[[Any, Any], Any]


@dataclass
class ProblemError(Exception):
    """What goes wrong with a heuristic: on which line of its file, in which position."""

    text: str
    line: int | None = None
    position: str | None = None
    is_final: bool = True
    """Whether the compiled form cannot do better: it is quicker, and mixes kinds of numbers at will."""

    def to_json(self) -> dict[str, Any]:
        """Return it as the child says it."""
        return {"text": self.text, "line": self.line, "position": self.position}


def try_here(game: Game, heuristic: Heuristic, say: Say) -> Obstacle | None:
    """Try a heuristic out in this process, which has limits; each step is said before it is done.

    Raises:
        ProblemError: it cannot be used at all.
    """
    return _Trial(game, heuristic, say).run()


def try_in_child(request: dict[str, Any], say: Say) -> None:
    """Try a heuristic out and say what was found; each step is said before it is done."""
    say({"at": "loading"})
    allow_seconds(LOADING_SECONDS)
    game = find_game(request["game"], **request["options"])
    heuristic = find_in_file(game, request["file"], request["name"])
    try:
        say({"at": "end", "obstacle": try_here(game, heuristic, say)})
    except ProblemError as problem:
        say({"at": "end", "problem": problem.to_json()})


class _Trial:
    """One heuristic, run on one position after the other."""

    def __init__(self, game: Game, heuristic: Heuristic, say: Say) -> None:
        function = heuristic.function
        self._kernel = function if isinstance(function, Kernel) else None
        self._python: Function = function.python if isinstance(function, Kernel) else function
        self._file = code_of(self._python).co_filename
        self._line = code_of(self._python).co_firstlineno
        self._say = say
        with plain_python(in_this_thread=True), _quietly():
            self._positions = list(sample_positions(game))

    def run(self) -> Obstacle | None:
        """Return why it has to run uncompiled, None if it need not.

        Raises:
            ProblemError: it cannot be used at all.
        """
        scores, suspect = self._run_uncompiled()
        if suspect is not None and (self._kernel is None or suspect.is_final):
            raise suspect
        if self._kernel is None:
            return None
        if is_recursive(self._kernel):
            obstacle: Obstacle | None = Obstacle(self._line, CALLS_ITSELF)
        else:
            obstacle = self._run_compiled(self._kernel, scores, suspect)
        if obstacle is not None and suspect is not None:
            raise suspect
        return obstacle

    def _run_uncompiled(self) -> tuple[dict[int, float], ProblemError | None]:
        """Return the score of each position, by its number, up to the first problem."""
        scores: dict[int, float] = {}
        began = time.process_time()
        for number, position in enumerate(self._positions):
            self._say({"at": "running", "line": self._line, "position": position.text})
            allow_seconds(2 * CALL_SECONDS)
            try:
                scores[number] = self._plain_score(position)
            except ProblemError as problem:
                return scores, problem
            if time.process_time() - began > PLAIN_SECONDS:
                break
        return scores, None

    def _plain_score(self, position: Position) -> float:
        arguments = position.game.board, position.state
        with plain_python(in_this_thread=True), _quietly():
            try:
                with ended_after(CALL_SECONDS), dividing():
                    score = self._python(*arguments)
            except TooLongError as error:
                seconds = f"it does not return within {CALL_SECONDS:g} s"
                line = line_of(error, self._file)
                raise ProblemError(seconds, line, position.text, is_final=False) from None
            except (Exception, SystemExit) as error:  # noqa: BLE001  # whatever somebody's function raises
                line = line_of(error, self._file) or self._line
                is_final = not isinstance(error, OverflowError | FloatingPointError | TypeError)
                raise ProblemError(told(error), line, position.text, is_final) from None
            problem = problem_with(score)
            if problem is not None:
                raise ProblemError(problem, line_of_return(self._python, *arguments), position.text)
            return float(score)

    def _run_compiled(
        self, kernel: Kernel, scores: dict[int, float], suspect: ProblemError | None
    ) -> Obstacle | None:
        self._say({"at": "compiling", "line": self._line, "suspect": suspect and suspect.to_json()})
        return self._compile(kernel) or self._compare(kernel, scores)

    def _compile(self, kernel: Kernel) -> Obstacle | None:
        allow_seconds(COMPILING_SECONDS)
        first = self._positions[0]
        try:
            with _quietly():
                kernel.compile_for(first.game.board, first.state)
        except KernelError as error:
            return obstacle_in(kernel, error)
        return None

    def _compare(self, kernel: Kernel, scores: dict[int, float]) -> Obstacle | None:
        """Run it compiled, on all positions, and compare with what Python said."""
        for number, position in enumerate(self._positions):
            self._say({"at": "comparing", "line": self._line, "position": position.text})
            allow_seconds(CALL_SECONDS)
            difference = self._difference(kernel, position, scores.get(number))
            if difference is not None:
                return Obstacle(self._line, f"{difference}, in the position {position.text}")
        return None

    def _difference(self, kernel: Kernel, position: Position, plain: float | None) -> str | None:
        """Say what is wrong with the compiled form in a position, None if nothing is."""
        try:
            score = kernel(position.game.board, position.state)
            compiled_problem = problem_with(score)
        except Exception as error:  # noqa: BLE001
            compiled_problem = f"compiled it raises {told(error)}"
        if compiled_problem is None and (plain is None or _is_close(score, plain)):
            return None
        expected = self._plain_score(position)  # or it raises a problem, with the line
        if compiled_problem is not None:
            return compiled_problem
        if not _is_close(expected, self._plain_score(position)):
            return None  # it is left to chance
        return f"compiled it returns {float(score):g}, which should be {expected:g}: a number overflows"


def sample_positions(game: Game) -> Iterator[Position]:
    """Yield positions of random games that are not over: the start, then from the last ones on."""
    chance = random.Random(SEED)
    yield game.start()
    for _ in range(RANDOM_GAMES):
        line = [game.start()]
        while len(line) < LONGEST_GAME and line[-1].outcome is None:
            line.append(line[-1].play(chance.choice(line[-1].moves())))
        ongoing = [each for each in line[1:] if each.outcome is None]
        yield from ongoing[:: -max(1, math.ceil(len(ongoing) / POSITIONS_OF_A_GAME))]


def _is_close(one: Any, other: Any) -> bool:
    return math.isclose(float(one), float(other), rel_tol=TOLERANCE, abs_tol=TOLERANCE)


@contextlib.contextmanager
def _quietly() -> Iterator[None]:
    """Let nobody warn: words wrap around here, and Numba warns of what it is about to fail at."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        yield
