"""Finding games: built in, installed by other packages, or in a file somebody wrote.

Nothing lists the games. A module of `plyground.games` is a game if it has a `RULES`; a
package offers one through an entry point of the group ``plyground.games``; a file is given
by its path.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import importlib.util
import pkgutil
import sys
import warnings
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

import plyground.games
from plyground.errors import GameFileError, UnknownGameError, nearest
from plyground.rules import Rules

ENTRY_POINT_GROUP = "plyground.games"

AnyRules = Rules[Any, Any]

_from_files: dict[str, AnyRules] = {}


def known_games() -> dict[str, AnyRules]:
    """Return every game by its name, in alphabetical order."""
    found = {**_built_in(), **_installed(), **_from_files}
    return dict(sorted(found.items()))


def find_rules(name: str) -> AnyRules:
    """Return the game of some name or alias, or the one in a file that ends in ``.py``.

    Raises:
        UnknownGameError: there is no such game; the message names the nearest.
        GameFileError: the file is there but holds no usable game.
    """
    if name.endswith(".py"):
        return load_file(name)
    games = known_games()
    by_any_name = {alias: rules for rules in games.values() for alias in (*rules.aliases, rules.name)}
    if name.lower() not in by_any_name:
        listed = ", ".join(games)
        raise UnknownGameError(f"there is no game {name!r}{nearest(name, by_any_name)} (there are: {listed})")
    return by_any_name[name.lower()]


def load_file(path: str | Path) -> AnyRules:
    """Load the game in a Python file and make it known under its name."""
    module = load_module(path)
    rules = _rules_of(module, str(path))
    taken = {**_built_in(), **_installed()}
    if rules.name in taken:
        raise GameFileError(f"{path}: there is a game named {rules.name!r} already; choose another name")
    _from_files[rules.name] = rules
    return rules


def load_module(path: str | Path) -> ModuleType:
    """Run a Python file as a module whose name depends on its place alone.

    The name has to be the same in every process: compiled kernels find the classes of the
    file by it when they come back from the cache.
    """
    file = Path(path).expanduser().resolve()
    digest = hashlib.sha256(str(file).encode()).hexdigest()[:12]
    name = f"plyground_file_{file.stem}_{digest}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None or not file.is_file():
        raise GameFileError(f"{path}: there is no such Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # whatever a stranger's file raises is told, not passed on
        del sys.modules[name]
        raise GameFileError(f"{path}: {_told(error)}") from error
    return module


@functools.cache
def _built_in() -> dict[str, AnyRules]:
    modules = pkgutil.iter_modules(plyground.games.__path__)
    names = [module.name for module in modules if not module.name.startswith("_")]
    loaded = [importlib.import_module(f"{plyground.games.__name__}.{name}") for name in names]
    found = [_rules_of(module, module.__name__) for module in loaded]
    return {rules.name: rules for rules in found}


@functools.cache
def _installed() -> dict[str, AnyRules]:
    """Load the games of other packages; one that fails costs itself and no other."""
    found = {}
    for entry in entry_points(group=ENTRY_POINT_GROUP):
        try:
            rules = _rules_of(entry.load(), entry.value)
        except Exception as error:  # noqa: BLE001  # any package may be broken in any way
            warnings.warn(f"the game {entry.name!r} cannot be used: {_told(error)}", stacklevel=2)
            continue
        if rules.name not in _built_in():
            found[rules.name] = rules
    return found


def _rules_of(source: object, where: str) -> AnyRules:
    rules = source if isinstance(source, Rules) else getattr(source, "RULES", None)
    if not isinstance(rules, Rules):
        raise GameFileError(f"{where}: it has no RULES = Rules(...), so it is not a game")
    return rules


def _told(error: Exception) -> str:
    """Say in one line what went wrong, and in which line of a file if that is known."""
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    line = f"line {place.tb_lineno}: " if place is not None else ""
    if isinstance(error, SyntaxError):
        line = f"line {error.lineno}: "
    first_line = str(error).partition("\n")[0]
    return f"{line}{type(error).__name__}: {first_line}"
