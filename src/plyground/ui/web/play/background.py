"""Work that nobody awaits."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

_running: set[asyncio.Task[None]] = set()  # the event loop itself does not hold on to them


def in_background(work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """Run something that nobody awaits; if it fails, the server's log says so."""
    task = asyncio.get_running_loop().create_task(work)
    _running.add(task)
    task.add_done_callback(_notice_end)
    return task


def _notice_end(task: asyncio.Task[None]) -> None:
    _running.discard(task)
    error = None if task.cancelled() else task.exception()
    if error is not None:
        told = {"message": "something in the background failed", "exception": error, "task": task}
        task.get_loop().call_exception_handler(told)
