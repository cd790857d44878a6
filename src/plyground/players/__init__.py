"""Who plays: every kind of player, made from a text."""

from plyground.players.kinds import Kind, known_kinds
from plyground.players.making import make_player
from plyground.players.player import RESIGN, Choice, Player

__all__ = ["RESIGN", "Choice", "Kind", "Player", "known_kinds", "make_player"]
