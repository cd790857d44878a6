"""What a process said at its end, in words for the one who handed it in."""

from __future__ import annotations

import re
import signal

from plyground.grading.order import LAUNCH

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
