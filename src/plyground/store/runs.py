"""Long runs in a store: contests, studies, gradings, tunings, runs of the solver and of learning.

A run is an event with its settings. What is finished is in the store too, as games with numbers or as parts
with keys; large files lie beside the store until the run ends. Nothing locks a run. Each game or part is
added once, so that a second process that runs the same notices it.
"""

from __future__ import annotations

import dataclasses
import secrets
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar, Generic, Self, TypeVar

import msgspec

from plyground.errors import ArenaError, PlygroundError
from plyground.store.event import EventKind, EventState, StoredEvent
from plyground.store.records import GameRecord
from plyground.store.selection import Selection
from plyground.store.store import Store

SettingsT = TypeVar("SettingsT")

_RESULT = "result"


class StoredRun(Generic[SettingsT]):
    """A run in a store. Each kind of run derives from it and names its events and the type of its settings.

    `settings_type` is a dataclass of values that JSON has; a kind whose settings are something else overrides
    `settings_content` and `settings_of`.
    """

    kinds: ClassVar[tuple[EventKind, ...]]
    noun: ClassVar[str]
    """What a run of this kind is called, as in "ID is no NOUN"."""
    settings_type: ClassVar[type[Any]]
    error: ClassVar[type[PlygroundError]] = ArenaError
    """What is raised where a run is of another kind, or is being run by somebody else."""

    def __init__(self, store: Store, run_id: str, settings: SettingsT) -> None:
        self.id = run_id
        self.settings = settings
        self._store = store

    @classmethod
    def add(cls, store: Store, settings: SettingsT, label: str, kind: EventKind | None = None) -> Self:
        """Put a new run into a store."""
        event = StoredEvent(
            secrets.token_hex(4), kind or cls.kinds[0], cls.settings_content(settings), label=label
        )
        store.add_event(event)
        return cls(store, event.id, settings)

    @classmethod
    def open(cls, store: Store, run_id: str) -> Self:
        """Find a run in a store, to resume it or to see its result again.

        Raises:
            PlygroundError: there is none of this id, it is of another kind, or it is damaged.
        """
        event = store.event(run_id)
        if event.kind not in cls.kinds:
            raise cls.error(f"{run_id} is no {cls.noun} but a {event.kind}")
        with event.reading_settings() as content:
            return cls(store, run_id, cls.settings_of(content))

    @classmethod
    def settings_content(cls, settings: SettingsT) -> dict[str, Any]:
        """Return settings as the store has them."""
        return settings_content(settings)

    @classmethod
    def settings_of(cls, content: dict[str, Any]) -> SettingsT:
        """Read settings from the store, of this version or an earlier one."""
        settings: SettingsT = read_settings(cls.settings_type, content)
        return settings

    # What is finished

    def finished(self) -> Iterator[tuple[int, GameRecord]]:
        """Yield the games that are over, with their numbers."""
        for stored in self._store.games(Selection(event=self.id)):
            if stored.number is not None:
                yield stored.number, stored.record

    def parts(self) -> dict[str, dict[str, Any]]:
        """Return the parts that are finished, by their keys."""
        kept = self._store.measurements(self.id)
        kept.pop(_RESULT, None)
        return kept

    def numbered_parts(self, prefix: str) -> dict[int, dict[str, Any]]:
        """Return the parts whose keys are a prefix and a number, by that number and in its order."""
        return numbered_parts(self._store, self.id, prefix)

    def add_part(self, key: str, content: dict[str, Any]) -> bool:
        """Keep a part for good; return False, and change nothing, if it is there already."""
        return self._store.add_measurement(self.id, key, content)

    @property
    def beside(self) -> Path:
        """The file or folder beside the store for what is too large for it, until the run ends."""
        return self._store.path.with_name(f"{self._store.path.name}-{self.kinds[0]}-{self.id}")

    # How far it has come

    def resume(self) -> None:
        """Note that it is running."""
        self._store.set_state(self.id, EventState.RUNNING)

    def stop(self) -> None:
        """Note that it was interrupted, or that a limit ran out."""
        self._store.set_state(self.id, EventState.STOPPED)

    def finish(self, result: dict[str, Any] | None = None) -> None:
        """Keep the result, note that the run is over, and remove what lies beside the store."""
        if result is not None:
            self._store.add_measurement(self.id, _RESULT, result)
        self._store.set_state(self.id, EventState.DONE)
        if self.beside.is_dir():
            shutil.rmtree(self.beside, ignore_errors=True)
        else:
            self.beside.unlink(missing_ok=True)

    def result_content(self) -> dict[str, Any] | None:
        """Return the result as JSON has it; None while the run is not over."""
        return run_result(self._store, self.id)


def run_result(store: Store, run_id: str) -> dict[str, Any] | None:
    """Return the result of a run, whatever its settings are; None while it is not over."""
    return store.measurements(run_id, _RESULT).get(_RESULT)


def numbered_parts(store: Store, run_id: str, prefix: str) -> dict[int, dict[str, Any]]:
    """Return the parts of a run whose keys are a prefix and a number, by that number and in its order."""
    begin = f"{prefix} "
    found = {
        int(key.removeprefix(begin)): content
        for key, content in store.measurements(run_id).items()
        if key.startswith(begin)
    }
    return dict(sorted(found.items()))


def settings_content(settings: Any) -> dict[str, Any]:
    """Return a dataclass as values that JSON has."""
    content: dict[str, Any] = msgspec.to_builtins(settings)
    return content


def read_settings(kind: type[SettingsT], content: Mapping[str, Any]) -> SettingsT:
    """Make a dataclass from values that JSON has; what an earlier version did not write has its default.

    Raises:
        KeyError: something is missing.
        ValueError: something is of the wrong type, or a later version wrote it: without it
            the run would be another one.
        PlygroundError: the dataclass refuses its values.
    """
    for field in dataclasses.fields(kind):  # type: ignore[arg-type]
        has_default = field.default is not field.default_factory  # both are MISSING where there is none
        if not has_default and field.name not in content:
            raise KeyError(field.name)
    try:
        settings = msgspec.convert(content, kind)
    except msgspec.ValidationError as error:
        if isinstance(error.__cause__, PlygroundError):
            raise error.__cause__ from None
        raise
    unknown = _names(content) - _names(settings_content(settings))
    if unknown:
        raise ValueError(f"unknown: {', '.join(sorted(unknown))}")
    return settings


def _names(content: Any, above: str = "") -> set[str]:
    """Return the names in nested values, each with those above it."""
    if isinstance(content, Mapping):
        below = [_names(value, f"{above}{name}.") for name, value in content.items()]
        return {f"{above}{name}" for name in content}.union(*below)
    if isinstance(content, list | tuple):
        return set().union(*(_names(each, above) for each in content))
    return set()
