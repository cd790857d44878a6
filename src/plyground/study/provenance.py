"""With what a study was made: the command, the programs, the machine."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version

from plyground.report.formats import plural
from plyground.report.machine_info import this_machine
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
