"""Real processes that are killed or interrupted in mid-run, and resumed."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from plyground.learning import generations
from plyground.store import EventState, Store
from tests.learning.runs import OPEN
from tests.ui.cli.running import run

WORDS = ("learn", "breakthrough", "--size", "5x4", "--games", "200", "--nodes", "20", "--from", "piece")

SLOWLY = """
import time
from plyground.tournament.sprt import Sprt
from plyground.learning import generations
from plyground.learning.gating import Gate
from plyground.learning.kept_learning import KeptLearning
generations.Gate = lambda: Gate(Sprt(-800.0, -600.0), most_pairs=8)
generations.STRENGTH_PAIRS = 8
add_positions = KeptLearning.add_positions
def add_slowly(self, *arguments):
    add_positions(self, *arguments)
    time.sleep(0.2)
KeptLearning.add_positions = add_slowly
from plyground.ui.cli._main import main
main()
"""


@pytest.fixture(autouse=True)
def _open_gate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generations, "Gate", lambda: OPEN)


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The weights of an undisturbed run."""
    folder = tmp_path_factory.mktemp("expected")
    file = folder / "learned.weights"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(generations, "Gate", lambda: OPEN)
        where = ("--processes", "1", "--store", str(folder / "games.sqlite"), "--output", str(file))
        finished = run(*WORDS, *where)
    assert finished.code == 0, finished.errors
    return file.read_bytes()


def started(store: Path, output: Path) -> subprocess.Popen[str]:
    words = [*WORDS, "--processes", "1", "--store", str(store), "--output", str(output)]
    command = [sys.executable, "-c", SLOWLY, *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def chunks_of(store: Path) -> dict[Path, bytes]:
    return {file: file.read_bytes() for file in store.parent.glob(f"{store.name}-learn-*/games-*.npz")}


def wait_for_chunks(store: Path, process: subprocess.Popen[str]) -> str:
    """Return the id of the run once some chunks are there."""
    while process.poll() is None:
        if len(chunks_of(store)) >= 3:
            (folder,) = store.parent.glob(f"{store.name}-learn-*")
            return folder.name[-8:]
        time.sleep(0.02)
    raise AssertionError(process.communicate())


def test_a_killed_run_is_resumed(tmp_path: Path, expected: bytes) -> None:
    store, output = tmp_path / "games.sqlite", tmp_path / "learned.weights"
    process = started(store, output)
    run_id = wait_for_chunks(store, process)
    process.kill()
    process.communicate()
    with Store(store) as opened:
        assert opened.event(run_id).state is EventState.RUNNING
    assert len(chunks_of(store)) >= 3
    finished = run("resume", run_id, "--processes", "1", "--store", str(store), "--json")
    assert finished.code == 0, finished.errors
    answer = json.loads(finished.output)
    assert (answer["id"], answer["output"], len(answer["generations"])) == (run_id, str(output), 3)
    assert output.read_bytes() == expected
    assert not list(tmp_path.glob("*-learn-*"))


def test_ctrl_c_says_how_to_resume(tmp_path: Path, expected: bytes) -> None:
    store, output = tmp_path / "games.sqlite", tmp_path / "learned.weights"
    process = started(store, output)
    run_id = wait_for_chunks(store, process)
    process.send_signal(signal.SIGINT)
    written, errors = process.communicate(timeout=120)
    assert (process.returncode, written) == (130, "")
    notes = [line for line in errors.splitlines() if "compiling" not in line]
    again = f"'plyground resume {run_id} --store {store}' resumes it"
    assert notes[0] == f"plyground: if this is interrupted, {again}"
    assert notes[-1] == f"plyground: {again}"
    assert not [line for line in notes[1:-1] if not line.startswith("plyground: generation ")]
    with Store(store) as opened:
        assert opened.event(run_id).state is EventState.STOPPED
    before = chunks_of(store)
    assert len(before) >= 3
    assert not output.exists()
    finished = run("resume", run_id, "--processes", "1", "--store", str(store))
    assert finished.code == 0, finished.errors
    assert output.read_bytes() == expected
