"""Who is who, for people: one way to name players and to say why they lost, on every screen.

Records and contests know players by texts such as ``human`` and ``level:3``; nobody has to read those.
"""

from __future__ import annotations

import re

from plyground.errors import DamagedRowError
from plyground.store import Store
from plyground.store.remarks import PERSON
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


def level_of(player: str) -> int | None:
    """Return the number of the level that a player is, None if it is something else.

    >>> level_of("level:3"), level_of("random")
    (3, None)
    """
    level = _LEVEL.fullmatch(player)
    return None if level is None else int(level[1])


def told_players(players: tuple[str, str], sides: tuple[str, str], you: str = YOU) -> tuple[str, str]:
    """Name both players of a game: a person is "You", and two people are called as their sides are.

    `you` is the name of the person, where it is known.

    >>> told_players(("human", "level:3"), ("black", "white"))
    ('You', 'Level 3')
    >>> told_players(("human", "human"), ("black", "white"))
    ('Black', 'White')
    >>> told_players(("human", "level:3"), ("black", "white"), you="Ann")
    ('Ann', 'Level 3')
    """
    if players == (HUMAN, HUMAN):
        return sides[0].capitalize(), sides[1].capitalize()
    first, second = (you if player == HUMAN else told_player(player) for player in players)
    return first, second


def own_name(store: Store) -> str:
    """Return what the person is called whose store it is: by name, or "You"."""
    try:
        name = store.profile(PERSON)
    except DamagedRowError:  # the settings show it, and nothing else depends on a name
        return YOU
    return name if isinstance(name, str) and name else YOU


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


def meant_players(text: str, you: str = YOU) -> tuple[str, ...]:
    """Return the names that somebody may look for who types a name, with ``*`` for any characters.

    >>> meant_players("*you*"), meant_players("Level 3")
    (('*you*', 'human'), ('Level 3', 'level:3', 'level:strength=3'))
    >>> meant_players("*an*", you="Ann")
    ('*an*', 'human')
    """
    typed = text.strip("* ").lower()
    level = _TYPED_LEVEL.fullmatch(typed)
    pattern = ".*".join(map(re.escape, text.lower().split("*")))
    if typed == YOU.lower() or (typed and re.fullmatch(pattern, you.lower())):
        return text, HUMAN
    return (text, f"level:{level[1]}", f"level:strength={level[1]}") if level else (text,)
