"""All there is to write about a study that is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plyground.errors import OptionError
from plyground.study.content import Section, Table
from plyground.study.declared import AnyStudy
from plyground.study.kept_study import KeptStudy
from plyground.study.provenance import Provenance
from plyground.study.study_running import Results
from plyground.study.written.plot_svg import Picture

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class StudyReport:
    """The result of a study, and how it was made; `id` is empty if it is not kept."""

    id: str
    study: AnyStudy
    making: Provenance
    sections: Sequence[Section]

    @property
    def game(self) -> str:
        """The game and the size of its board."""
        game = self.study.start.game
        return f"{game.rules.title} {game.rows}x{game.columns}"

    @property
    def tables(self) -> list[Table]:
        """The tables of all sections."""
        return [section.table for section in self.sections if section.table is not None]

    @property
    def plots(self) -> list[Picture]:
        """The plots of all sections as SVG, which a notebook shows."""
        return [Picture.of(plot) for section in self.sections for plot in section.plots]

    def to_dataframe(self, table: int = 0) -> pandas.DataFrame:
        """Return one of the tables for pandas, the first if no other number is given.

        Raises:
            PlygroundError: pandas is not installed, or there is no such table.
        """
        tables = self.tables
        if not 0 <= table < len(tables):
            captions = ", ".join(f"{number} ({each.caption})" for number, each in enumerate(tables))
            raise OptionError(f"study {self.study.name} has no table {table}; it has: {captions}")
        return tables[table].to_dataframe()

    def _repr_html_(self) -> str:
        from plyground.study.written.study_page import report_html  # which needs this class

        return report_html(self)


def report_of(kept: KeptStudy, results: Results) -> StudyReport:
    """Return the report about a study whose measurements are all made."""
    return StudyReport(kept.id, kept.study, kept.making, kept.study.sections(results))
