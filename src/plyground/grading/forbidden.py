"""What a hand-in may not use of Plyground, if whoever grades says so: `--forbid engine`.

This is for cells only. An audit hook refuses to import, or to open, every module of Plyground that is
not needed to write a heuristic or a player. Nothing removes such a hook from a process. A look
at the source comes first, so that most uses are reported before any game.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from plyground._former_names import present_name
from plyground.errors import PlayerError

# What lies below the search, and values that go in and out of it. What is not named here is
# forbidden, so that no new package has to be remembered.
_ALLOWED = frozenset(
    [
        "_former_names",
        "core",
        "errors",
        "evaluation",
        "games",
        "jit",
        "players.player",
        "search.features",
        "search.limit",
        "search.proof",
        "search.report",
        "search.score",
        "search.workspace",
        "system.frames",
        "version",
    ]
)
_VALUES = dict.fromkeys(("Choice", "Player"), "plyground.players.player")  # harmless, beside `make_player`
_PACKAGE = "plyground"
_FOLDER = Path(__file__).resolve().parents[1]


def is_forbidden(module: str) -> bool:
    """Tell whether a module of Plyground is more than a heuristic or a player needs.

    >>> is_forbidden("plyground.core.position"), is_forbidden("plyground.search.engine"), is_forbidden("math")
    (False, True, False)
    """
    package, _, inner = present_name(module).partition(".")
    if package != _PACKAGE or not inner or inner == "search":  # the package itself is empty
        return False
    parts = inner.split(".")
    return parts[0] not in _ALLOWED and ".".join(parts[:2]) not in _ALLOWED


def check_source(file: Path) -> None:
    """Refuse a file that names something forbidden.

    Raises:
        PlayerError: it does; the message says in which line.
    """
    with contextlib.suppress(SyntaxError, ValueError, RecursionError):  # told where it is loaded
        _check_tree(ast.parse(file.read_bytes()))


def _check_tree(tree: ast.Module) -> None:
    ours = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
        if alias.name == _PACKAGE
    }
    for node in ast.walk(tree):
        for module in _modules_used(node, ours):
            if is_forbidden(module):
                raise PlayerError(f"line {getattr(node, 'lineno', 1)}: it uses {module}, which is forbidden")


def _modules_used(node: ast.AST, ours: set[str]) -> Iterator[str]:
    """Return the modules of which a node of a source names something."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
        yield node.module
        yield from (_home(node.module, alias.name) for alias in node.names)
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ours:
        yield _home(_PACKAGE, node.attr)


def _home(module: str, name: str) -> str:
    """Return the module that a name of another module comes from, or the module of that name."""
    if name.startswith("__"):  # such as `__version__`
        return module
    homes: dict[str, str] = sys.modules[_PACKAGE]._HOME_OF | _VALUES  # what `plyground` itself offers
    return homes.get(name, f"{module}.{name}") if module == _PACKAGE else f"{module}.{name}"


def forbid_search() -> None:
    """Refuse from now on to import what is forbidden, in this whole process."""
    # What the cell itself imports later.
    importlib.import_module("plyground.grading.hand_in_content")
    importlib.import_module("plyground.grading.scores")
    importlib.import_module("plyground.grading.thinkers")
    sys.addaudithook(_hear)


def _hear(event: str, details: tuple[Any, ...]) -> None:
    if event == "import":
        _refuse(details[0])
    elif event == "open" and isinstance(details[0], str | bytes):
        _refuse(_module_at(os.fsdecode(details[0])))


def _refuse(module: str) -> None:
    if is_forbidden(module):
        raise ImportError(f"{module} is forbidden")


def _module_at(path: str) -> str:
    """Return the module whose file lies at a path; the empty text for other files."""
    try:
        place = Path(path).resolve()
    except (OSError, RuntimeError, ValueError):  # no such file can be opened
        return ""
    if place.suffix not in (".py", ".pyc") or not place.is_relative_to(_FOLDER):
        return ""
    parts = [each for each in place.relative_to(_FOLDER).parts if each != "__pycache__"]
    parts[-1] = parts[-1].partition(".")[0]
    return ".".join([_PACKAGE, *parts]).removesuffix(".__init__")
