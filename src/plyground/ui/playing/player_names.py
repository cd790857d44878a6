"""Who is who, for people: one way to name players and to say why they lost, on every screen.

Records and contests know players by texts such as ``human`` and ``level:3``; nobody has to read those.
"""

from __future__ import annotations

import re

from plyground.ui.playing.agreement import HUMAN

YOU = "You"

_LEVEL = re.compile(r"level:(?:strength=)?(\d+)")
_TYPED_LEVEL = re.compile(r"level (\d+)")


def told_player(player: str) -> str:
    """Name a player that is no person.

    >>> told_player("level:3"), told_player("engine:seconds=1")
    ('Level 3', 'engine:seconds=1')
    """
    level = _LEVEL.fullmatch(player)
    return f"Level {level[1]}" if level else player


def told_players(players: tuple[str, str], sides: tuple[str, str]) -> tuple[str, str]:
    """Name both players of a game: a person is "You", and two people are called as their sides are.

    >>> told_players(("human", "level:3"), ("black", "white"))
    ('You', 'Level 3')
    >>> told_players(("human", "human"), ("black", "white"))
    ('Black', 'White')
    """
    if players == (HUMAN, HUMAN):
        return sides[0].capitalize(), sides[1].capitalize()
    first, second = (YOU if player == HUMAN else told_player(player) for player in players)
    return first, second


def blamed_player(player: str, side: str) -> str:
    """Name a player for whoever reads why the game ended: a person by the side."""
    return side if player == HUMAN else told_player(player)


def told_reason(reason: str, winner: int | None, sides: tuple[str, str]) -> str:
    """Say why a game ended, also one from when records said ``human resigns``."""
    if winner is None:
        return reason
    loser = sides[1 - winner]
    before = {
        f"{HUMAN} resigns": f"{loser} resigns",
        f"the clock of {HUMAN} ran out": f"{loser} ran out of time",
    }
    return before.get(reason, reason)


def meant_players(text: str) -> tuple[str, ...]:
    """Return the names that somebody may look for who types a name, with ``*`` for any characters.

    >>> meant_players("*you*"), meant_players("Level 3")
    (('*you*', 'human'), ('Level 3', 'level:3', 'level:strength=3'))
    """
    typed = text.strip("* ").lower()
    level = _TYPED_LEVEL.fullmatch(typed)
    if typed == YOU.lower():
        return text, HUMAN
    return (text, f"level:{level[1]}", f"level:strength={level[1]}") if level else (text,)
