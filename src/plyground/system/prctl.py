"""What a process may ask of Linux about itself: how it ends, and who may look at its memory."""

from __future__ import annotations

import ctypes
import errno
import signal
import sys

_SET_DEATH_SIGNAL, _GET_DUMPABLE, _SET_DUMPABLE, _SET_NO_NEW_PRIVILEGES = 1, 3, 4, 38
_CAPABILITY_VERSION = 0x20080522


def is_readable() -> bool:
    """Tell whether other processes of this user may read and write the memory of this one."""
    return sys.platform != "linux" or _prctl(_GET_DUMPABLE) == 1


def hide_memory() -> None:
    """Keep other processes of this user out of the memory and the environment of this one.

    On systems other than Linux nothing is done.
    """
    if sys.platform == "linux":
        _prctl(_SET_DUMPABLE, 0)


def end_with_parent() -> None:
    """Let the kernel kill this process when the thread that started it is gone.

    Raises:
        OSError: the kernel refuses.
    """
    _prctl(_SET_DEATH_SIGNAL, signal.SIGKILL)


def drop_privileges() -> None:
    """Give up all that root may and others may not, for good; files that root owns stay its own.

    Raises:
        OSError: the kernel refuses.
    """
    _prctl(_SET_NO_NEW_PRIVILEGES, 1)
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    nothing = (ctypes.c_uint32 * 6)()
    library = ctypes.CDLL(None, use_errno=True)
    if library.capset(header, nothing):
        raise OSError(ctypes.get_errno(), "the capabilities of the process cannot be dropped")


def _prctl(option: int, value: int = 0) -> int:
    library = ctypes.CDLL(None, use_errno=True)
    answer: int = library.prctl(option, *(ctypes.c_ulong(each) for each in (value, 0, 0, 0)))
    if answer < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"prctl {option} is refused: {errno.errorcode.get(code, code)}")
    return answer
