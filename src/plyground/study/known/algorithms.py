"""Which algorithm plays best? All of them on the same positions, and in a round robin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from plyground.algorithms import ALGORITHMS, MCTS, PNS
from plyground.search.features import ALIASES
from plyground.study.contenders import ContenderStudy
from plyground.study.content import Value
from plyground.study.declared import option, study
from plyground.study.timed_searching import MEGABYTES, several

WITHOUT_EVALUATION = (PNS, "uct")


@study("algorithms", game="breakthrough")
@dataclass(frozen=True, kw_only=True)
class Algorithms(ContenderStudy):
    """All algorithms: errors where the right moves are proved, and a round robin at equal time."""

    algorithms: str | None = option(None, "Which ones, such as engine,mtdf,mcts; all by default.")

    @cached_property
    def names(self) -> Sequence[str]:
        """The algorithms."""
        return several(self.algorithms.split(",") if self.algorithms else self._all, "algorithms")

    @property
    def _all(self) -> list[str]:
        """Each once. Proof-number search has no use for games where repeated positions are draws."""
        game = self.start.game
        has_draws = bool(game.rules.repetition_limit(game.board))
        return [name for name in ALGORITHMS if name not in ALIASES and not (has_draws and name == PNS)]

    def player(self, name: str, limit: str) -> str:
        """Return the algorithm as a player."""
        given = self.evaluate if name not in WITHOUT_EVALUATION else None
        return f"{name}:{limit},hash={MEGABYTES}{f',evaluate={given}' if given else ''}"

    def findings(self, rows: Sequence[Mapping[str, Value]]) -> list[str]:
        """Compare the best of alpha-beta and its relatives with the best of Monte Carlo tree search."""
        random = next((row for row in rows if row["name"] in MCTS), None)
        others = next((row for row in rows if row["name"] not in (*MCTS, PNS)), None)
        if not self.games or random is None or others is None:
            return []
        first, second = sorted((random, others), key=rows.index)
        ahead = float(first["elo"] or 0) - float(second["elo"] or 0)
        told = f"{first['name']} is {ahead:.0f} Elo ahead of {second['name']}."
        return [told] if self.nodes is None else [told, "A simulation takes longer than a node."]
