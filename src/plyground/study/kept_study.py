"""Studies in a store, and with what each was made: the command, the programs, the machine."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

from plyground.errors import StudyError
from plyground.report.formats import plural
from plyground.report.machine_info import this_machine
from plyground.store import EventKind, Store
from plyground.store.runs import StoredRun, read_settings, settings_content
from plyground.study.declared import AnyStudy, settings_of, study_of
from plyground.study.study_running import key_of
from plyground.version import __version__


@dataclass(frozen=True)
class Provenance:
    """Everything that somebody needs to know to make a study again, and to judge its times."""

    command: str
    seed: int
    programs: str
    machine: str
    began: str

    @classmethod
    def here(cls, command: str, seed: int) -> Provenance:
        """Describe a study that begins now, on this machine."""
        machine = this_machine()
        libraries = ", ".join(f"{name} {version(name.lower())}" for name in ("NumPy", "Numba"))
        return cls(
            command=command,
            seed=seed,
            programs=f"Plyground {__version__}, {platform.python_implementation()} "
            f"{platform.python_version()}, {libraries}",
            machine=f"{machine.processor}, {plural(machine.cores, 'core')}, {machine.system}",
            began=datetime.now(UTC).isoformat(timespec="seconds"),
        )

    def is_like(self, other: Provenance) -> bool:
        """Tell whether times of both can stand in one table."""
        return (self.programs, self.machine) == (other.programs, other.machine)

    def facts(self) -> list[tuple[str, str]]:
        """Return names and what they stand for."""
        return [
            ("command", self.command),
            ("programs", self.programs),
            ("machine", self.machine),
            ("seed", str(self.seed)),
            ("begun", self.began),
        ]


_MAKING = "making"


@dataclass(frozen=True)
class StudySettings:
    """A study, and with what it was begun."""

    study: AnyStudy
    making: Provenance


class KeptStudy(StoredRun[StudySettings]):
    """A study and its measurements in a store."""

    kinds = (EventKind.STUDY,)
    noun = "study"
    error = StudyError
    end = StoredRun.finish

    @classmethod
    def begin(cls, store: Store, study: AnyStudy, command: str) -> KeptStudy:
        """Put a new study into a store."""
        settings = StudySettings(study, Provenance.here(command, study.seed))
        return cls.add(store, settings, f"{study.name}: {study.start.game.name}")

    @classmethod
    def open(cls, store: Store, run_id: str) -> KeptStudy:
        """Find a study in a store, to resume it or to see it again.

        Raises:
            PlygroundError: there is none of this id, or it cannot be resumed here.
        """
        found = super().open(store, run_id)
        found.check_machine()
        return found

    @classmethod
    def settings_content(cls, settings: StudySettings) -> dict[str, Any]:
        """Return settings as the store has them."""
        return {**settings_of(settings.study), _MAKING: settings_content(settings.making)}

    @classmethod
    def settings_of(cls, content: dict[str, Any]) -> StudySettings:
        """Read settings from the store."""
        return StudySettings(study_of(content), read_settings(Provenance, content[_MAKING]))

    @property
    def study(self) -> AnyStudy:
        """What is measured."""
        return self.settings.study

    @property
    def making(self) -> Provenance:
        """With what it was begun."""
        return self.settings.making

    def check_machine(self) -> None:
        """Refuse to go on where times would come from two machines or two programs.

        Raises:
            StudyError: there is something left to measure, and it was begun elsewhere.
        """
        here = Provenance.here(self.making.command, self.making.seed)
        kept = self.kept()
        is_over = all(key_of(task) in kept for task in self.study.plan())
        if not is_over and not self.making.is_like(here):
            raise StudyError(
                f"study {self.id} was begun with {self.making.programs} on {self.making.machine}; "
                "times of two machines or programs cannot stand in one table, so begin it again here"
            )

    def kept(self) -> Mapping[str, dict[str, Any]]:
        """Return the measurements that were made already."""
        return {self.study.current_key(key): content for key, content in self.parts().items()}

    def keep(self, key: str, content: dict[str, Any]) -> None:
        """Keep a measurement for good.

        Raises:
            StoreError: it cannot be written.
            StudyError: somebody else has made this measurement meanwhile.
        """
        if not self.add_part(key, content):
            raise StudyError(f"measurement {key} is there already: is {self.id} being made elsewhere?")
