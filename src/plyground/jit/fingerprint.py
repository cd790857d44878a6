"""A digest of everything that decides what a kernel computes.

Numba's own cache looks at the file a function stands in. That is too much (a closure made
twice is compiled twice) and too little (an edit in another file goes unnoticed, and the old
answer comes back). Here the key is the content: bytecode and constants, the values of
closures and of the globals it names, and the same for every kernel it calls.

What cannot be determined is never guessed: `UnknownContentError` means that the kernel is compiled
in every process. One thing is not seen: what other packages teach Numba about types and
functions of NumPy and Python (`numba.extending`).
"""

from __future__ import annotations

import dis
import enum
import functools
import hashlib
import sys
import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from plyground.jit.compiled import Kernel

# What these packages define is identified by its name; their versions are part of every
# cache entry's name (see `plyground.jit.numba_cache`). Only those of Python's own are here
# that NumPy itself needs: a user's `code.py` or `profile.py` may shadow others.
_VERSIONED_PACKAGES = frozenset(
    {"_operator", "builtins", "cmath", "llvmlite", "math", "numba", "numpy", "operator", "random"}
)

# Exact types: what a subclass prints may hide what it is.
_CONSTANTS = (type(None), type(...), bool, int, float, complex, str, bytes)

_DIGEST_SIZE = 20


class UnknownContentError(TypeError):
    """A kernel depends on a value whose content cannot be determined, so it is never cached."""


@dataclass(frozen=True)
class Part:
    """One kernel by itself: a digest of its own content, and the kernels that it names."""

    digest: bytes
    kernels: tuple[Kernel, ...]


@dataclass(frozen=True)
class Content:
    """A kernel with everything below it."""

    digest: str
    parts: Mapping[Kernel, Part]


def content_of(kernel: Kernel) -> Content:
    """Look at a kernel and at every kernel below it, as they are now.

    Raises:
        UnknownContentError: one of them depends on something that cannot be determined.
    """
    parts: dict[Kernel, Part] = {}
    waiting = [kernel]
    for each in waiting:  # it grows while it is walked, and kernels may call in circles
        if each not in parts:
            parts[each] = _part_of(each)
            waiting.extend(parts[each].kernels)
    numbers = {each: number for number, each in enumerate(parts)}
    digest = hashlib.blake2b(digest_size=_DIGEST_SIZE)
    for part in parts.values():
        digest.update(part.digest)
        digest.update(repr([numbers[each] for each in part.kernels]).encode())
    return Content(digest.hexdigest(), parts)


def known_content(kernel: Kernel) -> Content | None:
    """Digest a kernel and all below it; None if something cannot be determined."""
    try:
        return content_of(kernel)
    except UnknownContentError:
        return None  # changes would go unnoticed: it is compiled in every process


def digest_of(*values: object) -> str:
    """Return a digest of values and functions that says what they compute, and not where they stand.

    It is the same whether kernels are compiled or not, and wherever a file lies; another version of Python
    compiles functions to other bytecode and has other digests.

    Raises:
        UnknownContentError: one of them depends on something that cannot be determined.
    """
    walk = _PlainWalk(runs_python=True)
    for value in values:
        walk.add(value)
    return walk.digest.hexdigest()


def is_importable(value: object) -> bool:
    """Tell whether another process would find this very value under its name.

    A class of a script or of a function would come back from the disk as another class.
    """
    module, name = getattr(value, "__module__", None), _name_of(value)
    if not isinstance(module, str) or not isinstance(name, str) or module == "__main__":
        return False
    found: object = sys.modules.get(module)
    for step in name.split("."):
        found = getattr(found, step, None)
    return found is value


def _name_of(value: object) -> object:
    return getattr(value, "__qualname__", None) or getattr(value, "__name__", None)


def _part_of(kernel: Kernel) -> Part:
    walk = _Walk(runs_python=kernel.is_built_by_python)
    walk.add(kernel.settings)
    walk.add_function(kernel.__kernel_content__)
    return Part(walk.digest.digest(), tuple(walk.kernels))


