"""Many games at once, and many one after another, by scripts over real WebSockets."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from itertools import cycle, islice
from pathlib import Path

import httpx
import pytest

from plyground.store import Store
from plyground.store.records import Termination, replay
from tests.ui.web.asynchronous import run_async
from tests.ui.web.running import Server

from .talking import connected

SMALL = {"breakthrough": "4", "othello": "4", "konane": "4x4", "duel": "3"}
PATIENCE = 500  # seconds
TOLERANCE = 1.10
"""How much more memory many games may take than some."""


async def played(server: Server, client: httpx.AsyncClient, game: str, number: int) -> list[str]:
    """Play a game to its end; return the moves that were told."""
    opponent = ("random", "first")[number % 2]
    side = number // 2 % 2
    players = ("human", opponent) if side == 0 else (opponent, "human")
    body = {"game": game, "players": players, "options": {"size": SMALL[game]}, "seed": number}
    answer = await client.post(f"{server.url}/api/play", json=body)
    assert answer.status_code == 200, answer.text
    async with connected(server, answer.json()["id"]) as line:
        await line.play_to_the_end(side)
        return line.moves


def games(count: int) -> list[tuple[str, int]]:
    return list(zip(islice(cycle(SMALL), count), range(count), strict=True))


async def play_at_once(server: Server, count: int, at_once: int) -> list[list[str]]:
    room = asyncio.Semaphore(at_once)
    limits = httpx.Limits(max_connections=20)
    async with asyncio.timeout(PATIENCE), httpx.AsyncClient(timeout=PATIENCE, limits=limits) as client:

        async def play(game: str, number: int) -> list[str]:
            async with room:
                return await played(server, client, game, number)

        return await asyncio.gather(*(play(*each) for each in games(count)))


def check_store(server: Server, told: list[list[str]]) -> None:
    """Make sure that all games are in the store to their ends, with every move that was told."""
    with Store(server.store, read_only=True) as store:
        records = [stored.record for stored in store.games()]
    for record in records:
        replay(record)
        assert record.termination is Termination.NORMAL
    kept = [[move.text for move in record.moves] for record in records]
    assert sorted(kept) == sorted(told)


def test_200_games_at_once_lose_no_move(own_server: Server) -> None:
    told = run_async(play_at_once(own_server, 200, at_once=200))
    assert len(told) == 200
    check_store(own_server, told)


def memory_of(process: int) -> int:
    """Return the bytes of memory that a process and its children really use."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return sum(map(memory_of, map(int, children)), _own_memory(process))


def _own_memory(process: int) -> int:
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def least(measure: Callable[[], int], times: int = 5) -> int:
    """Return the smallest of some measurements: what is about to be given back does not count."""

    async def run() -> int:
        found = []
        for _ in range(times):
            await asyncio.sleep(2)
            found.append(measure())
        return min(found)

    return run_async(run())


@pytest.mark.long
def test_memory_does_not_grow_with_games(own_server: Server) -> None:
    assert own_server.process is not None
    process = own_server.process.pid
    told = run_async(play_at_once(own_server, 100, at_once=10))
    after_100 = least(lambda: memory_of(process))
    told += run_async(play_at_once(own_server, 900, at_once=10))
    after_1000 = least(lambda: memory_of(process))
    check_store(own_server, told)
    assert after_1000 < TOLERANCE * after_100, (after_100, after_1000)
