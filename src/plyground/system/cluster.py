"""The connection to a Dask cluster, and the check that its workers run the same program."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator
from typing import Any

from plyground.errors import ArenaError, shortened
from plyground.version import __version__

SECONDS_TO_CONNECT = 15

MOST_ATTEMPTS = 3
"""How often a task is begun before whatever ends the processes is given up on."""


@contextlib.contextmanager
def connected(address: str) -> Iterator[Any]:
    """Yield a client of the cluster behind a scheduler's address, such as ``tcp://10.0.0.1:8786``.

    Raises:
        ArenaError: there is no such cluster, or its workers are not fit for this.
    """
    client = _connect(address)
    with _quiet_logs():
        try:
            _check_workers(client)
            yield client
        finally:
            client.close()


@contextlib.contextmanager
def _quiet_logs() -> Iterator[None]:
    """Keep Dask from logging tracebacks where an exception says the same to the caller."""
    loggers = [logging.getLogger(name) for name in ("distributed", "distributed.client")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


def _connect(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise ArenaError("a cluster needs Dask: pip install 'plyground[cluster]'") from None
    try:
        return Client(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise ArenaError(f"there is no cluster at {shortened(address)}: {error}") from error


def _check_workers(client: Any) -> None:
    """Make sure that all workers play by the same rules."""
    versions = _versions(client)
    others = sorted({str(version) for version in versions.values()} - {__version__})
    if others:
        raise ArenaError(f"workers have plyground {', '.join(others)}, here it is {__version__}")


def _versions(client: Any) -> dict[str, str]:
    """Ask all workers which version they have; one that is lost just now need not answer."""
    answers: dict[str, Any] = client.run(_version, on_error="return")
    for answer in answers.values():
        if isinstance(answer, Exception) and not isinstance(answer, OSError):
            raise answer
    return {worker: answer for worker, answer in answers.items() if isinstance(answer, str)}


def _version() -> str:
    return __version__
