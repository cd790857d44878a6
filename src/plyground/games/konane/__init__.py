"""Konane: its board, its jumps, its rules, and what a solver knows about it."""

from plyground.games.konane.board import Board as Board
from plyground.games.konane.moves import COLUMN as COLUMN
from plyground.games.konane.moves import ONE as ONE
from plyground.games.konane.moves import ROW as ROW
from plyground.games.konane.moves import TWO as TWO
from plyground.games.konane.moves import count_jumps as count_jumps
from plyground.games.konane.moves import play as play
from plyground.games.konane.rules import RULES as RULES
