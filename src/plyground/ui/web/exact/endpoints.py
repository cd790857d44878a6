"""Exact values over HTTP."""

from __future__ import annotations

from plyground.ui.web.exact.exact_messages import ExactHistory, ExactPosition, WantedExact
from plyground.ui.web.exact.exact_service import ExactService
from plyground.ui.web.transport.http import Router

router = Router("exact")


@router.post("/api/exact", ends_with_asker=True)
async def show_exact_values(exact: ExactService, body: WantedExact) -> ExactPosition:
    """Tell the exact value of a line's last position and of each legal move there, where they are proved."""
    return await exact.position(body)


@router.post("/api/exact/history", ends_with_asker=True)
async def show_exact_history(exact: ExactService, body: WantedExact) -> ExactHistory:
    """Tell the exact value of every position of a line, where it is proved."""
    return await exact.history(body)
