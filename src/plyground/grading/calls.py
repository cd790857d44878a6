"""Calls of the system that a hand-in has no need of, refused by the kernel.

Nothing that plays a game makes processes, sends signals or opens connections. A filter that the
kernel looks at before each call (seccomp) refuses them for this process, for good. Numbers of
calls belong to a kind of processor; on those not listed here, and outside of Linux, there is no filter.
"""

from __future__ import annotations

import ctypes
import errno
import platform
import signal
import struct
import sys
from dataclasses import dataclass
from typing import NamedTuple

_PR_SET_DEATH_SIGNAL, _PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS = 1, 22, 38
_MODE_FILTER = 2
_KILL_PROCESS, _ALLOW, _ERRNO = 0x80000000, 0x7FFF0000, 0x00050000
_LOAD, _RETURN = 0x20, 0x06
_IF_EQUAL, _IF_AT_LEAST, _IF_ANY_BIT = 0x15, 0x35, 0x45
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16  # where they stand in what the kernel shows
_CLONE_THREAD = 0x00010000
_OTHER_NUMBERS = 0x40000000  # the same calls once more, on x86 only


@dataclass(frozen=True)
class _Machine:
    """The numbers of calls on one kind of processor."""

    architecture: int
    clone: int
    clone3: int
    prlimit: int
    refused: tuple[int, ...]


_MACHINES = {
    "x86_64": _Machine(
        architecture=0xC000003E,
        clone=56,
        clone3=435,
        prlimit=302,
        refused=(
            *(57, 58, 59, 322),  # fork, vfork, execve, execveat
            *(62, 200, 234, 129, 297, 424),  # kill, tkill, tgkill, and signals with a value
            *(101, 310, 311),  # ptrace, reading and writing the memory of others
            *(41, 425),  # socket, io_uring_setup: it would go round the filter
            *(29, 64, 68),  # memory, semaphores and messages that outlive a process
            *(141, 144, 314, 203),  # priorities and processors, also of others
            *(161, 165, 272, 308, 298, 321),  # chroot, mount, unshare, setns, perf, bpf
        ),
    ),
    "aarch64": _Machine(
        architecture=0xC00000B7,
        clone=220,
        clone3=435,
        prlimit=261,
        refused=(
            *(221, 281),
            *(129, 130, 131, 138, 240, 424),
            *(117, 270, 271),
            *(198, 425),
            *(194, 190, 186),
            *(140, 119, 274, 122),
            *(51, 40, 97, 268, 241, 280),
        ),
    ),
}


class _Step(NamedTuple):
    """A step of the filter: what to do, with which value, and how many steps to skip if so and if not."""

    code: int
    value: int
    skip_if: int = 0
    skip_else: int = 0


def can_refuse_calls() -> bool:
    """Tell whether calls can be refused on this machine."""
    return sys.platform == "linux" and platform.machine() in _MACHINES


def refuse_calls() -> None:
    """Refuse, from now on, to make processes, to send signals and to open connections.

    Call it before there are threads: it holds for the calling one and those that it starts.

    Raises:
        OSError: the kernel does not take the filter.
    """
    steps = _filter(_MACHINES[platform.machine()])
    content = b"".join(
        struct.pack("=HBBI", each.code, each.skip_if, each.skip_else, each.value) for each in steps
    )
    kept = ctypes.create_string_buffer(content)

    class Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_void_p))

    program = Program(len(steps), ctypes.cast(kept, ctypes.c_void_p))
    _tell_kernel(_PR_SET_NO_NEW_PRIVS, 1)
    _tell_kernel(_PR_SET_SECCOMP, _MODE_FILTER, ctypes.byref(program))


def end_with_parent() -> None:
    """Let the kernel end this process when the one that started it is gone.

    Raises:
        OSError: it cannot be had.
    """
    _tell_kernel(_PR_SET_DEATH_SIGNAL, signal.SIGKILL)


def _tell_kernel(what: int, *values: object) -> None:
    library = ctypes.CDLL(None, use_errno=True)
    if library.prctl(what, *values, *[0] * (4 - len(values))):
        code = ctypes.get_errno()
        raise OSError(
            code, f"the kernel refuses what holds a hand-in back: {errno.errorcode.get(code, code)}"
        )


def _filter(machine: _Machine) -> list[_Step]:
    refuse = _Step(_RETURN, _ERRNO | errno.EPERM)
    allow = _Step(_RETURN, _ALLOW)
    return [
        _Step(_LOAD, _ARCHITECTURE),
        _Step(_IF_EQUAL, machine.architecture, 1, 0),
        _Step(_RETURN, _KILL_PROCESS),
        _Step(_LOAD, _NUMBER),
        _Step(_IF_AT_LEAST, _OTHER_NUMBERS, 0, 1),
        refuse,
        # The C library makes threads with `clone` where it is told that there is no `clone3`.
        _Step(_IF_EQUAL, machine.clone3, 0, 1),
        _Step(_RETURN, _ERRNO | errno.ENOSYS),
        *(step for number in machine.refused for step in (_Step(_IF_EQUAL, number, 0, 1), refuse)),
        _Step(_IF_EQUAL, machine.clone, 0, 4),
        _Step(_LOAD, _FIRST_ARGUMENT),
        _Step(_IF_ANY_BIT, _CLONE_THREAD, 0, 1),
        allow,
        refuse,
        # Limits may be lowered, but only one's own: that is what process 0 stands for.
        _Step(_IF_EQUAL, machine.prlimit, 0, 3),
        _Step(_LOAD, _FIRST_ARGUMENT),
        _Step(_IF_EQUAL, 0, 1, 0),
        refuse,
        allow,
    ]
