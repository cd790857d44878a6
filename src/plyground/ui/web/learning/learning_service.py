"""Runs of learning in the store, wherever they run: lists, states and curves."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec

from plyground.core.discovery import find_known_rules
from plyground.core.position import Game
from plyground.errors import UnknownGameError
from plyground.learning.kept_learning import KeptLearning, LearnSettings
from plyground.learning.progress import Generation, Progress
from plyground.learning.report import error_unit, learning_page
from plyground.store import EventKind, EventState, Store, StoredEvent
from plyground.store.records.quoting import printable
from plyground.ui.web.common.stored_runs import RunState, list_runs, run_state
from plyground.ui.web.limits import Limits
from plyground.ui.web.transport.executors import Executors, in_thread
from plyground.ui.web.transport.http import HTML, FileContent, get, report_content


class ListedLearning(msgspec.Struct, frozen=True):
    """A run of learning in a list; `elo` is that of its best generation above the first evaluation."""

    id: str
    board: str
    created: str
    state: RunState
    generations: int
    games: int
    elo: float | None


class LearningList(msgspec.Struct, frozen=True):
    """The newest runs of the store, and how many there are in all.

    `damaged` has a line about each one that cannot be read.
    """

    runs: list[ListedLearning]
    total: int
    damaged: list[str]


class GenerationView(msgspec.Struct, frozen=True):
    """What is known of one generation: a point of each learning curve.

    `elo` is against the evaluation before it, `strength` against that of the first games; `wrong_moves` is
    the share of moves that lose something by exact values, null without a table of them.
    """

    number: int
    games: int
    positions: int
    training_error: float | None
    held_out_error: float | None
    elo: float
    elo_error: float
    is_accepted: bool
    strength: float | None
    strength_error: float | None
    wrong_moves: float | None


class LearningProgress(msgspec.Struct, frozen=True):
    """What a run is doing, for how long it has, and how long it will take, if that can be told."""

    told: str
    elapsed: float
    seconds_left: float | None


class LearningFact(msgspec.Struct, frozen=True):
    """Something about a run that its heading does not say."""

    name: str
    told: str


class LearningView(msgspec.Struct, frozen=True):
    """A run as it stands; `error_unit` is what errors are measured in, `start` what the first games used."""

    id: str
    board: str
    created: str
    state: RunState
    start: str
    error_unit: str
    progress: LearningProgress | None
    generations: list[GenerationView]
    facts: list[LearningFact]


SILENT_SECONDS = 120.0
"""A run that has said nothing for so long was killed; long fits say something more often."""


class LearningService:
    """Tells about the runs of learning in a store."""

    def __init__(self, store: Store, limits: Limits, executors: Executors) -> None:
        self._store = store
        self._limits = limits
        self.executors = executors

    @get("/api/learned")
    @in_thread("small")
    def list_learned(self) -> LearningList:
        """List the runs of learning, the newest first."""
        kinds = [EventKind.LEARN]
        return LearningList(*list_runs(self._store, kinds, self._limits.listed_contests, self._listed))

    @get("/api/learned/{id}")
    @in_thread("small")
    def show_learned(self, id: str) -> LearningView:
        """Show a run of learning as it stands: its learning curve, and what it is doing."""
        kept = KeptLearning.open(self._store, id)
        event, settings = self._store.event(id), kept.settings
        state = _state(event, kept)
        heard = kept.last_progress() if state == "running" else None
        return LearningView(
            id=event.id,
            board=printable(event.label),
            created=event.created,
            state=state,
            start=printable(settings.start),
            error_unit=_error_unit(settings),
            progress=None if heard is None else _progress(heard.progress),
            generations=[
                msgspec.convert(each, GenerationView, from_attributes=True) for each in _generations(kept)
            ],
            facts=_facts(settings, kept.result()),
        )

    @get("/api/learned/{id}/report", HTML)
    @in_thread("large")
    def report_learned(self, id: str) -> FileContent:
        """Write a report with the learning curve, as one file."""
        kept = KeptLearning.open(self._store, id)
        find_known_rules(kept.settings.game)  # a report must not run anybody's file
        file = (kept.result() or {}).get("output")
        command = f"plyground resume {id} --html report.html"
        text = learning_page(id, kept.settings, _generations(kept), file, command)
        return report_content(text, "learned", id)

    def _listed(self, event: StoredEvent) -> ListedLearning:
        kept = KeptLearning.open(self._store, event.id)
        generations = _generations(kept)
        strengths = [each.strength for each in generations if each.is_accepted and each.strength is not None]
        return ListedLearning(
            id=event.id,
            board=printable(event.label),
            created=event.created,
            state=_state(event, kept),
            generations=len(generations),
            games=generations[-1].games if generations else 0,
            elo=strengths[-1] if strengths else None,
        )


def _generations(kept: KeptLearning) -> list[Generation]:
    return [Generation.of(each) for each in kept.generations()]


def _state(event: StoredEvent, kept: KeptLearning) -> RunState:
    if event.state is not EventState.RUNNING:
        return run_state(event, is_alive=False)
    heard = kept.last_progress()
    return run_state(event, is_alive=heard is not None and time.time() - heard.moment < SILENT_SECONDS)


def _progress(progress: Progress) -> LearningProgress:
    told = f"generation {progress.generation} of {progress.generations}: {progress.doing}"
    return LearningProgress(printable(told), progress.elapsed, progress.seconds_left)


def _error_unit(settings: LearnSettings) -> str:
    """Say what errors are measured in, if that runs nobody's file."""
    try:
        return error_unit(Game.of(find_known_rules(settings.game), settings.options))
    except UnknownGameError:
        return ""


def _facts(settings: LearnSettings, result: dict[str, object] | None) -> list[LearningFact]:
    budget = f"{settings.games:,} games" if settings.minutes is None else f"{settings.minutes:g} minutes"
    output = None if result is None else result.get("output")
    facts = {
        **settings.options,
        "first games with": settings.start,
        "features beside the patterns": ", ".join(settings.features),
        "nodes a move": f"{settings.nodes:,}",
        "learns from" if result is None else "learned from": budget,
        "seed": str(settings.seed),
        "weights": Path(str(output)).name if output else "",
    }
    return [LearningFact(printable(name), printable(told)) for name, told in facts.items() if told]
