"""Another installed Plyground as a player: ``plyground:PATH`` and the options of ``engine``.

It runs as an outside program over UGI, so that two versions can meet in one match.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from plyground.core.discovery import source_of
from plyground.core.position import Game, Position
from plyground.engine import DEFAULT_MEGABYTES
from plyground.errors import OptionError, PlayerError, shortened
from plyground.players.kinds import known_kinds, split_options
from plyground.players.player import Choice
from plyground.players.program import Program, ProgramPlayer
from plyground.players.searching import tighter
from plyground.search.limit import Limit

KIND = "plyground"

EXECUTABLES = ("bin/plyground", "plyground", "Scripts/plyground.exe", "plyground.exe")
"""Where an environment, or its folder of programs, has Plyground."""

START_SECONDS = 300.0
"""How long it may take to get ready: a version that never ran here compiles everything first."""

VERSION_SECONDS = 60.0

# Each of these can make a Python import the packages of another environment: ours, for example.
FOREIGN_VARIABLES = frozenset(
    {
        "PYTHONPATH",
        "PYTHONHOME",
        "PYTHONUSERBASE",
        "PYTHONPLATLIBDIR",
        "PYTHONEXECUTABLE",
        "__PYVENV_LAUNCHER__",
        "VIRTUAL_ENV",
    }
)


@dataclass(frozen=True)
class Installation:
    """A Plyground that is installed somewhere."""

    executable: Path

    @classmethod
    def find(cls, text: str) -> Installation:
        """Find the Plyground of an environment, given its folder, its bin folder or the executable.

        Raises:
            OptionError: there is none.
        """
        if not text:
            raise OptionError("player plyground needs the path of an environment, as in plyground:old/.venv")
        # Links stay as they are: a Python finds its packages by the path that it is started with.
        path = Path(os.path.abspath(Path(text).expanduser()))  # noqa: PTH100
        if path.is_dir():
            found = [path / each for each in EXECUTABLES if _is_program(path / each)]
            if not found:
                raise OptionError(
                    f"{shortened(text, 200)} is no environment with Plyground: it has no bin/plyground"
                )
            return cls(found[0])
        if not path.exists():
            raise OptionError(f"there is no Plyground at {shortened(text, 200)}: no such file or folder")
        if not _is_program(path):
            raise OptionError(f"{shortened(text, 200)} is neither an environment nor a program")
        return cls(path)

    @property
    def place(self) -> str:
        """The last two parts of its environment's path."""
        folder = self.executable.parent
        environment = folder.parent if folder.name in ("bin", "Scripts") else folder
        return "/".join(environment.parts[-2:])

    def version(self) -> str:
        """Ask it for its version.

        Raises:
            OptionError: it is not Plyground, or does not run.
        """
        try:
            done = subprocess.run(  # noqa: S603  # to run it is what people ask for
                [self.executable, "--version"],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=VERSION_SECONDS,
                env=clean_environment(),
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            problem = error.strerror if isinstance(error, OSError) else "it does not answer"
            raise OptionError(f"{self.executable} cannot be run: {problem}") from error
        name, _, version = done.stdout.strip().partition(" ")
        if done.returncode != 0 or name != "plyground" or not version.isprintable():
            said = (done.stderr.strip() or done.stdout.strip() or "nothing").splitlines()[-1]
            raise OptionError(
                f"{self.executable} is not Plyground: asked for the version, it says {said[:200]!r}"
            )
        return version


def clean_environment() -> dict[str, str]:
    """Return our environment without what would make another Python import our packages."""
    return {name: value for name, value in os.environ.items() if name not in FOREIGN_VARIABLES}


def split_path(rest: str) -> tuple[str, str]:
    """Split what follows ``plyground:`` into the path and the options."""
    path, _, options = rest.partition(",")
    return path, options


def display_name(rest: str) -> str:
    """Return what tables call ``plyground:PATH,OPTIONS``: version, where it is, and the options.

    Raises:
        OptionError: there is no Plyground.
    """
    path, options = split_path(rest)
    installation = Installation.find(path)
    name = f"plyground {installation.version()} ({installation.place})"
    return f"{name}:{options}" if options else name


def make_installed(rest: str, game: Game) -> InstalledPlayer:
    """Make the player ``plyground:PATH,OPTIONS``.

    Raises:
        OptionError: there is no Plyground at the path, or `engine` has no such option here.
    """
    path, options = split_path(rest)
    given = known_kinds()["engine"].read_options(split_options(KIND, options, first=None))
    return InstalledPlayer(Installation.find(path), game, given)


class InstalledPlayer(ProgramPlayer):
    """Plays what another Plyground plays; `settings` are those of the player `engine`.

    What the other version refuses (an option it lacks, an evaluation it does not know) is raised by
    `begin` as a `PlayerError`: it never plays with other settings than those that were given.
    """

    def __init__(self, installation: Installation, game: Game, settings: Mapping[str, object]) -> None:
        limits = {name: settings.get(name) for name in ("seconds", "depth", "nodes")}
        self._limit = Limit(**limits)  # type: ignore[arg-type]  # as the options of `engine` are read
        super().__init__(
            [str(installation.executable), "engine", source_of(game.rules)],
            game,
            options=_program_options(settings),
            name=f"plyground ({installation.place})",
            start_seconds=START_SECONDS,
            environment=clean_environment(),
        )

    def choose(self, position: Position, limit: Limit) -> Choice:
        """Ask for a move, within its own limit and that of the game."""
        return super().choose(position, tighter(self._limit, limit))

    def _start(self) -> Program:
        program = super()._start()
        # It plays on with what it had before if it refuses a setting, and says only why.
        if message := self._protocol.last_message:
            raise PlayerError(f"{program.name} refuses a setting: {shortened(message, 200)}")
        return program


def _program_options(settings: Mapping[str, object]) -> dict[str, str]:
    """Return the settings as options of UGI; what decides about speed is never left to a default."""
    texts = {
        "Threads": settings.get("threads", 1),
        "Hash": settings.get("hash", DEFAULT_MEGABYTES),
        "Evaluate": settings.get("evaluate"),
        "Order": settings.get("order"),
        "With": settings.get("added"),
        "Without": settings.get("without"),
        "Constants": settings.get("constants"),
    }
    return {name: str(value) for name, value in texts.items() if value not in (None, "")}


def _is_program(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)
