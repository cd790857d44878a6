"""Restoring the types of what comes back from compiled code.

Numba returns a uint64 as a Python int, and an int that goes back in would be taken for an
int64: a second, slower and wrong version of every function it reaches.
"""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import types

from plyground.jit.compiled import types_of
from plyground.jit.versions import why_plain

if why_plain() is None:
    from numba._dispatcher import compute_fingerprint
    from numba.core.compiler_lock import global_compiler_lock
else:
    global_compiler_lock = contextlib.nullcontext()

    def compute_fingerprint(value: Any) -> object:
        """Have no short description for any value."""
        raise NotImplementedError


if TYPE_CHECKING:
    from numba.core.dispatcher import Dispatcher

    from plyground.jit.compiled import Restore

_Member = Callable[[Any], Any]


def look_at_versions(dispatcher: Dispatcher) -> tuple[int, Restore | None]:
    """Count the versions of a compiled function, and return what restores their results.

    That is None if no version returns words.
    """
    with global_compiler_lock:  # another thread may be compiling one more
        return len(dispatcher.overloads), _find_restore(dispatcher)


def _find_restore(dispatcher: Dispatcher) -> Restore | None:
    by_type = {each.return_type: _restore_of(each.return_type) for each in dispatcher.nopython_signatures}
    of_words = [member for member in by_type.values() if member is not None]
    if not of_words:
        return None
    if len(by_type) == 1:
        only = of_words[0]
        return lambda result, arguments, named: only(result)

    # To name the types of a board and a state takes Numba many times as long as a call: it goes
    # by short descriptions of values itself, and looks at the types behind each only once.
    by_fingerprint: dict[object, _Member | None] = {}

    def restore(result: Any, arguments: tuple[Any, ...], named: Mapping[str, Any]) -> Any:
        fingerprint = _fingerprint(arguments, named)
        if fingerprint in by_fingerprint:
            member = by_fingerprint[fingerprint]
        else:
            member = by_type[_return_type(dispatcher, arguments, named)]
            if fingerprint is not None:
                by_fingerprint[fingerprint] = member
        return result if member is None else member(result)

    return restore


def _fingerprint(arguments: tuple[Any, ...], named: Mapping[str, Any]) -> object:
    """Describe arguments as Numba does to find the version to call; None if it has no word for them."""
    try:
        return tuple(named), *map(compute_fingerprint, (*arguments, *named.values()))
    except NotImplementedError:
        return None


def _return_type(dispatcher: Dispatcher, arguments: tuple[Any, ...], named: Mapping[str, Any]) -> Any:
    """Return what the version for such arguments returns."""
    bound = inspect.signature(dispatcher.py_func).bind(*arguments, **named).arguments
    given = dict(zip(bound, types_of(*bound.values()), strict=True))
    wanted = [given.get(name) for name in inspect.signature(dispatcher.py_func).parameters]
    for version in dispatcher.nopython_signatures:
        pairs = zip(version.args, wanted, strict=True)
        if all(isinstance(kind, types.Omitted) if one is None else kind == one for kind, one in pairs):
            return version.return_type
    raise LookupError(f"no version of {dispatcher} for {wanted}")


def _restore_of(kind: Any) -> _Member | None:
    """Return what restores one result of this type, None if it comes back as it was."""
    if kind == types.uint64:
        return np.uint64
    if isinstance(kind, types.Optional):
        inner = _restore_of(kind.type)
        return inner and (lambda result: None if result is None else inner(result))
    if not isinstance(kind, types.BaseTuple):
        return None
    members = [_restore_of(each) for each in kind.types]
    if not any(members):
        return None
    make = kind.instance_class._make if isinstance(kind, types.BaseNamedTuple) else tuple
    if all(member is np.uint64 for member in members):
        return lambda result: make(map(np.uint64, result))

    def restore(result: Any) -> Any:
        pairs = zip(members, result, strict=True)
        return make([value if member is None else member(value) for member, value in pairs])

    return restore
