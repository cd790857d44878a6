"""Finding kernels that call themselves: compiled, endless recursion would end the process."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from types import CodeType, ModuleType
from typing import Any

from plyground.jit.compiled import Kernel


def is_recursive(kernel: Kernel) -> bool:
    """Tell whether a kernel, or one that it calls, can call itself.

    Python ends a recursion that is too deep with an error. Machine code runs out of its stack, and
    the system ends the process.
    """
    above: list[Kernel] = []
    done: set[Kernel] = set()

    def has_circle(each: Kernel) -> bool:
        if each in above:
            return True
        if each in done:
            return False
        above.append(each)
        is_one = any(map(has_circle, _called_by(each)))
        done.add(above.pop())
        return is_one

    return has_circle(kernel)


def _called_by(kernel: Kernel) -> Iterator[Kernel]:
    """Yield the kernels that a kernel names, as globals, in its closure or in a module."""
    function = inspect.unwrap(kernel.python)
    names = _names_in(function.__code__)
    seen = [function.__globals__[name] for name in names if name in function.__globals__]
    seen += [value for cell in function.__closure__ or () if (value := _held_by(cell)) is not None]
    modules = [each for each in seen if isinstance(each, ModuleType)]
    seen += [getattr(module, name) for module in modules for name in names if hasattr(module, name)]
    for value in seen:
        if isinstance(value, Kernel):
            yield value


def _names_in(code: CodeType) -> set[str]:
    inner = [_names_in(each) for each in code.co_consts if isinstance(each, CodeType)]
    return set(code.co_names).union(*inner)


def _held_by(cell: Any) -> Callable[..., Any] | None:
    try:
        held: Callable[..., Any] = cell.cell_contents
    except ValueError:  # used before it has a value
        return None
    return held
