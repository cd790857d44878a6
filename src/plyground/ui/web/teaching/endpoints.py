"""How to play, over HTTP."""

from __future__ import annotations

from plyground.ui.web.teaching.teaching_messages import TeachingMessage
from plyground.ui.web.teaching.teaching_service import TeachingService
from plyground.ui.web.transport.http import Router

router = Router("teaching")


@router.get("/api/teaching/{name}")
async def show_teaching(teaching: TeachingService, name: str) -> TeachingMessage:
    """Tell how a game is played: its rules with pictures, its notation, and its first lesson."""
    return await teaching.teaching(name)
