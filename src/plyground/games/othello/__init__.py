"""Othello: its rules, and how its endgames are solved."""

from plyground.games.othello.rules import RULES as RULES
from plyground.games.othello.rules import Board as Board
from plyground.games.othello.rules import legal_moves as legal_moves
from plyground.games.othello.rules import placements as placements
from plyground.games.othello.rules import play as play
from plyground.games.othello.rules import result as result
