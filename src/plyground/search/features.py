"""The switches of the engine. Each is a constant of the compiled search: off costs nothing."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

from plyground.errors import OptionError, nearest
from plyground.rules import Rules

ENGINE = "engine"


@dataclass(frozen=True)
class Features:
    """What the engine does beyond minimax. With everything off it is minimax.

    pruning: alpha-beta.
    scouting: principal variation search: later moves are first shown to be no better.
    deepening: iterative deepening, one depth after the other.
    aspiration: each depth starts with a narrow window around the last score.
    table: remember positions already searched.
    deeper: let the table answer with searches deeper than asked for.
    killers: try moves that refuted sister nodes early.
    history: try moves that were good elsewhere early.
    noisy: try what the game calls noisy (captures) early.
    reductions: search late moves less deeply at first.
    graded: reduce late moves by depth and move number, instead of all of them alike.
    probcut: cut off what a shallow search finds far outside the window.
    futility: near the leaves, cut off what the evaluation alone finds far outside the window.
    null_move: cut off where even a pass would be good enough, in games that allow for it.
    late_pruning: near the leaves, leave out late moves.
    internal: search a node less deeply for which the table knows no move.
    singular: search the table's move a ply deeper where all others are clearly worse.
    recaptures: search a noisy move a ply deeper that goes where the last noisy move went.
    counters: try moves early that refuted the same move elsewhere.
    continuation: try moves early that were good after the same move elsewhere.
    quiescence: follow noisy moves beyond the depth, until the position is quiet.
    splitting: threads share out the root moves, instead of searching one tree together.
    tables: answer from a table of solved positions of the board, if there is one.
    solver: turn to the exact solver where the rest of the game can be solved within the limit.
    pacing: under a clock, think longer while the best move is in doubt, and less when it is not.
    """

    pruning: bool = False
    scouting: bool = False
    deepening: bool = False
    aspiration: bool = False
    table: bool = False
    deeper: bool = False
    killers: bool = False
    history: bool = False
    noisy: bool = False
    reductions: bool = False
    graded: bool = False
    probcut: bool = False
    futility: bool = False
    null_move: bool = False
    late_pruning: bool = False
    internal: bool = False
    singular: bool = False
    recaptures: bool = False
    counters: bool = False
    continuation: bool = False
    quiescence: bool = False
    splitting: bool = False
    tables: bool = False
    solver: bool = False
    pacing: bool = False

    @property
    def is_selective(self) -> bool:
        """Whether some moves are searched less deeply than others, so that the quickest win may be missed."""
        return self.reductions or self.internal or self.cuts_by_guess

    @property
    def cuts_by_guess(self) -> bool:
        """Whether nodes are cut off that were not searched to their depth."""
        return self.probcut or self.futility or self.null_move or self.late_pruning

    @property
    def uses_selectivity(self) -> bool:
        """Whether there are cuts whose parameters are fitted to the evaluation."""
        return self.probcut or self.futility

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names of all switches."""
        return tuple(each.name for each in fields(cls))

    def having(self, *names: str) -> Features:
        """Switch some features on."""
        return self._switched(names, to=True)

    def without(self, *names: str) -> Features:
        """Switch some features off, for an ablation."""
        return self._switched(names, to=False)

    def _switched(self, names: tuple[str, ...], *, to: bool) -> Features:
        known = self.names()
        for name in names:
            if name not in known:
                raise OptionError(
                    f"the engine has no feature {name!r}{nearest(name, known)} (it has: {', '.join(known)})"
                )
        return replace(self, **dict.fromkeys(names, to))


_ALL = Features().having(*Features.names())

BY_GAME = (
    "graded",
    "probcut",
    "futility",
    "null_move",
    "late_pruning",
    "internal",
    "singular",
    "recaptures",
    "counters",
    "continuation",
    "pacing",
)
"""What helps in some games and harms in others: on only where a game says so (`Rules.engine_features`)."""

PRESETS = {
    "minimax": Features(),
    "alphabeta": Features(pruning=True),
    ENGINE: _ALL.without("splitting", *BY_GAME),
}
"""The three algorithms, as settings of the same switches."""

EXACT = PRESETS[ENGINE].without("deeper", "reductions", "quiescence")
"""The engine without what guesses: its root value is that of minimax."""


def preset(name: str, rules: Rules[Any, Any] | None = None) -> Features:
    """Return the switches of an algorithm; those of the engine as a game wants them, if it is given."""
    if name not in PRESETS:
        known = ", ".join(PRESETS)
        raise OptionError(f"there is no algorithm {name!r}{nearest(name, PRESETS)} (there are: {known})")
    found = PRESETS[name]
    if rules is None or name != ENGINE:
        return found
    wanted = rules.engine_features
    added = [each for each, is_on in wanted.items() if is_on]
    return found.having(*added).without(*(each for each in wanted if each not in added))
