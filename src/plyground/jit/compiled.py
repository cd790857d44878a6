"""The `@kernel` decorator: compile on the first call, load from the cache on later ones."""

from __future__ import annotations

import contextlib
import functools
import os
import re
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast, overload

from plyground.errors import KernelError

if TYPE_CHECKING:
    from types import FunctionType, ModuleType

    import numpy as np
    from numba.core.dispatcher import Dispatcher

    from plyground.jit.fingerprint import Content
    from plyground.jit.machine import Value

Function = TypeVar("Function", bound=Callable[..., Any])
Restore = Callable[[Any, tuple[Any, ...], Mapping[str, Any]], Any]
Emitter = Callable[..., "Value | None"]
"""Takes a `Code` and a `Value` for each argument, returns the `Value` of the result."""

_PACKAGE = Path(__file__).resolve().parents[1]
_NOISE = ("Failed in nopython mode", "During:", "File ", "Cannot unify", "There are")

# Which threads are inside `plain_python` blocks, None for a block that holds for all of them. Blocks
# need not close in the order in which they were opened.
_plain_blocks: list[int | None] = []


@contextlib.contextmanager
def plain_python(*, in_this_thread: bool = False) -> Iterator[None]:
    """Run the kernels called from Python inside this block uncompiled, as if never decorated.

    For debugging and for checks. It holds for all threads of the process, or for this one alone.
    """
    block = threading.get_ident() if in_this_thread else None
    _plain_blocks.append(block)
    try:
        yield
    finally:
        _plain_blocks.remove(block)


def _is_plain_here() -> bool:
    return None in _plain_blocks or threading.get_ident() in _plain_blocks


# One entry for each compilation or load from the cache that is under way, in any thread.
_under_way: list[None] = []


@contextlib.contextmanager
def compiling() -> Iterator[None]:
    """Mark that a kernel is being compiled, or loaded, inside this block."""
    _under_way.append(None)
    try:
        yield
    finally:
        _under_way.pop()


def is_compiling() -> bool:
    """Return whether a kernel is being compiled, or loaded, in any thread."""
    return bool(_under_way)


