"""Trees and exercises over HTTP."""

from __future__ import annotations

import asyncio

from plyground.web.http import Router
from plyground.web.services import Services
from plyground.web.tree.making import checked_answers, found_positions, grown_tree, shown_exercise
from plyground.web.tree.messages import (
    Answers,
    CheckedAnswers,
    ExerciseMessage,
    FoundPositions,
    TreeMessage,
    WantedExercise,
    WantedPositions,
    WantedTree,
)

router = Router("tree")

# Rules are compiled when a game is played for the first time, so all of this runs in threads.


@router.post("/api/tree")
async def grow_search_tree(services: Services, body: WantedTree) -> TreeMessage:
    """Grow the tree of a position, or an abstract one, with minimax and alpha-beta event by event."""
    return await asyncio.to_thread(grown_tree, body)


@router.post("/api/tree/positions")
async def find_tree_positions(services: Services, body: WantedPositions) -> FoundPositions:
    """Tell the positions at nodes of a tree."""
    return await asyncio.to_thread(found_positions, body)


@router.get("/api/exercise")
async def show_exercise(services: Services, query: WantedExercise) -> ExerciseMessage:
    """Make an exercise about a tree; the same seed always makes the same one."""
    return await asyncio.to_thread(shown_exercise, query)


@router.post("/api/exercise/check")
async def check_exercise(services: Services, body: Answers) -> CheckedAnswers:
    """Check the answers to an exercise, and explain each."""
    return await asyncio.to_thread(checked_answers, body)
