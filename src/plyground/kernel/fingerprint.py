"""A digest of everything that decides what a function computes.

Numba's own cache looks at the file a function stands in. That is too much (a closure made
twice is compiled twice) and too little (an edit in another file goes unnoticed, and the old
answer comes back). Here the key is the content: bytecode and constants, the values of
closures and of the globals it names, and the same for every function it calls.
"""

from __future__ import annotations

import enum
import hashlib
import types
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

# What these packages define is told apart by its name; their versions are part of every
# cache entry's name (see `plyground.kernel.cache`).
_VERSIONED_PACKAGES = frozenset({"builtins", "math", "numba", "numpy", "operator"})


class UnknownContentError(TypeError):
    """A function depends on a value whose content cannot be told, so it is never cached."""


def fingerprint(function: Callable[..., Any]) -> str:
    """Return a hexadecimal digest of `function` and of everything below it."""
    walk = _Walk()
    walk.add(function)
    return walk.digest.hexdigest()


class _Walk:
    """One pass over a function and all that it refers to, feeding a digest."""

    def __init__(self) -> None:
        self.digest = hashlib.blake2b(digest_size=20)
        # Functions may refer to each other in circles: the second visit writes the number of
        # the first. The values are kept alive so that an id is never used twice.
        self._visited: dict[int, tuple[int, object]] = {}

    def add(self, value: object) -> None:
        """Feed the content of `value`, whatever it is."""
        content = getattr(value, "__kernel_content__", None)
        if content is not None:
            self._add_once(value, lambda: self._add_all("kernel", content))
        elif isinstance(value, types.FunctionType):
            self._add_once(value, lambda: self._add_function(value))
        elif isinstance(value, types.CodeType):
            self._add_code(value)
        elif isinstance(value, np.ndarray):
            self._add_all("array", (value.dtype.str, value.shape, value.tobytes()))
        elif isinstance(value, np.generic):
            self._add_all("scalar", (value.dtype.str, value.tobytes()))
        elif isinstance(value, np.dtype):
            self._write("dtype", repr(value.descr), value.isalignedstruct)
        elif isinstance(value, enum.Enum):
            self._add_all("enum", (type(value).__qualname__, value.name, value.value))
        elif isinstance(value, tuple):
            self._add_tuple(value)
        elif isinstance(value, frozenset):
            self._write("frozenset", sorted(map(repr, value)))
        elif value is None or isinstance(value, bool | int | float | complex | str | bytes):
            self._write(type(value).__name__, repr(value))
        elif isinstance(value, type):
            self._add_class(value)
        else:
            self._add_by_name(value)

    def _write(self, *words: object) -> None:
        for word in words:
            text = str(word).encode()
            self.digest.update(b"%d:" % len(text))
            self.digest.update(text)

    def _add_all(self, kind: str, values: Iterable[object]) -> None:
        members = tuple(values)
        self._write(kind, len(members))
        for member in members:
            self.add(member)

    def _add_once(self, value: object, add: Callable[[], None]) -> None:
        seen = self._visited.get(id(value))
        if seen is not None:
            self._write("seen", seen[0])
            return
        self._visited[id(value)] = (len(self._visited), value)
        add()

    def _add_tuple(self, value: tuple[object, ...]) -> None:
        fields = getattr(value, "_fields", None)
        if fields is not None:
            self._add_class(type(value))
        self._add_all("tuple", value)

    def _add_class(self, value: type) -> None:
        fields = getattr(value, "_fields", None)
        if fields is None and value.__module__.partition(".")[0] not in _VERSIONED_PACKAGES:
            raise UnknownContentError(f"class {value.__qualname__} is not a named tuple")
        self._write("class", value.__module__, value.__qualname__, fields)

    def _add_function(self, function: types.FunctionType) -> None:
        self._write("function", function.__qualname__)
        self._add_code(function.__code__)
        self._add_all("defaults", function.__defaults__ or ())
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            self._write("closure", name)
            self.add(cell.cell_contents)
        for name in _names_in(function.__code__):
            if name in function.__globals__:
                self._write("global", name)
                self._add_global(function.__globals__[name], function.__code__)

    def _add_global(self, value: object, code: types.CodeType) -> None:
        if not isinstance(value, types.ModuleType):
            self.add(value)
            return
        # `module.name` compiles to two separate names: every name that the module has is
        # looked up, which may be one too many and never one too few.
        self._write("module", value.__name__)
        for name in _names_in(code):
            if hasattr(value, name):
                self._write("attribute", name)
                self._add_global(getattr(value, name), code)

    def _add_code(self, code: types.CodeType) -> None:
        self._write("code", code.co_code.hex(), code.co_names, code.co_varnames)
        self._write(code.co_freevars, code.co_cellvars, code.co_argcount, code.co_flags)
        self._add_all("constants", code.co_consts)

    def _add_by_name(self, value: object) -> None:
        module = getattr(value, "__module__", None) or type(value).__module__
        name = getattr(value, "__qualname__", None) or getattr(value, "__name__", None)
        if name is None or module.partition(".")[0] not in _VERSIONED_PACKAGES:
            raise UnknownContentError(f"{value!r} of type {type(value).__qualname__}")
        self._write("named", module, name)


def _names_in(code: types.CodeType) -> list[str]:
    """Return the names that `code` and the functions defined inside it look up."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names.update(_names_in(constant))
    return sorted(names)
