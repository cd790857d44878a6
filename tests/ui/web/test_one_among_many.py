"""What many ask for at once does not delay what one person asks for."""

from __future__ import annotations

import asyncio

import httpx

from .asynchronous import run_async
from .play.talking import connected
from .running import Server

SHEETS = 12
PATIENCE = 120


def test_sheets_of_exercises_delay_nobody(own_server: Server) -> None:
    """While a class prints its sheets, somebody plays, and somebody solves a single exercise."""

    async def work() -> int:
        limits = httpx.Limits(max_connections=50)
        async with httpx.AsyncClient(base_url=own_server.url, timeout=PATIENCE, limits=limits) as client:
            body = {"game": "breakthrough", "players": ["human", "first"], "options": {"size": "4"}}
            game = (await client.post("/api/play", json=body)).json()["id"]
            sheets = [
                asyncio.create_task(client.get(f"/api/exercise/sheet?count=50&seed={seed}"))
                for seed in range(SHEETS)
            ]
            await asyncio.sleep(0.2)
            exercise = await client.get("/api/exercise?seed=5&number=7")
            line = await client.post("/api/line", json={"game": "othello", "moves": ["d3"]})
            async with connected(own_server, game) as page:
                await page.play_to_the_end(0)
            assert (exercise.status_code, line.status_code) == (200, 200)
            printed = [sheet for sheet in sheets if sheet.done()]
            for sheet in sheets:
                sheet.cancel()
            await asyncio.gather(*sheets, return_exceptions=True)
            return len(printed)

    run_async(work())  # what is compiled for the first time would count
    assert run_async(work()) < SHEETS / 2
