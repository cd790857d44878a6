"""Tunings in the store: begun, resumed, and ended there. Positions lie in files beside it until the end."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from plyground.errors import ArenaError, LearningError
from plyground.learning.constant_tuning import ConstantSettings, ConstantTuning
from plyground.learning.positions import Positions, load_positions, save_positions
from plyground.learning.tune_settings import TuneSettings
from plyground.learning.tuning import Pair, Tuning
from plyground.store import EventKind, EventState, Store, StoredEvent

_PAIRS = "pairs"
_RESULT = "result"
_CONSTANTS = "constants"  # only settings of a tuning of constants have them
_SUFFIX = ".positions"


Settings = TuneSettings | ConstantSettings


class KeptTuning:
    """A tuning, of weights or of constants, and its games in a store."""

    def __init__(self, store: Store, event_id: str, settings: Settings) -> None:
        self.id = event_id
        self.settings = settings
        self._store = store

    @classmethod
    def begin(cls, store: Store, settings: Settings) -> KeptTuning:
        """Put a new tuning into a store."""
        label = f"{settings.played_game.name}: {settings.tuned}"
        event = StoredEvent(secrets.token_hex(4), EventKind.TUNE, asdict(settings), label=label)
        store.add_event(event)
        return cls(store, event.id, settings)

    @classmethod
    def open(cls, store: Store, event_id: str) -> KeptTuning:
        """Find a tuning in a store, to resume it or to see its result again.

        Raises:
            PlygroundError: there is none of this id.
        """
        event = store.event(event_id)
        if event.kind is not EventKind.TUNE:
            raise ArenaError(f"{event_id} is no tuning but a {event.kind}")
        with event.reading_settings() as settings:
            if _CONSTANTS in settings:
                names = tuple(settings.pop(_CONSTANTS))
                return cls(store, event_id, ConstantSettings(**settings, constants=names))
            return cls(store, event_id, TuneSettings(**settings))

    @property
    def folder(self) -> Path:
        """Where positions are kept until the end: beside the store."""
        return self._store.path.with_name(f"{self._store.path.name}-tune-{self.id}")

    def positions(self) -> Mapping[int, Positions]:
        """Return the positions that are kept; a file that is damaged is played again."""
        found = {}
        for file in sorted(self.folder.glob(f"*{_SUFFIX}")):
            try:
                found[int(file.stem)] = load_positions(file)[0]
            except (LearningError, ValueError):
                file.unlink(missing_ok=True)
        return found

    def keep_positions(self, first: int, positions: Positions) -> None:
        """Keep the positions of some games for good.

        Raises:
            LearningError: they cannot be written.
        """
        try:
            self.folder.mkdir(exist_ok=True)
        except OSError as error:
            raise LearningError(f"{self.folder} cannot be made: {error.strerror}") from error
        save_positions(self.folder / f"{first:08}{_SUFFIX}", positions, {"tuning": self.id})

    def pairs(self) -> Mapping[int, Sequence[Pair]]:
        """Return the results of the match that are kept."""
        return self.rounds(_PAIRS)

    def keep_pairs(self, first: int, pairs: Sequence[Pair]) -> None:
        """Keep the results of some pairs for good."""
        self.keep_round(_PAIRS, first, pairs)

    def rounds(self, stage: str) -> Mapping[int, Sequence[Pair]]:
        """Return the results of a stage that are kept, by number."""
        begin = f"{stage} "
        return {
            int(key.removeprefix(begin)): [(first, second) for first, second in content["pairs"]]
            for key, content in self._store.measurements(self.id).items()
            if key.startswith(begin)
        }

    def keep_round(self, stage: str, number: int, pairs: Sequence[Pair]) -> None:
        """Keep results for good; the first ones count if there are two."""
        self._store.add_measurement(self.id, f"{stage} {number}", {"pairs": [list(pair) for pair in pairs]})

    def result(self) -> dict[str, Any] | None:
        """Return what came out, as JSON has it; None while the tuning is not over."""
        return self._store.measurements(self.id, _RESULT).get(_RESULT)

    def resume(self) -> None:
        """Note that it is running."""
        self._store.set_state(self.id, EventState.RUNNING)

    def stop(self) -> None:
        """Note that it was interrupted."""
        self._store.set_state(self.id, EventState.STOPPED)

    def end(self, tuning: Tuning | ConstantTuning) -> dict[str, Any]:
        """Keep the result, and remove the positions that nobody needs any more; return the result."""
        content = {"id": self.id, **tuning.to_dict()}
        self._store.add_measurement(self.id, _RESULT, content)
        self._store.set_state(self.id, EventState.DONE)
        shutil.rmtree(self.folder, ignore_errors=True)
        return content
