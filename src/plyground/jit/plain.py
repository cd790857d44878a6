"""Kernels compiled through Numba's documented interface alone, for versions that are not tested.

Every kernel is a function of ``numba.njit``. Nothing is kept on disk, since Numba's own cache goes stale when
another file changes: each process compiles what it calls.
"""

from __future__ import annotations

import contextlib
import time
from typing import Any

import numba
from numba.core import event

from plyground.jit import cache
from plyground.jit.cache import announce
from plyground.jit.compiled import Kernel, compiling, is_ours

_labels: dict[Any, str] = {}  # of the functions that Python calls


def make_whole(kernel: Kernel) -> Any:
    """Return what compiles a kernel, to be called from Python or from other kernels."""
    function = kernel.source()
    _labels[function] = kernel.label
    return numba.njit(nogil=True, boundscheck=not is_ours(kernel.python))(function)


def make_part(kernel: Kernel) -> Any:
    """Return the same: a kernel has one form here."""
    return kernel.dispatcher


def type_for_callers(kernel: Kernel) -> Any:
    """Return the type that the kernel has in compiled code which calls it."""
    return numba.typeof(kernel.dispatcher)


type_of_instruction = type_for_callers


class _Watching(event.Listener):  # type: ignore[misc]  # Numba is not typed
    """Hears of everything that Numba compiles: who waits for it is to know."""

    def __init__(self) -> None:
        self._under_way: list[tuple[contextlib.ExitStack, float]] = []  # kernels are compiled inside kernels

    def on_start(self, event: Any) -> None:
        blocks = contextlib.ExitStack()
        blocks.enter_context(compiling())
        label = _labels.get(event.data["dispatcher"].py_func)
        if label is not None and not self._under_way:
            announce(label, cache.seconds_known(label))
        self._under_way.append((blocks, time.perf_counter()))

    def on_end(self, event: Any) -> None:
        blocks, began = self._under_way.pop()
        blocks.close()
        label = _labels.get(event.data["dispatcher"].py_func)
        if label is not None and not self._under_way:
            cache.note_seconds(label, time.perf_counter() - began)


event.register("numba:compile", _Watching())
