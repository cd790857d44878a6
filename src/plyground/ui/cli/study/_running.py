"""Making a study from the command line: with its progress, and so that nothing is lost."""

from __future__ import annotations

import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from plyground.ui.cli._output import Destination, StatusLine, write_json

if TYPE_CHECKING:
    from plyground.study.declared import AnyStudy
    from plyground.study.kept_study import KeptStudy
    from plyground.study.study_running import StudyProgress
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
    from plyground.study.kept_study import KeptStudy

    with Store(store) as opened:
        kept = KeptStudy.begin(opened, study, shlex.join(["plyground", *sys.argv[1:]]))
        go_on(kept, store=store, output=output)


def go_on(kept: KeptStudy, *, store: Path | None, output: Output) -> None:
    """Make what is left of a study, and show the result."""
    from plyground.evaluation import telling_failures
    from plyground.study.study_running import run_study
    from plyground.study.written import report_of

    again = f"plyground resume {kept.id}{f' --store {store}' if store else ''}"
    click.echo(f"plyground: if this is interrupted, '{again}' resumes it", err=True)
    status = StatusLine()
    kept.resume()
    try:
        with telling_failures(*kept.study.heuristics()):
            results = run_study(kept.study, kept, lambda progress: status.show(progress_text(progress)))
    except KeyboardInterrupt:
        kept.stop()
        status.clear()
        click.echo(f"plyground: '{again}' resumes it", err=True)
        raise
    finally:
        status.clear()
    kept.end()
    output.write(report_of(kept, results))


def progress_text(progress: StudyProgress) -> str:
    """Tell what is measured now, and how long the rest will take."""
    from plyground.report.formats import duration

    seconds = progress.seconds_left
    left = ""
    if seconds is not None:
        left = f", about {duration(seconds) if seconds >= 60 else f'{max(seconds, 1):.0f} s'} left"
    return f"measurement {progress.done + 1} of {progress.total}{left}: {progress.current}"
