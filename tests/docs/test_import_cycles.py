"""No module imports another in a circle, not even inside a function; import-linter sees layers alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from .blocks import ROOT

SOURCES = ROOT / "src"
PACKAGE = "plyground"

KNOWN = ("games.othello", "jit", "solving")
"""Folders that have circles inside, each broken up by an import in a function."""


def module_of(path: Path) -> str:
    """Return the name of a module."""
    name = ".".join(path.relative_to(SOURCES).with_suffix("").parts)
    return name.removesuffix(".__init__")


def imports_of(node: ast.AST, known: set[str]) -> Iterator[str]:
    """Yield the modules that a source imports while it runs, at its top or later."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test):
            continue
        if isinstance(child, ast.Import):
            yield from (each.name for each in child.names if each.name in known)
        elif isinstance(child, ast.ImportFrom) and child.module in known:
            below = {f"{child.module}.{each.name}" for each in child.names}
            yield from below & known or {child.module}
        yield from imports_of(child, known)


def circles_in(graph: dict[str, set[str]]) -> list[list[str]]:
    """Return circles until there are none, one for each time that one is broken up."""
    left, found = {module: set(others) for module, others in graph.items()}, list[list[str]]()
    while True:
        try:
            TopologicalSorter(left).prepare()
        except CycleError as error:
            found.append(circle := error.args[1])
            left[circle[1]].discard(circle[0])
        else:
            return found


def test_a_circle_is_noticed() -> None:
    assert circles_in({"a": {"b"}, "b": {"c"}, "c": set()}) == []
    [circle] = circles_in({"a": {"b"}, "b": {"c"}, "c": {"a"}})
    assert set(circle) == {"a", "b", "c"}


def test_nothing_is_imported_in_a_circle() -> None:
    trees = {module_of(path): ast.parse(path.read_text()) for path in sorted(SOURCES.rglob("*.py"))}
    del trees[PACKAGE]  # it offers names of all layers, and imports them when they are asked for
    graph = {module: set(imports_of(tree, set(trees))) - {module} for module, tree in trees.items()}
    circles = [circle for circle in circles_in(graph) if not _is_known(circle)]
    assert [" -> ".join(reversed(circle)) for circle in circles] == []


def _is_known(circle: list[str]) -> bool:
    return any(all(each.startswith(f"{PACKAGE}.{folder}.") for each in circle) for folder in KNOWN)
