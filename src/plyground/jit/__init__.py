"""Python functions that run at machine speed.

`@kernel` marks a function that Numba compiles the first time it is called. The machine code is stored on
disk under a digest of the function's content, so the next process loads it in milliseconds, and an edit
anywhere below it is noticed.

With the environment variable ``NUMBA_DISABLE_JIT=1`` the decorator does nothing: the same functions run
as plain Python, for a debugger or for coverage.

Numba is imported when the first kernel is called, never before, and by no other package. `compiled` has the
decorators, `machine` what instructions are written with, `fingerprint`, `numba_cache` and `cache` the
cache, which reports compilations. `dispatchers` (wholes and parts) and `numba_patches` are speed-ups for
the versions of Numba in `versions`; `plain` does without them. `results` restores the types of results,
`recursion` finds kernels that call themselves.
"""

from plyground.jit.cache import is_shared, kernels_known, listen_to_compiler, note_kernels
from plyground.jit.compiled import (
    Kernel,
    instruction,
    is_compiling,
    is_compiling_enabled,
    is_ours,
    kernel,
    plain_python,
    types_of,
)
from plyground.jit.recursion import is_recursive

__all__ = [
    "Kernel",
    "instruction",
    "is_compiling",
    "is_compiling_enabled",
    "is_ours",
    "is_recursive",
    "is_shared",
    "kernel",
    "kernels_known",
    "listen_to_compiler",
    "note_kernels",
    "plain_python",
    "types_of",
]
