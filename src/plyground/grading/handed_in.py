"""Files that were handed in: what they are called, and what a cell found in them."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from plyground.errors import OptionError, PlayerError, shortened
from plyground.grading.order import Kind, Order
from plyground.grading.words import cleaned
from plyground.reporting.markup import visible
from plyground.ugi.process import ChildProcess, Deadline

LARGEST_FILE = 2**20
LONGEST_WORD = 300
EXTRA_SECONDS = 10.0
"""Beyond the processor time for getting ready: what starting the process takes on a busy machine."""

KINDS: dict[Any, Kind] = {"heuristic": "heuristic", "player": "player"}


@dataclass(frozen=True)
class HandIn:
    """A file, the function or class in it, why it cannot play, if it cannot, and what else is to be known."""

    name: str
    file: str
    digest: str
    wanted: str = ""
    kind: Kind | None = None
    problem: str = ""
    note: str = ""

    @property
    def can_play(self) -> bool:
        """Whether there is something that plays."""
        return not self.problem

    def check_unchanged(self) -> None:
        """Refuse a file that is not what it was when the grading began.

        Raises:
            OptionError: it has changed.
        """
        if digest_of(Path(self.file), self.file) != self.digest:
            raise OptionError(f"{self.file} has changed since the grading began; begin a new one")


def read_hand_ins(texts: Sequence[str]) -> list[HandIn]:
    """Read ``FILE.py`` or ``FILE.py:NAME``, and name each by its file.

    Raises:
        OptionError: one of them is no Python file, or given twice.
    """
    found = []
    for text in texts:
        path, colon, name = text.rpartition(":")
        if not colon or not path.endswith(".py"):
            path, name = text, ""
        elif not name.isidentifier():
            raise OptionError(f"{shortened(name)} is no name of a heuristic or player in {path}")
        file = Path(path).expanduser()
        digest = digest_of(file, path)
        found.append(HandIn(text, str(file.resolve()), digest, name))
    places = [(each.file, each.wanted) for each in found]
    for each, place in zip(found, places, strict=True):
        if places.count(place) > 1:
            raise OptionError(f"{each.name} is handed in twice")
    short = [Path(each.name).name for each in found]
    return [
        replace(each, name=name if short.count(name) == 1 else each.name)
        for each, name in zip(found, short, strict=True)
    ]


def digest_of(file: Path, shown: str) -> str:
    """Return a digest of the content of a Python file.

    Raises:
        OptionError: it is none, or cannot be read.
    """
    try:
        if file.is_dir():
            raise OptionError(f"{shown} is a folder; give the files in it")
        if not file.is_file():
            raise OptionError(f"{shown} is not there")
        if file.suffix != ".py":
            raise OptionError(f"{shown} does not end in .py")
        if file.stat().st_size > LARGEST_FILE:
            raise OptionError(f"{shown} is larger than {LARGEST_FILE // 2**20} MB")
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError as error:
        raise OptionError(f"{shown} cannot be read: {error.strerror}") from error


def inspect(hand_in: HandIn, order: Order) -> HandIn:
    """Let a cell find out what a file holds and whether it gets ready; return the hand-in with that."""
    seconds = order.limits.ready + EXTRA_SECONDS
    try:
        answer = _ask(order, hand_in.name, seconds)
    except TimeoutError:
        return replace(hand_in, problem=f"it is not ready within {seconds:g} s")
    except PlayerError as error:
        return replace(hand_in, problem=_told(cleaned(str(error), hand_in.name)))
    kind, name = answer.get("kind"), answer.get("name")
    if kind in KINDS and isinstance(name, str) and name.isidentifier():
        note = answer.get("note")
        return replace(hand_in, kind=KINDS[kind], wanted=name, note=_told(note) if note else "")
    return replace(hand_in, problem=_told(answer.get("problem")))


def _ask(order: Order, name: str, seconds: float) -> dict[str, Any]:
    child = ChildProcess(order.command(), name)
    try:
        line = child.read_line(Deadline(seconds))
    finally:
        child.close()
    with contextlib.suppress(ValueError, RecursionError):
        answer = json.loads(line)
        if isinstance(answer, dict):
            return answer
    return {}


def _told(problem: object) -> str:
    """Return what a cell says, if it says anything that can be shown."""
    if not isinstance(problem, str) or not problem.strip():
        return "it wrote something unreadable instead of getting ready"
    return visible(problem.strip()[:LONGEST_WORD])
