"""What holds hand-ins back here, in a sentence each: nobody should trust more than there is."""

from __future__ import annotations

from plyground.grading.calls import can_refuse_calls
from plyground.grading.grading import Grading


def protection(grading: Grading) -> str:
    """Say what is and what is not protected."""
    limits = grading.limits
    limited = f"limits of time, {limits.memory} MB of memory, output and open files"
    calls = "; no processes, signals or network" if can_refuse_calls() else ""
    if grading.has_sandbox:
        return f"sandbox: bubblewrap; {limited}{calls}; no files but its own, read-only"
    return f"sandbox: none; {limited}{calls}; NOT protected: the files that you can read or change"
