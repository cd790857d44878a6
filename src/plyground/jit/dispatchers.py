"""What ties kernels to Numba's compiler. It is imported when the first kernel is called.

A kernel is compiled in two forms. The *whole* is called from Python. The *part* is called from
other kernels, and becomes a piece of each of them: it is only brought into LLVM's language,
and the whole that it ends up in optimises all its parts together, once. Numba by itself
would optimise every kernel again at each level of calls, make machine code and wrappers for
Python for all of them, and then use none of it, which takes much longer.
"""

from __future__ import annotations

import atexit
import gc
from collections.abc import Callable
from functools import update_wrapper
from types import FunctionType
from typing import Any, cast

from llvmlite import binding as llvm
from numba.core import compiler, types
from numba.core.codegen import JITCodeLibrary, RuntimeLinker
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import Dispatcher
from numba.core.environment import lookup_environment
from numba.core.errors import TypingError
from numba.core.registry import CPUDispatcher, cpu_target

from plyground.jit.compiled import Instruction, Kernel, compiling, is_ours
from plyground.jit.numba_cache import ContentCache
from plyground.jit.numba_patches import box_safely, in_a_hurry

# A part is put into the place where it is called: only then is a board that the outer kernel
# closes over folded into the inner one. Left alone, LLVM passes large boards on the stack.
_OPTIONS = {"nopython": True, "nogil": True, "forceinline": True, "no_cfunc_wrapper": True}
_PART_OPTIONS = {**_OPTIONS, "no_cpython_wrapper": True}

# Somebody else's kernel may compute a wrong place in an array. It is to raise an IndexError there, as it
# does in plain Python: by itself compiled code would write into memory that belongs to something else.
_OPTIONS_OF_OTHERS = {"boundscheck": True}

_ENVIRONMENT_PREFIX = "_ZN08NumbaEnv"

# A process that ends need not look for garbage among all that Numba has loaded: that takes longer
# than most commands.
atexit.register(gc.freeze)


def make_whole(kernel: Kernel) -> Dispatcher:
    """Return what compiles a kernel to be called from Python."""
    options = _options_of(kernel, _OPTIONS)
    whole = _Whole(kernel.source(), targetoptions=options)
    whole._cache = _WholeCache(kernel, options)
    return whole


def make_part(kernel: Kernel) -> Dispatcher:
    """Return what compiles a kernel to be called from other kernels."""
    function = _copied(kernel.source())
    options = _options_of(kernel, _PART_OPTIONS)
    if not kernel.is_inlined:
        options = {**options, "forceinline": False}
    part = _Part(function, targetoptions=options, pipeline_class=_PartCompiler)
    part._cache = _PartCache(kernel, options)
    return part


def _options_of(kernel: Kernel, options: dict[str, bool]) -> dict[str, bool]:
    return options if is_ours(kernel.python) else {**options, **_OPTIONS_OF_OTHERS}


def type_for_callers(kernel: Kernel) -> types.Dispatcher:
    """Return the type that the kernel has in compiled code which calls it."""
    return types.Dispatcher(kernel.dispatcher if _is_calling_itself(kernel) else kernel.part)


def type_of_instruction(instruction: Instruction) -> types.Function:
    """Return the type that the machine form of an instruction has in compiled code which calls it."""
    context, form = cpu_target.typing_context, instruction.machine_form
    context.refresh()  # the form may be newer than all that Numba knows
    return context.resolve_value_type(form)


def _is_calling_itself(kernel: Kernel) -> bool:
    """Tell whether the whole of this kernel is being compiled, and is what asks."""
    whole = kernel._dispatcher
    if whole is None or not whole.is_compiling:
        return False
    return whole.typingctx.callstack[0].func_id.func is whole.py_func


def _copied(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return an equal function: Numba takes a call of the same one for a call of itself."""
    original = cast("FunctionType", function)
    copy = FunctionType(
        original.__code__,
        original.__globals__,
        original.__name__,
        original.__defaults__,
        original.__closure__,
    )
    return update_wrapper(copy, original)


class _Whole(CPUDispatcher):  # type: ignore[misc]  # Numba is not typed
    def compile(self, signature: Any) -> Any:
        with compiling(), global_compiler_lock, in_a_hurry():  # one thread at a time turns things off and on
            return super().compile(signature)

    def add_overload(self, result: Any) -> None:
        super().add_overload(result)
        # Compiled code finds its Python constants through a global variable of each function.
        # Numba has set the one of the whole; those of its parts are known only now.
        for variable in result.library._final_module.global_variables:
            if variable.name.startswith(_ENVIRONMENT_PREFIX):
                environment = lookup_environment(variable.name)
                if environment is not None:
                    result.codegen.set_env(variable.name, environment)


class _Part(CPUDispatcher):  # type: ignore[misc]  # Numba is not typed
    def get_call_template(self, arguments: Any, named: Any) -> Any:
        # Numba would compile a part once for every constant that it is called with. LLVM sees the
        # constants anyway, once the part is in its place.
        plain = tuple(map(types.unliteral, arguments))
        try:
            return super().get_call_template(plain, named)
        except TypingError:  # the types themselves depend on a constant
            return super().get_call_template(arguments, named)

    def add_overload(self, result: Any) -> None:
        # Calls are looked up by the entry point, which a part has not: anything unique will do.
        if result.entry_point is None:
            result.library._ensure_finalized()
            result = result._replace(entry_point=object())
            self.targetctx.insert_user_function(result.entry_point, result.fndesc, [result.library])
        self.overloads[tuple(result.signature.args)] = result


class _PartCompiler(compiler.Compiler):  # type: ignore[misc]  # Numba is not typed
    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.state.flags.no_compile = True
        self.state.library = _PartLibrary(self.state.targetctx.codegen(), "part")


class _PartLibrary(JITCodeLibrary):  # type: ignore[misc]  # Numba is not typed
    """Code in LLVM's language that is only ever linked into other code."""

    def _optimize_final_module(self) -> None:
        """Leave that to the whole."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        module = super()._get_module_for_linking()
        # Kernels that call each other in a circle find each other by name when they run: one
        # that has become a piece of its caller must not be dropped.
        names = [variable.name for variable in module.global_variables]
        sought = {name.removeprefix(RuntimeLinker.PREFIX) for name in names} - set(names)
        for function in module.functions:
            if function.name in sought and not function.is_declaration:
                function.linkage = llvm.Linkage.weak_odr
        return module


class _WholeCache(ContentCache):
    def load_overload(self, signature: Any, target_context: Any) -> Any:
        found = super().load_overload(signature, target_context)
        if found is None:
            box_safely()  # a compilation follows; loading needs none of Numba's boxing
        return found


class _PartCache(ContentCache):
    form = "part"

    def pack(self, result: Any) -> object:
        bitcode = result.library._final_module.as_bitcode()
        description = result.fndesc
        description.typemap = description.calltypes = None  # large, and used up by now
        environments = result._find_referenced_environments()
        starters = tuple(result.library._reload_init)
        return bitcode, description, result.signature, starters, result.environment, environments

    def unpack(self, packed: Any, target_context: Any) -> Any:
        bitcode, description, signature, starters, environment, environments = packed
        library = _PartLibrary(target_context.codegen(), "part")
        library._reload_init.update(starters)
        library._final_module = llvm.parse_bitcode(bitcode)
        library._finalize_final_module()
        for start in starters:
            start()
        return compiler.compile_result(
            target_context=target_context,
            typing_context=target_context.typing_context,
            entry_point=object(),
            library=library,
            fndesc=description,
            signature=signature,
            environment=environment,
            referenced_envs=environments,
        )
