"""Grading a few files in a test: small board, small limits, referee in this process."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from plyground.core.position import game
from plyground.grading.grading import Grading, Terms, prepare
from plyground.grading.kept_grading import KeptGrading
from plyground.grading.limits import HandInLimits
from plyground.grading.marks import Mark, marks_of
from plyground.grading.sandbox import why_not
from plyground.store import Store
from plyground.store.records import GameRecord
from plyground.tournament.contest import read_entrant
from plyground.tournament.game_pools import HerePool

BOTH = pytest.mark.parametrize(
    "has_sandbox",
    # Where there can be no sandbox, test_sandbox.py sees to it that nobody goes without by accident.
    [pytest.param(False, id="bare"), *[pytest.param(True, id="sandbox")] * (why_not() is None)],
)
"""Without the sandbox, and in it where there is one."""

SMALL = HandInLimits(seconds=0.4, memory=700, games=2, ready=4)
START = game("breakthrough", size=4).start()


def terms(*, has_sandbox: bool = False, limits: HandInLimits = SMALL, field: str = "random") -> Terms:
    """Return terms that are quick to play."""
    return Terms(START, (read_entrant(field),), pairs=1, limits=limits, has_sandbox=has_sandbox)


def written(folder: Path, sources: Mapping[str, str]) -> list[str]:
    """Write hand-ins into a folder; return their paths."""
    for name, source in sources.items():
        (folder / f"{name}.py").write_text(source, encoding="utf-8")
    return [str(folder / f"{name}.py") for name in sources]


def graded(
    folder: Path, sources: Mapping[str, str], on: Terms
) -> tuple[Grading, dict[str, Mark], dict[int, GameRecord]]:
    """Grade hand-ins; return the grading, the marks by name without .py, and the games."""
    grading = prepare(written(folder, sources), on)
    with Store(folder / "games.sqlite") as store:
        games = KeptGrading.begin(store, grading, "plyground grade").run(HerePool(), lambda progress: None)
    marks = {mark.hand_in.name.removesuffix(".py"): mark for mark in marks_of(grading, games)}
    return grading, marks, games
