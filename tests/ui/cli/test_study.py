"""`plyground study`: what it prints, writes, keeps and refuses, and how it goes on after anything."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import plyground.ui.cli.study
from plyground.store import EventKind, EventState, Store
from plyground.study.declared import known_studies

from .running import Finished, json_of, mistake, output_of, problem_of, run

SMALL = ["study", "pruning", "konane", "--size", "4", "--depth", "2", "--textbook", "1"]
LONG = ["study", "pruning", "konane", "--size", "6", "--depth", "6", "--textbook", "4"]
DEADLINE = 120.0


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "games.db")


def counts(found: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the rows of the first table without the times, which are never the same twice."""
    rows = found["sections"][0]["table"]["rows"]
    return [{name: value for name, value in row.items() if "seconds" not in name} for row in rows]


def test_a_study_as_a_table(file: str) -> None:
    lines = output_of(*SMALL, "--seed", "3", "--store", file).splitlines()
    assert lines[0].startswith("Minimax and alpha-beta: ")
    assert lines[1].split()[:3] == ["program", "depth", "moves"]
    assert [line.split()[:2] for line in lines[2:5]] == [
        ["compiled", "1"],
        ["compiled", "2"],
        ["textbook", "1"],
    ]
    assert lines[-2] == f"$ plyground {' '.join(SMALL)} --seed 3 --store {file}"
    assert re.fullmatch(r"Plyground \S+, CPython \S+, NumPy \S+, Numba \S+; .+; seed 3", lines[-1])


def test_all_files_have_the_command_the_versions_the_machine_and_the_seed(file: str, tmp_path: Path) -> None:
    page, rows, plots = tmp_path / "report.html", tmp_path / "rows.csv", tmp_path / "new" / "plots"
    words = [*SMALL, "--seed", "3", "--store", file, "--html", str(page), "--csv", str(rows)]
    words += ["--svg", str(plots)]
    found = json_of(*words)
    making = found["making"]
    assert making["command"] == f"plyground {' '.join(words)} --json"
    for text in (page.read_text(encoding="utf-8"), rows.read_text(encoding="utf-8")):
        for part in ("command", "programs", "machine"):
            assert making[part] in text
        assert "seed" in text
    assert "<svg" in page.read_text(encoding="utf-8")
    assert sorted(each.name for each in plots.iterdir()) == ["pruning-1.svg", "pruning-2.svg"]
    assert found["study"] == "pruning"
    assert found["given"]["depth"] == 2
    assert [row["same_value"] for row in counts(found)] == [True] * 3


def test_the_game_may_be_left_out_or_named_by_an_option(file: str) -> None:
    rest = [*SMALL[3:], "--store", file]
    without, named = (
        json_of("study", "pruning", *rest),
        json_of("study", "pruning", "--game", "konane", *rest),
    )
    assert counts(without) == counts(named)
    assert without["game"] == "konane"


def test_one_seed_decides_about_the_pits_too(file: str) -> None:
    words = ["study", "pruning", "duel", "--depth", "1", "--moves", "1", "--textbook", "0", "--seed", "7"]
    found = json_of(*words, "--store", file)
    assert (found["seed"], found["options"]["seed"]) == (7, "7")


def test_a_study_may_begin_anywhere(file: str) -> None:
    found = json_of(*SMALL, "--play", "a1 b1", "--store", file)
    assert found["moves"] == ["a1", "b1"]


@pytest.mark.parametrize("name", known_studies())
def test_every_study_has_help_with_its_options(name: str) -> None:
    output = output_of("study", name, "--help")
    kind = known_studies()[name]
    assert kind.question() in " ".join(output.split())
    listed = set(re.findall(r"^  (--[a-z-]+)", output, re.MULTILINE))
    assert listed >= {f"--{each.name.replace('_', '-')}" for each in kind.options()}
    assert listed >= {"--game", "--size", "--seed", "--html", "--csv", "--json", "--store"}


def test_the_studies_are_listed_with_what_they_ask() -> None:
    words = " ".join(output_of("study", "--help").split())
    for name, kind in known_studies().items():
        assert f"{name} {kind.question()[:20]}" in words


def test_a_module_of_the_folder_is_a_part(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "walk.py").write_text(
        "import click\n"
        "@click.command()\n"
        "def command():\n    '''Walk through it.'''\n    click.echo('walked')\n",
        encoding="utf-8",
    )
    (tmp_path / "_helper.py").write_text("", encoding="utf-8")
    monkeypatch.setattr(plyground.ui.cli.study, "__path__", [*plyground.ui.cli.study.__path__, str(tmp_path)])
    assert output_of("study", "walk") == "walked\n"
    listed = output_of("study", "--help")
    assert "Walk through it." in listed
    assert "helper" not in listed


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["study", "prunning"], "there is no study 'prunning'; did you mean 'pruning'?"),
        (["study", "nonsense"], "there is no study 'nonsense' (there are: "),
        ([*SMALL, "--depth", "0"], "depth 0 cannot be searched"),
        ([*SMALL, "--depth", "x"], "'x' is not a valid integer"),
        ([*SMALL, "--deph", "3"], "pruning konane has no option --deph"),
        ([*SMALL, "--opponent", "nobody"], "there is no player 'nobody'"),
        ([*SMALL, "--evaluate", "nothing"], "there is no heuristic 'nothing'"),
        (["study", "pruning", "chess"], "there is no game 'chess'"),
        (["study", "growth", "konane", "--sizes", "99"], "size 99x99 is not played"),
    ],
)
def test_mistakes_are_told_in_one_line_and_keep_nothing(words: list[str], problem: str, file: str) -> None:
    store = ["--store", file] if len(words) > 2 else []
    assert problem in mistake(*words, *store)
    assert not Path(file).exists()


