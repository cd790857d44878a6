"""How runs of learning are shown."""

from __future__ import annotations

import msgspec

from plyground.ui.web.common.stored_runs import RunState


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
