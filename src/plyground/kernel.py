"""The former name of `plyground.jit`: game files that import from here keep working."""

from plyground.jit import instruction, kernel, plain_python

__all__ = ["instruction", "kernel", "plain_python"]