def is_compiling_enabled() -> bool:
    """Return whether kernels are compiled; if not, they run as plain Python (``NUMBA_DISABLE_JIT=1``)."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0").strip() in ("", "0")


def is_ours(function: Callable[..., Any]) -> bool:
    """Return whether a function comes with Plyground."""
    return str(function.__module__).partition(".")[0] == "plyground"


class Kernel:
    """A Python function that is compiled when it is first called.

    Kernels call each other as functions do, from Python and from compiled code alike.
    `python` is the function as it was written.
    """

    is_built_by_python: ClassVar[bool] = False
    """Whether `__kernel_content__` runs as Python and returns what is compiled."""

    def __init__(self, python: Callable[..., Any], label: str, *, is_inlined: bool = True) -> None:
        functools.update_wrapper(self, python)
        self.python = python
        self.is_inlined = is_inlined
        self.label = label
        self._dispatcher: Dispatcher | None = None
        self._part: Dispatcher | None = None
        self._lock = threading.RLock()
        # How many versions of the function are known to return what, and what gives their
        # results the right types. One value: threads see both of one moment.
        self._results: tuple[int, Restore | None] = (0, None)

    def __repr__(self) -> str:
        return f"<kernel {self.python.__module__}.{self.python.__qualname__}>"

    def __reduce__(self) -> str | tuple[Any, ...]:
        """Pickle by name, as functions do; one that only wraps the function of that name is recreated."""
        found: Any = sys.modules.get(self.python.__module__)
        for name in self.python.__qualname__.split("."):
            found = getattr(found, name, None)
        if found is self:
            return str(self.python.__qualname__)
        return _kernel_again, (self.python, self.label, self.is_inlined)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Run the compiled function; the first call compiles it or loads it from the cache."""
        if _plain_blocks and _is_plain_here():
            return self.python(*arguments, **named)
        dispatcher = self.dispatcher
        try:
            result = dispatcher(*arguments, **named)
        except Exception as error:
            if _is_from_compiler(error):
                raise KernelError(_told(self, error)) from error
            raise
        versions, restore = self._results
        if versions != len(dispatcher.overloads):
            from plyground.jit.results import look_at_versions

            versions, restore = self._results = look_at_versions(dispatcher)
        return result if restore is None else restore(result, arguments, named)

    @property
    def __kernel_content__(self) -> Callable[..., Any]:
        """The function that decides what this kernel computes, with all that it refers to."""
        return self.python

    def compile_for(self, *arguments: Any) -> None:
        """Compile for arguments like these, or load it from the cache, without calling it.

        Raises:
            KernelError: Numba cannot compile it.
        """
        try:
            self.dispatcher.compile(types_of(*arguments))
        except Exception as error:
            raise KernelError(_told(self, error)) from error

    @property
    def _numba_type_(self) -> Any:
        # Numba asks a global or closed-over value for its type.
        return _compiler().type_for_callers(self)

    @property
    def dispatcher(self) -> Dispatcher:
        """The dispatcher that Python calls, made on first use: closures are complete only then."""
        if self._dispatcher is None:
            with self._lock:
                if self._dispatcher is None:
                    self._dispatcher = _compiler().make_whole(self)
        return self._dispatcher

    @property
    def part(self) -> Dispatcher:
        """The dispatcher that other kernels call, made on first use."""
        if self._part is None:
            with self._lock:
                if self._part is None:
                    self._part = _compiler().make_part(self)
        return self._part

    @property
    def settings(self) -> tuple[object, ...]:
        """What decides what is compiled, beside a function."""
        return (self.is_inlined,)

    def source(self) -> Callable[..., Any]:
        """Return the Python function that Numba compiles."""
        return self.python


def types_of(*arguments: Any) -> tuple[Any, ...]:
    """Return the types that arguments have in compiled code."""
    from numba import typeof

    return tuple(map(typeof, arguments))


def _compiler() -> ModuleType:
    """Return the module that compiles kernels with this version of Numba, imported at the first call."""
    from plyground.jit.versions import why_plain

    if why_plain() is None:
        from plyground.jit import dispatchers

        return dispatchers
    from plyground.jit import plain

    return plain


def _kernel_again(python: Callable[..., Any], label: str, is_inlined: bool) -> Kernel:
    """Make a kernel of what it was pickled as."""
    return Kernel(python, label, is_inlined=is_inlined)


class Instruction(Kernel):
    """A kernel with a machine form, besides its Python form."""

    is_built_by_python = True

    def __init__(
        self,
        python: Callable[..., Any],
        signature: str,
        emit: Callable[..., Any] | None,
        dtype: np.dtype[Any] | None,
    ) -> None:
        super().__init__(python, _label(python))
        self._signature = signature
        self._emit = emit
        self._dtype = dtype
        self.content_when_built: Content | None = None

    @property
    def __kernel_content__(self) -> Callable[..., Any]:
        return self._emit or self.python

    @property
    def settings(self) -> tuple[object, ...]:
        """What decides what is compiled, beside a function."""
        return self._signature, self._dtype

    @property
    def _numba_type_(self) -> Any:
        return _compiler().type_of_instruction(self)

    @functools.cached_property
    def machine_form(self) -> Any:
        """What Numba writes into each kernel that calls this one, in the place of the call."""
        from plyground.jit.fingerprint import known_content
        from plyground.jit.machine import machine_form, traced

        self.content_when_built = known_content(self)
        return machine_form(self._emit or traced(self.python), self._signature, self._dtype)

    def source(self) -> Callable[..., Any]:
        """Return a function that does nothing but this: what Python calls."""
        machine_form, count = self.machine_form, cast("FunctionType", self.python).__code__.co_argcount

        # Numba keeps versions with a star among their arguments under other names than it looks for.
        def of_one(first: Any) -> Any:
            return machine_form(first)

        def of_two(first: Any, second: Any) -> Any:
            return machine_form(first, second)

        def of_three(first: Any, second: Any, third: Any) -> Any:
            return machine_form(first, second, third)

        def of_four(first: Any, second: Any, third: Any, fourth: Any) -> Any:
            return machine_form(first, second, third, fourth)

        return (of_one, of_two, of_three, of_four)[count - 1]


