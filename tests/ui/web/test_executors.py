"""Large requests make neither small ones nor live games wait."""

from __future__ import annotations

import asyncio
import threading

import pytest

from plyground.jit.compiled import _is_plain_here
from plyground.ui.web.errors import BusyError
from plyground.ui.web.transport.executors import FEW_MOVES, Executor, Executors

from .asynchronous import run_async

SECONDS = 30
"""Nothing here takes so long, unless it hangs."""


def test_what_is_large_makes_nothing_else_wait() -> None:
    may_end = threading.Event()

    async def work() -> list[str]:
        executors = Executors()
        large = [asyncio.create_task(executors.large.run(may_end.wait, SECONDS)) for _ in range(12)]
        trees = [asyncio.create_task(executors.trees.run(may_end.wait, SECONDS)) for _ in range(12)]
        async with asyncio.timeout(SECONDS):
            small = await executors.small.run(str, "small")
            live = await asyncio.to_thread(str, "live")
        assert not any(task.done() for task in (*large, *trees))
        may_end.set()
        assert all(await asyncio.gather(*large, *trees))
        executors.close()
        return [small, live]

    assert run_async(work()) == ["small", "live"]


def test_what_nobody_waits_for_is_not_begun() -> None:
    may_end, begun = threading.Event(), list[int]()

    async def work() -> None:
        executor = Executor("test", threads=1, most_requests=2)
        first = asyncio.create_task(executor.run(may_end.wait, SECONDS))
        second = asyncio.create_task(executor.run(begun.append, 2))
        await asyncio.sleep(0)
        with pytest.raises(BusyError):
            await executor.run(begun.append, 3)
        second.cancel()
        await asyncio.sleep(0)
        fourth = asyncio.create_task(executor.run(begun.append, 4))
        await asyncio.sleep(0)
        may_end.set()
        await asyncio.gather(first, fourth)

    run_async(work())
    assert begun == [4]


def test_long_games_are_large() -> None:
    executors = Executors()
    assert executors.by_size(FEW_MOVES) is executors.small
    assert executors.by_size(FEW_MOVES + 1) is executors.large


def test_what_is_small_needs_nothing_compiled_until_all_rules_are_loaded() -> None:
    async def work() -> list[bool]:
        executors = Executors()
        found = [await executors.small.run(_is_plain_here), await executors.large.run(_is_plain_here)]
        executors.small.is_plain = False
        return [*found, await executors.small.run(_is_plain_here)]

    assert run_async(work()) == [True, False, False]
