"""Runs of the solver in a store."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from plyground.core.discovery import source_of
from plyground.core.history import GameHistory
from plyground.core.position import Move, Position
from plyground.errors import DamagedRowError, PlygroundError
from plyground.search.limit import Limit
from plyground.solving import Solution
from plyground.solving.checkpoint import rules_fingerprint
from plyground.store import EventKind, Store
from plyground.store.runs import StoredRun


@dataclass(frozen=True)
class SolveSettings:
    """Everything that decides what a run of the solver does, as values that can be kept.

    `game` is a name or a file. The limits hold for each run: one that is resumed has them again. `rules` is
    the fingerprint of the rules it was begun with, `certificate` the file that the proof goes to. A run on a
    cluster keeps the answers of its jobs in the store, any other one a checkpoint beside it.
    """

    game: str
    options: dict[str, str]
    start: str
    method: str
    only_winner: bool
    megabytes: int
    seconds: float | None
    nodes: int | None
    rules: str | None
    threads: int = 1
    certificate: str | None = None
    on_cluster: bool = False

    @classmethod
    def of(cls, position: Position, limit: Limit, **more: Any) -> SolveSettings:
        """Describe a run on this machine; `more` are the settings that a position and limits do not have."""
        game = position.game
        return cls(
            game=source_of(game.rules),
            options=game.option_texts,
            start="" if position == game.start() else position.text,
            seconds=limit.seconds,
            nodes=limit.nodes,
            rules=rules_fingerprint(game),
            **more,
        )

    @property
    def limit(self) -> Limit:
        """The limits of one run."""
        return Limit(self.seconds, nodes=self.nodes)

    @cached_property
    def position(self) -> Position:
        """The position to solve."""
        return Position.of(GameHistory(self.game, self.options, self.start or None), may_load=True)


class KeptSolve(StoredRun[SolveSettings]):
    """A run of the solver in a store."""

    kinds = (EventKind.SOLVE,)
    noun = "run of the solver"
    settings_type = SolveSettings
    answers = StoredRun.parts
    """The answers of jobs that are kept, by the keys of the jobs."""
    keep = StoredRun.add_part
    """Keeps the answer of a job for good; the first one counts if there are two."""

    @classmethod
    def begin(cls, store: Store, settings: SolveSettings, position: Position) -> KeptSolve:
        """Put a new run into a store."""
        game = position.game
        start = f": {settings.start}" if settings.start else ""
        return cls.add(store, settings, f"{game.name} {game.rows}x{game.columns}{start}")

    @property
    def checkpoint_file(self) -> Path:
        """Where the table of a run on this machine is saved."""
        return self.beside

    def result(self) -> Solution | None:
        """Return what came out; None while the run is not over.

        Raises:
            DamagedRowError: the store has something else in its place.
        """
        content = self.result_content()
        if content is None:
            return None
        try:
            return _solution_of(self.settings.position, content)
        except (PlygroundError, LookupError, TypeError, ValueError) as error:
            raise DamagedRowError(f"result of {self.id}", str(error)) from error

    def end(self, solution: Solution) -> None:
        """Keep the result, and remove the checkpoint that nobody needs any more."""
        self.finish(solution.to_dict())


def _solution_of(position: Position, content: dict[str, Any]) -> Solution:
    """Read what `Solution.to_dict` wrote."""
    line: list[Move] = []
    reached = position
    for text in content["line"]:
        line.append(reached.find_move(text))
        reached = reached.play(line[-1])
    low, high = content["bounds"]
    return Solution(
        position,
        content["method"],
        low,
        high,
        tuple(line),
        content["nodes"],
        content["seconds"],
        content["distance"],
        content["certificate"],
    )
