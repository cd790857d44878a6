"""Contests on a Dask cluster: a real scheduler, and workers in processes of their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from plyground.errors import ArenaError
from plyground.store import EventKind, Store
from plyground.tournament.contest_running import ContestProgress, KeptContest, run_contest
from plyground.tournament.game_pools import GameClusterPool, HerePool
from tests.clusters import Cluster, running_cluster

from .test_running import CONTEST, StopError, ignore, stop_after, told

distributed = pytest.importorskip("distributed")


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    with running_cluster(tmp_path) as running:
        yield running


def test_a_lost_worker_costs_nothing(cluster: Cluster, tmp_path: Path) -> None:
    is_killed = False

    def kill_one(progress: ContestProgress) -> None:
        nonlocal is_killed
        if len(progress.results) >= 4 and not is_killed:
            is_killed = True
            cluster.workers[0].kill()

    with Store(tmp_path / "games.db") as store:
        kept, other = (KeptContest.begin(store, CONTEST, EventKind.MATCH, "") for _ in range(2))
        pool = GameClusterPool(cluster.address)
        with pytest.raises(StopError):
            run_contest(CONTEST, kept, pool, stop_after(2))
        resumed = run_contest(CONTEST, kept, pool, kill_one)
        assert is_killed
        assert told(resumed) == told(run_contest(CONTEST, other, HerePool(), ignore))


def test_no_cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.system.cluster.SECONDS_TO_CONNECT", 1)
    with pytest.raises(ArenaError, match=r"there is no cluster at .tcp://127\.0\.0\.1:9."):
        next(GameClusterPool("tcp://127.0.0.1:9").play([]))
