"""Searches of trees as text, JSON, a page and a picture, and who makes them; nothing lists those.

A sort of search is a module `NAME_output.py` of this folder, or of one below it, with a `SEARCH`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

from plyground.core.position import Position
from plyground.report.markup import Markup
from plyground.study.tree.exercise_families import modules_named
from plyground.study.tree.watching import Watch

DRAWN_NODES = 400
"""A page or a picture shows this many nodes at most."""


class ShownSearch(Protocol):
    """A search of a tree, in all forms that can be written."""

    def text(self, most_lines: int) -> str:
        """Return it as lines for a terminal."""
        ...

    def data(self) -> dict[str, Any]:
        """Return everything about it, as JSON has it."""
        ...

    def page(self, command: str) -> str:
        """Return it in HTML, with the command that made it."""
        ...

    def picture(self) -> Markup:
        """Draw the tree."""
        ...


@dataclass(frozen=True)
class TreeSearch:
    """A sort of search: its algorithms, the options it takes, and how a position is searched."""

    algorithms: tuple[str, ...]
    options: tuple[str, ...]
    search: Callable[[Position, str, Mapping[str, Any], Watch], ShownSearch]


@cache
def tree_searches() -> dict[str, TreeSearch]:
    """Return the sorts of search by the names of their algorithms."""
    found: list[TreeSearch] = [module.SEARCH for module in modules_named("_output")]
    return {name: each for each in found for name in each.algorithms}
