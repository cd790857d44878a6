"""The switches of the engine. Each is a constant of the compiled search: off costs nothing."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from plyground.errors import OptionError, nearest


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
    quiescence: follow noisy moves beyond the depth, until the position is quiet.
    splitting: threads share out the root moves, instead of searching one tree together.
    tables: answer from a table of solved positions of the board, if there is one.
    solver: turn to the exact solver where the rest of the game can be solved within the limit.
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
    quiescence: bool = False
    splitting: bool = False
    tables: bool = False
    solver: bool = False

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

PRESETS = {
    "minimax": Features(),
    "alphabeta": Features(pruning=True),
    "engine": _ALL.without("splitting"),
}
"""The three algorithms, as settings of the same switches."""

EXACT = PRESETS["engine"].without("deeper", "reductions", "quiescence")
"""The engine without what guesses: its root value is that of minimax."""


def preset(name: str) -> Features:
    """Return the switches of an algorithm."""
    if name not in PRESETS:
        known = ", ".join(PRESETS)
        raise OptionError(f"there is no algorithm {name!r}{nearest(name, PRESETS)} (there are: {known})")
    return PRESETS[name]
