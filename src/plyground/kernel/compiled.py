"""The `@kernel` decorator: compile on the first call, load from the cache on later ones."""

from __future__ import annotations

import contextlib
import os
import re
import threading
import types
from collections.abc import Callable, Iterator
from functools import cached_property, update_wrapper
from typing import TYPE_CHECKING, Any, TypeVar, cast, overload

import numpy as np

from plyground.errors import KernelError

if TYPE_CHECKING:
    from numba.core.dispatcher import Dispatcher

Function = TypeVar("Function", bound=Callable[..., Any])

_TYPICAL_COMPILE_SECONDS = 3
_NOISE = ("Failed in nopython mode", "During:", "File ", "Cannot unify", "There are")


_runs_as_python = False


@contextlib.contextmanager
def plain_python() -> Iterator[None]:
    """Run the kernels called from Python inside this block uncompiled, as if never decorated.

    For debugging and for checks; it holds for all threads of the process.
    """
    global _runs_as_python
    before, _runs_as_python = _runs_as_python, True
    try:
        yield
    finally:
        _runs_as_python = before


def is_compiling_enabled() -> bool:
    """Tell whether kernels are compiled, or run as plain Python (``NUMBA_DISABLE_JIT=1``)."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0").strip() in ("", "0")


class Kernel:
    """A Python function that is compiled when it is first called.

    Kernels call each other as functions do, from Python and from compiled code alike.
    `python` is the function as it was written.
    """

    def __init__(self, python: Callable[..., Any], label: str, seconds: float) -> None:
        update_wrapper(self, python)
        self.python = python
        self.label = label
        self.seconds = seconds
        self._dispatcher: Dispatcher | None = None
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        return f"<kernel {self.python.__module__}.{self.python.__qualname__}>"

    def __call__(self, *arguments: Any) -> Any:
        """Run the compiled function; the first call compiles it or loads it from the cache."""
        if _runs_as_python:
            return self.python(*arguments)
        try:
            result = self.dispatcher(*arguments)
        except Exception as error:
            # Numba's errors are pages long, and Numba is not imported here to name them.
            if type(error).__module__ == "numba.core.errors":
                raise KernelError(_told(self, error)) from error
            raise
        return as_words(result) if self._returns_words else result

    @cached_property
    def _returns_words(self) -> bool:
        from plyground.kernel.numba_cache import returns_words

        return returns_words(self.dispatcher)

    @property
    def __kernel_content__(self) -> tuple[object, ...]:
        """What the fingerprint of this kernel is made from."""
        return (self.python,)

    @property
    def _numba_type_(self) -> Any:
        # Numba asks a global or closed-over value for its type: compiled code that calls a
        # kernel calls the dispatcher behind it.
        from numba.core.types import Dispatcher as DispatcherType

        return DispatcherType(self.dispatcher)

    @property
    def dispatcher(self) -> Dispatcher:
        """The Numba dispatcher, made on first use: closures are complete only then."""
        if self._dispatcher is None:
            with self._lock:
                if self._dispatcher is None:
                    from plyground.kernel.numba_cache import make_dispatcher

                    self._dispatcher = make_dispatcher(self)
        return self._dispatcher

    def source(self) -> Callable[..., Any]:
        """Return the Python function that Numba compiles."""
        return self.python


class Instruction(Kernel):
    """A kernel whose compiled form is written for the machine, beside its Python form."""

    def __init__(self, python: Callable[..., Any], build: Callable[[], Callable[..., Any]]) -> None:
        super().__init__(python, _label(python), _TYPICAL_COMPILE_SECONDS)
        self._build = build

    @property
    def __kernel_content__(self) -> tuple[object, ...]:
        return (self.python, self._build)

    def source(self) -> Callable[..., Any]:
        """Return the machine form, which Numba compiles instead of the Python form."""
        return self._build()


@overload
def kernel(function: Function, /) -> Function: ...
@overload
def kernel(*, label: str | None = ..., seconds: float = ...) -> Callable[[Function], Function]: ...
def kernel(
    function: Function | None = None,
    /,
    *,
    label: str | None = None,
    seconds: float = _TYPICAL_COMPILE_SECONDS,
) -> Function | Callable[[Function], Function]:
    """Compile a function with Numba when it is first called.

    Args:
        function: the function; it may call other kernels and close over constants.
        label: what the message on standard error says is being compiled.
        seconds: about how long that takes, for the same message.

    >>> @kernel
    ... def double(number):
    ...     return number + number
    >>> double(21)
    42
    """

    def decorate(python: Function) -> Function:
        if not is_compiling_enabled():
            return python
        # To a type checker a kernel is the function it was made from.
        return cast("Function", Kernel(python, label or _label(python), seconds))

    return decorate if function is None else decorate(function)


def instruction(
    build: Callable[[], Callable[..., Any]],
) -> Callable[[Function], Function]:
    """Give a small function a machine form: `build` returns what is compiled instead of it.

    The decorated function is the meaning, and runs where nothing is compiled.
    """

    def decorate(python: Function) -> Function:
        if not is_compiling_enabled():
            return python
        return cast("Function", Instruction(python, build))

    return decorate


def _label(function: Callable[..., Any]) -> str:
    return f"{function.__module__.rpartition('.')[2]} {function.__name__}"


def _told(kernel: Kernel, error: Exception) -> str:
    """Say in one line what Numba could not compile, and where."""
    message = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    places = re.findall(r'File "([^"]+)", line (\d+)', message)
    where = f"{places[-1][0]}, line {places[-1][1]}" if places else kernel.label
    lines = [line.strip() for line in message.splitlines()]
    telling = [line for line in lines if line and not line.startswith(_NOISE)]
    reason = telling[0] if telling else type(error).__name__
    return f"Numba cannot compile {kernel.label} ({where}): {reason}"


def as_words(result: Any) -> Any:
    """Give words that come back from compiled code their type again.

    Numba returns a uint64 as a Python int, and an int that goes back in would be taken for
    an int64: a second, slower and wrong version of every function it reaches.
    """
    if not isinstance(result, tuple):
        return np.uint64(result)
    words = map(as_words, result)
    return type(result)(*words) if hasattr(result, "_fields") else tuple(words)


def copy_function(function: Callable[..., Any], qualified_name: str) -> types.FunctionType:
    """Return `function` under another name: same code, globals, defaults and closure."""
    original = cast("types.FunctionType", function)
    copy = types.FunctionType(
        original.__code__,
        original.__globals__,
        original.__name__,
        original.__defaults__,
        original.__closure__,
    )
    copy.__module__ = original.__module__
    copy.__qualname__ = qualified_name
    return copy
