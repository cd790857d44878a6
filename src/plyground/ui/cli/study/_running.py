"""Making a study from the command line: with its progress, and so that nothing is lost."""

from __future__ import annotations

import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from plyground.ui.cli._output import Destination, StatusLine, write_json
from plyground.ui.cli._resumable import resumable, time_left

if TYPE_CHECKING:
    from plyground.study.declared import AnyStudy
    from plyground.study.keeping import KeptStudy
    from plyground.study.running import Progress
    from plyground.study.written import StudyReport


@dataclass(frozen=True)
class Output(Destination):
    """What is written when a study is over: a table or JSON, files, and a folder of plots."""

    svg: Path | None = None

    def check(self) -> None:
        """Make sure that the files can be written, before anything is measured."""
        from plyground.report.files import check_place

        super().check()
        if self.svg is not None:
            self.svg.mkdir(parents=True, exist_ok=True)
            check_place(self.svg / "plot.svg")

    def write(self, report: StudyReport) -> None:
        """Write all of it."""
        from plyground.report.files import write_file
        from plyground.study.written import plot_svg, report_csv, report_json, report_page, report_text

        if self.as_json:
            write_json(report_json(report))
        else:
            click.echo(report_text(report))
        if self.html is not None:
            write_file(self.html, report_page(report))
        if self.csv is not None:
            write_file(self.csv, report_csv(report))
        if self.svg is not None:
            plots = [plot for section in report.sections for plot in section.plots]
            for number, plot in enumerate(plots, start=1):
                write_file(self.svg / f"{report.study.name}-{number}.svg", plot_svg(plot))


def begin_study(study: AnyStudy, *, store: Path | None, output: Output) -> None:
    """Make a new study."""
    from plyground.store import Store
    from plyground.study.keeping import KeptStudy

    with Store(store) as opened:
        kept = KeptStudy.begin(opened, study, shlex.join(["plyground", *sys.argv[1:]]))
        run_kept_study(kept, store=store, output=output)


def run_kept_study(kept: KeptStudy, *, store: Path | None, output: Output) -> None:
    """Make what is left of a study, and show the result."""
    from plyground.evaluation import telling_failures
    from plyground.study.running import run_study
    from plyground.study.written import report_of

    status = StatusLine()
    with resumable(kept, store, status), telling_failures(*kept.study.heuristics()):
        kept.resume()
        results = run_study(kept.study, kept, lambda progress: status.show(progress_text(progress)))
    kept.end()
    output.write(report_of(kept, results))


def progress_text(progress: Progress) -> str:
    """Tell what is measured now, and how long the rest will take."""
    left = time_left(progress.seconds_left)
    return f"measurement {progress.done + 1} of {progress.total}{left}: {progress.current}"
