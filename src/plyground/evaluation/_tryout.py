"""The try-out of somebody's heuristic, in a child process, before it is let into this one."""

from __future__ import annotations

import hashlib
import json
import os
import sys
import threading
from collections.abc import Callable
from typing import Any

from plyground.core.discovery import source_of
from plyground.core.heuristics import Heuristic
from plyground.core.loading import source_of_module
from plyground.core.position import Game
from plyground.errors import HeuristicError
from plyground.evaluation._failures import Obstacle, problem_text
from plyground.evaluation._trying import COMPILING_SECONDS, ProblemError, try_here
from plyground.jit import Kernel
from plyground.system.limited_call import MEGABYTES, Ended, processor_time_kept, run_in_child

PROCESSOR_SECONDS = 120.0
SECONDS = 300.0
"""How long a try-out may take on a very busy machine, or where a function sleeps."""

Tell = Callable[[dict[str, str]], None]

VARIABLE = "PLYGROUND_TRIED"
"""The environment variable that tells processes started from here what has been tried out."""

NOTHING = "nothing"
"""Its value where nothing is tried out."""

MOST_KNOWN = 200

_TASK = "plyground.evaluation._trying:try_in_child"
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
