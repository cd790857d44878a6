"""Files with heuristics such as people write."""

from __future__ import annotations

from pathlib import Path

HEAD = """\
from plyground import heuristic
from plyground.core.bits import popcount
from plyground.jit import kernel
from plyground.core.stones import cell

"""
HEAD_LINES = HEAD.count("\n")


def written(folder: Path, source: str, name: str = "my.py") -> Path:
    """Write a file that begins with the usual imports."""
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(HEAD + source, encoding="utf-8")
    return file
