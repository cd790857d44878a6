"""How much should Monte Carlo tree search explore? The same search with different constants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from plyground.algorithms import MCTS
from plyground.errors import OptionError, nearest
from plyground.report.lines import Axes, Line, LinePoint
from plyground.study.contenders import ContenderStudy
from plyground.study.content import LinePlot, Plot, Value
from plyground.study.declared import option, study
from plyground.study.timed_searching import MEGABYTES, several

CONSTANTS = {"uct": "exploration", "mcts": "puct_exploration"}


@study("exploration", game="breakthrough")
@dataclass(frozen=True, kw_only=True)
class Exploration(ContenderStudy):
    """The constant of exploration of Monte Carlo tree search: errors and Elo over its values."""

    algorithm: str = option("uct", f"One of {', '.join(MCTS)}; UCB1 and PUCT have a constant each.")
    values: str = option("0.1,0.3,0.7,1.4,3,6", "The values of the constant.")

    def __post_init__(self) -> None:
        if self.algorithm not in CONSTANTS:
            hint = nearest(self.algorithm, CONSTANTS)
            raise OptionError(f"{self.algorithm!r} has no such constant{hint} (there are: {', '.join(MCTS)})")
        super().__post_init__()

    @cached_property
    def names(self) -> Sequence[str]:
        """The values, as they are written."""
        return several(self.values.split(","), "values")

    def player(self, name: str, limit: str) -> str:
        """Return the algorithm with a value of its constant."""
        given = f",evaluate={self.evaluate}" if self.evaluate and self.algorithm == "mcts" else ""
        constants = f"constants={CONSTANTS[self.algorithm]}:{name}"
        return f"{self.algorithm}:{limit},hash={MEGABYTES},{constants}{given}"

    def plots(self, rows: Sequence[Mapping[str, Value]]) -> list[Plot]:
        """Draw strength over the constant."""
        points = []
        for row in rows:
            elo, low, high = (float(row[each] or 0) for each in ("elo", "elo_low", "elo_high"))
            value = float(str(row["name"]))
            if value > 0:
                points.append(LinePoint(value, elo, low, high, f"{row['name']}: {elo:+z.0f} Elo"))
        if not self.games or len(points) < 2:
            return []
        constant = CONSTANTS[self.algorithm]
        points.sort(key=lambda point: point.x)
        axes = Axes(constant, "Elo", is_x_log=True)
        return [LinePlot(f"Elo over {constant}", [Line(self.algorithm, points)], axes)]
