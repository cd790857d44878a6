"""What is replaced in Numba: speed-ups that do not change what it compiles, and boxing that survives Ctrl-C.

To return a named tuple, Numba's wrapper runs a little Python: it finds the class, and calls it. Ctrl-C may
raise there, and Numba's own boxing calls the class all the same, even where it is a null pointer.
"""

from __future__ import annotations

import contextlib
import functools
import gc
from collections.abc import Iterator
from typing import Any

from numba.core import cgutils, pythonapi, types


@contextlib.contextmanager
def in_a_hurry() -> Iterator[None]:
    """Compile in two thirds of the time or a little more. Only one thread at a time may be in here."""
    with _without_collector(), _remembering_operators():
        yield


@contextlib.contextmanager
def _without_collector() -> Iterator[None]:
    """Do not look for garbage: a compiler makes many objects, and hardly any garbage."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            # Back in action, the collector would go through all the new objects at once. This makes
            # them old ones.
            if not gc.get_freeze_count():
                gc.freeze()
                gc.unfreeze()
            gc.enable()


@contextlib.contextmanager
def _remembering_operators() -> Iterator[None]:
    """Find out only once what ``+`` means for two whole numbers, say.

    Numba tries everything that anybody has ever defined for an operator (arrays, sets, text) on
    every single use of it, until one fits. Only what it has built in is remembered: what is
    written in Python is compiled for each use, as its caller is.
    """
    resolve, known = types.Function.get_call_type, dict[tuple[Any, ...], Any]()

    def resolve_once(function: Any, context: Any, arguments: Any, named: Any) -> Any:
        key = (function, context, *arguments)
        if key in known and not named:
            return known[key]
        signature = resolve(function, context, arguments, named)
        is_built_in = signature is not None and function.get_impl_key(signature) is function.typing_key
        if is_built_in and not named:
            known[key] = signature
        return signature

    types.Function.get_call_type = resolve_once
    try:
        yield
    finally:
        types.Function.get_call_type = resolve


def _box_named_tuple(kind: Any, value: Any, context: Any) -> Any:
    """Box a named tuple as Numba does; if Python raised meanwhile, return null, which passes the error on."""
    from numba.core import boxing

    api, builder = context.pyapi, context.builder
    result = cgutils.alloca_once_value(builder, api.get_null_object())
    made_by = api.unserialize(api.serialize_object(kind.instance_class))
    with builder.if_then(cgutils.is_not_null(builder, made_by)):
        members = boxing.box_tuple(kind, value, context)
        with builder.if_then(cgutils.is_null(builder, api.err_occurred())):
            builder.store(api.call(made_by, members), result)
        api.decref(members)
        api.decref(made_by)
    return builder.load(result)


@functools.cache
def box_safely() -> None:
    """Replace Numba's boxing of named tuples in this process.

    Only a compilation needs that: importing the original takes time, and resets the colours of a terminal at
    the end of the process.
    """
    from numba.core import boxing  # noqa: F401  # it registers the original, which it would refuse later on

    for kind in (types.NamedTuple, types.NamedUniTuple):
        pythonapi._boxers.functions[kind] = _box_named_tuple
