"""The explorer over HTTP."""

from __future__ import annotations

from plyground.ui.web.openings.openings_messages import Exploration, Explored
from plyground.ui.web.openings.openings_service import OpeningsService
from plyground.ui.web.transport.http import Router

router = Router("openings")


@router.post("/api/openings")
async def explore_openings(openings: OpeningsService, body: Exploration) -> Explored:
    """Count which moves were played from a position, and how they scored."""
    return await openings.explore(body)
