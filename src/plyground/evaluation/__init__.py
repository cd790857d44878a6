"""The evaluations of the games: one file per game, one decorated function per heuristic. Nothing lists them.

Modules that begin with an underscore hold no heuristics. `_notation` parses texts such as
``2*defensive+piece``, `_finding` finds what they name, `_by_board` chooses among `learned`, `best` and
files of weights, `_sums` adds heuristics up. `_usable` makes a heuristic ready for the search: `_tryout`
tries a user's function in a child process, `_guarding` checks what it returns, `_failures` reports its
mistakes by line, `_asking` calls what Numba cannot compile. `_explaining` takes an evaluation apart.
`learned` evaluates patterns with the files in `weights`.
"""

from plyground.core.heuristics import Evaluator
from plyground.evaluation._asking import asking
from plyground.evaluation._by_board import BoardHeuristic
from plyground.evaluation._explaining import Explainer, explain
from plyground.evaluation._explanation import Contribution, Explanation
from plyground.evaluation._failures import code_of, telling_failures
from plyground.evaluation._finding import (
    Evaluation,
    as_heuristic,
    default_heuristic,
    find_evaluation,
    find_feature,
    games_of,
    has_heuristics,
    heuristics_on,
    known_heuristics,
    told_game,
    weighted,
)
from plyground.evaluation._guarding import problem_with
from plyground.evaluation._notation import Term, read_terms, write_terms
from plyground.evaluation._tryout import try_out, try_out_in_this_process
from plyground.evaluation._usable import evaluate, strangers_in, usable_evaluation

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
    "find_feature",
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
