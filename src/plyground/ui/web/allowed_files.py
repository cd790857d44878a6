"""What whoever starts the server allows on the command line: their own games and heuristics.

A page may choose among these and never names a file itself. Each is tried before the server starts,
so that a mistake is told at once and not to those who play.
"""

from __future__ import annotations

from typing import Any

from plyground.core.discovery import find_known_rules, known_games, share_file
from plyground.core.loading import load_module
from plyground.core.position import Game
from plyground.errors import HeuristicError, OptionError, shortened
from plyground.evaluation import find_evaluation, games_of, read_terms, try_out


def allow_game(file: str) -> None:
    """Offer the game in a file, in this process and in those that think and play for it.

    Raises:
        GameFileError: the file holds no game, or a wrong one.
    """
    Game.of(share_file(file), {})


def allow_evaluation(text: str) -> None:
    """Make sure that a heuristic in a file can be offered.

    Raises:
        OptionError: the text is not of the form FILE.py:NAME, or nothing says of which game it is.
        HeuristicError: there is no such heuristic, or it does not work.
    """
    terms = read_terms(text)
    if len(terms) != 1 or terms[0].file is None or terms[0].weight != 1:
        raise OptionError(f"--evaluate takes a heuristic in a file, FILE.py:NAME, not {shortened(text)}")
    module = load_module(terms[0].file, "a heuristic stands in a Python file", HeuristicError)
    function: Any = getattr(module, terms[0].name, None)
    if function is None:
        find_evaluation(next(iter(known_games())), text)  # says that there is none, and what there is
    games = games_of(function)
    if not games:
        raise OptionError(
            f'{text}: which game is it for? Write @heuristic("breakthrough") above the function'
        )
    for name in sorted(games):
        game = Game.of(find_known_rules(name), {})
        try_out(game, find_evaluation(game, text))
