"""The system calls that a hand-in may make: an allow-list that the kernel enforces (seccomp).

Whoever plays a game computes, reads files, starts threads and waits. Every other call fails with
EPERM. libseccomp turns the names of calls into the numbers of this processor.
"""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from collections.abc import Iterator
from functools import cache

_LIBRARY = "libseccomp.so.2"
_ALLOW, _ERRNO = 0x7FFF0000, 0x00050000
_MASKED_EQUAL = 7

# Nothing here reaches another process, makes one, or changes a file.
_ALWAYS = """
    read readv pread64 preadv write writev close close_range lseek fadvise64
    dup dup2 dup3 pipe pipe2 poll ppoll select pselect6
    stat lstat fstat newfstatat fstatat64 statx statfs fstatfs access faccessat faccessat2
    readlink readlinkat getdents getdents64 getcwd chdir umask
    mprotect munmap mremap madvise mincore brk membarrier
    futex set_robust_list get_robust_list set_tid_address rseq arch_prctl exit exit_group restart_syscall
    rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigsuspend rt_sigtimedwait sigaltstack
    alarm setitimer getitimer pause nanosleep clock_nanosleep clock_gettime clock_getres gettimeofday time
    getpid getppid gettid getpgid getpgrp getsid getuid geteuid getgid getegid getgroups getresuid getresgid
    sched_yield sched_getaffinity sched_getparam sched_getscheduler
    sched_get_priority_max sched_get_priority_min
    getrandom uname sysinfo getrusage times getrlimit setrlimit getcpu capget
""".split()  # noqa: SIM905  # quotes would bury the names

_CLONE_THREAD = 0x00010000
_MAP_SHARED, _MAP_ANONYMOUS = 0x01, 0x20
_FCNTL_PLAIN = (0, 1, 2, 3, 1030)  # F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC
_F_SETFL = 4
_O_ASYNC = 0x2000
_O_TMPFILE = 0x400000
# TCGETS, TCGETS2, TIOCGWINSZ, FIONBIO, FIONCLEX, FIOCLEX
_IOCTL_PLAIN = (0x5401, 0x802C542A, 0x5413, 0x5421, 0x5450, 0x5451)
_PRCTL_PLAIN = (15, 16, 0x53564D41)  # PR_SET_NAME, PR_GET_NAME, PR_SET_VMA: names for threads and memory
_INTEGER = 0xFFFFFFFF


_Compared = tuple[tuple[int, int, int], ...]
"""Arguments of a call that, masked, must have a value: which one, mask, value."""


class _Comparison(ctypes.Structure):
    _fields_ = (
        ("argument", ctypes.c_uint),
        ("operation", ctypes.c_int),
        ("mask", ctypes.c_uint64),
        ("value", ctypes.c_uint64),
    )


def why_no_filter() -> str | None:
    """Say why calls cannot be refused on this machine, None if they can."""
    return "the library libseccomp is not installed" if _library() is None else None


def refuse_calls(*, may_write: bool) -> None:
    """Refuse, from now on, every call that is not on the list.

    Call it before there are threads: it holds for the calling one and those that it starts.

    Args:
        may_write: do not refuse to open files for writing, because something else does.

    Raises:
        OSError: the kernel does not take the filter.
    """
    library = _library()
    if library is None:
        raise OSError(errno.ENOSYS, why_no_filter())
    context = ctypes.c_void_p(library.seccomp_init(ctypes.c_uint32(_ERRNO | errno.EPERM)))
    # The C library makes threads with `clone` where the system says that there is no `clone3`.
    _add(library, context, _ERRNO | errno.ENOSYS, "clone3", ())
    for name, compared in _allow_list(may_write=may_write):
        _add(library, context, _ALLOW, name, compared)
    problem = library.seccomp_load(context)
    library.seccomp_release(context)
    if problem:
        raise OSError(-problem, f"the kernel does not take a filter of calls: {os.strerror(-problem)}")


def _allow_list(*, may_write: bool) -> Iterator[tuple[str, _Compared]]:
    yield from ((name, ()) for name in _ALWAYS)
    yield "clone", ((0, _CLONE_THREAD, _CLONE_THREAD),)
    yield "prlimit64", ((0, _INTEGER, 0),)  # process 0 is the calling one
    # Memory that is shared with a file would be written into the file, past every limit.
    yield "mmap", ((3, _MAP_SHARED, 0),)
    yield "mmap", ((3, _MAP_ANONYMOUS, _MAP_ANONYMOUS),)
    # Not the others: they send signals to other processes, lock files and enlarge pipes.
    for command in _FCNTL_PLAIN:
        yield "fcntl", ((1, _INTEGER, command),)
    yield "fcntl", ((1, _INTEGER, _F_SETFL), (2, _O_ASYNC, 0))
    for request in _IOCTL_PLAIN:
        yield "ioctl", ((1, _INTEGER, request),)
    # Not the others: they would, for one, let it outlive the process that started it.
    for option in _PRCTL_PLAIN:
        yield "prctl", ((0, _INTEGER, option),)
    changing = 0 if may_write else os.O_ACCMODE | os.O_CREAT | os.O_TRUNC | _O_TMPFILE
    yield "open", ((1, changing | _O_ASYNC, 0),)
    yield "openat", ((2, changing | _O_ASYNC, 0),)


def _add(library: ctypes.CDLL, context: ctypes.c_void_p, action: int, name: str, compared: _Compared) -> None:
    number = library.seccomp_syscall_resolve_name(name.encode())
    if number < 0:  # there is no such call on this processor
        return
    array = (_Comparison * len(compared))(
        *(_Comparison(which, _MASKED_EQUAL, mask, value) for which, mask, value in compared)
    )
    problem = library.seccomp_rule_add_array(context, ctypes.c_uint32(action), number, len(compared), array)
    if problem:
        raise OSError(-problem, f"libseccomp does not take a rule for {name}: {os.strerror(-problem)}")


@cache
def _library() -> ctypes.CDLL | None:
    if sys.platform != "linux":
        return None
    try:
        library = ctypes.CDLL(_LIBRARY)
    except OSError:
        return None
    library.seccomp_init.restype = ctypes.c_void_p
    return library
