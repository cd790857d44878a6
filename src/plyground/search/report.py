"""What a search tells while it runs and when it is done."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from plyground.frames import dataframe
from plyground.position import Move, Position
from plyground.search.score import as_points, plies_to_end, told_distance

if TYPE_CHECKING:
    import pandas

FRAME_COLUMNS = ("depth", "nodes", "seconds", "rank", "move", "score", "plies_to_end", "line")
"""The columns of a report as a dataframe."""


@dataclass(frozen=True)
class Line:
    """A way the game may go on, and what it is worth to the side to move, in points."""

    position: Position
    codes: tuple[int, ...]
    exact_score: int  # in the search's thousandths

    @property
    def move(self) -> Move | None:
        """The first move, None if the game is over."""
        return _move_of(self.position, self.codes[0]) if self.codes else None

    @property
    def score(self) -> float:
        """What the line is worth to the side to move, in points."""
        return as_points(self.exact_score)

    @property
    def plies_to_end(self) -> int | None:
        """In how many plies the game is won or lost, None while that is open."""
        return plies_to_end(self.exact_score)

    @property
    def told_score(self) -> str:
        """The score in words: points with their sign, or in how many moves the game is won or lost."""
        plies = self.plies_to_end
        if plies is None:
            return f"{self.score:+.2f}"
        if plies == 0:
            return "won" if self.exact_score > 0 else "lost"
        return f"{'win' if self.exact_score > 0 else 'loss'} {told_distance(plies)}"

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """All moves. They are looked up only when asked for: the search has no time for it."""
        moves, position = [], self.position
        for code in self.codes:
            move = _move_of(position, code)
            moves.append(move)
            position = position.play(move)
        return tuple(moves)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, for a program to read."""
        return {
            "move": None if self.move is None else str(self.move),
            "score": self.score,
            "line": [str(move) for move in self.moves],
        }


@dataclass(frozen=True)
class Report:
    """The best lines found so far, best first, and what they took.

    `depth` is the last one that was searched to the end; `current_depth` is the one under way,
    or the same when a depth has just been finished.
    """

    lines: tuple[Line, ...]
    depth: int
    current_depth: int
    nodes: int
    seconds: float
    table_fill: float = 0.0

    @property
    def is_complete(self) -> bool:
        """Whether a depth has just been finished."""
        return self.depth == self.current_depth

    @property
    def move(self) -> Move | None:
        """The best move, None if the game is over."""
        return self.lines[0].move

    @property
    def score(self) -> float:
        """What the best move is worth to the side to move, in points."""
        return self.lines[0].score

    @property
    def plies_to_end(self) -> int | None:
        """In how many plies the game is won or lost, None while that is open."""
        return self.lines[0].plies_to_end

    @property
    def line(self) -> tuple[Move, ...]:
        """The best move and how the game may go on."""
        return self.lines[0].moves

    @property
    def speed(self) -> float:
        """Nodes a second."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, for a program to read; `lines` only where there are several."""
        best = self.lines[0].to_dict()
        found = {
            "move": best["move"],
            "score": best["score"],
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "line": best["line"],
        }
        if len(self.lines) > 1:
            found["lines"] = [line.to_dict() for line in self.lines]
        return found

    def to_dataframe(self) -> pandas.DataFrame:
        """Return the lines for pandas, a row each, the best first.

        Raises:
            PlygroundError: pandas is not installed.
        """
        rows = [
            (
                *(self.depth, self.nodes, self.seconds, rank),
                *(None if line.move is None else str(line.move), line.score, line.plies_to_end),
                " ".join(map(str, line.moves)),
            )
            for rank, line in enumerate(self.lines, start=1)
        ]
        return dataframe(FRAME_COLUMNS, rows)


def _move_of(position: Position, code: int) -> Move:
    return next(move for move in position.moves() if move.code == code)
