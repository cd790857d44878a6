"""Numbers as people read them: a real minus sign, as many digits as mean something, units that fit."""

from __future__ import annotations

import math

MINUS = "−"
NARROW_SPACE = "\u202f"
INFINITE = "∞"


def number(value: float, digits: int = 1) -> str:
    """Write a number with some digits after the point.

    >>> number(1234.56), number(-0.04)
    ('1,234.6', '0.0')
    """
    if math.isinf(value):
        return INFINITE if value > 0 else f"{MINUS}{INFINITE}"
    return with_minus(f"{value:z,.{digits}f}")


def signed(value: float, digits: int = 1) -> str:
    """Write a difference, with its sign also if it is positive."""
    return number(value, digits) if value < 0 else f"+{number(value, digits)}"


def with_minus(text: str) -> str:
    """Put the minus sign in the place of hyphens."""
    return text.replace("-", MINUS)


def percent(share: float, digits: int = 1) -> str:
    """Write a part of a whole.

    >>> percent(0.6249)
    '62.5\u202f%'
    """
    return f"{number(100 * share, digits)}{NARROW_SPACE}%"


def likelihood(share: float) -> str:
    """Write a probability; no number of games makes anything certain.

    >>> likelihood(0.99999)
    '>\u202f99.9\u202f%'
    """
    if share >= 0.9995:
        return f">{NARROW_SPACE}{percent(0.999)}"
    if share < 0.0005:
        return f"<{NARROW_SPACE}{percent(0.001)}"
    return percent(share)


def points(value: float) -> str:
    """Write whole and half points.

    >>> points(7.5), points(0.5), points(12)
    ('7½', '½', '12')
    """
    whole, rest = divmod(value, 1)
    if rest not in {0, 0.5}:
        return number(value, 2)
    return f"{f'{whole:,.0f}' if whole or not rest else ''}{'½' if rest else ''}"


def duration(seconds: float) -> str:
    """Write a time in the unit that suits it, with three digits.

    >>> [duration(each) for each in (0, 0.0000523, 0.00195, 2.5, 61, 4000)]
    ['0 s', '52.3 µs', '1.95 ms', '2.50 s', '1 min 1 s', '1 h 6 min']
    """
    if seconds >= 59.95:
        minutes, rest = divmod(round(seconds), 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s"
    for factor, unit in ((1, "s"), (1e3, "ms"), (1e6, "µs")):
        if seconds * factor >= 0.9995 or unit == "µs":
            break
    return f"{seconds * factor:#.3g}".rstrip(".") + f" {unit}" if seconds else "0 s"


def plural(count: int, one: str, many: str = "") -> str:
    """Write how many there are of something.

    >>> plural(1, "game"), plural(20000, "game")
    ('1 game', '20,000 games')
    """
    return f"{count:,} {one if count == 1 else many or f'{one}s'}"
