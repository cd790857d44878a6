"""Searches of trees as text, JSON, a page and a picture, and who makes them; nothing lists those.

A sort of search is a module `NAME_output.py` of this folder, or of one below it, with a `SEARCH`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from plyground.core.position import Position
from plyground.report.formats import plural
from plyground.report.markup import Markup, element
from plyground.report.page import cards, page, section
from plyground.study.tree.columns import NOBODY, ROOT, Tree
from plyground.study.tree.exercise_families import modules_named
from plyground.study.tree.tree_svg import STYLE, NodeLook, draw_tree
from plyground.study.tree.watching import Watch

DRAWN_NODES = 400
"""A page or a picture shows this many nodes at most."""
MOST_EVENTS = 400
INDENT = "    "


class _Grown(Protocol):
    @property
    def tree(self) -> Tree: ...
    @property
    def position(self) -> Position | None: ...
    @property
    def title(self) -> str: ...


GrownT = TypeVar("GrownT", bound=_Grown)


@dataclass(frozen=True)
class ShownSearch(ABC, Generic[GrownT]):
    """A search of a tree, in all forms that can be written: each sort of search fills in what it says."""

    kind: ClassVar[str]
    cards_title: ClassVar[str] = "What it took"
    events_title: ClassVar[str] = "Event by event"

    found: GrownT
    most_nodes: int = field(default=DRAWN_NODES, kw_only=True)
    with_events: bool = field(default=False, kw_only=True)

    def text(self, most_lines: int) -> str:
        """Return it as lines for a terminal: the tree, or what happened event by event."""
        lines = list(self._event_lines() if self.with_events else self._node_lines())
        left = len(lines) - most_lines
        if left > 0:
            lines[most_lines:] = [f"... and {plural(left, 'more line')} (--lines shows more)"]
        return "\n".join([self.found.title, *self._heading(), "", *lines, "", *self._ending()])

    def data(self) -> dict[str, Any]:
        """Return everything about it, as JSON has it."""
        tree = self.found.tree
        nodes = [
            {
                "parent": None if parent == NOBODY else parent,
                "move": tree.moves[node] or None,
                **self._node_data(node),
            }
            for node, parent in enumerate(tree.parents)
        ]
        position = self.found.position and self.found.position.text
        return {"players": list(tree.players), "position": position, **self._data(nodes)}

    def page(self, command: str) -> str:
        """Return it in HTML, with the command that made it; of a large one the first nodes and events."""
        return page(
            f"{self._name}: {self.found.title}",
            element("style", STYLE),
            element(
                "header",
                element("p", self.found.title, class_="kicker"),
                element("h1", f"{self._name}, node by node"),
                element("p", f"{self._lead}.", class_="lead"),
                element("pre", element("code", command), class_="command"),
            ),
            element(
                "main",
                section("The tree", element("p", self._note()), self._scrolled_picture()),
                section(self.cards_title, cards(self._cards())),
                self._event_list(),
            ),
            element("footer", "Made by Plyground."),
        )

    def picture(self) -> Markup:
        """Draw the tree as it stands when the search is over; of a large one the first nodes."""
        shown = set(self._shown_nodes())
        label = f"The tree of {self.kind}, {plural(len(shown), 'node')}"
        return draw_tree(
            self.found.tree,
            lambda node: self._look(node) if node in shown else None,
            label,
            self._description(),
        )

    def _scrolled_picture(self) -> Markup:
        """Return the picture, which may be wider than the page, and how many nodes are left out of it."""
        left = len(self.found.tree) - len(self._shown_nodes())
        note = element("p", f"{plural(left, 'more node')} of this tree are not drawn.", class_="note")
        scroll = element(
            "div", self.picture(), class_="scroll", tabindex="0", role="region", aria_label="Tree"
        )
        return element("div", scroll, note if left > 0 else "")

    def _event_list(self) -> Markup | str:
        told = self._events()
        if not told:
            return ""
        left = len(told) - MOST_EVENTS
        return section(
            self.events_title,
            element("ol", *(element("li", sentence) for sentence in told[:MOST_EVENTS])),
            element("p", f"{plural(left, 'more event')} are not listed.", class_="note") if left > 0 else "",
        )

    def _shown_nodes(self) -> list[int]:
        """Return the nodes to draw: ply by ply, and nothing below those that are an end."""
        found = [ROOT]
        for node in found:
            if not self._is_end(node):
                found.extend(self.found.tree.children[node])
            if len(found) >= self.most_nodes:
                break
        return found[: self.most_nodes]

    def _prefix(self, node: int, is_marked: bool) -> str:
        """Return what stands before a node: room for its ply, a star if it is marked, and its move."""
        if node == ROOT:
            return ""
        tree = self.found.tree
        return f"{INDENT * tree.plies[node]}{'* ' if is_marked else '  '}{tree.moves[node]} "

    def _event_lines(self) -> list[str]:
        return [f"{number:>4}. {sentence}" for number, sentence in enumerate(self._events(), start=1)]

    @property
    @abstractmethod
    def _name(self) -> str: ...

    @property
    @abstractmethod
    def _lead(self) -> str:
        """What came out."""

    @abstractmethod
    def _heading(self) -> list[str]:
        """Say what stands at the nodes of a text."""

    @abstractmethod
    def _note(self) -> str:
        """Say what stands at the nodes of a picture."""

    @abstractmethod
    def _node_lines(self) -> Iterable[str]: ...

    @abstractmethod
    def _look(self, node: int) -> NodeLook: ...

    @abstractmethod
    def _cards(self) -> list[tuple[str, str, str]]: ...

    @abstractmethod
    def _node_data(self, node: int) -> dict[str, Any]: ...

    @abstractmethod
    def _data(self, nodes: list[dict[str, Any]]) -> dict[str, Any]: ...

    def _ending(self) -> list[str]:
        return [self._lead]

    def _description(self) -> str:
        return f"{self._lead}."

    def _events(self) -> list[str]:
        """Say what happened, event by event."""
        return []

    def _is_end(self, node: int) -> bool:
        """Tell whether nothing below a node is drawn."""
        return False


@dataclass(frozen=True)
class TreeSearch:
    """A sort of search: its algorithms, the options it takes, and how a position is searched."""

    algorithms: tuple[str, ...]
    options: tuple[str, ...]
    search: Callable[[Position, str, Mapping[str, Any], Watch], ShownSearch[Any]]


@cache
def tree_searches() -> dict[str, TreeSearch]:
    """Return the sorts of search by the names of their algorithms."""
    found: list[TreeSearch] = [module.SEARCH for module in modules_named("_output")]
    return {name: each for each in found for name in each.algorithms}
