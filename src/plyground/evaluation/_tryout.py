"""The try-out of somebody's heuristic, in a child process, before it is let into this one.

The child runs it on positions of random games: first uncompiled, which finds the line of whatever goes
wrong, then compiled. Python is right: a compiled form that says something else, or does not survive, is not
used.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
import os
import random
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.core.discovery import source_of
from plyground.core.heuristics import Heuristic
from plyground.core.loading import CallTooLongError, ended_after, line_of, source_of_module, told
from plyground.core.position import Game, Position
from plyground.core.position import game as find_game
from plyground.errors import HeuristicError, KernelError
from plyground.evaluation._failures import Obstacle, code_of, obstacle_in, problem_text
from plyground.evaluation._finding import find_in_file
from plyground.evaluation._guarding import dividing, line_of_return, problem_with
from plyground.jit import Kernel, is_recursive, plain_python
from plyground.system.limited_call import (
    MEGABYTES,
    Ended,
    Say,
    allow_seconds,
    processor_time_kept,
    run_in_child,
)

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
            except CallTooLongError as error:
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


PROCESSOR_SECONDS = 120.0
SECONDS = 300.0
"""How long a try-out may take on a very busy machine, or where a function sleeps."""

Tell = Callable[[dict[str, str]], None]

VARIABLE = "PLYGROUND_TRIED"
"""The environment variable that tells processes started from here what has been tried out."""

NOTHING = "nothing"
"""Its value where nothing is tried out."""

MOST_KNOWN = 200

_TASK = "plyground.evaluation._tryout:try_in_child"
_lock = threading.Lock()
_tell_here: Tell | None = None  # if it is set, this process is the child


def try_out(game: Game, heuristic: Heuristic) -> Obstacle | None:
    """Run a heuristic that stands in a file on some positions, in a child process with limits.

    It is done once for each content of a file, game and options, by this process for all that it
    starts. What does not stand in a file is not tried: no other process could find it.

    Returns:
        Line and reason why the heuristic has to run uncompiled; None if it can be compiled.

    Raises:
        HeuristicError: it fails. The one line names file, line, position and what is wrong.
    """
    request = _request(game, heuristic)
    if request is None or os.environ.get(VARIABLE) == NOTHING:
        return None
    if _tell_here is not None:
        return _try_here(game, heuristic, _tell_here)
    with _lock:
        known = json.loads(os.environ.get(VARIABLE, "{}"))
        key = hashlib.sha256(json.dumps(request).encode()).hexdigest()[:16]
        if key not in known:
            ended = run_in_child(_TASK, request, processor_seconds=PROCESSOR_SECONDS, seconds=SECONDS)
            known[key] = _verdict(heuristic.name, ended)
            os.environ[VARIABLE] = json.dumps(dict(list(known.items())[-MOST_KNOWN:]))
    obstacle = known[key]
    return None if obstacle is None else Obstacle(*obstacle)


def try_out_in_this_process(tell: Tell) -> None:
    """Start no child for a try-out from now on: for a process that has limits of its own.

    Before each step `tell` is given what is known if the step ends the process: the problem as
    ``suspect`` where there is one already, else the place as ``at``.
    """
    global _tell_here
    _tell_here = tell


def _try_here(game: Game, heuristic: Heuristic, tell: Tell) -> Obstacle | None:
    def say(step: dict[str, Any]) -> None:
        if step.get("suspect"):
            tell({"suspect": problem_text(heuristic.name, **step["suspect"])})
        elif "position" in step:
            tell({"at": problem_text(heuristic.name, f"line {step['line']}", None, step["position"])})

    try:
        with processor_time_kept():
            return try_here(game, heuristic, say)
    except ProblemError as problem:
        raise HeuristicError(problem_text(heuristic.name, **problem.to_json())) from None


def _request(game: Game, heuristic: Heuristic) -> dict[str, Any] | None:
    """Return all that decides about a try-out, None if no other process finds the function."""
    function = heuristic.function
    source, module = source_of_module(function.__module__), sys.modules.get(function.__module__)
    if source is None or module is None:
        return None
    python = function.python if isinstance(function, Kernel) else function
    names = [
        name
        for name, value in vars(module).items()
        if value is function or value is python or getattr(value, "py_func", None) is python
    ]
    if not names:
        return None
    return {
        "game": source_of(game.rules),
        "options": game.option_texts,
        "file": module.__file__,
        "name": names[-1],
        "source": hashlib.sha256(source).hexdigest(),
    }


def _verdict(name: str, ended: Ended) -> Obstacle | None:
    """Return why a heuristic has to run uncompiled, if it has to.

    Raises:
        HeuristicError: it cannot be used.
    """
    last: dict[str, Any] = ended.said[-1] if ended.said else {"at": "loading"}
    at = last["at"]
    if at == "loading":  # it was loaded here, and nothing more can be said
        return None
    suspects = [each["suspect"] for each in ended.said if each.get("suspect")]
    problem = last.get("problem") if at == "end" else next(iter(suspects), None)
    if problem is not None:
        raise HeuristicError(problem_text(name, **problem))
    if at == "end":
        return None if last["obstacle"] is None else Obstacle(*last["obstacle"])
    line: int = last["line"]
    if at == "running":
        raise HeuristicError(problem_text(name, f"it {_end_of(ended)}", line, last["position"]))
    if at == "compiling":
        told = {"time": f"that takes more than {COMPILING_SECONDS:g} s", "memory": "that takes all memory"}
        return Obstacle(line, told.get(str(ended.reason), f"the compiler crashes ({ended.reason})"))
    return Obstacle(line, f"compiled it {_end_of(ended)}, in the position {last['position']}")


def _end_of(ended: Ended) -> str:
    told = {
        "time": "does not return",
        "memory": f"needs more than {MEGABYTES} MB of memory",
        "None": "ends the process",
    }
    return told.get(str(ended.reason), f"crashes ({ended.reason})")
