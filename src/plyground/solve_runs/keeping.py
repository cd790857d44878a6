"""Runs of the solver in the store: begun, resumed, and ended there."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from plyground.core.discovery import source_of
from plyground.core.history import GameHistory
from plyground.core.position import Move, Position
from plyground.errors import ArenaError, DamagedRowError, PlygroundError
from plyground.search.limit import Limit
from plyground.solving import Solution
from plyground.solving.checkpoint import rules_fingerprint
from plyground.store import EventKind, EventState, Store, StoredEvent

_RESULT = "result"


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

    def check_rules(self) -> None:
        """Make sure that what was proved before still holds.

        Raises:
            ArenaError: the rules of the game are others by now.
        """
        game = self.position.game
        if rules_fingerprint(game) != self.rules:
            problem = "have changed since this run was begun, or Plyground has; begin it again"
            raise ArenaError(f"the rules of {game.name} {problem}")


class KeptSolve:
    """A run of the solver in a store."""

    def __init__(self, store: Store, event_id: str, settings: SolveSettings) -> None:
        self.id = event_id
        self.settings = settings
        self._store = store

    @classmethod
    def begin(cls, store: Store, settings: SolveSettings, position: Position) -> KeptSolve:
        """Put a new run into a store."""
        game = position.game
        start = f": {settings.start}" if settings.start else ""
        label = f"{game.name} {game.rows}x{game.columns}{start}"
        event = StoredEvent(secrets.token_hex(4), EventKind.SOLVE, asdict(settings), label=label)
        store.add_event(event)
        return cls(store, event.id, settings)

    @classmethod
    def open(cls, store: Store, event_id: str) -> KeptSolve:
        """Find a run in a store, to resume it or to see its result again.

        Raises:
            PlygroundError: there is none of this id.
        """
        event = store.event(event_id)
        if event.kind is not EventKind.SOLVE:
            raise ArenaError(f"{event_id} is no run of the solver but a {event.kind}")
        with event.reading_settings() as settings:
            return cls(store, event_id, SolveSettings(**settings))

    @property
    def checkpoint_file(self) -> Path:
        """Where the table of a run on this machine is saved: beside the store."""
        return self._store.path.with_name(f"{self._store.path.name}-solve-{self.id}")

    def result(self) -> Solution | None:
        """Return what came out; None while the run is not over.

        Raises:
            DamagedRowError: the store has something else in its place.
        """
        content = result_of(self._store, self.id)
        if content is None:
            return None
        try:
            return _solution_of(self.settings.position, content)
        except (PlygroundError, LookupError, TypeError, ValueError) as error:
            raise DamagedRowError(f"result of {self.id}", str(error)) from error

    def answers(self) -> Mapping[str, dict[str, Any]]:
        """Return the answers of jobs that are kept, by the keys of the jobs."""
        kept = self._store.measurements(self.id)
        return {key: answer for key, answer in kept.items() if key != _RESULT}

    def keep(self, key: str, answer: dict[str, Any]) -> None:
        """Keep the answer of a job for good; the first one counts if there are two."""
        self._store.add_measurement(self.id, key, answer)

    def resume(self) -> None:
        """Note that it is running."""
        self._store.set_state(self.id, EventState.RUNNING)

    def stop(self) -> None:
        """Note that it was interrupted, or that a limit ran out."""
        self._store.set_state(self.id, EventState.STOPPED)

    def end(self, solution: Solution) -> None:
        """Keep the result, and remove the checkpoint that nobody needs any more."""
        self._store.add_measurement(self.id, _RESULT, solution.to_dict())
        self._store.set_state(self.id, EventState.DONE)
        self.checkpoint_file.unlink(missing_ok=True)


def result_of(store: Store, event_id: str) -> dict[str, Any] | None:
    """Return the result of a run as JSON has it, without a look at its game; None if it is not over."""
    return store.measurements(event_id, _RESULT).get(_RESULT)


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
