"""What is a new node worth? Random games, greedy ones, and evaluations sooner or later."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from plyground.study.contenders import ContenderStudy
from plyground.study.content import Value
from plyground.study.declared import option, study
from plyground.study.timed_searching import MEGABYTES, whole_numbers

RANDOM, GREEDY, EVALUATION = "random", "greedy", "evaluation"


@study("playouts", game="breakthrough")
@dataclass(frozen=True, kw_only=True)
class PlayoutKinds(ContenderStudy):
    """Kinds of playouts of Monte Carlo tree search: simulations, errors and Elo at equal time."""

    plies: str = option("4,16", "After how many random plies games are cut short by the evaluation, too.")
    without: str = option(
        "puct+implicit_minimax+quiescence+solver+reuse",
        "Features of mcts that nobody has, joined by +; by default all, which leaves UCT.",
    )

    @cached_property
    def names(self) -> Sequence[str]:
        """The kinds of playouts."""
        return list(self._settings)

    @cached_property
    def _settings(self) -> dict[str, str]:
        """The options of each kind, beyond what all have."""
        counts = whole_numbers("plies", self.plies, "4,16") if self.plies else []
        later = {
            f"{EVALUATION} after {count}": f"added={EVALUATION},constants=playout_plies:{count}"
            for count in counts
        }
        return {each: f"added={each}" for each in (RANDOM, GREEDY, EVALUATION)} | later

    def player(self, name: str, limit: str) -> str:
        """Return Monte Carlo tree search with such playouts."""
        removed = f",without={self.without}" if self.without else ""
        given = f",evaluate={self.evaluate}" if self.evaluate else ""
        return f"mcts:{limit},hash={MEGABYTES},{self._settings[name]}{removed}{given}"

    def findings(self, rows: Sequence[Mapping[str, Value]]) -> list[str]:
        """Say how much slower the other kinds are than the fastest."""
        counted = [(float(row["nodes"]), str(row["name"])) for row in rows if row["nodes"]]
        if not counted or self.nodes is not None:
            return []
        (most, fastest), (least, slowest) = max(counted), min(counted)
        return [f"In the time of one simulation with {slowest}, there are {most / least:.3g} with {fastest}."]
