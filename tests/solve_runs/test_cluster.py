"""Positions solved on a Dask cluster: a real scheduler, and workers in processes of their own."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import plyground as ply
from plyground.errors import ArenaError
from plyground.solve_runs.job_run import JobRun
from plyground.solve_runs.kept_solve import KeptSolve, SolveSettings
from plyground.solving import Solution, proof_jobs
from plyground.store import EventState, Store
from tests.clusters import Cluster, running_cluster
from tests.strangers import NIM
from tests.ui.cli.running import json_of, mistake, problem_of, run

distributed = pytest.importorskip("distributed")

SMALL = [
    ("konane", "4x6"),
    ("konane", "5x5"),
    ("breakthrough", "4x4"),
    ("breakthrough", "5x3"),
    ("othello", "4"),
    (str(NIM), "1x9"),
]
LONG = ("breakthrough", "5x4")  # several hundred jobs of this size
NODES = 500


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with running_cluster(tmp_path_factory.mktemp("cluster")) as running:
        yield running


@pytest.fixture
def own_cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A cluster for one test, which may do what it wants with it."""
    folder = tmp_path / "cluster"
    folder.mkdir()
    with running_cluster(folder) as running:
        yield running


@pytest.fixture(autouse=True)
def _small_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof_jobs, "FIRST_NODES", NODES)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


def begun(opened: Store, name: str, size: str, **limits: float) -> KeptSolve:
    position = ply.game(name, size=size).start()
    limit = ply.Limit(**limits)  # type: ignore[arg-type]
    settings = SolveSettings.of(position, limit, method="auto", only_winner=False, megabytes=4)
    return KeptSolve.begin(opened, replace(settings, on_cluster=True), position)


def last_of(run: JobRun) -> Solution:
    *_, last = run.solutions()
    return last


@pytest.mark.parametrize(("name", "size"), SMALL, ids=[f"{Path(name).stem}-{size}" for name, size in SMALL])
def test_the_value_is_that_of_the_solver(name: str, size: str, cluster: Cluster, store: Path) -> None:
    said: list[str] = []
    expected = ply.solve(ply.game(name, size=size).start(), megabytes=4)
    with Store(store) as opened:
        kept = begun(opened, name, size)
        found = last_of(JobRun(kept, cluster.address, said.append))
        assert (found.low, found.high) == (expected.low, expected.high)
        assert found.nodes == sum(answer["nodes"] for answer in kept.answers().values())
        assert opened.event(kept.id).state is EventState.DONE
        assert kept.result() == found
    assert said == []


def test_the_command(cluster: Cluster, store: Path) -> None:
    where = ("--store", str(store))
    words = ("solve", "breakthrough", "--size", "4x4", "--hash", "4", "--cluster", cluster.address, *where)
    answer = json_of(*words)
    assert (answer["value"], answer["method"]) == ("loss", "dfpn")
    assert json_of("resume", answer["id"], *where) == answer
    position = ply.game("breakthrough", size=4).start()
    for move in answer["line"]:
        position = position.play(move)


def test_a_limit_runs_out_and_the_rest_needs_no_cluster(cluster: Cluster, store: Path) -> None:
    with Store(store) as opened:
        kept = begun(opened, *LONG, nodes=200_000)
        part = last_of(JobRun(kept, cluster.address, print))
        before = dict(kept.answers())
        assert part.value is None
        assert 200_000 <= part.nodes < 400_000
        assert opened.event(kept.id).state is EventState.STOPPED
    for _ in range(20):  # the limit holds for each run
        finished = run("resume", kept.id, "--json", "--store", str(store))
        assert finished.code == 0
        if json.loads(finished.output)["value"] is not None:
            break
    assert json.loads(finished.output)["value"] == "loss"
    with Store(store) as opened:
        after = KeptSolve.open(opened, kept.id).answers()
    assert before.items() <= after.items(), "no job that was answered is answered again"


def test_a_lost_worker_costs_nothing(own_cluster: Cluster, store: Path) -> None:
    is_killed = False
    with Store(store) as opened:
        kept = begun(opened, *LONG)
        for solution in JobRun(kept, own_cluster.address, print).solutions():  # noqa: B007  # the last one counts
            if len(kept.answers()) >= 20 and not is_killed:
                is_killed = True
                own_cluster.workers[0].kill()
    assert is_killed
    assert solution.value == "loss"


def test_a_killed_client_is_resumed(own_cluster: Cluster, store: Path) -> None:
    script = (
        "from plyground.solving import proof_jobs\n"
        f"proof_jobs.FIRST_NODES = {NODES}\n"
        "from plyground.ui.cli._main import main\n"
        "main()\n"
    )
    name, size = LONG
    words = [name, "--size", size, "--hash", "4", "--cluster", own_cluster.address, "--store", str(store)]
    with Store(store) as opened:
        process = subprocess.Popen([sys.executable, "-c", script, "solve", *words], stderr=subprocess.PIPE)
        while not (events := opened.events()) or len(KeptSolve.open(opened, events[0].id).answers()) < 20:
            assert process.poll() is None
            time.sleep(0.02)
        process.kill()
        process.communicate()
        kept = KeptSolve.open(opened, events[0].id)
        before = dict(kept.answers())
        assert kept.result() is None
        found = last_of(JobRun(kept, own_cluster.address, print))
        assert found.value == "loss"
        assert before.items() <= kept.answers().items()


def test_a_lost_scheduler_is_told_in_one_line(
    own_cluster: Cluster, store: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def run_without_end(kept: KeptSolve) -> None:
        for _solution in JobRun(kept, own_cluster.address, print).solutions():
            if kept.answers():
                own_cluster.scheduler.kill()

    with Store(store) as opened:
        kept = begun(opened, *LONG)
        with pytest.raises(ArenaError, match=r"the cluster at .* is lost"):
            run_without_end(kept)
        assert "Traceback" not in caplog.text
        assert opened.event(kept.id).state is EventState.STOPPED


def test_mistakes(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.system.cluster.SECONDS_TO_CONNECT", 1)
    where = ("--cluster", "tcp://127.0.0.1:9", "--store", str(store))
    assert "retrograde analysis runs on one machine" in mistake("solve", "duel", *where)
    assert not store.exists()
    problem = problem_of(run("solve", "konane", "--size", "4", *where), code=1)
    assert problem.startswith("there is no cluster at 'tcp://127.0.0.1:9'")
