"""Work that nobody waits for any more ends."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from plyground.errors import PlygroundError
from plyground.study.tree.watching import TreeProgress
from plyground.ui.web.errors import BusyError
from plyground.ui.web.limits import LIMITS, Limits
from plyground.ui.web.transport.executors import Executor, Executors
from plyground.ui.web.transport.http import endpoints_of, post
from plyground.ui.web.tree import tree_service
from plyground.ui.web.tree.tree_messages import WantedTree
from plyground.ui.web.tree.tree_service import TreeService
from tests.ui.web.asynchronous import run_async

SECONDS = 30
"""Nothing here takes so long, unless it hangs."""


def _trees() -> TreeService:
    return TreeService(LIMITS, Executors())


async def _answer(endpoint: Any, body: bytes, leaves_after: asyncio.Event) -> list[dict[str, Any]]:
    """Send a request to an endpoint, and close the connection later."""
    incoming = [{"type": "http.request", "body": body, "more_body": False}]
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        if incoming:
            return incoming.pop()
        await leaves_after.wait()
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    scope = {
        "type": "http", "method": "POST", "path": endpoint.path, "path_params": {}, "headers": [],
        "query_string": b"",
    }  # fmt: skip
    await asyncio.wait_for(endpoint.route().app(scope, receive, send), SECONDS)
    return sent


def test_what_nobody_waits_for_is_cancelled() -> None:
    seen: list[str] = []

    async def leave() -> None:
        leaving = asyncio.Event()

        class Service:
            @post("/long", ends_with_asker=True)
            async def work_long(self) -> None:
                """Work until somebody says stop."""
                leaving.set()
                try:
                    await asyncio.sleep(2 * SECONDS)
                except asyncio.CancelledError:
                    seen.append("cancelled")
                    raise

        [endpoint] = endpoints_of("test", Service())
        await _answer(endpoint, b"", leaving)
        await asyncio.sleep(0)

    run_async(leave())
    assert seen == ["cancelled"]


def test_who_waits_gets_the_answer() -> None:
    endpoint = next(each for each in endpoints_of("tree", _trees()) if each.path == "/api/tree")

    async def stay() -> list[dict[str, Any]]:
        return await _answer(endpoint, b'{"leaves": "((1 2) (3 4))"}', asyncio.Event())

    start, content = run_async(stay())
    assert start["status"] == 200
    assert b'"alphabeta"' in content["body"]


def test_a_tree_that_is_given_up_stops_growing(monkeypatch: pytest.MonkeyPatch) -> None:
    growing, has_ended = threading.Event(), threading.Event()
    ended: list[str] = []

    def grow(*given: Any) -> None:
        watch = given[-1]
        growing.set()
        try:
            for nodes in range(10**9):
                watch(TreeProgress("growing", nodes))
        except PlygroundError as error:
            ended.append(str(error))
            has_ended.set()
            raise

    monkeypatch.setattr(tree_service, "grow", grow)
    endpoint = next(each for each in endpoints_of("tree", _trees()) if each.path == "/api/tree")

    async def leave() -> None:
        leaving = asyncio.Event()
        asking = asyncio.ensure_future(_answer(endpoint, b'{"line": {"game": "breakthrough"}}', leaving))
        await asyncio.to_thread(growing.wait, SECONDS)
        leaving.set()
        await asking

    run_async(leave())
    assert has_ended.wait(SECONDS)
    assert ended == ["this tree was given up"]


def test_who_comes_while_others_grow_trees_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """One tree grows at a time; so many may wait, and more are refused."""
    may_end, growing = threading.Event(), list[int]()

    def grow_slowly(wanted: WantedTree, limits: Limits, given_up: threading.Event) -> int:
        growing.append(1)
        may_end.wait(SECONDS)
        return sum(growing)

    async def come() -> None:
        service: Any = _trees()
        service.executors.trees = Executor("trees", threads=1, most_requests=3)
        trees = [asyncio.ensure_future(service.grow_search_tree(wanted)) for _ in range(4)]
        with pytest.raises(BusyError):
            await trees[-1]
        assert len(growing) <= 1
        may_end.set()
        assert await asyncio.gather(*trees[:-1]) == [1, 2, 3]

    monkeypatch.setattr(tree_service, "grown_tree", grow_slowly)
    wanted = WantedTree(leaves="(1 2)")
    run_async(come())
