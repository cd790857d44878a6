"""Runs that are interrupted and resumed: nothing is lost but what came after the last checkpoint."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

import plyground as ply
from plyground.errors import ArenaError, StoreError
from plyground.solve_runs import local_run
from plyground.solve_runs.kept_solve import KeptSolve, SolveSettings
from plyground.solve_runs.local_run import LocalRun
from plyground.solving import Solution, Solver
from plyground.solving.certificates.layout import read_header
from plyground.store import EventKind, EventState, Store
from tests.strangers import NIM
from tests.ui.cli.running import json_of, mistake, output_of, run

GAME = ply.game("konane", size="6x6")
NODES_OF_GAME = 900_000  # about two thirds of what it takes


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@pytest.fixture
def _kept_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_run, "CHECKPOINT_SECONDS", 0.0)


def settings_of(position: ply.Position, nodes: int | None = None) -> SolveSettings:
    limit = ply.Limit(nodes=nodes)
    return SolveSettings.of(position, limit, method="auto", only_winner=False, megabytes=16)


def new_run(opened: Store, said: list[str], nodes: int | None = None) -> LocalRun:
    settings = settings_of(GAME.start(), nodes)
    return LocalRun(Solver(GAME, megabytes=16), GAME.start(), settings, lambda: opened, said.append)


def last_of(run: LocalRun) -> Solution:
    *_, last = run.solutions()
    return last


def test_a_short_run_leaves_nothing_behind(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_DATA_DIR", str(store.parent))
    answer = json_of("solve", "konane", "--size", "4x5", "--hash", "1", "--store", str(store))
    assert answer["id"] is None
    assert list(store.parent.iterdir()) == []
    assert output_of("records", "solved") == "no runs of the solver\n"


@pytest.mark.usefixtures("_kept_at_once")
def test_a_limit_that_runs_out_is_followed_by_the_rest(store: Path) -> None:
    said: list[str] = []
    whole = ply.solve(GAME.start(), megabytes=16)
    with Store(store) as opened:
        first = new_run(opened, said, NODES_OF_GAME)
        part = last_of(first)
        assert part.value is None
        assert first.kept is not None
        assert opened.event(first.kept.id).state is EventState.STOPPED
        assert first.kept.checkpoint_file.exists()
        second = LocalRun.resumed(KeptSolve.open(opened, first.kept.id), lambda: opened, said.append)
        rest = last_of(second)
        assert rest.value == whole.value == "loss"
        assert whole.nodes * 0.5 < rest.nodes < whole.nodes * 1.25, "with what went before"
        assert rest.seconds > part.seconds
        assert opened.event(first.kept.id).state is EventState.DONE
        assert not first.kept.checkpoint_file.exists()
    assert said == []
    shown = json_of("resume", first.kept.id, "--store", str(store))
    assert shown == {**json.loads(json.dumps(rest.to_dict())), "id": first.kept.id}
    assert output_of("resume", first.kept.id, "--store", str(store)).startswith("proved: white wins\n")
    (listed,) = json_of("records", "solved", "--store", str(store))["runs"]
    assert (listed["id"], listed["position"], listed["state"]) == (first.kept.id, "konane 6x6", "done")
    assert listed["result"]["value"] == "loss"
    row = output_of("records", "solved", "--store", str(store)).splitlines()[1]
    assert row.split()[0] == first.kept.id
    assert row.split()[2:] == ["konane", "6x6", "done", "loss"]


@pytest.mark.usefixtures("_kept_at_once")
def test_a_run_lasts_until_its_certificate_is_written(store: Path) -> None:
    said: list[str] = []
    proof = store.with_name("proof")
    settings = replace(settings_of(GAME.start()), certificate=str(proof))
    with Store(store) as opened:
        run = LocalRun(Solver(GAME, megabytes=16), GAME.start(), settings, lambda: opened, said.append)
        solved = last_of(run)
        assert solved.value == "loss"
        assert run.kept is not None
        writing = run.write_certificate(solved)
        next(writing)
        writing.close()  # as Ctrl-C does
        assert run.can_resume
        assert opened.event(run.kept.id).state is EventState.STOPPED
        assert run.kept.checkpoint_file.exists()
        assert not proof.exists()
    shown = json_of("resume", run.kept.id, "--store", str(store))
    assert shown["certificate"] == str(proof)
    assert shown["value"] == "loss"
    assert shown["nodes"] < 1.5 * solved.nodes, "what was proved is not proved again"
    with proof.open("rb") as file:
        assert read_header(file).proofs[0].player == "white"  # and all digests are right
    with Store(store) as opened:
        assert opened.event(run.kept.id).state is EventState.DONE
        assert not run.kept.checkpoint_file.exists()
    assert said == []


@pytest.mark.usefixtures("_kept_at_once")
@pytest.mark.parametrize("damage", ["missing", "damaged", "foreign"])
def test_without_a_sound_checkpoint_it_starts_anew(damage: str, store: Path) -> None:
    said: list[str] = []
    with Store(store) as opened:
        first = new_run(opened, said, NODES_OF_GAME)
        last_of(first)
        kept = first.kept
        assert kept is not None
        file = kept.checkpoint_file
        if damage == "missing":
            file.unlink()
        else:
            file.write_bytes(file.read_bytes()[:-1] if damage == "damaged" else b"something else")
        second = LocalRun.resumed(KeptSolve.open(opened, kept.id), lambda: opened, said.append)
        assert len(said) == 1
        assert said[0].endswith("; the run starts anew")
        assert last_of(second).nodes <= NODES_OF_GAME + 1000


@pytest.mark.usefixtures("_kept_at_once")
def test_a_store_that_cannot_be_written_does_not_end_a_run() -> None:
    said: list[str] = []

    def open_store() -> Store:
        raise StoreError("games.sqlite: the disk is full; nothing was changed")

    run = LocalRun(
        Solver(GAME, megabytes=16), GAME.start(), settings_of(GAME.start()), open_store, said.append
    )
    assert last_of(run).value == "loss"
    assert run.id is None
    assert len(said) == 1
    assert said[0].startswith("games.sqlite: the disk is full")
    assert said[0].endswith("the run continues, but cannot be resumed from here")


@pytest.mark.usefixtures("_kept_at_once")
def test_a_checkpoint_that_cannot_be_written_does_not_end_a_run(store: Path) -> None:
    said: list[str] = []
    with Store(store) as opened:
        run = new_run(opened, said)
        for _solution in run.solutions():
            if run.kept is not None:
                break
        assert run.kept is not None
        run.kept.checkpoint_file.unlink(missing_ok=True)
        run.kept.checkpoint_file.mkdir()
        again = LocalRun.resumed(KeptSolve.open(opened, run.kept.id), lambda: opened, said.append)
        again.kept = None
        assert last_of(again).value == "loss"
    assert any("the run starts anew" in line for line in said)


def test_changed_rules_are_noticed(store: Path, tmp_path: Path) -> None:
    file = tmp_path / "nim.py"
    file.write_text(NIM.read_text())
    game = ply.game(str(file))
    with Store(store) as opened:
        kept = KeptSolve.begin(opened, settings_of(game.start()), game.start())
        event = opened.event(kept.id)
        assert (event.kind, event.label) == (EventKind.SOLVE, "nim 1x7")
    file.write_text(NIM.read_text().replace("count > 0 else -1", "count > 0 else 1"))
    script = "import sys; from plyground.ui.cli._main import main; main()"
    command = [sys.executable, "-c", script, "resume", kept.id, "--store", str(store)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("plyground: the rules of nim have changed since this run was begun")
    assert done.stderr.count("\n") == 1


def test_mistakes(store: Path) -> None:
    with Store(store) as opened:
        kept = KeptSolve.begin(opened, settings_of(GAME.start()), GAME.start())
        with pytest.raises(ArenaError, match="is no run of the solver but a match"):
            _open_a_match(opened)
    where = ("--store", str(store))
    assert "its checkpoint is; leave --cluster out" in mistake(
        "resume", kept.id, "--cluster", "tcp://x:1", *where
    )
    assert "is a run of the solver; leave --processes out" in mistake(
        "resume", kept.id, "--processes", "2", *where
    )


def _open_a_match(opened: Store) -> None:
    from plyground.store import StoredEvent

    opened.add_event(StoredEvent("abc", EventKind.MATCH))
    KeptSolve.open(opened, "abc")


def started(store: Path, *words: str) -> subprocess.Popen[str]:
    """Start `plyground solve` with a checkpoint after a moment, in a process of its own."""
    script = (
        "from plyground.solve_runs import local_run\n"
        "local_run.CHECKPOINT_SECONDS = 0.3\n"
        "from plyground.ui.cli._main import main\n"
        "main()\n"
    )
    command = [sys.executable, "-c", script, "solve", *words, "--store", str(store)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for_checkpoint(store: Path, process: subprocess.Popen[str]) -> str:
    """Return the id of the run once its first checkpoint is there."""
    while process.poll() is None:
        for file in store.parent.glob(f"{store.name}-solve-????????"):
            return file.name[-8:]
        time.sleep(0.02)
    raise AssertionError(process.communicate())


def test_a_killed_run_is_resumed(store: Path) -> None:
    process = started(store, "breakthrough", "--size", "7x3", "--hash", "64")
    run_id = wait_for_checkpoint(store, process)
    process.kill()
    process.communicate()
    with Store(store) as opened:
        assert opened.event(run_id).state is EventState.RUNNING
    finished = run("resume", run_id, "--json", "--store", str(store))
    assert finished.code == 0
    answer = json.loads(finished.output)
    assert (answer["value"], answer["id"]) == ("loss", run_id)
    with Store(store) as opened:
        assert opened.event(run_id).state is EventState.DONE
    assert not store.with_name(f"{store.name}-solve-{run_id}").exists()


def test_a_killed_retrograde_run_is_resumed(store: Path) -> None:
    words = ("breakthrough", "--size", "4x4", "--method", "retrograde", "--hash", "512")
    process = started(store, *words)
    run_id = wait_for_checkpoint(store, process)
    folder = store.with_name(f"{store.name}-solve-{run_id}")
    while not (folder / "kept").exists():
        assert process.poll() is None, process.communicate()
        time.sleep(0.005)
    process.kill()
    process.communicate()
    with Store(store) as opened:
        assert opened.event(run_id).state is EventState.RUNNING
    listed = json.loads((folder / "kept").read_bytes())["counts"][0]
    with Store(store) as opened:
        again = LocalRun.resumed(KeptSolve.open(opened, run_id), lambda: opened, pytest.fail)
        first, *_, last = again.solutions()
    assert listed > 1000
    assert first.nodes >= listed
    assert (last.value, last.method) == ("loss", "retrograde")
    assert json_of("resume", run_id, "--store", str(store))["nodes"] == last.nodes
    assert not folder.exists()


def test_the_last_chance_to_keep_a_retrograde_run(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When all is listed, half of the usual time is enough; a run that is interrupted later has that."""
    monkeypatch.setattr(local_run, "CHECKPOINT_SECONDS", 1e-9)
    said: list[str] = []
    game = ply.game("konane", size="4")
    settings = SolveSettings.of(
        game.start(), ply.Limit(), method="retrograde", only_winner=False, megabytes=16
    )
    with Store(store) as opened:
        solver = Solver(game, method="retrograde", megabytes=16)
        run = LocalRun(solver, game.start(), settings, lambda: opened, said.append)
        run._next_save = 1e9  # no other one is due
        solutions = run.solutions()
        listed = next(each for each in solutions if run.kept is not None)
        solutions.close()
        assert run.kept is not None
        kept = json.loads((run.kept.checkpoint_file / "kept").read_bytes())
        assert kept["counts"][:2] == [listed.nodes, listed.nodes], "all positions are listed and expanded"
        again = LocalRun.resumed(KeptSolve.open(opened, run.kept.id), lambda: opened, said.append)
        assert last_of(again).value == "loss"
        assert not run.kept.checkpoint_file.exists()
    assert said == []


def test_ctrl_c_says_how_to_resume(store: Path) -> None:
    process = started(store, "othello", "--hash", "1", "--json")
    run_id = wait_for_checkpoint(store, process)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=120)
    assert process.returncode == 130
    answer = json.loads(output)
    assert (answer["value"], answer["id"]) == (None, run_id)
    notes = [line for line in errors.splitlines() if "compiling" not in line]
    again = f"'plyground resume {run_id} --store {store}' resumes it"
    assert notes == [f"plyground: if this is interrupted, {again}", f"plyground: {again}"]
    with Store(store) as opened:
        assert opened.event(run_id).state is EventState.STOPPED
