"""A person's record over HTTP."""

from __future__ import annotations

from plyground.ui.web.record.record_messages import PersonalRecord, Profile
from plyground.ui.web.record.record_service import RecordService
from plyground.ui.web.transport.http import Router

router = Router("record")


@router.get("/api/record")
async def show_own_record(record: RecordService) -> PersonalRecord:
    """Count the games of the person: results, rating, time, openings."""
    return await record.record()


@router.get("/api/profile")
async def show_profile(record: RecordService) -> Profile:
    """Tell what the person is called."""
    return await record.profile()


@router.post("/api/profile")
async def change_profile(record: RecordService, body: Profile) -> Profile:
    """Change what the person is called, on every page from now on."""
    return await record.set_profile(body)
