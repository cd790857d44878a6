"""Numba and LLVM are spoken to in one package: whoever brings them up to date looks nowhere else."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import plyground

SOURCES = Path(plyground.__file__).parent
FENCED = {"numba", "llvmlite"}


def imported_by(text: str) -> set[str]:
    """Return the packages that a file imports, wherever in it."""
    return {name.partition(".")[0] for node in ast.walk(ast.parse(text)) for name in named_by(node)}


def named_by(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (each.name for each in node.names)
    elif isinstance(node, ast.ImportFrom) and not node.level:
        yield str(node.module)
    elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
        yield from (str(each.value) for each in node.args if isinstance(each, ast.Constant))


def outside_of_jit() -> dict[str, str]:
    files = {path.relative_to(SOURCES).as_posix(): path for path in SOURCES.rglob("*.py")}
    return {name: path.read_text("utf-8") for name, path in files.items() if not name.startswith("jit/")}


def test_nobody_else_imports_numba() -> None:
    files = outside_of_jit()
    assert len(files) > 100
    assert not {name for name, text in files.items() if imported_by(text) & FENCED}


@pytest.mark.parametrize(
    "text",
    [
        "import numba",
        "import json, llvmlite.ir",
        "def f():\n    from numba.core import types",
        "import importlib\nimportlib.import_module('numba.np')",
    ],
)
def test_every_way_to_import_it_is_seen(text: str) -> None:
    assert imported_by(text) & FENCED
    assert not imported_by("from plyground.jit import kernel\nimport numpy") & FENCED
