"""Studies in the store: begun, gone on with, and ended there."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from plyground.errors import StudyError
from plyground.store import EventKind, EventState, Store, StoredEvent
from plyground.study.declared import AnyStudy, settings_of, study_of
from plyground.study.making import Making
from plyground.study.running import key_of

_MAKING = "making"


class KeptStudy:
    """A study and its measurements in a store."""

    def __init__(self, store: Store, event_id: str, study: AnyStudy, making: Making) -> None:
        self.id = event_id
        self.study = study
        self.making = making
        self._store = store

    @classmethod
    def begin(cls, store: Store, study: AnyStudy, command: str) -> KeptStudy:
        """Put a new study into a store."""
        making = Making.here(command, study.seed)
        settings = {**settings_of(study), _MAKING: making.to_dict()}
        label = f"{study.name}: {study.start.game.name}"
        event = StoredEvent(secrets.token_hex(4), EventKind.STUDY, settings, label=label)
        store.add_event(event)
        return cls(store, event.id, study, making)

    @classmethod
    def open(cls, store: Store, event_id: str) -> KeptStudy:
        """Find a study in a store, to go on with it or to see it again.

        Raises:
            PlygroundError: there is none of this id, or it cannot be gone on with here.
        """
        event = store.event(event_id)
        if event.kind is not EventKind.STUDY:
            raise StudyError(f"{event_id} is no study but a {event.kind}")
        with event.reading_settings() as settings:
            study, making = study_of(settings), Making(**settings[_MAKING])
        found = cls(store, event_id, study, making)
        found.check_machine()
        return found

    def check_machine(self) -> None:
        """Refuse to go on where times would come from two machines or two programs.

        Raises:
            StudyError: there is something left to measure, and it was begun elsewhere.
        """
        here = Making.here(self.making.command, self.making.seed)
        kept = self.kept()
        is_over = all(key_of(task) in kept for task in self.study.plan())
        if not is_over and not self.making.is_like(here):
            raise StudyError(
                f"study {self.id} was begun with {self.making.programs} on {self.making.machine}; "
                "times of two machines or programs cannot stand in one table, so begin it again here"
            )

    def kept(self) -> Mapping[str, dict[str, Any]]:
        """Return the measurements that were made already."""
        measurements = self._store.measurements(self.id)
        return {self.study.current_key(key): content for key, content in measurements.items()}

    def keep(self, key: str, content: dict[str, Any]) -> None:
        """Keep a measurement for good.

        Raises:
            StoreError: it cannot be written.
            StudyError: somebody else has made this measurement meanwhile.
        """
        if not self._store.add_measurement(self.id, key, content):
            raise StudyError(f"measurement {key} is there already: is {self.id} being made elsewhere?")

    def resume(self) -> None:
        """Note that it is being made."""
        self._store.set_state(self.id, EventState.RUNNING)

    def stop(self) -> None:
        """Note that it was interrupted."""
        self._store.set_state(self.id, EventState.STOPPED)

    def end(self) -> None:
        """Note that it is over."""
        self._store.set_state(self.id, EventState.DONE)
