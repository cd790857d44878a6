"""HTML and SVG put together so that no text of anybody's can become markup."""

from __future__ import annotations

import html
import unicodedata

ELLIPSIS = "…"

_VOID = frozenset({"br", "img", "meta"})
_SHAPES = frozenset({"circle", "line", "path", "rect"})
"""Elements that need no end tag: those of HTML never have content, those of SVG may."""

_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Kinds of characters that are drawn as nothing, or that change how others are drawn."""

_HARMLESS = frozenset("\u200c\u200d\u00ad")
"""Joiners that some scripts are written with, and the soft hyphen."""


class Markup(str):
    """Text that is HTML already. Every other text is escaped where it is put into an element."""

    __slots__ = ()


def element(name: str, /, *children: str, **attributes: str | float | None) -> Markup:
    """Return an element. An underscore stands for a hyphen; an attribute that is None is left out.

    >>> element("td", "a < b", class_="wide")
    '<td class="wide">a &lt; b</td>'
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_attribute(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in _VOID and children:
        raise ValueError(f"<{name}> has no content")
    if name in _VOID or (name in _SHAPES and not children):
        return Markup(f"<{name}{written}/>")
    return Markup(f"<{name}{written}>{together(*children)}</{name}>")


def together(*parts: str) -> Markup:
    """Put markup side by side; what is no markup is escaped."""
    return Markup("".join(part if isinstance(part, Markup) else escaped(part) for part in parts))


def escaped(text: str) -> Markup:
    """Return a text so that a browser shows the text and nothing else."""
    return Markup(html.escape(visible(text)))


def visible(text: str) -> str:
    r"""Return a text with every character that is not seen, or that would turn others around, written out.

    >>> visible("a\tb\x1b[31m \u202egnp")
    'a␉b␛[31m \\u202egnp'
    """
    return text if text.isascii() and text.isprintable() else "".join(map(_visible_character, text))


def _visible_character(character: str) -> str:
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)  # Unicode has a picture of every control character
    if code == 0x7F:
        return "␡"
    is_seen = unicodedata.category(character) not in _UNSEEN or character in _HARMLESS
    is_character = code & 0xFFFE != 0xFFFE and not 0xFDD0 <= code <= 0xFDEF  # HTML refuses the others
    if is_seen and is_character:
        return character
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def shortened_inside(text: str, longest: int) -> str:
    """Return a text cut in its middle: names of players often begin alike and differ at the end.

    >>> shortened_inside("engine:seconds=1,evaluate=best,threads=2", 25)
    'engine:secon…st,threads=2'
    """
    shown = visible(text)
    if len(shown) <= longest:
        return shown
    tail = (longest - 1) // 2
    end = shown[len(shown) - tail :]
    while end and unicodedata.combining(end[0]):  # an accent stays with its letter
        end = end[1:]
    return f"{shown[: longest - 1 - tail]}{ELLIPSIS}{end}"


def _attribute(value: str | float) -> str:
    if isinstance(value, Markup):
        raise TypeError("an attribute is plain text")
    return escaped(value) if isinstance(value, str) else short_number(value)


def short_number(value: float) -> str:
    """Write a coordinate with no more digits than a screen can show."""
    return f"{value:z.1f}".removesuffix(".0")
