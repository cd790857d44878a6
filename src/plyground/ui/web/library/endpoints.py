"""The library over HTTP."""

from __future__ import annotations

from plyground.ui.web.library.library_messages import (
    Deleted,
    GameList,
    GameRemark,
    Imported,
    RecordText,
    RecordView,
    Wanted,
    WantedPage,
)
from plyground.ui.web.library.library_service import LibraryService
from plyground.ui.web.transport.http import FileContent, Router

router = Router("library")

TEXT = "text/plain; charset=utf-8"


@router.get("/api/records")
async def list_records(library: LibraryService, query: WantedPage) -> GameList:
    """List games, those that were added last first."""
    return await library.games(query)


@router.post("/api/records", is_upload=True)
async def import_records(library: LibraryService, body: RecordText) -> Imported:
    """Play the games of a record file again and keep them, all or none."""
    return await library.take_in(body.text)


# Before the address of a single game, which would take the last part for its number.
@router.get("/api/records/text", media_type=TEXT)
async def export_records(library: LibraryService, query: Wanted) -> FileContent:
    """Write games as a record file, the oldest first."""
    return FileContent(await library.texts(query), TEXT, "games.txt")


@router.get("/api/records/{id}")
async def show_record(library: LibraryService, id: int) -> RecordView:
    """Show a game with all its positions."""
    return await library.record(id)


@router.get("/api/records/{id}/text", media_type=TEXT)
async def export_record(library: LibraryService, id: int) -> FileContent:
    """Write a game as a record file."""
    return FileContent(await library.text(id), TEXT, f"game-{id}.txt")


@router.post("/api/records/{id}/remark")
async def remark_on_record(library: LibraryService, id: int, body: GameRemark) -> GameRemark:
    """Name a game, mark it as a favourite, and write a note on it."""
    return await library.remark(id, body)


@router.post("/api/records/{id}/delete")
async def delete_record(library: LibraryService, id: int) -> Deleted:
    """Delete a game that was played here or imported."""
    return await library.delete(id)
