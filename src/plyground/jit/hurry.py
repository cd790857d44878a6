"""What makes Numba compile sooner, and changes nothing about what comes out."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator
from typing import Any

from llvmlite.binding import ffi as llvm_calls
from numba.core import cpu, errors, ir, types, typing
from numba.core.codegen import CPUCodeLibrary
from numba.core.postproc import PostProcessor, VariableLifetime
from numba.core.transforms import canonicalize_cfg

from plyground.jit.fingerprint import looking_once

# Whom llvmlite tells whenever it calls LLVM. There is no public way to ask for them.
_LOCK_LISTENERS: list[Any] = getattr(llvm_calls.lib._lock, "_cblist", [])


@contextlib.contextmanager
def in_a_hurry() -> Iterator[None]:
    """Compile in two thirds of the time. Only one thread at a time may be in here."""
    with contextlib.ExitStack() as hurry:
        for measure in _MEASURES:
            hurry.enter_context(measure())
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
def _without_listeners() -> Iterator[None]:
    """Do not announce every call of LLVM, twice, to whoever measures how long its lock is held."""
    listeners = _LOCK_LISTENERS.copy()
    _LOCK_LISTENERS.clear()
    try:
        yield
    finally:
        _LOCK_LISTENERS.extend(listeners)


@contextlib.contextmanager
def _replacing(owner: Any, name: str, replacement: Any) -> Iterator[None]:
    original = getattr(owner, name)
    setattr(owner, name, replacement)
    try:
        yield
    finally:
        setattr(owner, name, original)


def _remembering_operators() -> contextlib.AbstractContextManager[None]:
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

    return _replacing(types.Function, "get_call_type", resolve_once)


def _without_colours() -> contextlib.AbstractContextManager[None]:
    """Do not paint messages of errors that do not occur: Numba writes one before every step it takes."""
    scheme = getattr(errors, "HighlightColorScheme", None)  # there is none without Colorama
    if scheme is None:
        return contextlib.nullcontext()
    return _replacing(scheme, "_markup", lambda scheme, message, *style: message)


def _skipping_declarations() -> contextlib.AbstractContextManager[None]:
    """Do not make LLVM ready to optimise functions that are only named in a module."""

    def optimise(library: Any, module: Any) -> None:
        module.data_layout = library._codegen._data_layout
        for function in module.functions:
            if not function.is_declaration:
                passes, builder = library._codegen._function_pass_manager()
                passes.run(function, builder)

    return _replacing(CPUCodeLibrary, "_optimize_functions", optimise)


@contextlib.contextmanager
def _importing_once() -> Iterator[None]:
    """Look for new definitions where they were found before; do not import all of Numba for each kernel."""
    with _looking_again(cpu.CPUContext), _looking_again(typing.Context):
        yield


def _looking_again(context_class: Any) -> contextlib.AbstractContextManager[None]:
    load, loaded = context_class.load_additional_registries, dict[int, Any]()

    def load_once(context: Any) -> None:
        registries = context._registries  # which copies of a context have in common
        if id(registries) in loaded:
            for registry in tuple(registries):
                context.install_registry(registry)
        else:
            load(context)
            loaded[id(registries)] = registries

    return _replacing(context_class, "load_additional_registries", load_once)


def _skipping_leaves() -> contextlib.AbstractContextManager[None]:
    """Find the variables of an instruction without a call for each number and line that it mentions."""
    holders, leaves = (ir.Var, ir.Inst, list, tuple, dict), set[type]()

    def list_variables(instruction: Any, value: Any) -> list[Any]:
        if isinstance(value, ir.Var):
            return [value]
        if isinstance(value, ir.Inst):
            return list(value.list_vars())
        if not isinstance(value, holders):
            return []
        found = []
        for member in value.values() if isinstance(value, dict) else value:
            kind = type(member)
            if kind is ir.Var:
                found.append(member)
            elif kind not in leaves:
                if issubclass(kind, holders):
                    found += list_variables(instruction, member)
                else:
                    leaves.add(kind)
        return found

    return _replacing(ir.Inst, "_rec_list_vars", list_variables)


def _leaving_lifetimes() -> contextlib.AbstractContextManager[None]:
    """Do not find out, after every step, which variables live where: only generators need to know."""
    run_fully = PostProcessor.run

    def run(processor: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
        function = processor.func_ir
        if function.is_generator:
            run_fully(processor, emit_dels, extend_lifetimes)
            return
        function.blocks = canonicalize_cfg(function.blocks)
        function.variable_lifetime = VariableLifetime(function.blocks)  # works nothing out until asked
        function.generator_info = None
        if emit_dels:
            processor._insert_var_dels(extend_lifetimes=extend_lifetimes)

    return _replacing(PostProcessor, "run", run)


_MEASURES = (
    _without_collector,
    _without_listeners,
    _without_colours,
    _importing_once,
    _remembering_operators,
    _leaving_lifetimes,
    _skipping_declarations,
    _skipping_leaves,
    looking_once,
)
