"""Landlock: the kernel shows a process only the files that it names, and lets it change none of them.

It needs no rights and no other program, but Linux 5.13 or later with Landlock switched on. Older
versions of it restrict less; what this one restricts is asked of the kernel.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same on every processor
_ASK_VERSION = 1
_PATH_BENEATH = 1
_WRITE_FILE, _READ_FILE, _READ_DIRECTORY = 1 << 1, 1 << 2, 1 << 3

# How many kinds of access to files each version knows; since the fourth it knows network ports,
# and since the sixth signals to processes outside.
_KINDS_OF_ACCESS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
_NETWORK, _NETWORK_SINCE = 0b11, 4
_SCOPES, _SCOPES_SINCE = 0b11, 6
_TRUNCATING_SINCE = 3


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scopes", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("access", ctypes.c_uint64), ("folder", ctypes.c_int32))


@cache
def why_no_landlock() -> str | None:
    """Say why files cannot be kept from a process by Landlock, None if they can."""
    if sys.platform != "linux" or _version() < 1:
        return "this kernel has no Landlock"
    if _version() < _TRUNCATING_SINCE:  # it would let files be emptied
        return f"Landlock of this kernel is too old: version {_version()}, and {_TRUNCATING_SINCE} is needed"
    return None


def restrict_files(readable: Iterable[Path], writable: Iterable[Path] = ()) -> None:
    """Keep all files from this process, for good, but for some and what is beneath them.

    Where the kernel can, connections and signals to processes outside are refused as well.
    Call it before there are threads; the process must have given up gaining privileges.

    Raises:
        OSError: the kernel refuses.
    """
    version = _version()
    handled = (1 << _KINDS_OF_ACCESS.get(version, max(_KINDS_OF_ACCESS.values()))) - 1
    attributes = _Ruleset(
        handled,
        _NETWORK if version >= _NETWORK_SINCE else 0,
        _SCOPES if version >= _SCOPES_SINCE else 0,
    )
    fields = 1 + (version >= _NETWORK_SINCE) + (version >= _SCOPES_SINCE)
    size = fields * ctypes.sizeof(ctypes.c_uint64)
    ruleset = _call(_CREATE_RULESET, ctypes.byref(attributes), ctypes.c_size_t(size), 0)
    try:
        for path in readable:
            _allow(ruleset, path, _READ_FILE | _READ_DIRECTORY)
        for path in writable:
            _allow(ruleset, path, handled)
        _call(_RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)


def _allow(ruleset: int, path: Path, access: int) -> None:
    """Allow a kind of access beneath a path, if there is one."""
    try:
        file = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not path.is_dir():
            access &= _READ_FILE | _WRITE_FILE | 1 << 14 | 1 << 15  # what there is for files
        rule = _Beneath(access, file)
        _call(_ADD_RULE, ruleset, _PATH_BENEATH, ctypes.byref(rule), 0)
    finally:
        os.close(file)


@cache
def _version() -> int:
    try:
        return _call(_CREATE_RULESET, None, ctypes.c_size_t(0), _ASK_VERSION)
    except OSError:
        return 0


def _call(number: int, *arguments: object) -> int:
    library = ctypes.CDLL(None, use_errno=True)
    library.syscall.restype = ctypes.c_long
    answer: int = library.syscall(ctypes.c_long(number), *arguments)
    if answer < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"Landlock is refused: {os.strerror(code)}")
    return answer
