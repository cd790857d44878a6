"""Search algorithms as the textbooks have them: plain Python over positions, written to be read.

They are the oracles of the compiled searches, and never optimised. `depth_first` has minimax and
alpha-beta, `uct` Monte Carlo tree search. All take an observer, which is called at every step.
"""

from plyground.search.textbook.depth_first import Evaluation, Event, Found, Observer, alphabeta, minimax
from plyground.search.textbook.uct import Node, Playout, SearchedTree, Step, random_playout, uct

__all__ = [
    "Evaluation",
    "Event",
    "Found",
    "Node",
    "Observer",
    "Playout",
    "SearchedTree",
    "Step",
    "alphabeta",
    "minimax",
    "random_playout",
    "uct",
]
