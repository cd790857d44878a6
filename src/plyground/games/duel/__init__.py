"""The Wumpus duel: its board, its moves and its rules."""

from plyground.games.duel.board import Board as Board
from plyground.games.duel.board import State as State
from plyground.games.duel.moves import ONE as ONE
from plyground.games.duel.rules import RULES as RULES
