"""What ties kernels to Numba. Only this module of the package imports it at the top."""

from __future__ import annotations

import hashlib
import pickle
import sys
from collections.abc import Iterable, Iterator
from typing import Any

import llvmlite
import llvmlite.binding as llvm
import numba
import numpy as np
from numba.core import compiler, serialize, types
from numba.core.caching import _Cache
from numba.core.dispatcher import Dispatcher
from numba.core.runtime.nrt import rtsys

from plyground.kernel import cache
from plyground.kernel.compiled import Kernel, copy_function
from plyground.kernel.fingerprint import UnknownContentError, fingerprint

_has_announced = False


def make_dispatcher(kernel: Kernel) -> Dispatcher:
    """Wrap a kernel's function into a Numba dispatcher with the content-addressed cache."""
    source = kernel.source()
    try:
        digest = fingerprint(kernel)
    except UnknownContentError:
        # It cannot be told when this function changes, so it is compiled in every process.
        return numba.njit(nogil=True)(source)
    # Machine code is linked by symbol name, and Numba numbers the names per process: two
    # versions of one closure, compiled in two processes, may carry the same name and be
    # taken for each other when a third process loads both. The digest in the name tells
    # them apart.
    named = copy_function(source, f"{source.__qualname__}_{digest}")
    dispatcher: Dispatcher = numba.njit(nogil=True)(named)
    dispatcher._cache = _ContentCache(kernel, digest)
    return dispatcher


class _ContentCache(_Cache):  # type: ignore[misc]  # Numba is not typed
    """Numba's cache interface over the files of `plyground.kernel.cache`."""

    def __init__(self, kernel: Kernel, digest: str) -> None:
        self._kernel = kernel
        self._digest = digest
        self._is_enabled = True

    @property
    def cache_path(self) -> str:
        return str(cache.cache_folder())

    def enable(self) -> None:
        self._is_enabled = True

    def disable(self) -> None:
        self._is_enabled = False

    def flush(self) -> None:
        """Nothing to do: a content-addressed entry never goes stale."""

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """Return the compiled function from the disk, or None and say that it takes a while."""
        name = self._entry_name(signature, target_context.codegen())
        payload = cache.load(name) if name else None
        if payload is not None:
            try:
                symbols, reduced = pickle.loads(payload)
            except (pickle.UnpicklingError, AttributeError, ImportError):
                pass  # written where a module had another name: compile it here
            else:
                _prepare(target_context, symbols)
                return compiler.CompileResult._rebuild(target_context, *reduced)
        _announce(self._kernel)
        return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep a compiled function on the disk, with the outside symbols it needs."""
        name = self._entry_name(signature, result.codegen)
        if name is not None and not result.library.has_dynamic_globals:
            symbols = _outside_symbols(result.library)
            cache.save(name, serialize.dumps((symbols, result._reduce())))

    def _entry_name(self, signature: Any, codegen: Any) -> str | None:
        """Name the file of one signature, or return None where it cannot have one."""
        arguments = signature if isinstance(signature, tuple) else signature.args
        if not self._is_enabled or not all(map(_is_importable, _tuple_classes(arguments))):
            return None
        layouts = [(each.__module__, each.__qualname__, each._fields) for each in _tuple_classes(arguments)]
        key = (_environment(), codegen.magic_tuple(), list(map(str, arguments)), layouts)
        return f"{self._digest}-{hashlib.blake2b(repr(key).encode(), digest_size=16).hexdigest()}"


def returns_words(dispatcher: Dispatcher) -> bool:
    """Tell whether a compiled function returns a uint64, or a tuple made of nothing else."""

    def is_words(kind: Any) -> bool:
        if isinstance(kind, types.BaseTuple):
            return all(map(is_words, kind.types))
        return bool(kind == types.uint64)

    return is_words(dispatcher.nopython_signatures[0].return_type)


def _outside_symbols(library: Any) -> list[str]:
    """Name what the machine code calls or reads outside itself."""
    module = library._final_module
    values = [*module.functions, *module.global_variables]
    return [value.name for value in values if value.is_declaration and not value.name.startswith("llvm.")]


def _prepare(target_context: Any, symbols: list[str]) -> None:
    """Make sure that machine code from the disk finds every symbol it needs.

    Numba's runtime is enough for nearly everything. Loading all that Numba can compile, as
    it does by itself, takes ten times as long as loading the code.
    """
    rtsys.initialize(target_context)
    if any(llvm.address_of_symbol(symbol) is None for symbol in symbols):
        target_context.refresh()


def _environment() -> tuple[object, ...]:
    """Name everything outside the function that decides about its machine code."""
    settings = (numba.config.OPT, numba.config.BOUNDSCHECK, numba.config.DEBUGINFO_DEFAULT)
    versions = (sys.version, numba.__version__, llvmlite.__version__, np.__version__)
    return (*versions, *settings)


def _tuple_classes(arguments: Iterable[Any]) -> Iterator[type[Any]]:
    """Find the named-tuple classes in a signature: Numba prints them without their fields."""
    for argument in arguments:
        if isinstance(argument, types.BaseNamedTuple):
            yield argument.instance_class
        if isinstance(argument, types.BaseTuple):
            yield from _tuple_classes(argument.types)


def _is_importable(tuple_class: type[Any]) -> bool:
    """Tell whether another process would find the very same class under its name.

    A class of a script or of a function would come back from the disk as another class.
    """
    if tuple_class.__module__ == "__main__":
        return False
    module = sys.modules.get(tuple_class.__module__)
    return getattr(module, tuple_class.__qualname__, None) is tuple_class


def _announce(kernel: Kernel) -> None:
    """Say once in a process that the wait is for the compiler."""
    global _has_announced
    if not _has_announced:
        _has_announced = True
        message = f"plyground: compiling {kernel.label} once, about {kernel.seconds:.0f} s"
        print(message, file=sys.stderr, flush=True)
