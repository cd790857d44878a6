"""The library over HTTP."""

from __future__ import annotations

from plyground.ui.web.http import Content, Router
from plyground.ui.web.library.messages import (
    GameList,
    Imported,
    RecordText,
    RecordView,
    Wanted,
    WantedPage,
)
from plyground.ui.web.services import Services

router = Router("library")

TEXT = "text/plain; charset=utf-8"


@router.get("/api/records")
async def list_records(services: Services, query: WantedPage) -> GameList:
    """List games, those that were added last first."""
    return await services.shelf.games(query)


@router.post("/api/records", is_upload=True)
async def import_records(services: Services, body: RecordText) -> Imported:
    """Play the games of a record file again and keep them, all or none."""
    return await services.shelf.take_in(body.text)


# Before the address of a single game, which would take the last part for its number.
@router.get("/api/records/text", media_type=TEXT)
async def export_records(services: Services, query: Wanted) -> Content:
    """Write games as a record file, the oldest first."""
    return Content(await services.shelf.texts(query), TEXT, "games.txt")


@router.get("/api/records/{id}")
async def show_record(services: Services, id: int) -> RecordView:
    """Show a game with all its positions."""
    return await services.shelf.record(id)


@router.get("/api/records/{id}/text", media_type=TEXT)
async def export_record(services: Services, id: int) -> Content:
    """Write a game as a record file."""
    return Content(await services.shelf.text(id), TEXT, f"game-{id}.txt")