@overload
def kernel(function: Function, /) -> Function: ...
@overload
def kernel(*, label: str | None = ..., is_inlined: bool = ...) -> Callable[[Function], Function]: ...
def kernel(
    function: Function | None = None,
    /,
    *,
    label: str | None = None,
    is_inlined: bool = True,
) -> Function | Callable[[Function], Function]:
    """Compile a function with Numba when it is first called.

    Args:
        function: the function; it may call other kernels and close over constants.
        label: what the message on standard error says is being compiled.
        is_inlined: whether it is put into each place where another kernel calls it; if not, that is
            left to LLVM. For what is large and called from several places.

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
        return cast("Function", Kernel(python, label or _label(python), is_inlined=is_inlined))

    return decorate if function is None else decorate(function)


def instruction(
    signature: str,
    emit: Emitter | None = None,
    *,
    dtype: np.dtype[Any] | None = None,
) -> Callable[[Function], Function]:
    """Give a small function of one to four arguments a machine form, besides its Python form.

    Args:
        signature: types of the arguments and of the result by Numba's names, as in
            ``"uint64, int64 -> int64"``. An argument may be ``any``, a result also ``first``, the type of the
            first argument, ``array``, or ``none``.
        emit: writes the machine form, see `plyground.jit.machine`. Without it the decorated function itself
            does: it takes words and tuples of words, and does not look at what they are.
        dtype: that of the elements if the result is an array.

    The decorated function is the meaning, and runs where nothing is compiled.
    """

    def decorate(python: Function) -> Function:
        if not is_compiling_enabled():
            return python
        return cast("Function", Instruction(python, signature, emit, dtype))

    return decorate


def _label(function: Callable[..., Any]) -> str:
    module = (function.__module__ or "").rpartition(".")[2]  # code run by `exec` may have none
    return f"{module} {function.__name__}".strip()


def _is_from_compiler(error: Exception) -> bool:
    """Return whether Numba raised this while compiling, and not the function itself.

    Numba is not imported here to name its classes, and some of what it cannot compile makes it
    stumble over errors of Python.
    """
    places = (frame.f_globals.get("__name__") for frame, _ in traceback.walk_tb(error.__traceback__))
    return type(error).__module__ == "numba.core.errors" or "numba.core.compiler" in places


def _place_in(message: str) -> tuple[str, str] | None:
    """Return the file and line that a message of Numba names last, a user's rather than one of ours."""
    places: list[tuple[str, str]] = re.findall(r'File "([^"]+)", line (\d+)', message)
    theirs = [(file, line) for file, line in places if not Path(file).resolve().is_relative_to(_PACKAGE)]
    named = theirs or places
    return named[-1] if named else None


def _told(kernel: Kernel, error: Exception) -> str:
    """Describe in one line what Numba could not compile, and where: its own errors are pages long."""
    message = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    code = cast("FunctionType", kernel.python).__code__
    file, line = _place_in(message) or (code.co_filename, code.co_firstlineno)
    stripped = map(str.strip, message.splitlines())
    telling = [each for each in stripped if each and not each.startswith(_NOISE)]
    arguments = [each for each in telling if each.startswith("- argument ")]
    reason = telling[0] if telling else type(error).__name__
    if arguments:
        reason = arguments[0].removeprefix("- ")
    elif reason.endswith(":"):
        reason = " ".join(telling[:2])
    return f"Numba cannot compile {kernel.label} ({file}, line {line}): {reason}"
