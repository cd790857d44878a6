"""Giving what comes back from compiled code the types that it had there.

Numba returns a uint64 as a Python int, and an int that goes back in would be taken for an
int64: a second, slower and wrong version of every function it reaches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numba.core import types
from numba.core.compiler_lock import global_compiler_lock

if TYPE_CHECKING:
    from numba.core.dispatcher import Dispatcher

    from plyground.kernel.compiled import Restore

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

    def restore(result: Any, arguments: tuple[Any, ...], named: Mapping[str, Any]) -> Any:
        given = tuple(map(dispatcher.typeof_pyval, arguments))
        given_named = {name: dispatcher.typeof_pyval(value) for name, value in named.items()}
        _, folded = dispatcher.fold_argument_types(given, given_named)
        member = by_type[dispatcher.overloads[folded].signature.return_type]
        return result if member is None else member(result)

    return restore


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

    def restore(result: Any) -> Any:
        pairs = zip(members, result, strict=True)
        return make([value if member is None else member(value) for member, value in pairs])

    return restore
