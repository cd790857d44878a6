"""Runs of learning over HTTP."""

from __future__ import annotations

import re

from plyground.ui.web.contests.endpoints import HTML, REPORT_POLICY
from plyground.ui.web.http import Content, Router
from plyground.ui.web.learning.messages import LearningList, LearningView
from plyground.ui.web.services import Services

router = Router("learning")


@router.get("/api/learned")
async def list_learned(services: Services) -> LearningList:
    """List the runs of learning, the newest first."""
    return await services.learning.runs()


@router.get("/api/learned/{id}")
async def show_learned(services: Services, id: str) -> LearningView:
    """Show a run of learning as it stands: its learning curve, and what it is doing."""
    return await services.learning.run(id)


@router.get("/api/learned/{id}/report", media_type=HTML)
async def report_learned(services: Services, id: str) -> Content:
    """Write a report with the learning curve, as one file."""
    text = await services.learning.report(id)
    name = re.sub(r"[^A-Za-z0-9]", "", id)
    return Content(text, HTML, f"learned-{name}.html", {"Content-Security-Policy": REPORT_POLICY})
