"""The evaluations of the games. One file a game; a function decorated there is discovered.

The modules that begin with an underscore hold no heuristics: they find them by name, in
files and from texts, add them up with weights, and make them ready for the search.
"""

from plyground.core.heuristics import Evaluator
from plyground.evaluation._asking import asking
from plyground.evaluation._by_board import BoardHeuristic
from plyground.evaluation._explaining import Explainer, explain
from plyground.evaluation._explanation import Contribution, Explanation
from plyground.evaluation._failures import code_of, telling_failures
from plyground.evaluation._finding import Evaluation, as_heuristic, find_evaluation, games_of
from plyground.evaluation._known import (
    default_heuristic,
    has_heuristics,
    heuristics_on,
    known_heuristics,
    told_game,
)
from plyground.evaluation._notation import Term, read_terms, write_terms
from plyground.evaluation._tryout import try_out, try_out_in_this_process
from plyground.evaluation._usable import evaluate, strangers_in, usable_evaluation
from plyground.evaluation._values import problem_with
from plyground.evaluation._weighted import weighted

__all__ = [
    "BoardHeuristic",
    "Contribution",
    "Evaluation",
    "Evaluator",
    "Explainer",
    "Explanation",
    "Term",
    "as_heuristic",
    "asking",
    "code_of",
    "default_heuristic",
    "evaluate",
    "explain",
    "find_evaluation",
    "games_of",
    "has_heuristics",
    "heuristics_on",
    "known_heuristics",
    "problem_with",
    "read_terms",
    "strangers_in",
    "telling_failures",
    "told_game",
    "try_out",
    "try_out_in_this_process",
    "usable_evaluation",
    "weighted",
    "write_terms",
]
