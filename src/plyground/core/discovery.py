"""Finding games: built in, installed by other packages, or in a user's file.

Nothing lists the games. A module of `plyground.games` is a game if it has a `RULES`; a
package offers one through an entry point of the group ``plyground.games``; a file is given
by its path, or named in the environment, where the processes that this one starts find it too.
"""

from __future__ import annotations

import copyreg
import functools
import importlib
import os
import pickle
import pkgutil
import warnings
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from plyground.core.loading import line_of, load_module, told
from plyground.core.rules import Rules
from plyground.errors import GameFileError, KernelError, UnknownGameError, nearest, shortened

ENTRY_POINT_GROUP = "plyground.games"

GAMES_VARIABLE = "PLYGROUND_GAMES"
"""Files with games that are known by their names, separated as in PATH."""

AnyRules = Rules[Any, Any]

_from_files: dict[str, AnyRules] = {}
_file_of: dict[str, Path] = {}


def known_games() -> dict[str, AnyRules]:
    """Return every game by its name, in alphabetical order."""
    found = {**_built_in(), **_installed(), **_from_environment(), **_from_files}
    return dict(sorted(found.items()))


def built_in_games() -> dict[str, AnyRules]:
    """Return the games that come with Plyground by their names, in alphabetical order."""
    return dict(sorted(_built_in().items()))


def is_built_in(rules: AnyRules) -> bool:
    """Return whether a game comes with Plyground."""
    return _built_in().get(rules.name) is rules


def find_rules(name: str) -> AnyRules:
    """Return the game with a name or alias, or the one in a file that ends in ``.py``.

    Raises:
        UnknownGameError: there is no such game; the message names the nearest.
        GameFileError: the file is there but holds no usable game.
    """
    return load_file(name) if name.endswith(".py") else find_known_rules(name)


def find_known_rules(name: str) -> AnyRules:
    """Return the game with a name or alias, or of a file that is already known; never run a file.

    Raises:
        UnknownGameError: there is no such game; the message names the nearest.
    """
    games = known_games()
    if name.endswith(".py"):
        name = next((each for each, rules in games.items() if source_of(rules) == name), name)
    by_any_name = _by_any_name(games)
    if name.lower() not in by_any_name:
        listed = ", ".join(games)
        hint = nearest(name, by_any_name)
        raise UnknownGameError(f"there is no game {shortened(name)}{hint} (there are: {listed})")
    return by_any_name[name.lower()]


def _by_any_name(games: dict[str, AnyRules]) -> dict[str, AnyRules]:
    """Return games by their names and aliases; no alias hides the name of another game."""
    aliases = {alias.lower(): rules for rules in games.values() for alias in rules.aliases}
    return aliases | {name.lower(): rules for name, rules in games.items()}


def load_file(path: str | Path) -> AnyRules:
    """Load the game in a Python file and make it known under its name."""
    rules = _loaded(path)
    _from_files[rules.name] = rules
    _file_of[rules.name] = Path(path).resolve()
    return rules


def share_file(path: str | Path) -> AnyRules:
    """Load the game in a file, and register it for this process and its children.

    Raises:
        GameFileError: the file holds no usable game.
    """
    rules = load_file(path)
    known = [file for file in os.environ.get(GAMES_VARIABLE, "").split(os.pathsep) if file]
    os.environ[GAMES_VARIABLE] = os.pathsep.join([*known, str(_file_of[rules.name])])
    return rules


def _loaded(path: str | Path) -> AnyRules:
    module = load_module(path, "a game is a Python file", GameFileError)
    rules = _rules_of(module, str(path))
    taken = _by_any_name({**_built_in(), **_installed()})
    for name in (rules.name, *rules.aliases):
        if name.lower() in taken:
            raise GameFileError(f"{path}: there is a game named {name!r} already; choose another name")
    return rules


def source_of(rules: AnyRules) -> str:
    """Return what `find_rules` finds a game by in another process: its name, or its file."""
    is_from_file = rules in (_from_files.get(rules.name), _from_environment().get(rules.name))
    return str(_file_of[rules.name]) if is_from_file else rules.name


def _from_environment() -> dict[str, AnyRules]:
    return _named_in(os.environ.get(GAMES_VARIABLE, ""))


@functools.cache
def _named_in(variable: str) -> dict[str, AnyRules]:
    """Load the games of files; one that fails costs itself and no other."""
    found: dict[str, AnyRules] = {}
    for file in filter(None, variable.split(os.pathsep)):
        try:
            rules = _loaded(file)
        except GameFileError as error:
            warnings.warn(f"{GAMES_VARIABLE}: {error}", stacklevel=2)
            continue
        found[rules.name] = rules
        _file_of[rules.name] = Path(file).resolve()
    return found


def _reduce_rules(rules: AnyRules) -> tuple[Callable[[str], AnyRules], tuple[str]]:
    """Pickle rules as what finds them in another process: most of their functions have no name."""
    if known_games().get(rules.name) is not rules:
        raise pickle.PicklingError(
            f"the game {rules.name!r} could not be found again in another process; "
            'put it into a file of its own and load that: ply.game("FILE.py")'
        )
    return find_rules, (source_of(rules),)


copyreg.pickle(Rules, _reduce_rules)


@functools.cache
def _built_in() -> dict[str, AnyRules]:
    folder = importlib.import_module(ENTRY_POINT_GROUP)  # games import this package: the rules contract
    names = [module.name for module in pkgutil.iter_modules(folder.__path__) if module.name[0] != "_"]
    loaded = [importlib.import_module(f"{folder.__name__}.{name}") for name in names]
    found = [_rules_of(module, module.__name__) for module in loaded]
    return {rules.name: rules for rules in found}


@functools.cache
def _installed() -> dict[str, AnyRules]:
    """Load the games of other packages; one that fails costs itself and no other."""
    found: dict[str, AnyRules] = {}
    for entry in entry_points(group=ENTRY_POINT_GROUP):
        try:
            rules = _rules_of(entry.load(), entry.value)
            if rules.name in {**_built_in(), **found}:
                raise GameFileError(f"there is a game named {rules.name!r} already")
        except (Exception, SystemExit) as error:  # noqa: BLE001  # any package may be broken in any way
            problem = error if isinstance(error, GameFileError) else told(error)
            warnings.warn(f"the game {entry.name!r} ({entry.value}) cannot be used: {problem}", stacklevel=2)
            continue
        found[rules.name] = rules
    return found


def _rules_of(source: object, where: str) -> AnyRules:
    rules = source if isinstance(source, Rules) else getattr(source, "RULES", None)
    if not isinstance(rules, Rules):
        raise GameFileError(f"{where}: it has no RULES = Rules(...), so it is not a game")
    return rules


def tell_failure(rules: AnyRules, error: Exception) -> str:
    """Describe in one line what a function of a game raised, with the line of its file."""
    code = getattr(rules.make_board, "__code__", None)
    file = code.co_filename if code else None
    if isinstance(error, KernelError):
        return f"{file or rules.name}: {error}"
    hint = "" if line_of(error, file) else " (NUMBA_DISABLE_JIT=1 shows the line)"
    return f"{file or rules.name}: {told(error, file)}{hint}"
