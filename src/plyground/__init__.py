"""Plyground: a laboratory for adversarial search.

>>> import plyground as ply
>>> position = ply.game("othello", size=4).start()
>>> [str(move) for move in position.moves()]
['b1', 'a2', 'd3', 'c4']
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from plyground import _former_names
from plyground.version import __version__ as __version__

if TYPE_CHECKING:
    from plyground.batch.batch import Batch as Batch
    from plyground.batch.evaluating import evaluate_all as evaluate_all
    from plyground.batch.playouts import Playouts as Playouts
    from plyground.batch.playouts import playouts as playouts
    from plyground.core.heuristics import Heuristic as Heuristic
    from plyground.core.heuristics import heuristic as heuristic
    from plyground.core.history import GameHistory as GameHistory
    from plyground.core.position import Game as Game
    from plyground.core.position import Move as Move
    from plyground.core.position import Outcome as Outcome
    from plyground.core.position import Position as Position
    from plyground.core.position import game as game
    from plyground.engine import Engine as Engine
    from plyground.environments import gymnasium_env as gymnasium_env
    from plyground.environments import pettingzoo_env as pettingzoo_env
    from plyground.errors import ArenaError as ArenaError
    from plyground.errors import CertificateError as CertificateError
    from plyground.errors import DamagedRowError as DamagedRowError
    from plyground.errors import EngineBusyError as EngineBusyError
    from plyground.errors import GameFileError as GameFileError
    from plyground.errors import HeuristicError as HeuristicError
    from plyground.errors import HeuristicTimeoutError as HeuristicTimeoutError
    from plyground.errors import IllegalMoveError as IllegalMoveError
    from plyground.errors import KernelError as KernelError
    from plyground.errors import LearningError as LearningError
    from plyground.errors import NotationError as NotationError
    from plyground.errors import OptionError as OptionError
    from plyground.errors import PlayerCrashError as PlayerCrashError
    from plyground.errors import PlayerError as PlayerError
    from plyground.errors import PlayerGarbageError as PlayerGarbageError
    from plyground.errors import PlayerTimeoutError as PlayerTimeoutError
    from plyground.errors import PlygroundError as PlygroundError
    from plyground.errors import PositionError as PositionError
    from plyground.errors import PuzzleError as PuzzleError
    from plyground.errors import RecordError as RecordError
    from plyground.errors import StaleGameError as StaleGameError
    from plyground.errors import StoreError as StoreError
    from plyground.errors import StudyError as StudyError
    from plyground.errors import TableError as TableError
    from plyground.errors import TableWarning as TableWarning
    from plyground.errors import UncompiledWarning as UncompiledWarning
    from plyground.errors import UnknownGameError as UnknownGameError
    from plyground.errors import UnknownHeuristicError as UnknownHeuristicError
    from plyground.errors import UnknownRecordError as UnknownRecordError
    from plyground.errors import WrongTypeError as WrongTypeError
    from plyground.evaluation import Contribution as Contribution
    from plyground.evaluation import Explanation as Explanation
    from plyground.evaluation import evaluate as evaluate
    from plyground.evaluation import explain as explain
    from plyground.evaluation import find_evaluation as find_evaluation
    from plyground.evaluation import weighted as weighted
    from plyground.learning.learn import learn as learn
    from plyground.learning.tuning import tune as tune
    from plyground.openspiel import openspiel_game as openspiel_game
    from plyground.players import Choice as Choice
    from plyground.players import Player as Player
    from plyground.players import make_player as make_player
    from plyground.search.features import Features as Features
    from plyground.search.limit import Clock as Clock
    from plyground.search.limit import Limit as Limit
    from plyground.search.mcts import MctsConstants as MctsConstants
    from plyground.search.mcts import MctsEngine as MctsEngine
    from plyground.search.mcts import MctsFeatures as MctsFeatures
    from plyground.search.report import Line as Line
    from plyground.search.report import Report as Report
    from plyground.solving.solution import Solution as Solution
    from plyground.solving.solver import solve as solve
    from plyground.study.answering import answer_study as answer_study
    from plyground.tables.exact import Exact as Exact
    from plyground.tables.finding import open_table as open_table
    from plyground.tables.table import Table as Table
    from plyground.tournament.match_api import play_match as play_match
    from plyground.tournament.match_api import play_tournament as play_tournament
    from plyground.ui.notebook.boards import board as board

# Everything is imported when it is first asked for, so that `import plyground` and the
# command line's help cost nothing.
_HOMES = {
    "plyground.batch": ("Batch", "Playouts", "evaluate_all", "playouts"),
    "plyground.tournament.match_api": ("play_match", "play_tournament"),
    "plyground.engine": ("Engine",),
    "plyground.environments": ("gymnasium_env", "pettingzoo_env"),
    "plyground.errors": (
        "ArenaError",
        "DamagedRowError",
        "CertificateError",
        "EngineBusyError",
        "GameFileError",
        "HeuristicError",
        "HeuristicTimeoutError",
        "IllegalMoveError",
        "KernelError",
        "LearningError",
        "NotationError",
        "OptionError",
        "PlayerCrashError",
        "PlayerError",
        "PlayerGarbageError",
        "PlayerTimeoutError",
        "PlygroundError",
        "PositionError",
        "PuzzleError",
        "RecordError",
        "StaleGameError",
        "StoreError",
        "StudyError",
        "TableError",
        "TableWarning",
        "UncompiledWarning",
        "UnknownGameError",
        "UnknownHeuristicError",
        "UnknownRecordError",
        "WrongTypeError",
    ),
    "plyground.evaluation": (
        "Contribution",
        "Explanation",
        "evaluate",
        "explain",
        "find_evaluation",
        "weighted",
    ),
    "plyground.core.heuristics": ("Heuristic", "heuristic"),
    "plyground.core.history": ("GameHistory",),
    "plyground.learning.learn": ("learn",),
    "plyground.learning.tuning": ("tune",),
    "plyground.openspiel": ("openspiel_game",),
    "plyground.players": ("Choice", "Player", "make_player"),
    "plyground.core.position": ("Game", "Move", "Outcome", "Position", "game"),
    "plyground.search.features": ("Features",),
    "plyground.search.limit": ("Clock", "Limit"),
    "plyground.search.mcts": ("MctsConstants", "MctsEngine", "MctsFeatures"),
    "plyground.search.report": ("Line", "Report"),
    "plyground.solving.solution": ("Solution",),
    "plyground.solving.solver": ("solve",),
    "plyground.study.answering": ("answer_study",),
    "plyground.tables.exact": ("Exact",),
    "plyground.tables.finding": ("open_table",),
    "plyground.tables.table": ("Table",),
    "plyground.ui.notebook.boards": ("board",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME_OF)  # noqa: PLE0605  # derived from the table above


_former_names.install()


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'plyground' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    return sorted([*_HOME_OF, "__version__"])
