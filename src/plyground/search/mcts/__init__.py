"""Monte Carlo tree search, compiled around the rules of any game.

`features` has the switches and the numbers, `tree` the pool of nodes, `playouts` what a leaf is worth,
`simulation` the four steps (select, expand, simulate, back up), `subtree` what is kept from one move to
the next, and `engine` the search as an object. `plyground.search.textbook.uct` is the same to read.
"""

from plyground.search.mcts.engine import MctsEngine
from plyground.search.mcts.features import MctsConstants, MctsFeatures, mcts_preset

__all__ = ["MctsConstants", "MctsEngine", "MctsFeatures", "mcts_preset"]
