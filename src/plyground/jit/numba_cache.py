"""What Numba compiled, on disk: its cache interface over files named by content."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import itertools
import pickle
import re
import sys
import time
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import llvmlite
import llvmlite.binding as llvm
import numba
import numpy as np
from numba.core import compiler, serialize, types
from numba.core.bytecode import FunctionIdentity
from numba.core.caching import _Cache
from numba.core.environment import Environment, lookup_environment
from numba.core.runtime.nrt import rtsys

from plyground.jit import cache
from plyground.jit.cache import announce
from plyground.jit.compiled import Instruction, Kernel
from plyground.jit.fingerprint import UnknownContentError, is_importable, known_content

# Another number whenever the files of the cache hold something else: earlier versions of Plyground, which
# may share the folder, neither find these files nor write others in their place.
_LAYOUT = 3

_SETTINGS = ("OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "BOUNDSCHECK", "DEBUGINFO_DEFAULT")

# Numba prints these types in full. A kernel with any other type among its arguments is not
# cached: a function, for one, prints as a place in memory.
_FULLY_PRINTED = (types.Number, types.Boolean, types.NoneType, types.UnicodeType, types.Array, types.Record)

_LOWEST_NUMBER = 1 << 60
_LOW_NUMBER = re.compile(r"B\d+v\d{1,18}(?!\d)")


class ContentCache(_Cache):  # type: ignore[misc]  # Numba is not typed
    """Numba's cache interface over the files of `plyground.jit.cache`."""

    form: ClassVar[str] = "whole"
    """What the files hold: no other form is taken for it."""

    def __init__(self, kernel: Kernel, options: Mapping[str, object]) -> None:
        self._kernel = kernel
        self._options = options
        self._content = known_content(kernel)
        self._began: dict[Any, float] = {}  # when a signature began to be compiled

    @property
    def cache_path(self) -> str:
        """The folder of the files, as Numba shows it."""
        return str(cache.cache_folder())

    def enable(self) -> None:
        """Nothing to do: every kernel is cached."""

    def disable(self) -> None:
        """Never look at the disk for this kernel again."""
        self._content = None

    def flush(self) -> None:
        """Nothing to do: a content-addressed entry never goes stale."""

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """Return the compiled function from the disk, or None and say that it takes a while."""
        name = self._entry_name(signature, target_context.codegen())
        payload = cache.load(name) if name else None
        result = None if payload is None else self._rebuilt(payload, target_context)
        if result is None:
            announce(self._kernel.label, cache.seconds_known(self._kernel.label))
            self._began[_arguments_of(signature)] = time.perf_counter()
            _number_symbols_anew()
        return result

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep a compiled function on the disk, if it works in other processes, and how long it took."""
        began = self._began.pop(_arguments_of(signature), None)
        if began is not None and self.form == ContentCache.form:
            cache.note_seconds(self._kernel.label, time.perf_counter() - began)
        name = self._entry_name(signature, result.codegen)
        if name is None or not self._is_what_was_compiled():
            return
        try:
            _described(result.signature.return_type)
        except UnknownContentError:
            return
        # What Numba keeps beside the machine code may hold anything.
        with contextlib.suppress(pickle.PicklingError, AttributeError, TypeError):
            if _stands_alone(result.library, _outside_symbols(result.library)):
                cache.save(name, serialize.dumps(self.pack(result)))

    def pack(self, result: Any) -> object:
        """Return what goes to the disk: the machine code and the outside symbols it needs."""
        *reduced, environments = result._reduce()
        return _outside_symbols(result.library), (*reduced, tuple(map(_packed, environments)))

    def unpack(self, packed: Any, target_context: Any) -> Any:
        """Return the compiled function from what `pack` returned, or None."""
        symbols, (*reduced, environments) = packed
        if not _finds(symbols, target_context):
            return None
        unpacked = tuple(map(_unpacked, environments))
        return compiler.CompileResult._rebuild(target_context, *reduced, unpacked)

    def _rebuilt(self, payload: bytes, target_context: Any) -> Any:
        try:
            return self.unpack(pickle.loads(payload), target_context)
        except Exception:  # noqa: BLE001
            # Reading it imports modules by their names, where anything may have changed and
            # anything may be raised: compile it here, and keep that instead.
            return None

    def _entry_name(self, signature: Any, codegen: Any) -> str | None:
        """Name the file of one signature, or return None where it cannot have one."""
        self._notice_changes()
        if self._content is None:
            return None
        try:
            described = [_described(each) for each in _arguments_of(signature)]
        except UnknownContentError:
            return None
        key = repr((self.form, self._options, _environment(), codegen.magic_tuple(), described))
        return f"{self._content.digest}-{hashlib.blake2b(key.encode(), digest_size=16).hexdigest()}"

    def _notice_changes(self) -> None:
        """Give up the cache if a global, a table or a function below is no longer what it was.

        Numba takes such values as they are when it compiles: from then on the versions of this
        kernel are of different content, in a process whose code is changed by hand.
        """
        now = known_content(self._kernel)
        if now is None or self._content is None or now.digest != self._content.digest:
            self._content = None

    def _is_what_was_compiled(self) -> bool:
        """Tell whether every kernel below still is what went into the machine code.

        One that was compiled before something in it changed went in as it was then.
        """
        if self._content is None:
            return False
        for kernel, part in self._content.parts.items():
            dispatchers = [each for each in (kernel._dispatcher, kernel._part) if each is not None]
            compiled = [each._cache._content for each in dispatchers]
            if isinstance(kernel, Instruction) and kernel.content_when_built is not None:
                compiled.append(kernel.content_when_built)
            if any(each is None or each.parts[kernel] != part for each in compiled):
                return False
        return True


class _Empty(NamedTuple):
    """An environment of one of Numba's own functions that keeps nothing.

    Environments keep the Python objects that compiled code refers to, and know the module of
    their function. To read one imports that module, which only the compiler has a use for.
    """

    module: str
    name: str


def _packed(environment: Any) -> Any:
    module = str(environment.globals["__name__"])
    is_of_numba = module.startswith("numba.")
    return _Empty(module, environment.env_name) if is_of_numba and not environment.consts else environment


def _unpacked(packed: Any) -> Any:
    if not isinstance(packed, _Empty):
        return packed
    environment = lookup_environment(packed.name)
    if environment is None:
        environment = Environment({"__name__": packed.module})
        environment.env_name = packed.name
        Environment._memo[packed.name] = environment  # which does not keep it alive
    return environment


def _arguments_of(signature: Any) -> tuple[Any, ...]:
    """Return the types of the arguments: Numba gives them alone, or with what is returned."""
    return signature if isinstance(signature, tuple) else tuple(signature.args)


def _described(kind: Any) -> object:
    """Name a type so that no other type, in any process, has the same name.

    Raises:
        UnknownContentError: there is no such name.
    """
    if isinstance(kind, types.BaseNamedTuple):  # Numba prints them without their fields
        tuple_class = kind.instance_class
        if not is_importable(tuple_class):
            raise UnknownContentError(f"class {tuple_class.__qualname__} cannot be imported")
        members = [_described(each) for each in kind.types]
        return tuple_class.__module__, tuple_class.__qualname__, tuple_class._fields, members
    if isinstance(kind, types.BaseTuple):
        return [_described(each) for each in kind.types]
    if isinstance(kind, types.Omitted):  # the default is part of the kernel's content
        return "omitted"
    if isinstance(kind, types.Optional):
        return "optional", _described(kind.type)
    if isinstance(kind, _FULLY_PRINTED):
        return str(kind)
    raise UnknownContentError(f"{kind} has no lasting name")


def _environment() -> tuple[object, ...]:
    """Name everything outside the function that decides about its machine code."""
    settings = [(name, getattr(numba.config, name, None)) for name in _SETTINGS]
    versions = (sys.version, numba.__version__, llvmlite.__version__, np.__version__)
    return (_LAYOUT, _machine_forms(), *versions, settings)


@functools.cache
def _machine_forms() -> str:
    """Return a digest of what turns emitters into machine code; emitters are part of a kernel's content."""
    return hashlib.blake2b(Path(__file__).with_name("machine.py").read_bytes(), digest_size=16).hexdigest()


