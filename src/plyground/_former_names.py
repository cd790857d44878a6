"""Modules that files of users may import by the names they once had.

A game file that says ``from plyground.rules import Rules`` gets the module `plyground.core.rules` itself: a
copy would have classes of its own.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

_MOVED = {
    f"plyground.{name}": f"plyground.core.{name}"
    for name in (
        "bits",
        "conformance",
        "hashing",
        "heuristics",
        "history",
        "instructions",
        "looks",
        "notation",
        "options",
        "perft",
        "position",
        "rules",
        "stones",
        "symmetry",
        "wide",
    )
} | {
    "plyground.arena": "plyground.tournament",
    "plyground.kernel": "plyground.jit",
    "plyground.records": "plyground.store.records",
    "plyground.reporting": "plyground.report",
}

# Pages of the docs told people to import these.
_RENAMED = {
    "plyground.core.openings": "plyground.core.rules",
    "plyground.core.reasons": "plyground.core.teaching",
    "plyground.report.files": "plyground.system.files",
    "plyground.study.running": "plyground.study.study_running",
    "plyground.study.tree.course": "plyground.study.tree.tree_course",
    "plyground.study.tree.proof.grown": "plyground.study.tree.proof.proof_tree",
    "plyground.tournament.keeping": "plyground.tournament.contest_running",
    "plyground.tournament.pool": "plyground.tournament.game_pools",
    "plyground.tournament.running": "plyground.tournament.contest_running",
}


def present_name(module: str) -> str:
    """Return the name that a module has now.

    >>> present_name("plyground.reporting.files"), present_name("plyground.jit")
    ('plyground.system.files', 'plyground.jit')
    """
    former = ".".join(module.split(".", 2)[:2])
    moved = _MOVED[former] + module.removeprefix(former) if former in _MOVED else module
    return _RENAMED.get(moved, moved)


class _FormerNames(MetaPathFinder, Loader):
    """Finds a module by its former name, and gives out the one of the present name."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        present = present_name(fullname)
        return None if present == fullname else ModuleSpec(fullname, self, origin=present)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = importlib.import_module(str(spec.origin))
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        # The import system has put the former name's spec into the module: its own goes back.
        if module.__spec__ is not None:
            module.__spec__ = module.__spec__.loader_state


def install() -> None:
    """Let the former names be imported."""
    # Before others, who would find a submodule of a former name in the present folder, and load it twice.
    sys.meta_path.insert(0, _FormerNames())
