"""Running coroutines in tests, also while Playwright holds on to the event loop of this thread."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

ResultT = TypeVar("ResultT")


def run_async(work: Coroutine[Any, Any, ResultT]) -> ResultT:
    """Run a coroutine to its end, in a thread of its own."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
