"""Files that were handed in: what they are called, what a cell found in them, and why they failed."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import signal
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from plyground.errors import OptionError, PlayerError, PlayerTimeoutError, shortened
from plyground.grading.order import LAUNCH, HandInOrder, Kind
from plyground.protocol.protocol import Answer, Protocol
from plyground.protocol.sync_engine import SyncEngine
from plyground.report.markup import visible

TOO_MUCH_TIME = "it used more processor time than it may"

# A long command is cut in messages, and stands there in quotes.
_COMMAND = re.compile(rf"""(['"])\S+ -P -m {re.escape(LAUNCH)} .*?\.\.\.\1 ?""")
_SILENCE = re.compile(r"^did not say '(\w+)' within (\S+) s$")
_NOTHING = re.compile(r"^plays 'none', which is no move: (?:\S+\.py: )?")
_CODE = re.compile(r"^ended with code (\d+)(?:: (.*))?$")
_SIGNAL = re.compile(r"^was killed by signal (\d+) \([^)]*\)(?:: (.*))?$")
_FIRST_SIGNAL_CODE = 128  # a sandbox ends with this and the signal that ended what was in it


def cleaned(reason: str, name: str) -> str:
    """Return why a hand-in failed, without the command that it was run by."""
    told = _COMMAND.sub("", reason).removeprefix(f"{name}: ").removeprefix(f"{name} ")
    told = _NOTHING.sub("", told)
    if found := _SILENCE.match(told):
        what = "no move" if found[1] == "bestmove" else "it is not ready"
        return f"{what} within {found[2]} s"
    if found := _SIGNAL.match(told):
        return _killed(int(found[1]), found[2])
    if found := _CODE.match(told):
        code = int(found[1])
        if code > _FIRST_SIGNAL_CODE:
            return _killed(code - _FIRST_SIGNAL_CODE, found[2])
        return found[2] or f"it ended with code {code}"
    return told


def _killed(number: int, last_words: str | None) -> str:
    if number == signal.SIGXCPU:
        return TOO_MUCH_TIME
    said = f": {last_words}" if last_words else ""
    return f"it was killed by signal {number} ({signal.strsignal(number)}){said}"


SUFFIX = ".py"
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
        try:
            digest = digest_of(Path(self.file))
        except OptionError as error:
            raise OptionError(f"{self.file}: {error} any more; begin a new grading") from error
        if digest != self.digest:
            raise OptionError(f"{self.file} has changed since the grading began; begin a new one")


def read_hand_ins(texts: Sequence[str]) -> list[HandIn]:
    """Read ``FILE.py``, ``FILE.py:NAME`` or a folder of files, and name each by its file.

    A file that cannot be a hand-in is one that cannot play, and says why.

    Raises:
        OptionError: one of them is not there or given twice, or a folder has no Python files.
    """
    found = [each for text in texts for each in _read_text(text)]
    places = [(each.file, each.wanted) for each in found]
    for each, place in zip(found, places, strict=True):
        if places.count(place) > 1:
            raise OptionError(f"{each.name} is handed in twice")
    short = [Path(each.name).name for each in found]
    return [
        replace(each, name=name if short.count(name) == 1 else each.name)
        for each, name in zip(found, short, strict=True)
    ]


def _read_text(text: str) -> list[HandIn]:
    """Return the hand-ins that a text names; a folder may be named like a file."""
    place = Path(text).expanduser()
    if place.is_dir():
        return [_read_file(file, str(file.relative_to(place))) for file in _files_in(place)]
    path, colon, name = text.rpartition(":")
    if not colon or not path.endswith(".py"):
        path, name = text, ""
    elif not name.isidentifier():
        raise OptionError(f"{shortened(name)} is no name of a heuristic or player in {path}")
    file = Path(path).expanduser()
    if not os.path.lexists(file):
        raise OptionError(f"{path} is not there")
    return [_read_file(file, text, name, follows_links=True)]


def _files_in(folder: Path) -> list[Path]:
    """Return the Python files in a folder and in those below it; what is hidden does not count."""
    below = [each for each in sorted(folder.rglob("*")) if not each.is_dir() or each.is_symlink()]
    hidden = (".", "__")  # such as __pycache__, and __MACOSX of archives
    seen = [
        each for each in below if not any(part.startswith(hidden) for part in each.relative_to(folder).parts)
    ]
    files = [each for each in seen if each.suffix == SUFFIX]
    if not files:
        raise OptionError(f"{folder} is a folder without Python files")
    if others := [str(each.relative_to(folder)) for each in seen if each.suffix != SUFFIX]:
        more = f" and {len(others) - 3} more" if len(others) > 3 else ""
        listed = visible(", ".join(others[:3]))
        warnings.warn(f"not graded, since they do not end in {SUFFIX}: {listed}{more}", stacklevel=2)
    return files


def _read_file(file: Path, name: str, wanted: str = "", *, follows_links: bool = False) -> HandIn:
    given = HandIn(visible(name), str(file.absolute()), "", wanted)
    if file.is_symlink() and not follows_links:  # an archive may have one that leads anywhere
        return replace(given, problem="it is a link and not a file")
    try:
        return replace(given, file=str(file.resolve()), digest=digest_of(file))
    except OptionError as error:
        return replace(given, problem=str(error))


def digest_of(file: Path) -> str:
    """Return a digest of the content of a Python file.

    Raises:
        OptionError: it is none, or cannot be read.
    """
    try:
        if not file.is_file():
            raise OptionError("it is not a file")
        if file.suffix != SUFFIX:
            raise OptionError(f"it does not end in {SUFFIX}")
        if file.stat().st_size > LARGEST_FILE:
            raise OptionError(f"it is larger than {LARGEST_FILE // 2**20} MB")
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError as error:
        raise OptionError(f"it cannot be read: {error.strerror}") from error


def inspect(hand_in: HandIn, order: HandInOrder) -> HandIn:
    """Let a cell find out what a file holds and whether it gets ready; return the hand-in with that."""
    answer = _ask(order, hand_in.name)
    kind, name = answer.get("kind"), answer.get("name")
    if kind in KINDS and isinstance(name, str) and name.isidentifier():
        note = answer.get("note")
        return replace(hand_in, kind=KINDS[kind], wanted=name, note=_told(note) if note else "")
    return replace(hand_in, problem=_told(answer.get("problem")))


def _ask(order: HandInOrder, name: str) -> dict[str, Any]:
    """Return the last that a cell says; where it does not come to that, the problem."""
    seconds = order.limits.ready + EXTRA_SECONDS
    steps: dict[str, Any] = {}
    try:
        cell = SyncEngine(order.command(), InspectionProtocol(), name)
        with contextlib.closing(cell):
            return cell.search(None, seconds, steps.update)
    except PlayerTimeoutError:
        problem = f"it is not ready within {seconds:g} s"
    except PlayerError as error:
        problem = cleaned(str(error), name)
    place = f"{steps['at']}: " if "at" in steps else ""
    return {"problem": steps.get("suspect", f"{place}{problem}")}


class InspectionProtocol(Protocol[None, dict[str, Any], dict[str, Any]]):
    """Lines of JSON: the steps of an inspection, and then what was found; the command is the question."""

    async def go(self, question: None) -> None:
        """Do nothing: it has begun."""

    def read(self, line: str) -> dict[str, Any] | Answer[dict[str, Any]]:
        """Read a step, or the end."""
        content = _read(line)
        return content if content.keys() & {"at", "suspect"} else Answer(content)


def _read(line: str) -> dict[str, Any]:
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
