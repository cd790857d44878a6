"""Make the tables and figures of the docs that the study bench makes: `python tools/figures.py [NAME...]`.

A page asks for one between two comments, and this fills in what stands between them:

    <!-- study pruning: plyground study pruning --depth 3 -->
    <!-- end -->

`study` gives the command, its sentences, tables and plots; `table` and `plots` only these. Plots
become files in `docs/images/studies`. `picture` gives one picture of a command that takes `--svg`, in
`docs/images/trees`. Without names everything is made again, which takes a while.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from plyground.store import EventKind, Store
from plyground.study.kept_study import KeptStudy
from plyground.study.study_running import run_study
from plyground.study.written import StudyReport, markdown_table, plot_svg, report_of

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
IMAGES = Path("images") / "studies"
TREES = Path("images") / "trees"
LONGEST_TABLE = 30

REQUEST = re.compile(
    r"<!-- (?P<parts>study|table|plots) (?P<name>[\w-]+): (?P<command>plyground study .+?) -->\n"
    r"(?:.*?\n)??<!-- end -->",
    re.DOTALL,
)

PICTURE = re.compile(
    r"<!-- picture (?P<name>[\w-]+): (?P<command>(?:plyground study tree|python tools/\w+\.py).*?) -->\n"
    r"(?:.*?\n)??<!-- end -->",
    re.DOTALL,
)


def main() -> None:
    """Fill in the pages of the docs."""
    parser = argparse.ArgumentParser(description="Make the tables and figures of the docs again.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these; all without any")
    parser.add_argument("--docs", type=Path, default=DOCS, metavar="FOLDER", help="another folder of pages")
    given = parser.parse_args()
    for folder in (IMAGES, TREES):
        (given.docs / folder).mkdir(parents=True, exist_ok=True)
    found: set[str] = set()
    for page in sorted(given.docs.rglob("*.md")):
        text = page.read_text(encoding="utf-8")
        for pattern, make in ((REQUEST, fill), (PICTURE, fill_picture)):
            requests = list(pattern.finditer(text))
            found |= {request["name"] for request in requests}
            for request in requests:
                if not given.names or request["name"] in given.names:
                    make(page, given.docs, request)
    unknown = set(given.names) - found
    if unknown:
        parser.error(f"no page asks for {', '.join(sorted(unknown))} (there are: {', '.join(sorted(found))})")


def fill(page: Path, docs: Path, request: re.Match[str]) -> None:
    """Put what a page asks for in its place; whoever edits the page meanwhile loses nothing."""
    print(f"{page.relative_to(docs)}: {request['command']}", file=sys.stderr, flush=True)
    made = run(request["command"])
    wanted = request["parts"]
    parts = [
        *([shown_command(request["command"])] if wanted == "study" else []),
        *(tables(made) if wanted != "plots" else []),
        *(plots(request["name"], made, page, docs) if wanted != "table" else []),
    ]
    put(page, request, [*parts, making(made)])


def fill_picture(page: Path, docs: Path, request: re.Match[str]) -> None:
    """Put a picture and the command that draws it in their place."""
    print(f"{page.relative_to(docs)}: {request['command']}", file=sys.stderr, flush=True)
    file = docs / TREES / f"{request['name']}.svg"
    draw(request["command"], file)
    label = re.search(r'aria-label="([^"]+)"', file.read_text(encoding="utf-8"))
    place = Path(os.path.relpath(file, page.parent)).as_posix()
    shown = shown_command(f"{request['command']} --svg {file.name}")
    put(page, request, [f"![{label[1] if label else request['name']}]({place})", shown])


def draw(command: str, file: Path) -> None:
    """Run a command that draws one picture."""
    program, *words = shlex.split(command)
    first = [sys.executable] if program == "python" else [sys.executable, "-m", program]
    subprocess.run([*first, *words, "--svg", str(file)], check=True, stdout=subprocess.DEVNULL, cwd=ROOT)


def put(page: Path, request: re.Match[str], parts: list[str]) -> None:
    """Replace what stands below a request."""
    block = "\n\n".join([request[0].partition("\n")[0], *parts, "<!-- end -->"])
    text = page.read_text(encoding="utf-8")
    found = [each for each in request.re.finditer(text) if each["name"] == request["name"]]
    for each in reversed(found):
        text = text[: each.start()] + block + text[each.end() :]
    page.write_text(text, encoding="utf-8")


@cache
def run(command: str) -> StudyReport:
    """Run a command in a folder of its own, and return what it found."""
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-m", *shlex.split(command), "--store", f"{folder}/studies.sqlite"]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        with Store(f"{folder}/studies.sqlite") as store:
            [event] = store.events(EventKind.STUDY)
            kept = KeptStudy.open(store, event.id)
            return report_of(kept, run_study(kept.study, kept, lambda progress: None))


def shown_command(command: str) -> str:
    """Return a command as a block that can be copied."""
    return f"```sh\n{command}\n```"


def tables(made: StudyReport) -> list[str]:
    """Return each table with its caption, and what is said about it; long ones are for files."""
    parts = []
    for section in made.sections:
        if section.table is not None and len(section.table.rows) <= LONGEST_TABLE:
            parts += [f"{section.title}: {section.table.caption}.", markdown_table(section.table)]
            parts += [" ".join(section.sentences)] if section.sentences else []
    return parts


def plots(name: str, made: StudyReport, page: Path, docs: Path) -> list[str]:
    """Write the plots into files, and return how a page shows them."""
    parts = []
    drawn = [plot for section in made.sections for plot in section.plots]
    for number, plot in enumerate(drawn, start=1):
        file = docs / IMAGES / f"{name}-{number}.svg"
        file.write_text(plot_svg(plot), encoding="utf-8")
        place = Path(os.path.relpath(file, page.parent)).as_posix()
        parts.append(f"![{plot.label}]({place})")
        parts += [f"*{plot.caption}*"] if plot.caption else []
    return parts


def making(made: StudyReport) -> str:
    """Say with what it was made."""
    facts = made.making
    return f"*{facts.programs}; {facts.machine}; seed {facts.seed}; {facts.began[:10]}*"


if __name__ == "__main__":
    main()
