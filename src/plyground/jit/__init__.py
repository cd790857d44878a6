"""Python functions that run at machine speed.

`@kernel` marks a function that Numba compiles the first time it is called. What it
compiles is kept on disk under a name made from the function's content, so the next
process loads it in milliseconds, and an edit anywhere below it is noticed.

With the environment variable ``NUMBA_DISABLE_JIT=1`` the decorator does nothing at all:
the same functions run as plain Python, for a debugger or for coverage.

Numba is imported when the first kernel is called, never before.
"""

from plyground.jit.announcing import listen_to_compiler
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
    "kernel",
    "listen_to_compiler",
    "plain_python",
    "types_of",
]
