"""The switches of the engine. Each is a constant of the compiled search: off costs nothing."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from plyground.core.rules import Rules
from plyground.search.switches import Switches, find_preset

ENGINE = "engine"

FORMER_NAMES = {
    "pruning": "alphabeta",
    "scouting": "pvs",
    "table": "tt",
    "deeper": "tt_deeper",
    "noisy": "tactical",
    "reductions": "lmr",
    "graded": "lmr_table",
    "late_pruning": "lmp",
    "internal": "iir",
    "counters": "counter_moves",
    "continuation": "continuation_history",
    "splitting": "root_splitting",
    "tables": "tablebases",
    "pacing": "time_management",
}
"""Names of features in earlier versions, and what they are called now. They are accepted everywhere."""


def current_name(name: str) -> str:
    """Return what a feature is called now.

    >>> current_name("scouting"), current_name("killers")
    ('pvs', 'killers')
    """
    return FORMER_NAMES.get(name, name)


@dataclass(frozen=True)
class Features(Switches):
    """What the engine does beyond minimax. With everything off it is minimax.

    Names that were used before (`FORMER_NAMES`) are accepted too.

    alphabeta: alpha-beta pruning.
    pvs: principal variation search: later moves are first shown to be no better, in a null window.
    deepening: iterative deepening, one depth after the other.
    aspiration: each depth starts with a narrow window around the last score.
    tt: a transposition table: look up positions that were searched before.
    tt_deeper: let the transposition table answer with searches deeper than asked for.
    killers: try moves early that cut off sister nodes.
    history: try moves early that cut off elsewhere.
    tactical: try tactical moves (captures) early.
    lmr: late-move reductions: search late moves less deeply at first.
    lmr_table: reduce late moves by depth and move count, instead of all of them alike.
    probcut: cut off what a shallow search finds far outside the window.
    futility: near the leaves, cut off what the evaluation alone finds far outside the window.
    null_move: cut off where even a pass would be good enough, in games that allow for it.
    lmp: late-move pruning: near the leaves, leave out late moves.
    iir: internal iterative reduction: search a node without a hash move less deeply.
    singular: singular extension: search the hash move a ply deeper where all others are clearly worse.
    recaptures: search a tactical move a ply deeper that goes where the last tactical move went.
    counter_moves: try moves early that refuted the same move elsewhere.
    continuation_history: try moves early that were good after the same move elsewhere.
    quiescence: search tactical moves beyond the depth, until the position is quiet.
    root_splitting: threads share out the root moves, instead of searching one tree together.
    tablebases: answer from a table of solved positions of the board, if there is one.
    solver: turn to the exact solver where the rest of the game can be solved within the limit.
    time_management: under a clock, think longer while the best move is in doubt, and less when it is not.
    fail_hard: return no score outside the window, as the first alpha-beta did; bounds are worse for it.
    mtdf: MTD(f): find the score of a depth by null windows alone, from the last score on.
    sss: MT-SSS*: find the score of a depth by null windows alone, from above.
    beam: beam search: below the root, search only the moves that the evaluation likes best.
    """

    _OWNER: ClassVar[str] = "the engine"
    _FORMER: ClassVar[Mapping[str, str]] = FORMER_NAMES

    alphabeta: bool = False
    pvs: bool = False
    deepening: bool = False
    aspiration: bool = False
    tt: bool = False
    tt_deeper: bool = False
    killers: bool = False
    history: bool = False
    tactical: bool = False
    lmr: bool = False
    lmr_table: bool = False
    probcut: bool = False
    futility: bool = False
    null_move: bool = False
    lmp: bool = False
    iir: bool = False
    singular: bool = False
    recaptures: bool = False
    counter_moves: bool = False
    continuation_history: bool = False
    quiescence: bool = False
    root_splitting: bool = False
    tablebases: bool = False
    solver: bool = False
    time_management: bool = False
    fail_hard: bool = False
    mtdf: bool = False
    sss: bool = False
    beam: bool = False

    if not TYPE_CHECKING:  # code that is checked says the current names

        def __getattr__(self, name: str) -> bool:
            if name not in FORMER_NAMES:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            return getattr(self, FORMER_NAMES[name])

    @property
    def is_selective(self) -> bool:
        """Whether some moves are searched less deeply than others, so that the quickest win may be missed."""
        return self.lmr or self.iir or self.cuts_by_guess

    @property
    def cuts_by_guess(self) -> bool:
        """Whether nodes are cut off that were not searched to their depth."""
        return self.probcut or self.futility or self.null_move or self.lmp or self.beam

    @property
    def uses_selectivity(self) -> bool:
        """Whether there are cuts whose parameters are fitted to the evaluation."""
        return self.probcut or self.futility


def _accept_former_names() -> None:
    """Let `Features(...)` take the names of earlier versions."""
    initialise = Features.__init__

    @functools.wraps(initialise)
    def accept(self: Features, *switches: bool, **named: bool) -> None:
        current = {name: is_on for name, is_on in named.items() if name not in FORMER_NAMES}
        former = {FORMER_NAMES[name]: is_on for name, is_on in named.items() if name in FORMER_NAMES}
        initialise(self, *switches, **(current | former))

    Features.__init__ = accept  # type: ignore[method-assign]


_accept_former_names()


_ALL = Features().having(*Features.names())

BY_GAME = (
    "lmr_table",
    "probcut",
    "futility",
    "null_move",
    "lmp",
    "iir",
    "singular",
    "recaptures",
    "counter_moves",
    "continuation_history",
    "time_management",
)
"""What helps in some games and harms in others: on only where a game says so (`Rules.engine_features`)."""

TEXTBOOK = ("fail_hard", "mtdf", "sss", "beam")
"""What other algorithms of the textbooks do instead; the engine does none of it."""

_ALPHABETA = Features(alphabeta=True)
_WITH_TT = _ALPHABETA.having("deepening", "tt", "killers", "history", "tactical")

PRESETS = {
    "minimax": Features(),
    "alphabeta": _ALPHABETA,
    ENGINE: _ALL.without("root_splitting", *BY_GAME, *TEXTBOOK),
    "failhard": _ALPHABETA.having("fail_hard"),
    "failhard-aspiration": _ALPHABETA.having("fail_hard", "deepening", "aspiration"),
    "failsoft-aspiration": _ALPHABETA.having("deepening", "aspiration"),
    "negascout": _ALPHABETA.having("pvs"),
    "negascout-aspiration": _ALPHABETA.having("pvs", "deepening", "aspiration"),
    "mtdf": _WITH_TT.having("mtdf"),
    "sss": _WITH_TT.having("sss"),
    "beam": _ALPHABETA.having("deepening", "tt", "beam"),
}
"""The algorithms, as settings of the same switches."""

STAGES = ("minimax", "alphabeta", ENGINE)
"""What studies compare that ask how far the engine is from minimax."""

ALIASES = {"failsoft": "alphabeta"}
"""Other names of algorithms: alpha-beta is fail-soft here unless something else is said."""

EXACT = PRESETS[ENGINE].without("tt_deeper", "lmr", "quiescence")
"""The engine without what guesses: its root value is that of minimax."""


def preset(name: str, rules: Rules[Any, Any] | None = None) -> Features:
    """Return the switches of an algorithm; those of the engine as a game wants them, if it is given."""
    name = ALIASES.get(name, name)
    found = find_preset(name, PRESETS)
    if rules is None or name != ENGINE:
        return found
    wanted = {current_name(each): is_on for each, is_on in rules.engine_features.items()}
    added = [each for each, is_on in wanted.items() if is_on]
    return found.having(*added).without(*(each for each in wanted if each not in added))
