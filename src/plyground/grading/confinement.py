"""What a hand-in's process gives up before it runs anything of a stranger's, with what this system has."""

from __future__ import annotations

from pathlib import Path

from plyground.grading.calls import refuse_calls, why_no_filter
from plyground.grading.landlock import restrict_files, why_no_landlock
from plyground.grading.limits import impose
from plyground.grading.order import HandInOrder
from plyground.grading.sandbox import game_files, programs
from plyground.system.prctl import drop_privileges, end_with_parent, hide_memory

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
