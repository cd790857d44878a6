"""The names of the headers in a record: some for every game, the others from its players and options."""

from __future__ import annotations

import re
from dataclasses import dataclass

from plyground.core.discovery import AnyRules

GAME, START, RESULT, TERMINATION = "Game", "Start", "Result", "Termination"
REASON, DATE, GIVEN, TAG = "Reason", "Date", "Given", "Tag"
COMMON = (GAME, START, RESULT, TERMINATION, REASON, DATE, GIVEN, TAG)

NAME = r"[A-Za-z][A-Za-z0-9_-]{0,99}"
_PLAIN_NAME = re.compile(NAME)


@dataclass(frozen=True)
class HeaderNames:
    """Under which names the players and options of a game stand in a record."""

    players: tuple[str, str]
    options: dict[str, str]  # the names of options, by header

    @classmethod
    def of(cls, rules: AnyRules) -> HeaderNames:
        """Return the names for a game: its own, capitalised, unless they are taken or cannot be written."""
        taken = {name.lower() for name in COMMON}
        first, second = (_name(role, f"Player{n}", taken) for n, role in enumerate(rules.players, start=1))
        options = {
            _name(option.name, f"Option{number}", taken): option.name
            for number, option in enumerate(rules.options, start=1)
        }
        return cls((first, second), options)

    def known(self) -> list[str]:
        """Return every name that is not free for a tag."""
        return [*COMMON, *self.players, *self.options]

    def is_free(self, name: str) -> bool:
        """Tell whether a tag can be a header of its own name; it must not look like another one."""
        is_plain = _PLAIN_NAME.fullmatch(name) is not None
        return is_plain and name.lower() not in {known.lower() for known in self.known()}


def _name(own: str, otherwise: str, taken: set[str]) -> str:
    name = own[:1].upper() + own[1:]
    if not _PLAIN_NAME.fullmatch(name) or name.lower() in taken:
        name = otherwise
    taken.add(name.lower())
    return name
