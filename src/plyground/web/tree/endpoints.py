"""Trees and exercises over HTTP."""

from __future__ import annotations

import asyncio
import threading
import time

from plyground.web.errors import BusyError
from plyground.web.http import Content, Router
from plyground.web.services import Services
from plyground.web.tree.making import (
    checked_answers,
    found_positions,
    grown_tree,
    printed_sheet,
    shown_exercise,
)
from plyground.web.tree.messages import (
    Answers,
    CheckedAnswers,
    ExerciseMessage,
    FoundPositions,
    TreeMessage,
    WantedExercise,
    WantedPositions,
    WantedSheet,
    WantedTree,
)

router = Router("tree")

HTML = "text/html; charset=utf-8"
# A sheet brings its style along and needs nothing else.
SHEET_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox allow-modals"

PATIENCE = 10.0
"""Seconds to wait for the trees of others. Those that were given up may grow on for a moment."""

PAUSE = 0.05

# Rules are compiled when a game is played for the first time, so all of this runs in threads.


@router.post("/api/tree", ends_with_asker=True)
async def grow_search_tree(services: Services, body: WantedTree) -> TreeMessage:
    """Grow the tree of a position, or an abstract one, with minimax and alpha-beta event by event."""
    given_up = threading.Event()
    deadline = time.monotonic() + PATIENCE
    try:
        while True:
            try:
                return await asyncio.to_thread(grown_tree, body, given_up)
            except BusyError:
                if time.monotonic() > deadline:
                    raise
            await asyncio.sleep(PAUSE)
    finally:
        given_up.set()


@router.post("/api/tree/positions")
async def find_tree_positions(services: Services, body: WantedPositions) -> FoundPositions:
    """Tell the positions at nodes of a tree."""
    return await asyncio.to_thread(found_positions, body)


@router.get("/api/exercise")
async def show_exercise(services: Services, query: WantedExercise) -> ExerciseMessage:
    """Make an exercise about a tree; the same seed always makes the same one."""
    return await asyncio.to_thread(shown_exercise, query)


@router.get("/api/exercise/sheet", media_type=HTML)
async def print_sheet(services: Services, query: WantedSheet) -> Content:
    """Write a sheet of exercises as a page to be printed, with or without solutions."""
    text = await asyncio.to_thread(printed_sheet, query)
    return Content(text, HTML, headers={"Content-Security-Policy": SHEET_POLICY})


@router.post("/api/exercise/check")
async def check_exercise(services: Services, body: Answers) -> CheckedAnswers:
    """Check the answers to an exercise, and explain each."""
    return await asyncio.to_thread(checked_answers, body)
