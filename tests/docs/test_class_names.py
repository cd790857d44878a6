"""The names of public classes are unique, so that a reader who searches for one finds it."""

from __future__ import annotations

import ast
from collections import defaultdict

from .blocks import ROOT

SOURCES = ROOT / "src" / "plyground"

SHARED = frozenset(
    {
        # One name for the same thing of every game, study or command.
        *("Board", "State", "Task"),
        # Still to be told apart.
        *("Answer", "Batch", "Choice", "Found", "GrownTree", "Header", "Kind", "Line", "Marks", "Measured"),
        *("Node", "Proof", "Solved", "Table", "Tree"),
    }
)
"""Names that several classes have."""

LEFT_OUT = "ui/web/"
"""Its messages are named as what they are about."""


def test_a_class_has_a_name_of_its_own() -> None:
    files: dict[str, list[str]] = defaultdict(list)
    for path in sorted(SOURCES.rglob("*.py")):
        name = path.relative_to(SOURCES).as_posix()
        if not name.startswith(LEFT_OUT):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    files[node.name].append(name)
    assert {name: found for name, found in files.items() if len(found) > 1 and name not in SHARED} == {}
