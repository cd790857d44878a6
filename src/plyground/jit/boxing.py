"""Boxing of named tuples that survives an interrupt.

To return a named tuple, Numba's wrapper runs a little Python: it finds the class, and calls it. Ctrl-C may
raise there, and Numba's own boxing calls the class all the same, even where it is a null pointer.
"""

from __future__ import annotations

import functools
from typing import Any

from numba.core import cgutils, pythonapi, types


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
