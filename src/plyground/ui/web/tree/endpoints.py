"""Trees and exercises over HTTP."""

from __future__ import annotations

import threading

from plyground.ui.web.http import Content, Router
from plyground.ui.web.services import Services
from plyground.ui.web.tree.making import (
    checked_answers,
    found_positions,
    grown_proof,
    grown_tree,
    printed_sheet,
    shown_exercise,
)
from plyground.ui.web.tree.messages import (
    Answers,
    CheckedAnswers,
    ExerciseMessage,
    FoundPositions,
    ProofMessage,
    TreeMessage,
    WantedExercise,
    WantedPositions,
    WantedProof,
    WantedSheet,
    WantedTree,
)

router = Router("tree")

HTML = "text/html; charset=utf-8"
# A sheet brings its style along and needs nothing else.
SHEET_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox allow-modals"

# Rules are compiled when a game is played for the first time, so all of this runs in threads.


@router.post("/api/tree", ends_with_asker=True)
async def grow_search_tree(services: Services, body: WantedTree) -> TreeMessage:
    """Grow the tree of a position, or an abstract one, with minimax and alpha-beta event by event."""
    given_up = threading.Event()
    try:
        return await services.executors.trees.run(grown_tree, body, services.limits, given_up)
    finally:
        given_up.set()


@router.post("/api/tree/proof", ends_with_asker=True)
async def grow_proof_tree(services: Services, body: WantedProof) -> ProofMessage:
    """Run a proof-number search of a position or of an abstract tree, event by event."""
    given_up = threading.Event()
    try:
        return await services.executors.trees.run(grown_proof, body, given_up)
    finally:
        given_up.set()


@router.post("/api/tree/positions")
async def find_tree_positions(services: Services, body: WantedPositions) -> FoundPositions:
    """Tell the positions at nodes of a tree."""
    return await services.executors.small.run(found_positions, body)


@router.get("/api/exercise")
async def show_exercise(services: Services, query: WantedExercise) -> ExerciseMessage:
    """Make an exercise about a tree; the same seed always makes the same one."""
    return await services.executors.small.run(shown_exercise, query)


@router.get("/api/exercise/sheet", media_type=HTML, ends_with_asker=True)
async def print_sheet(services: Services, query: WantedSheet) -> Content:
    """Write a sheet of exercises as a page to be printed, with or without solutions."""
    text = await services.executors.large.run(printed_sheet, query)
    return Content(text, HTML, headers={"Content-Security-Policy": SHEET_POLICY})


@router.post("/api/exercise/check")
async def check_exercise(services: Services, body: Answers) -> CheckedAnswers:
    """Check the answers to an exercise, and explain each."""
    return await services.executors.small.run(checked_answers, body)
