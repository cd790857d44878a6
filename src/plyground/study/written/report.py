"""All there is to write about a study that is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from plyground.study.content import Section
from plyground.study.declared import AnyStudy
from plyground.study.keeping import KeptStudy
from plyground.study.making import Making
from plyground.study.running import Results


@dataclass(frozen=True)
class StudyReport:
    """The result of a study, and how it was made."""

    id: str
    study: AnyStudy
    making: Making
    sections: Sequence[Section]

    @property
    def game(self) -> str:
        """The game and the size of its board."""
        game = self.study.start.game
        return f"{game.rules.title} {game.rows}x{game.columns}"


def report_of(kept: KeptStudy, results: Results) -> StudyReport:
    """Return the report about a study whose measurements are all made."""
    return StudyReport(kept.id, kept.study, kept.making, kept.study.sections(results))
