"""What a search tells while it runs and when it is done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plyground.position import Move


@dataclass(frozen=True)
class Report:
    """The best move found so far, and what it took.

    `is_complete` says that a depth is done; otherwise it is still being searched.
    The score is in points for the side to move.
    """

    move: Move | None
    score: float
    depth: int
    nodes: int
    seconds: float
    line: tuple[Move, ...]
    table_fill: float = 0.0
    is_complete: bool = True

    @property
    def speed(self) -> float:
        """Nodes a second."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, for a program to read."""
        return {
            "move": None if self.move is None else str(self.move),
            "score": self.score,
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "line": [str(move) for move in self.line],
        }
