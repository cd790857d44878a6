"""Runs of learning over HTTP."""

from __future__ import annotations

from plyground.ui.web.learning.learning_messages import LearningList, LearningView
from plyground.ui.web.learning.learning_service import LearningService
from plyground.ui.web.transport.http import HTML, FileContent, Router, report_content

router = Router("learning")


@router.get("/api/learned")
async def list_learned(learning: LearningService) -> LearningList:
    """List the runs of learning, the newest first."""
    return await learning.runs()


@router.get("/api/learned/{id}")
async def show_learned(learning: LearningService, id: str) -> LearningView:
    """Show a run of learning as it stands: its learning curve, and what it is doing."""
    return await learning.run(id)


@router.get("/api/learned/{id}/report", media_type=HTML)
async def report_learned(learning: LearningService, id: str) -> FileContent:
    """Write a report with the learning curve, as one file."""
    return report_content(await learning.report(id), "learned", id)
