"""The options that a program offers, as the protocol writes them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from plyground.core.options import Choice, Number, Option
from plyground.errors import NotationError, OptionError

EMPTY = "<empty>"
"""How an empty text is written."""

_KINDS = ("check", "spin", "combo", "button", "string")
_KEYS = ("name", "type", "default", "min", "max", "var")
_WHOLE_NUMBER = re.compile(r"-?\d{1,18}", re.ASCII)


@dataclass(frozen=True)
class Offer:
    """An option of a program: a switch, a number, one of a few texts, or any text."""

    name: str
    kind: str
    default: str = ""
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[str, ...] = ()

    @classmethod
    def of(cls, option: Option, value: Any) -> Offer:
        """Offer an option of a game, which has some value now."""
        name, shown = option.name.capitalize(), option.show(value)
        if isinstance(option, Number):
            return cls(name, "spin", shown, option.minimum, option.maximum)
        if isinstance(option, Choice):
            return cls(name, "combo", shown, choices=option.choices)
        return cls(name, "string", shown)

    @classmethod
    def read(cls, text: str) -> Offer:
        """Read what follows the word ``option``.

        Raises:
            NotationError: the text has another form.
        """
        found: dict[str, list[list[str]]] = {key: [] for key in _KEYS}
        into: list[str] = []
        for word in text.split():
            if word in _KEYS:
                into = []
                found[word].append(into)
            else:
                into.append(word)
        value = {key: " ".join(parts[0]) if parts else "" for key, parts in found.items()}
        if not value["name"]:
            raise NotationError("an option has a name", text, 0)
        if value["type"] not in _KINDS:
            raise NotationError(f"the type of an option is one of {', '.join(_KINDS)}", text, 0)
        bounds = [int(value[key]) if _is_number(value[key]) else None for key in ("min", "max")]
        choices = tuple(" ".join(each) for each in found["var"])
        default = "" if value["default"] == EMPTY else value["default"]
        return cls(value["name"], value["type"], default, bounds[0], bounds[1], choices)

    def write(self) -> str:
        """Write the offer, with the word ``option``."""
        words = [f"option name {self.name} type {self.kind}"]
        if self.kind != "button":
            words += [f"default {self.default or EMPTY}"]
        words += [f"min {self.minimum}"] if self.minimum is not None else []
        words += [f"max {self.maximum}"] if self.maximum is not None else []
        words += [f"var {choice}" for choice in self.choices]
        return " ".join(words)

    def accept(self, value: str) -> str:
        """Return a value as the program wrote it, if it is one of those offered.

        Raises:
            OptionError: it is not.
        """
        if self.kind == "spin":
            least = -(10**18) if self.minimum is None else self.minimum
            most = 10**18 if self.maximum is None else self.maximum
            if not _is_number(value) or not least <= int(value) <= most:
                raise OptionError(f"{self.name} {value!r} is not offered; allowed: {least} to {most}")
        choices = ("true", "false") if self.kind == "check" else self.choices
        if choices and self.kind in ("check", "combo"):
            for choice in choices:
                if choice.lower() == value.lower():
                    return choice
            raise OptionError(f"{self.name} {value!r} is not offered; allowed: {', '.join(choices)}")
        return "" if value == EMPTY else value


def read_setting(text: str) -> tuple[str, str]:
    """Read what follows the word ``setoption``: a name, and a value if there is one.

    Raises:
        NotationError: the text has another form.
    """
    match = re.fullmatch(r"name\s+(\S.*?)(?:\s+value(?:\s+(.*))?)?", text.strip())
    if match is None:
        raise NotationError("an option is set by: setoption name NAME value VALUE", text, 0)
    return match[1], match[2] or ""


def write_setting(name: str, value: str) -> str:
    """Write how an option is set."""
    return f"setoption name {name} value {' '.join(value.split()) or EMPTY}"


def _is_number(text: str) -> bool:
    return _WHOLE_NUMBER.fullmatch(text) is not None
