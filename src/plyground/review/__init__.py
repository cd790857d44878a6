"""The review of a game: what each move cost, why, and how accurately both sides played.

`reviewer` searches the positions and compares every move with the best one, `mistakes` says what is a
mistake, `reasons` why it is one, in words. `chances` turns scores into chances of winning, calibrated by
`calibration`, and `accuracy` turns lost chances into accuracy. `game_report` does all of it with an engine
of this process.
"""

from plyground.review.accuracy import SideReport as SideReport
from plyground.review.game_report import GameReport as GameReport
from plyground.review.game_report import review_game as review_game
from plyground.review.mistakes import Mistake as Mistake
from plyground.review.mistakes import Note as Note
from plyground.review.reviewer import JudgedPosition as JudgedPosition
from plyground.review.reviewer import Reviewer as Reviewer