def test_an_evaluation_that_fails_is_told_with_its_line(file: str, tmp_path: Path) -> None:
    own = tmp_path / "mine.py"
    own.write_text("def broken(board, state):\n    return 1 // (int(state.player) * 0)\n", encoding="utf-8")
    finished = run(*SMALL, "--evaluate", f"{own}:broken", "--store", file)
    assert (finished.code, finished.output) == (2, "")
    assert "broken" in finished.complaints[-1]
    assert not [line for line in finished.complaints if not line.startswith("plyground: ")], "no traceback"


def test_a_file_that_cannot_be_written_is_told_before_anything_is_measured(file: str, tmp_path: Path) -> None:
    finished = run(*SMALL, "--store", file, "--html", str(tmp_path / "nowhere" / "report.html"))
    assert finished.code == 1
    assert "No such file or directory" in finished.complaints[0]
    assert not Path(file).exists()


def test_a_finished_study_is_shown_again(file: str, tmp_path: Path) -> None:
    found = json_of(*SMALL, "--store", file)
    assert json_of("resume", found["id"], "--store", file) == found
    rows = tmp_path / "rows.csv"
    output_of("resume", found["id"], "--store", file, "--csv", str(rows), "--svg", str(tmp_path / "new"))
    assert (tmp_path / "new" / "pruning-1.svg").exists()
    assert found["making"]["command"] in rows.read_text(encoding="utf-8"), "the command that made it"


def test_a_study_is_made_in_this_process(file: str) -> None:
    found = json_of(*SMALL, "--store", file)
    finished = run("resume", found["id"], "--store", file, "--processes", "2")
    assert "is a study, which runs in this process; leave" in problem_of(finished)


def test_after_a_kill_the_rest_is_measured_and_the_table_is_the_same(file: str) -> None:
    process = begun(file)
    wait_for_measurements(process, file, 2)
    process.kill()
    process.communicate(timeout=DEADLINE)
    with Store(file) as store:
        [event] = store.events(EventKind.STUDY)
        before = store.measurements(event.id)
    assert 2 <= len(before) < 20
    again = json_of("resume", event.id, "--store", file)
    with Store(file) as store:
        after = store.measurements(event.id)
    assert {key: after[key] for key in before} == before, "nothing was measured again"
    assert counts(again) == counts(json_of(*LONG, "--store", file))


def test_ctrl_c_says_how_to_go_on(file: str) -> None:
    process = begun(file)
    wait_for_measurements(process, file, 1)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=DEADLINE)
    with Store(file) as store:
        [event] = store.events(EventKind.STUDY)
    assert (process.returncode, output) == (130, "")
    assert event.state is EventState.STOPPED
    last = Finished(130, output, errors).complaints
    assert last == [
        f"plyground: 'plyground resume {event.id} --store {file}' resumes it",
        "plyground: interrupted",
    ]


def begun(file: str) -> subprocess.Popen[str]:
    """Begin a study that takes a few seconds, as a process of its own."""
    command = [sys.executable, "-m", "plyground", *LONG, "--store", file, "--json"]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", env=dict(os.environ)
    )


def wait_for_measurements(process: subprocess.Popen[str], file: str, count: int) -> None:
    deadline = time.monotonic() + DEADLINE
    while time.monotonic() < deadline:
        assert process.poll() is None, "it was over too soon"
        if Path(file).exists():
            with Store(file) as store:
                if any(len(store.measurements(event.id)) >= count for event in store.events()):
                    return
        time.sleep(0.02)
    raise AssertionError("nothing was measured")


def test_progress_tells_where_it_stands() -> None:
    from plyground.study.study_running import StudyProgress
    from plyground.ui.cli.study._study_command import progress_text

    assert progress_text(StudyProgress(2, 16, "compiled minimax 2", None)) == (
        "measurement 3 of 16: compiled minimax 2"
    )
    assert progress_text(StudyProgress(2, 16, "compiled minimax 2", 75.4)) == (
        "measurement 3 of 16, about 1 min 15 s left: compiled minimax 2"
    )
    assert progress_text(StudyProgress(0, 1, "x", 0.2)) == "measurement 1 of 1, about 1 s left: x"
