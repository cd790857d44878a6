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

    `OWNER` is the search that has them, for messages. `FORMER` are names of earlier versions with those of
    today. `CHOICES` are names that choose a value instead of switching, with the field they belong to.
    """

    OWNER: ClassVar[str]
    FORMER: ClassVar[Mapping[str, str]] = {}
    CHOICES: ClassVar[Mapping[str, str]] = {}

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
        known = (*self.names(), *self.CHOICES) if to else self.names()
        changes: dict[str, Any] = {}
        for name in names:
            current = self.FORMER.get(name, name)
            if current not in known:
                raise OptionError(
                    f"{self.OWNER} has no feature {name!r}{nearest(name, known)} (it has: {', '.join(known)})"
                )
            is_choice = current in self.CHOICES
            changes[self.CHOICES.get(current, current)] = current if is_choice else to
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
