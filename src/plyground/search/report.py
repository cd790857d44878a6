"""What a search tells while it runs and when it is done."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from plyground.core.position import Move, Position
from plyground.search.proof import Proof, Value
from plyground.search.score import as_points, plies_to_end, told_distance
from plyground.system.frames import dataframe

if TYPE_CHECKING:
    import pandas

_EFFORT = ("depth", "nodes", "seconds")
_PROOF = ("proved", "value", "margin", "distance")
FRAME_COLUMNS = (*_EFFORT, "rank", "move", "score", "plies_to_end", *_PROOF, "line")
"""The columns of a report as a dataframe."""


@dataclass(frozen=True)
class Line:
    """A way the game may go on, and what it is worth to the side to move, in points."""

    position: Position
    codes: tuple[int, ...]
    exact_score: int  # in the search's thousandths
    proof: Proof | None = None  # what is known for certain, None while the score is a guess
    visits: int | None = None  # how many simulations played the first move, in Monte Carlo tree search

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
    def proved(self) -> bool:
        """Whether the value is known for certain."""
        return self.proof is not None

    @property
    def value(self) -> Value | None:
        """Whether the line is a "win", a "loss" or a "draw"; None while that is not proved."""
        return None if self.proof is None else self.proof.value

    @property
    def margin(self) -> int | None:
        """By how much, in games that count it; None while that is not proved."""
        return None if self.proof is None else self.proof.margin

    @property
    def distance(self) -> int | None:
        """The plies to the end with best play of both; None while they are not known exactly."""
        return None if self.proof is None else self.proof.distance

    @property
    def told_score(self) -> str:
        """The score in words: what is proved, else points with their sign or the moves to a win or a loss."""
        plies = self.plies_to_end
        if plies == 0:
            return "won" if self.exact_score > 0 else "lost"
        if self.proof is not None:
            rules = self.position.game.rules
            has_margins = rules.largest_margin(self.position.game.board) > 1
            return self.proof.told(plies, has_margins=has_margins)
        if plies is None:
            return f"{self.score:+.2f}"
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
            "proved": self.proved,
            "value": self.value,
            "margin": self.margin,
            "distance": self.distance,
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
    def proved(self) -> bool:
        """Whether the value of the position is known for certain."""
        return self.lines[0].proved

    @property
    def value(self) -> Value | None:
        """Whether the position is a "win", a "loss" or a "draw" for the side to move; None if not proved."""
        return self.lines[0].value

    @property
    def margin(self) -> int | None:
        """By how much, in games that count it; None while that is not proved."""
        return self.lines[0].margin

    @property
    def distance(self) -> int | None:
        """The plies to the end with best play of both; None while they are not known exactly."""
        return self.lines[0].distance

    @property
    def line(self) -> tuple[Move, ...]:
        """The best move and how the game may go on."""
        return self.lines[0].moves

    @property
    def speed(self) -> float:
        """Nodes per second."""
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
            **{name: best[name] for name in ("line", *_PROOF)},
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
                *(getattr(line, name) for name in _PROOF),
                " ".join(map(str, line.moves)),
            )
            for rank, line in enumerate(self.lines, start=1)
        ]
        return dataframe(FRAME_COLUMNS, rows)


def _move_of(position: Position, code: int) -> Move:
    return next(move for move in position.moves() if move.code == code)
