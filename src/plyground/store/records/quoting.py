"""Any text on one line and in quotes, and back; names of players come from anywhere."""

from __future__ import annotations

import re

_SHORT = {"\n": r"\n", "\r": r"\r", "\t": r"\t", '"': r"\"", "\\": r"\\"}
_LONG = {escape[1]: character for character, escape in _SHORT.items()}

# Up to the first wrong character, and the whole.
QUOTED_BEGUN = r'"(?:[^"\\\n]|\\["\\nrt]|\\x[0-9a-f]{2}|\\u[0-9a-f]{4}|\\U00(?:0[0-9a-f]|10)[0-9a-f]{4})*'
QUOTED = QUOTED_BEGUN + '"'
_ESCAPE = re.compile(r"\\(?:x(..)|u(....)|U(........)|(.))")


def quoted(text: str) -> str:
    r"""Write a text in quotes, with printable characters only.

    >>> print(quoted('a "b"'))
    "a \"b\""
    """
    if text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    return '"' + "".join(_SHORT.get(character) or printable(character) for character in text) + '"'


def unquoted(text: str) -> str:
    """Read what `quoted` wrote; it has to match `QUOTED`."""
    return _ESCAPE.sub(_meant, text[1:-1])


def printable(text: str) -> str:
    """Return a text with codes in place of what a terminal cannot show, or would act upon."""
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else _code(character) for character in text)


def _code(character: str) -> str:
    number = ord(character)
    if number <= 0xFF:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number <= 0xFFFF else f"\\U{number:08x}"


def _meant(escape: re.Match[str]) -> str:
    *digits, short = escape.groups()
    return _LONG[short] if short else chr(int("".join(filter(None, digits)), 16))
