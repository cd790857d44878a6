"""The evaluations of the games. One file a game; a function decorated there is discovered.

The modules that begin with an underscore hold no heuristics: they find them by name, in
files and from texts, add them up with weights, and make them ready for the search.
"""

from plyground.evaluation._failures import telling_failures
from plyground.evaluation._finding import Evaluation, as_heuristic, find_evaluation
from plyground.evaluation._known import default_heuristic, known_heuristics
from plyground.evaluation._notation import files_in
from plyground.evaluation._usable import evaluate, usable_evaluation
from plyground.evaluation._weighted import weighted

__all__ = [
    "Evaluation",
    "as_heuristic",
    "default_heuristic",
    "evaluate",
    "files_in",
    "find_evaluation",
    "known_heuristics",
    "telling_failures",
    "usable_evaluation",
    "weighted",
]
