"""What games and measurements belong to: a match, a tournament, a game at the board, a study, a solution."""

from __future__ import annotations

import contextlib
import enum
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from plyground.errors import DamagedRowError, PlygroundError, StoreWarning, shortened

OnDamage = Callable[[DamagedRowError], None]
"""What is done about a damaged row; the rows after it are read all the same."""


def warn_of_damage(error: DamagedRowError) -> None:
    """Warn of a damaged row, which is left out."""
    warnings.warn(str(error), StoreWarning, stacklevel=2)


class EventKind(enum.StrEnum):
    """The kinds of events."""

    MATCH = "match"
    TOURNAMENT = "tournament"
    PLAY = "play"
    STUDY = "study"
    GRADING = "grading"
    SOLVE = "solve"
    LEARN = "learn"
    TUNE = "tune"
    PUZZLES = "puzzles"


class EventState(enum.StrEnum):
    """How far an event has come; one that was killed is running for ever, and can be resumed."""

    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"


@dataclass(frozen=True)
class StoredEvent:
    """An event: what it is, everything that is needed to go on with it, and how far it has come.

    `settings` are values that JSON has; `created` is a date and time as ISO 8601 writes them.
    """

    id: str
    kind: EventKind
    settings: dict[str, Any] = field(default_factory=dict)
    state: EventState = EventState.RUNNING
    created: str = ""
    label: str = ""

    @contextlib.contextmanager
    def reading_settings(self) -> Iterator[dict[str, Any]]:
        """Yield the settings; whatever is missing or of the wrong type in them is a `DamagedRowError`."""
        try:
            yield dict(self.settings)
        except PlygroundError:
            raise
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            problem = f"{type(error).__name__} in its settings: {error}"
            raise DamagedRowError(f"event {shortened(self.id)}", problem) from error
