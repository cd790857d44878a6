"""Tunings in a store. Positions lie in files beside it until the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from plyground.errors import LearningError
from plyground.learning.constant_tuning import ConstantSettings
from plyground.learning.positions import Positions, load_positions, save_positions
from plyground.learning.tune_settings import TuneSettings
from plyground.learning.tuning_runs import Pair, TuningResult
from plyground.store import EventKind, Store
from plyground.store.runs import StoredRun, read_settings

_SUFFIX = ".positions"

AnyTuneSettings = TuneSettings | ConstantSettings


class KeptTuning(StoredRun[AnyTuneSettings]):
    """A tuning, of weights or of constants, and its games in a store."""

    kinds = (EventKind.TUNE,)
    noun = "tuning"
    result = StoredRun.result_content

    @classmethod
    def settings_of(cls, content: dict[str, Any]) -> AnyTuneSettings:
        """Read settings from the store: only those of a tuning of constants have `constants`."""
        if "constants" in content:
            return read_settings(ConstantSettings, content)
        return read_settings(TuneSettings, content)

    @classmethod
    def begin(cls, store: Store, settings: AnyTuneSettings) -> KeptTuning:
        """Put a new tuning into a store."""
        return cls.add(store, settings, f"{settings.played_game.name}: {settings.tuned}")

    @property
    def folder(self) -> Path:
        """Where positions are kept until the end."""
        return self.beside

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
        save_positions(self.folder / f"{first:08}{_SUFFIX}", positions, {"tuning": self.id})

    def rounds(self, stage: str) -> Mapping[int, Sequence[Pair]]:
        """Return the results of a stage that are kept, by number."""
        return {
            number: [(first, second) for first, second in content["pairs"]]
            for number, content in self.numbered_parts(stage).items()
        }

    def keep_round(self, stage: str, number: int, pairs: Sequence[Pair]) -> None:
        """Keep results for good; the first ones count if there are two."""
        self.add_part(f"{stage} {number}", {"pairs": [list(pair) for pair in pairs]})

    def end(self, tuning: TuningResult) -> dict[str, Any]:
        """Keep the result, and remove the positions that nobody needs any more; return the result."""
        content = {"id": self.id, **tuning.to_dict()}
        self.finish(content)
        return content
