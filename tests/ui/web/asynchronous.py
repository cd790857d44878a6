"""Running coroutines in tests, also while Playwright holds on to the event loop of this thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, TypeVar

ResultT = TypeVar("ResultT")


def run_async(work: Coroutine[Any, Any, ResultT]) -> ResultT:
    """Run a coroutine to its end, in a thread of its own."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def run_among_others(work: Coroutine[Any, Any, ResultT]) -> ResultT:
    """Run a coroutine to its end, in the event loop of all that were given here: they can share processes."""
    return asyncio.run_coroutine_threadsafe(work, _lasting_loop()).result()


@cache
def _lasting_loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()
    return loop
