"""Where a hand-in lives: a process that gives up what it will not need before it runs the file.

`python -m plyground.grading.cell ORDER`; `launch` is what starts it. A player then speaks UGI, a
heuristic gives scores. With an order that names neither it finds out which there is, tells it in
a line of JSON, and ends.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import warnings
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from plyground.core.loading import told
from plyground.errors import PlygroundError, UncompiledWarning
from plyground.grading.calls import refuse_calls, why_no_filter
from plyground.grading.landlock import restrict_files, why_no_landlock
from plyground.grading.limits import impose
from plyground.grading.order import HandInOrder
from plyground.grading.sandbox import game_files, programs
from plyground.system.prctl import drop_privileges, end_with_parent, hide_memory

if TYPE_CHECKING:
    from plyground.core.heuristics import Heuristic
    from plyground.core.position import Game, Position
    from plyground.protocol.server import Pipes

# What Python and its libraries read beside their own folders.
_SYSTEM = (
    *("/usr", "/lib", "/lib32", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/localtime"),
    *("/dev/urandom", "/dev/random", "/dev/zero", "/sys/devices/system/cpu"),
    *("/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat"),
)
_NOTHING = Path("/dev/null")


def confine(order: HandInOrder) -> None:
    """Lay everything on this process that holds a hand-in back; nothing can be taken off again.

    Raises:
        OSError: the kernel refuses what it was found to offer.
    """
    end_with_parent()
    hide_memory()
    impose(order.limits, order.most_tasks)
    drop_privileges()
    if why_no_landlock() is None:
        restrict_files(readable_files(order), [_NOTHING])
    if why_no_filter() is None:
        refuse_calls(may_write=order.has_sandbox or why_no_landlock() is None)


def readable_files(order: HandInOrder) -> list[Path]:
    """Return the files and folders that a hand-in may read: in a sandbox, all that is there."""
    if order.has_sandbox:
        return [Path("/")]
    return [*map(Path, _SYSTEM), *programs(), *game_files(order.game), Path(order.file)]


MOST_PRINTED = 2**20
"""Bytes that a hand-in may print in the life of its process."""

CHUNK = 4096
PATIENCE = 1.0
"""Seconds to wait for what was printed before, if somebody keeps it open."""


def main(words: Sequence[str]) -> int:
    """Run as a program; what goes wrong is reported in one line."""
    order = HandInOrder.read(words[0])
    confine(order)
    errors = _Errors()
    try:
        _live(order)
    except (PlygroundError, MemoryError) as error:
        errors.tell(problem_of(error, order))
        return 1
    except KeyboardInterrupt:
        return 130
    except Exception as error:  # noqa: BLE001  # such as pipes that a stranger has closed
        errors.tell(told(error))
        return 1
    return 0


def problem_of(error: BaseException, order: HandInOrder) -> str:
    """Say what went wrong in one line; a lack of memory by its name."""
    line = " ".join(str(error).split()).removeprefix(f"{Path(order.file).name}: ")
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, MemoryError):
            return f"it needs more than {order.limits.memory} MB of memory: {line or 'MemoryError'}"
        seen = seen.__cause__
    return line


def note_of(warned: Sequence[warnings.WarningMessage]) -> str:
    """Say in one line which heuristic could not be compiled; nothing if there is none."""
    told = [str(each.message) for each in warned if issubclass(each.category, UncompiledWarning)]
    return " ".join(told[0].split()) if told else ""


def _live(order: HandInOrder) -> None:
    # The libraries are loaded under the limits already.
    from plyground.core.position import game as find_game
    from plyground.evaluation import try_out_in_this_process
    from plyground.grading.forbidden import forbid_search
    from plyground.grading.thinkers import MeteredPlayer
    from plyground.jit import listen_to_compiler
    from plyground.protocol.server import Pipes, Server

    pipes = Pipes()  # before anything of somebody else's can print
    listen_to_compiler(lambda label, seconds: None)  # nobody watches
    asked_once = order.kind is None
    try_out_in_this_process(partial(_tell_step, pipes) if asked_once else lambda step: None)
    start = find_game(order.game, **order.options).start()
    os.chdir(Path(order.file).parent)  # messages name the file alone
    if order.forbidden:
        forbid_search()
    if order.kind == "player":
        Server(MeteredPlayer(order), start, pipes).run()
    elif order.kind == "heuristic":
        _give_scores(order, start.game, pipes)
    else:
        _answer(pipes, _look(order, start))


def _look(order: HandInOrder, start: Position) -> dict[str, str | None]:
    """Find out what a file holds, and whether that gets ready."""
    from plyground.grading.forbidden import check_source
    from plyground.grading.hand_in_content import choose, find_heuristic
    from plyground.grading.thinkers import MeteredPlayer

    try:
        if order.forbidden:
            check_source(Path(order.file))
        chosen = choose(order, start.game)
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always", UncompiledWarning)
            if chosen.kind == "player":
                MeteredPlayer(chosen).begin()
            else:
                _try_out(find_heuristic(chosen, start.game), start)
        return {"kind": chosen.kind, "name": chosen.name, "note": note_of(warned)}
    except (PlygroundError, MemoryError) as error:
        return {"problem": problem_of(error, order)}


def _tell_step(pipes: Pipes, step: dict[str, str]) -> None:
    """Tell what is known if nothing more is heard."""
    pipes.say(json.dumps(step))


def _try_out(heuristic: Heuristic, start: Position) -> None:
    """Try a heuristic out, compile it, and ask it about the first positions of a game."""
    from plyground.evaluation import evaluate, telling_failures

    with telling_failures(heuristic):
        for position in (start, *map(start.play, start.moves())):
            evaluate(position, heuristic)


def _give_scores(order: HandInOrder, game: Game, pipes: Pipes) -> None:
    """Give the scores that are asked for, as long as there are questions."""
    from plyground.evaluation import telling_failures, usable_evaluation
    from plyground.grading.hand_in_content import find_heuristic
    from plyground.grading.scores import answer_questions, tell_failure
    from plyground.system.limited_call import allow_seconds

    try:
        heuristic = find_heuristic(order, game)
        with telling_failures(heuristic), warnings.catch_warnings():
            warnings.simplefilter("ignore", UncompiledWarning)  # it was reported when the file was inspected
            function = usable_evaluation(game, heuristic)
            function(game.board, game.start().state)
            allow_seconds(order.limits.total)
            answer_questions(partial(function, game.board), game, *pipes.files)
    except (PlygroundError, MemoryError) as error:
        tell_failure(problem_of(error, order), pipes.files[1])


def _answer(pipes: Pipes, answer: dict[str, str | None]) -> None:
    """Tell what was found, and end at once, whatever threads there may be."""
    pipes.say(json.dumps(answer))
    os._exit(0)


class _Errors:
    """Standard error, of which a hand-in has only so much."""

    def __init__(self) -> None:
        self._real = os.dup(2)
        reading, writing = os.pipe()
        os.dup2(writing, 2)
        os.close(writing)
        self._pump = threading.Thread(target=self._hand_on, args=(reading,), daemon=True)
        self._pump.start()

    def tell(self, line: str) -> None:
        """Write a line behind everything that was printed."""
        for file in (1, 2):
            os.dup2(self._real, file)
        self._pump.join(PATIENCE)
        self._write(f"\n{line}\n".encode("utf-8", "replace"))

    def _hand_on(self, reading: int) -> None:
        left = MOST_PRINTED
        while chunk := os.read(reading, CHUNK):
            left -= len(chunk)
            if left < 0:
                self._write(f"\nit printed more than {MOST_PRINTED // 2**20} MB\n".encode())
                os._exit(1)
            self._write(chunk)

    def _write(self, content: bytes) -> None:
        while content:
            content = content[os.write(self._real, content) :]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
