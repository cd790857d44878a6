"""What an evaluation sees, over HTTP."""

from __future__ import annotations

from plyground.ui.web.explaining.explaining_service import (
    ExplainingService,
    ExplanationMessage,
    WantedExplanation,
)
from plyground.ui.web.transport.http import Router

router = Router("explaining")


@router.post("/api/explain", ends_with_asker=True)
async def explain_evaluation(explaining: ExplainingService, body: WantedExplanation) -> ExplanationMessage:
    """Tell what each part of an evaluation adds to the score of a line's last position."""
    return await explaining.explain(body)