def _finds(symbols: list[str], target_context: Any) -> bool:
    """Tell whether machine code from the disk finds every symbol it needs: else it crashes.

    Numba's runtime is enough for nearly everything. Loading all that Numba can compile, as
    it does by itself, takes ten times as long as loading the code.
    """
    rtsys.initialize(target_context)
    if all(map(llvm.address_of_symbol, symbols)):
        return True
    target_context.refresh()
    return all(map(llvm.address_of_symbol, symbols))


def _outside_symbols(library: Any) -> list[str]:
    """Name what the machine code calls or reads outside itself."""
    module = library._final_module
    values = [*module.functions, *module.global_variables]
    return [value.name for value in values if value.is_declaration and not value.name.startswith("llvm.")]


def _stands_alone(library: Any, symbols: list[str]) -> bool:
    """Tell whether compiled code works in another process, whatever else is loaded there."""
    if library.has_dynamic_globals:  # it holds addresses of this process
        return False
    if not all(map(llvm.address_of_symbol, symbols)):
        return False  # kernels that call each other in a circle need each other's machine code
    # See `_number_symbols_anew`: other code that uses Numba may have compiled a part of this.
    return not any(_LOW_NUMBER.search(function.name) for function in library.get_defined_functions())


def _number_symbols_anew() -> None:
    """Make sure that no other process gives the same name to another function.

    Machine code is linked by symbol names, and Numba numbers the functions of one name from 1
    in every process: two different ones, compiled in two processes, would be taken for each
    other when a third process loads both.
    """
    FunctionIdentity._unique_ids = itertools.count(_LOWEST_NUMBER + (uuid.uuid4().int >> 72))
