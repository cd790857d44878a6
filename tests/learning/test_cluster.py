"""Learning on a Dask cluster: a real scheduler, and workers in processes of their own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from plyground.errors import ArenaError
from plyground.learning import generations
from plyground.learning.pools import ClusterPool
from plyground.learning.progress import Progress
from plyground.store import EventState, Store
from tests.clusters import Cluster, running_cluster
from tests.learning.runs import OPEN, begun, learned, run_of
from tests.ui.cli.running import problem_of, run

distributed = pytest.importorskip("distributed")


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A cluster for one test, which may do what it wants with it."""
    folder = tmp_path / "cluster"
    folder.mkdir()
    with running_cluster(folder) as running:
        yield running


def test_a_lost_worker_costs_nothing(tmp_path: Path, cluster: Cluster) -> None:
    expected = learned(tmp_path / "here.sqlite").weights.digest
    is_killed = False

    def watch(progress: Progress) -> None:
        nonlocal is_killed
        if progress.generation == 2 and not is_killed:
            is_killed = True
            cluster.workers[0].kill()

    with Store(tmp_path / "games.sqlite") as store:
        found = run_of(begun(store), ClusterPool(cluster.address, 1), watch=watch).run()
    assert is_killed
    assert found is not None
    assert found.weights.digest == expected, "who plays a game does not matter"


def test_a_lost_scheduler_is_told_in_one_line_and_the_rest_needs_no_cluster(
    tmp_path: Path, cluster: Cluster, caplog: pytest.LogCaptureFixture
) -> None:
    def watch(progress: Progress) -> None:
        if progress.games:
            cluster.scheduler.kill()

    with Store(tmp_path / "games.sqlite") as store:
        kept = begun(store)
        with pytest.raises(ArenaError, match=r"the cluster at .* is lost"):
            run_of(kept, ClusterPool(cluster.address, 1), watch=watch).run()
        assert store.event(kept.id).state is EventState.STOPPED
        assert list(kept.folder.glob("games-1-*"))
        assert "Traceback" not in caplog.text
        assert run_of(kept).run() is not None


def test_the_command(tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generations, "Gate", lambda: OPEN)
    where = ("--store", str(tmp_path / "games.sqlite"), "--output", str(tmp_path / "learned.weights"))
    words = ("--size", "5x4", "--games", "60", "--nodes", "20", "--from", "piece")
    finished = run("learn", "breakthrough", *words, "--cluster", cluster.address, *where, "--json")
    assert finished.code == 0, finished.errors
    assert json.loads(finished.output)["generations"][-1]["games"] == 60


def test_no_cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.system.cluster.SECONDS_TO_CONNECT", 1)
    where = ("--store", str(tmp_path / "games.sqlite"), "--output", str(tmp_path / "learned.weights"))
    finished = run("learn", "breakthrough", "--size", "5x4", "--cluster", "tcp://127.0.0.1:9", *where)
    assert problem_of(finished, code=1).startswith("there is no cluster at 'tcp://127.0.0.1:9'")
