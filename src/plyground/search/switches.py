"""What the features of every search have in common: switches by name, and presets of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Self, TypeVar

from plyground.errors import OptionError, nearest

Preset = TypeVar("Preset", bound="Switches")


@dataclass(frozen=True)
class Switches:
    """The features of a search. Each switch is a field of the type `bool`.

    `_OWNER` is the search that has them, for messages. `_FORMER` are names of earlier versions with those of
    today. `_CHOICES` are names that choose a value instead of switching, with the field they belong to.
    """

    _OWNER: ClassVar[str]
    _FORMER: ClassVar[Mapping[str, str]] = {}
    _CHOICES: ClassVar[Mapping[str, str]] = {}

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names of all switches."""
        return tuple(each.name for each in fields(cls) if each.type in (bool, "bool"))

    def having(self, *names: str) -> Self:
        """Switch some features on."""
        return self._switched(names, to=True)

    def without(self, *names: str) -> Self:
        """Switch some features off, for an ablation."""
        return self._switched(names, to=False)

    def _switched(self, names: tuple[str, ...], *, to: bool) -> Self:
        known = (*self.names(), *self._CHOICES) if to else self.names()
        changes: dict[str, Any] = {}
        for name in names:
            current = self._FORMER.get(name, name)
            if current not in known:
                hint = f"{nearest(name, known)} (it has: {', '.join(known)})"
                raise OptionError(f"{self._OWNER} has no feature {name!r}{hint}")
            is_choice = current in self._CHOICES
            changes[self._CHOICES.get(current, current)] = current if is_choice else to
        return replace(self, **changes)


def find_preset(name: str, presets: Mapping[str, Preset]) -> Preset:
    """Return the features of an algorithm.

    Raises:
        OptionError: there is no such algorithm.
    """
    if name not in presets:
        known = ", ".join(presets)
        raise OptionError(f"there is no algorithm {name!r}{nearest(name, presets)} (there are: {known})")
    return presets[name]
