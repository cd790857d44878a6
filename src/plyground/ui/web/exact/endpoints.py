"""Exact values over HTTP."""

from __future__ import annotations

from plyground.ui.web.exact.messages import ExactHistory, ExactPosition, WantedExact
from plyground.ui.web.http import Router
from plyground.ui.web.services import Services

router = Router("exact")


@router.post("/api/exact", ends_with_asker=True)
async def show_exact_values(services: Services, body: WantedExact) -> ExactPosition:
    """Tell the exact value of a line's last position and of each legal move there, where they are proved."""
    return await services.exact.position(body)


@router.post("/api/exact/history", ends_with_asker=True)
async def show_exact_history(services: Services, body: WantedExact) -> ExactHistory:
    """Tell the exact value of every position of a line, where it is proved."""
    return await services.exact.history(body)
