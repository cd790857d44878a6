"""Making the measurements of a study: each is kept as soon as it is made, and none is made twice."""

from __future__ import annotations

import dataclasses
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from plyground.study.content import Section
from plyground.study.declared import AnyStudy

Results = dict[Any, Any]
"""What was measured, by task."""


class MeasurementKeeper(Protocol):
    """Where measurements are kept."""

    def kept(self) -> Mapping[str, dict[str, Any]]:
        """Return the measurements that were made already, by key."""
        ...

    def keep(self, key: str, content: dict[str, Any]) -> None:
        """Keep a measurement for good."""
        ...


@dataclass(frozen=True)
class StudyProgress:
    """How far a study has come: what is measured next, and how long the rest will take."""

    done: int
    total: int
    current: str
    seconds_left: float | None


def key_of(task: Any) -> str:
    """Return the text that a measurement is kept under."""
    return json.dumps(list(task))


def run_study(
    study: AnyStudy,
    keeper: MeasurementKeeper | None = None,
    on_progress: Callable[[StudyProgress], None] | None = None,
) -> Results:
    """Make the measurements that are missing; return all of them, in the order of the plan."""
    tasks = list(study.plan())
    kept = {} if keeper is None else dict(keeper.kept())
    missing = [task for task in tasks if key_of(task) not in kept]
    done = len(tasks) - len(missing)
    costs = {key_of(task): study.cost(task) for task in missing}
    began, spent, left = time.monotonic(), 0.0, sum(costs.values())
    try:
        for task in missing:
            key = key_of(task)
            seconds_left = (time.monotonic() - began) / spent * left if spent else None
            if on_progress is not None:
                on_progress(StudyProgress(done, len(tasks), " ".join(map(str, task)), seconds_left))
            content = dataclasses.asdict(study.measure(task))
            if keeper is not None:
                keeper.keep(key, content)
            # Written and read again, so that a study that was interrupted sees the very same values.
            kept[key] = json.loads(json.dumps(content))
            done += 1
            spent += costs[key]
            left -= costs[key]
    finally:
        study.close()
    return {task: study.result(**kept[key_of(task)]) for task in tasks}


def answer(study: AnyStudy) -> list[Section]:
    """Make all measurements of a study here and now, and return what they show.

    >>> import plyground as ply
    >>> from plyground.study.declared import make_study
    >>> [section, *_] = answer(make_study("pruning", ply.game("konane", size=4).start(), depth=2))
    >>> section.title
    'Minimax and alpha-beta'
    """
    return study.sections(run_study(study))
