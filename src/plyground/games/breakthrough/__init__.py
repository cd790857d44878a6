"""Breakthrough: pawns race for the far row.

Black starts on the top two rows and moves down, white on the bottom two and moves up.
Straight ahead onto an empty square, diagonally ahead also onto an enemy pawn, which is
captured. A pawn on the far row wins, and so does capturing every enemy pawn.
"""

from plyground.core.stones import cell as cell
from plyground.games.breakthrough.moves import BLACK as BLACK
from plyground.games.breakthrough.moves import ONE as ONE
from plyground.games.breakthrough.moves import Board as Board
from plyground.games.breakthrough.rules import ONE_PLY_PLAYERS as ONE_PLY_PLAYERS
from plyground.games.breakthrough.rules import RULES as RULES
