"""Random numbers that depend on what they are for and on nothing else.

A game that is played again after an interruption, in another process or in another order, has to
come out the same: so every game, opening and player has a seed made from its place in the contest.
"""

from __future__ import annotations

import hashlib


def seed_for(*place: int | str) -> int:
    """Return the seed that belongs to a place, such as a contest's seed, a game and a side.

    >>> seed_for(1, "opening", 7) == seed_for(1, "opening", 7) != seed_for(1, "opening", 8)
    True
    """
    digest = hashlib.blake2b(repr(place).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1
