"""A server under everything at once, and a person who plays a quick opponent meanwhile.

    pytest -m long -s tests/ui/web/test_soak.py

prints the figures that docs/reference/web.md has.
"""

from __future__ import annotations

import asyncio
import contextlib
import resource
import statistics
import time
from collections import Counter
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from itertools import cycle
from typing import Any

import httpx
import pytest

from .asynchronous import run_async
from .play.talking import Line, connected
from .play.test_load import memory_of
from .running import Server

GAMES_CREATED = 4000
IDLE_CONNECTIONS = 1000
GAMES_WATCHED = 20
FEWEST_REPLIES = 100
MEDIAN_SECONDS = 0.5

CREATORS = 8
WATCHED_PLAYER = "engine:seconds=1"
SIZES = {"breakthrough": "6", "othello": "6", "konane": "6", "duel": "6"}
PATIENCE = 1800  # seconds


@pytest.mark.long
def test_a_person_is_answered_while_everything_else_is_busy(own_server: Server) -> None:
    assert own_server.process is not None
    _allow_descriptors(IDLE_CONNECTIONS + 500)
    try:
        figures = run_async(_soak(own_server))
    finally:
        print(own_server.log[-2000:])
    figures["memory of the server and its processes, MB"] = memory_of(own_server.process.pid) / 1e6
    figures["lines in the log"] = len(own_server.log.splitlines())
    for name, figure in figures.items():
        print(f"{name:45}{figure:10.3f}")
    assert figures["games created"] == GAMES_CREATED
    assert figures["fewest moves of a watched game"] > 0
    assert figures["median reply, s"] < MEDIAN_SECONDS
    assert "Traceback" not in own_server.log


async def _soak(server: Server) -> dict[str, float]:
    seen: Counter[str] = Counter()
    began = time.monotonic()
    async with asyncio.timeout(PATIENCE), _client(server) as client:
        alone = await _replies(server, client, until=lambda count: count >= FEWEST_REPLIES // 4)
        async with _in_background(
            *(_hold_connection(server, seen) for _ in range(IDLE_CONNECTIONS)),
            *(_watch(server, client, number, seen) for number in range(GAMES_WATCHED)),
        ):
            creating = asyncio.gather(*(_create(client, seen) for _ in range(CREATORS)))
            replies = await _replies(
                server, client, until=lambda count: creating.done() and count >= FEWEST_REPLIES
            )
            await creating
            watched = [seen[f"watched {number}"] for number in range(GAMES_WATCHED)]
            figures = {
                "games created": float(seen["created"]),
                "idle connections opened": float(seen["opened"]),
                "idle connections at the end": float(seen["opened"] - seen["closed"]),
                "moves of watched games": float(sum(watched)),
                "fewest moves of a watched game": float(min(watched)),
            }
    ordered = sorted(replies)
    return {
        **figures,
        "seconds": time.monotonic() - began,
        "replies to a person": len(replies),
        "median reply with nobody else there, s": statistics.median(alone),
        "median reply, s": statistics.median(ordered),
        "90 % of replies within, s": ordered[int(0.9 * len(ordered))],
        "slowest reply, s": ordered[-1],
    }


async def _replies(server: Server, client: httpx.AsyncClient, until: Any) -> list[float]:
    """Play games against the weakest level; return how long each reply took, from move to move."""
    seconds: list[float] = []
    while not until(len(seconds)):
        async with connected(server, await _begin(client, "breakthrough", ("human", "level:1"))) as line:
            while line.status["outcome"] is None and not until(len(seconds)):
                began = time.monotonic()
                await _move(line)
                while line.status["outcome"] is None and line.status["to_move"] != 0:
                    await line.hear()
                if line.status["outcome"] is None:
                    seconds.append(time.monotonic() - began)
                await asyncio.sleep(0.2)  # a person looks at the board
    return seconds


async def _move(line: Line) -> None:
    before = len(line.plies)
    await line.say("move", at=line.status["ply"], move=line.status["moves"][-1]["move"])
    while len(line.plies) == before:
        assert (await line.hear())["type"] != "refused"


async def _watch(server: Server, client: httpx.AsyncClient, number: int, seen: Counter[str]) -> None:
    """Watch engines play each other, one game after another."""
    for game in cycle(SIZES):
        event = await _begin(client, game, (WATCHED_PLAYER, WATCHED_PLAYER))
        async with connected(server, event) as line:
            while line.status["outcome"] is None:
                await line.hear_of("played")
                seen[f"watched {number}"] += 1


async def _create(client: httpx.AsyncClient, seen: Counter[str]) -> None:
    """Create games that nobody plays."""
    for game in cycle(SIZES):
        if seen["asked"] == GAMES_CREATED:
            return
        seen["asked"] += 1
        await _begin(client, game, ("human", "level:3"))
        seen["created"] += 1


async def _begin(client: httpx.AsyncClient, game: str, players: tuple[str, str]) -> str:
    body = {"game": game, "players": players, "options": {"size": SIZES[game]}}
    answer = await client.post("/api/play", json=body)
    assert answer.status_code == 200, answer.text
    event: str = answer.json()["id"]
    return event


async def _hold_connection(server: Server, seen: Counter[str]) -> None:
    """Keep a connection open that sends nothing; when the server closes it, open the next one."""
    while True:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        except OSError:
            await asyncio.sleep(1)
            continue
        seen["opened"] += 1
        try:
            with contextlib.suppress(ConnectionError):
                await reader.read()
        finally:
            seen["closed"] += 1
            writer.close()


@asynccontextmanager
async def _in_background(*work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Do things as long as something else is done; if one of them fails, that does."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(each) for each in work]
        yield
        for task in tasks:
            task.cancel()


def _client(server: Server) -> httpx.AsyncClient:
    limits = httpx.Limits(max_connections=CREATORS + GAMES_WATCHED + 10)
    return httpx.AsyncClient(base_url=server.url, timeout=PATIENCE, limits=limits)


def _allow_descriptors(count: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(count, hard), hard))
