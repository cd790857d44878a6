"""Runs of learning in a store; positions and weights lie beside it until the end."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from plyground.core.discovery import source_of
from plyground.core.position import Game
from plyground.core.position import game as find_game
from plyground.errors import LearningError, OptionError
from plyground.learning.positions import Positions, load_positions, save_positions
from plyground.learning.progress import Progress
from plyground.solving.checkpoint import rules_fingerprint
from plyground.store import EventKind, Store
from plyground.store.runs import StoredRun, numbered_parts, run_result

_GENERATION = "generation"
_PROGRESS_FILE = "progress.json"
_PROGRESS_SECONDS = 1.0
"""How often the progress of a run is written down."""


@dataclass(frozen=True)
class LearnSettings:
    """Everything that decides what a run learns, as values that can be kept.

    `game` is a name or a file, `start` the evaluation of the first games, `features` the heuristics that are
    weighed beside the patterns, `front` the one that is asked before them. A run ends after that many
    `minutes` or `games`. `rules` is the fingerprint of the rules it was begun with.
    """

    game: str
    options: dict[str, str]
    start: str
    seed: int
    nodes: int
    minutes: float | None
    games: int | None
    output: str
    rules: str | None
    features: tuple[str, ...] = ()
    front: str = ""

    @classmethod
    def of(cls, game: Game, **more: Any) -> LearnSettings:
        """Describe a run; `more` are the settings that a game does not have.

        Raises:
            OptionError: nobody can learn for so long, or with so few nodes.
        """
        source, options = source_of(game.rules), game.option_texts
        settings = cls(game=source, options=options, rules=rules_fingerprint(game), **more)
        if (settings.minutes is None) == (settings.games is None):
            raise OptionError("say how long to learn: either in minutes or in games")
        if settings.minutes is not None and not 0 < settings.minutes < 1e6:
            raise OptionError(f"nobody can learn for {settings.minutes} minutes; give more than 0")
        if settings.games is not None and not 0 < settings.games <= 1 << 40:
            raise OptionError(f"nobody can learn from {settings.games} games; give 1 or more")
        if not 1 <= settings.nodes <= 1 << 40:
            raise OptionError(f"{settings.nodes} nodes a move are too few; give 1 or more")
        return settings

    @cached_property
    def position_game(self) -> Game:
        """The game that is learned."""
        return find_game(self.game, **self.options)


@dataclass(frozen=True)
class Heard:
    """What a run last said about its progress, and when, in seconds since 1970."""

    progress: Progress
    moment: float


class KeptLearning(StoredRun[LearnSettings]):
    """A run of learning in a store."""

    kinds = (EventKind.LEARN,)
    noun = "run of learning"
    settings_type = LearnSettings

    result = StoredRun.result_content
    end = StoredRun.finish
    _last_told = -_PROGRESS_SECONDS

    @classmethod
    def begin(cls, store: Store, settings: LearnSettings, game: Game) -> KeptLearning:
        """Put a new run into a store."""
        return cls.add(store, settings, f"{game.name} {game.rows}x{game.columns}")

    @property
    def folder(self) -> Path:
        """Where positions and weights of the run are."""
        return self.beside

    def weights_file(self, generation: int) -> Path:
        """Return the file of the weights of a generation."""
        return self.folder / f"generation-{generation}.weights"

    def add_positions(
        self, generation: int, first_game: int, positions: Positions, note: dict[str, Any]
    ) -> None:
        """Keep the positions of a chunk of games, with a note; when this returns they are on the disk.

        Raises:
            LearningError: they cannot be written.
        """
        save_positions(self._chunk_file(generation, first_game), positions, note)

    def has_positions(self, generation: int, first_game: int) -> bool:
        """Tell whether a chunk of games is kept."""
        return self._chunk_file(generation, first_game).exists()

    def positions(self, generation: int) -> Iterator[tuple[Positions, dict[str, Any]]]:
        """Yield the chunks of a generation in the order of their games.

        Raises:
            LearningError: one of them is damaged.
        """
        for file in self._chunk_files(generation):
            yield load_positions(file)

    def drop_damaged(self, generation: int) -> list[str]:
        """Remove the chunks of a generation that cannot be read, to be played again; say which."""
        dropped = []
        for file in self._chunk_files(generation):
            try:
                load_positions(file)
            except LearningError as error:
                file.unlink()
                dropped.append(str(error))
        return dropped

    def drop_positions(self, before: int) -> None:
        """Remove the positions of all generations before this one: nothing is fitted to them any more."""
        for generation in range(before):
            for file in self._chunk_files(generation):
                file.unlink()

    def _chunk_files(self, generation: int) -> list[Path]:
        return sorted(self.folder.glob(f"games-{generation}-*.npz"))

    def _chunk_file(self, generation: int, first_game: int) -> Path:
        return self.folder / f"games-{generation}-{first_game:012d}.npz"

    def generations(self) -> list[dict[str, Any]]:
        """Return what is known of each generation that is complete, in order."""
        return list(self.numbered_parts(_GENERATION).values())

    def add_generation(self, number: int, content: dict[str, Any]) -> None:
        """Keep what is known of a generation."""
        self.add_part(f"{_GENERATION} {number}", content)

    def tell_progress(self, progress: Progress) -> None:
        """Let others who look at the store see how far the run is, about once per second."""
        if time.monotonic() - self._last_told < _PROGRESS_SECONDS:
            return
        self._last_told = time.monotonic()
        new = self.folder / f"{_PROGRESS_FILE}.new"
        # A disk that is full ends the run where something has to be kept, and not here.
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            new.write_text(json.dumps(asdict(progress)), "utf-8")
            new.replace(self.folder / _PROGRESS_FILE)

    def last_progress(self) -> Heard | None:
        """Return what the run, in whatever process, last said about its progress; None if it did not."""
        file = self.folder / _PROGRESS_FILE
        try:
            return Heard(Progress(**json.loads(file.read_text("utf-8"))), file.stat().st_mtime)
        except (OSError, TypeError, ValueError):
            return None


def progress_of(store: Store, event_id: str) -> dict[str, Any]:
    """Return what is known of a run: its generations in order, and its result, None while it is not over."""
    generations = numbered_parts(store, event_id, _GENERATION)
    return {"generations": list(generations.values()), "result": run_result(store, event_id)}
