"""The kinds of players, each a function with options, and how a text names one.

A kind is declared by decorating a function that makes the player. The options of the kind are
the keyword-only parameters of the function; their annotations say how texts are read.
"""

from __future__ import annotations

import importlib
import inspect
import typing
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from plyground.errors import OptionError, nearest, shortened
from plyground.players.player import Player

Make = Callable[..., Player]

_kinds: dict[str, Kind] = {}


@dataclass(frozen=True)
class Kind:
    """A kind of player: its name, what it does, and the function that makes one.

    `only` are the options that it takes, where the function has more of them.
    """

    name: str
    make: Make
    only: Sequence[str] = ()

    @property
    def summary(self) -> str:
        """What such a player does, in one line."""
        return (self.make.__doc__ or "").strip().partition("\n")[0]

    @cached_property
    def options(self) -> dict[str, inspect.Parameter]:
        """The options by name; the first one may be given without its name."""
        parameters = inspect.signature(self.make).parameters.values()
        options = {each.name: each for each in parameters if each.kind is each.KEYWORD_ONLY}
        return {name: options[name] for name in self.only or options}

    def read_options(self, texts: dict[str, str]) -> dict[str, object]:
        """Read options of this kind from texts.

        Raises:
            OptionError: there is no such option, or it has no such value, or one is missing.
        """
        hints = typing.get_type_hints(self.make)
        given = {name: self._read(name, hints.get(name), text) for name, text in texts.items()}
        for name, option in self.options.items():
            if option.default is option.empty and name not in given:
                raise OptionError(f"player {self.name} needs {name}, as in {self.name}:{name}=...")
        return given

    def _read(self, name: str, form: Any, text: str) -> object:
        if name not in self.options:
            listed = ", ".join(self.options) or "none"
            hint = nearest(name, self.options)
            raise OptionError(f"player {self.name} has no option {name!r}; it has: {listed}{hint}")
        for kind in (int, float):
            if form is kind or kind in typing.get_args(form):
                try:
                    return kind(text)
                except ValueError:
                    wanted = "a whole number" if kind is int else "a number"
                    raise OptionError(
                        f"player {self.name}: {name} {shortened(text)} is not {wanted}"
                    ) from None
        return text


def player_kind(name: str, *, only: Sequence[str] = ()) -> Callable[[Make], Make]:
    """Declare a kind of player: decorates the function that makes one."""

    def declare(make: Make) -> Make:
        _kinds[name] = Kind(name, make, only)
        return make

    return declare


def known_kinds() -> dict[str, Kind]:
    """Return every kind of player by its name."""
    for module in ("known", "openspiel_bots"):  # they declare them
        importlib.import_module(f"plyground.players.{module}")
    return dict(_kinds)


def split_options(name: str, text: str, *, first: str | None) -> dict[str, str]:
    """Read ``value,key=value,...`` or ``key=value,...``; a value without a key is that of `first`.

    Raises:
        OptionError: the text has another form.
    """
    options: dict[str, str] = {}
    for place, part in enumerate(text.split(",") if text else []):
        key, equals, value = part.partition("=")
        if not equals:
            if place > 0 or first is None:
                raise OptionError(f"player {name}: {shortened(part)} is no option; write it as name=value")
            key, value = first, part
        if key in options:
            raise OptionError(f"player {name}: {key} is given twice")
        options[key] = value
    return options
