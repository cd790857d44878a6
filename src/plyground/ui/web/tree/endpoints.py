"""Trees and exercises over HTTP."""

from __future__ import annotations

from plyground.ui.web.transport.http import HTML, FileContent, Router
from plyground.ui.web.tree.tree_messages import (
    Answers,
    CheckedAnswers,
    ExerciseMessage,
    FoundPositions,
    ProofMessage,
    TreeMessage,
    UctMessage,
    WantedExercise,
    WantedPositions,
    WantedProof,
    WantedSheet,
    WantedTree,
    WantedUct,
)
from plyground.ui.web.tree.tree_service import (
    TreeService,
    checked_answers,
    found_positions,
    printed_sheet,
    shown_exercise,
)

router = Router("tree")

# A sheet brings its style along and needs nothing else; it is printed by itself.
SHEET_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox allow-modals"


@router.post("/api/tree", ends_with_asker=True)
async def grow_search_tree(trees: TreeService, body: WantedTree) -> TreeMessage:
    """Grow the tree of a position, or an abstract one, with minimax and alpha-beta event by event."""
    return await trees.grow(body)


@router.post("/api/tree/proof", ends_with_asker=True)
async def grow_proof_tree(trees: TreeService, body: WantedProof) -> ProofMessage:
    """Run a proof-number search of a position or of an abstract tree, event by event."""
    return await trees.grow_proof(body)


@router.post("/api/tree/uct", ends_with_asker=True)
async def grow_uct_tree(trees: TreeService, body: WantedUct) -> UctMessage:
    """Run simulations of UCT on a position or an abstract tree, step by step."""
    return await trees.grow_uct(body)


@router.post("/api/tree/positions")
async def find_tree_positions(trees: TreeService, body: WantedPositions) -> FoundPositions:
    """Tell the positions at nodes of a tree."""
    return await trees.executors.small.run(found_positions, body)


@router.get("/api/exercise")
async def show_exercise(trees: TreeService, query: WantedExercise) -> ExerciseMessage:
    """Make an exercise about a tree; the same seed always makes the same one."""
    return await trees.executors.small.run(shown_exercise, query)


@router.get("/api/exercise/sheet", media_type=HTML, ends_with_asker=True)
async def print_sheet(trees: TreeService, query: WantedSheet) -> FileContent:
    """Write a sheet of exercises as a page to be printed, with or without solutions."""
    text = await trees.executors.large.run(printed_sheet, query)
    return FileContent(text, HTML, headers={"Content-Security-Policy": SHEET_POLICY})


@router.post("/api/exercise/check")
async def check_exercise(trees: TreeService, body: Answers) -> CheckedAnswers:
    """Check the answers to an exercise, and explain each."""
    return await trees.executors.small.run(checked_answers, body)
