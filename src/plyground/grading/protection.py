"""What holds hand-ins back here, in one line: nobody should trust more than there is."""

from __future__ import annotations

from plyground.grading.calls import why_no_filter
from plyground.grading.grading import Grading
from plyground.grading.landlock import why_no_landlock

_CALLS = "no processes, signals or network"
_FILES = "no files but its own, read-only"


def protection(grading: Grading) -> str:
    """Say what is and what is not protected."""
    limited = f"limits of time, {grading.limits.memory} MB of memory, output and open files"
    if grading.has_sandbox:
        return f"sandbox: bubblewrap; {limited}; {_CALLS}; {_FILES}"
    has_filter, has_landlock = why_no_filter() is None, why_no_landlock() is None
    held = [limited, *[_CALLS] * has_filter, *[_FILES] * has_landlock]
    open_to_it = [
        *["your other processes, the network"] * (not has_filter),
        *["the files that you can read"] * (not has_landlock),
        *["the files that you can change"] * (not has_landlock and not has_filter),
    ]
    told = f"; NOT protected: {', '.join(open_to_it)}" if open_to_it else ""
    return f"sandbox: none; {'; '.join(held)}{told}"
