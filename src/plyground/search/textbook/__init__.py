"""Search algorithms as the textbooks have them: plain Python over positions, written to be read.

They are the oracles of the compiled searches, and never optimised. `depth_first` has minimax and alpha-beta,
`variants` fail-hard, NegaScout, aspiration windows and beam search, `null_windows` MTD(f) and SSS*, `uct`
Monte Carlo tree search, and `mcts_solver` the same with proofs. All take an observer, which is called at
every step. Proof-number search is in `plyground.solving.textbook_pns`.
"""

from plyground.search.textbook.depth_first import Evaluation, Event, Found, Observer, alphabeta, minimax
from plyground.search.textbook.mcts_solver import mcts_solver
from plyground.search.textbook.null_windows import mtdf, sss
from plyground.search.textbook.uct import Node, Playout, SearchedTree, Step, random_playout, uct
from plyground.search.textbook.variants import aspiration, beam, fail_hard, negascout

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
    "aspiration",
    "beam",
    "fail_hard",
    "mcts_solver",
    "minimax",
    "mtdf",
    "negascout",
    "random_playout",
    "sss",
    "uct",
]
