"""A real Dask cluster on this machine: a scheduler, and workers in processes of their own."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Cluster:
    address: str
    scheduler: subprocess.Popen[str]
    workers: list[subprocess.Popen[str]]


@contextmanager
def running_cluster(folder: Path) -> Iterator[Cluster]:
    """Start a cluster of two workers, and end it."""
    scheduler = _started(folder, "dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    assert scheduler.stderr is not None
    address = next(
        found[0] for line in scheduler.stderr if (found := re.search(r"tcp://127\.0\.0\.1:\d+", line))
    )
    options = ("--nthreads", "1", "--nworkers", "1", "--no-nanny", "--no-dashboard")
    workers = [_started(folder, "dask_worker", address, *options) for _ in range(2)]
    try:
        yield Cluster(address, scheduler, workers)
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.communicate()


def _started(folder: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + words[0], *words[1:]],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
    )
