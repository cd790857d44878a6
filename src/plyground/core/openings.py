"""Openings that have names."""

from __future__ import annotations

from typing import NamedTuple


class NamedOpening(NamedTuple):
    """The moves from the start of a game to a position that has a name."""

    name: str
    moves: tuple[str, ...]