class _Walk:
    """One pass over a kernel's function and all that it refers to, feeding a digest.

    `runs_python` is for functions that build machine code: Python runs them, so they may call
    any function. In a kernel a plain function compiles only if Numba was taught another one
    in its place (`numba.extending.overload`), and that one cannot be seen from here.
    """

    def __init__(self, *, runs_python: bool) -> None:
        self.digest = hashlib.blake2b(digest_size=_DIGEST_SIZE)
        self.kernels: list[Kernel] = []
        self._runs_python = runs_python
        # Functions may refer to each other in circles: the second visit writes the number of
        # the first. The functions are kept alive so that an id is never used twice.
        self._visited: dict[int, tuple[int, object]] = {}

    def add(self, value: object) -> None:
        """Feed the content of `value`, whatever it is."""
        if isinstance(value, Kernel):
            self._write("kernel")
            self.kernels.append(value)
        elif type(value) in _CONSTANTS:
            self._write("constant", repr(value))
        elif isinstance(value, np.dtype):
            self._add_dtype(value)
        elif type(value) is np.ndarray or isinstance(value, np.generic):
            self._add_dtype(value.dtype)
            self._write("array", value.shape, value.strides, value.tobytes().hex())
        elif isinstance(value, enum.Enum):
            self._add_all("enum", (type(value).__qualname__, value.name, value.value))
        elif isinstance(value, tuple):
            self._add_tuple(value)
        elif isinstance(value, frozenset):  # only literals in the code are ones for Numba
            self._write("frozenset", sorted(map(repr, value)))
        elif isinstance(value, slice):
            self._add_all("slice", (value.start, value.stop, value.step))
        elif isinstance(value, types.CodeType):
            self._add_code(value)
        else:
            self._add_defined(value)

    def _add_defined(self, value: Any) -> None:
        """Feed what a `def` or a `class` somewhere made."""
        if _is_versioned(value):
            self._write("named", value.__module__, _name_of(value))
        elif isinstance(value, type):
            self._add_class(value)
        elif isinstance(value, types.FunctionType) and self._runs_python:
            self.add_function(value)
        else:
            raise UnknownContentError(f"{value!r} of type {type(value).__qualname__}")

    def _write(self, *words: object) -> None:
        for word in words:
            text = str(word).encode()
            self.digest.update(b"%d:" % len(text))
            self.digest.update(text)

    def _write_place(self, value: Any) -> None:
        self._write(value.__module__, value.__qualname__)

    def _add_all(self, kind: str, values: Iterable[object]) -> None:
        members = tuple(values)
        self._write(kind, len(members))
        for member in members:
            self.add(member)

    def _add_dtype(self, dtype: np.dtype[Any]) -> None:
        if dtype.hasobject:
            raise UnknownContentError(f"{dtype!r} holds Python objects")
        self._write("dtype", repr(dtype))  # with all fields and their places

    def _add_tuple(self, value: tuple[object, ...]) -> None:
        if type(value) is not tuple:
            self._add_class(type(value))
        self._add_all("tuple", value)

    def _add_class(self, value: type) -> None:
        if not is_importable(value):
            raise UnknownContentError(f"class {value.__qualname__} cannot be imported")
        self._write("class")
        self._write_place(value)
        if issubclass(value, tuple) and hasattr(value, "_fields"):
            self._write("fields", value._fields)
        elif issubclass(value, enum.Enum):
            self._add_all("members", value.__members__.items())
        elif issubclass(
            value, BaseException
        ):  # machine code knows it by its name, and imports it to raise it
            self._write("exception")
        else:
            raise UnknownContentError(f"class {value.__qualname__} is not a named tuple")

    def add_function(self, function: Callable[..., Any]) -> None:
        """Feed the code of a function and everything that it refers to."""
        if not isinstance(function, types.FunctionType):
            raise UnknownContentError(f"{function!r} is not a Python function")
        if id(function) in self._visited:
            self._write("seen", self._visited[id(function)][0])
            return
        self._visited[id(function)] = len(self._visited), function
        # The module is part of it: what comes back from the disk looks for its own by name.
        if function.__module__ not in sys.modules:
            raise UnknownContentError(f"{function.__qualname__} belongs to no module")
        self._write("function")
        self._write_place(function)
        self._add_code(function.__code__)
        self._add_all("defaults", function.__defaults__ or ())
        self._add_all("named defaults", sorted((function.__kwdefaults__ or {}).items()))
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            self._write("closure", name)
            self._add_named(_held_by(cell, name), function.__code__)
        for name in _names_in(function.__code__).variables:
            if name in function.__globals__:
                self._write("global", name)
                self._add_named(function.__globals__[name], function.__code__)

    def _add_named(
        self, value: object, code: types.CodeType, above: tuple[types.ModuleType, ...] = ()
    ) -> None:
        """Feed a value that `code` calls by a name; if that is a module, what it takes from it."""
        if not isinstance(value, types.ModuleType):
            self.add(value)
            return
        self._write("module", value.__name__)
        if value in above or value.__name__.partition(".")[0] in _VERSIONED_PACKAGES:
            return
        # `module.name` compiles to two separate names: every name that the module has is
        # looked up, which may be one too many and never one too few.
        for name in _names_in(code).all_names:
            if hasattr(value, name):
                self._write("attribute", name)
                self._add_named(getattr(value, name), code, (*above, value))

    def _add_code(self, code: types.CodeType) -> None:
        for package in _names_in(code).imports:
            if package not in _VERSIONED_PACKAGES:
                raise UnknownContentError(f"{code.co_name} imports {package or 'a neighbour'}")
        self._write("code", code.co_code.hex(), code.co_exceptiontable.hex(), code.co_flags)
        self._write(code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
        self._write(code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount)
        self._add_all("constants", code.co_consts)


class _PlainWalk(_Walk):
    """A pass over functions as plain Python, kernels among them, that leaves out names of modules."""

    def add(self, value: object) -> None:
        """Feed the content of `value`; a kernel is the function that was written."""
        super().add(value.python if isinstance(value, Kernel) else value)

    def _write_place(self, value: Any) -> None:
        self._write(value.__qualname__)


def _held_by(cell: types.CellType, name: str) -> object:
    try:
        return cell.cell_contents
    except ValueError:
        raise UnknownContentError(f"{name} is used before it has a value") from None


def _is_versioned(value: Any) -> bool:
    package = str(getattr(value, "__module__", None)).partition(".")[0]
    return package in _VERSIONED_PACKAGES and is_importable(value)


class _Names(NamedTuple):
    variables: tuple[str, ...]
    imports: tuple[str, ...]
    all_names: tuple[str, ...]


@functools.cache
def _names_in(code: types.CodeType) -> _Names:
    """Return the names that `code` and the functions defined inside it look up, in order.

    Only those of variables are looked for in the globals: an attribute may have the name of a
    global that the function has nothing to do with.
    """
    variables, imports, all_names = set(), set(), set(code.co_names)
    for step in dis.get_instructions(code):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            variables.add(step.argval)
        elif step.opname == "IMPORT_NAME":
            imports.add(step.argval.partition(".")[0])
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            inner = _names_in(constant)
            variables.update(inner.variables)
            all_names.update(inner.all_names)
    return _Names(tuple(sorted(variables)), tuple(sorted(imports)), tuple(sorted(all_names)))
