"""Nothing is compiled yet: nobody waits for the compiler."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from plyground.ui.web.play.play_messages import AskHint, HintMessage, NewGame, PlayedMessage
from plyground.ui.web.play.readiness import Readiness

from .seated import SMALL, Room, in_room


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    monkeypatch.setenv("PLYGROUND_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.mark.parametrize("level", [1, 10])
def test_levels_and_hints_need_nothing_compiled(
    level: int, tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def compile_for_ever(*given: object) -> None:
        await asyncio.Event().wait()

    async def work(room: Room) -> None:
        for game in SMALL:
            begun = await room.desk.begin_game(NewGame(game, ("human", f"level:{level}")))
            page = await room.sit(begun.id)
            await page.say(AskHint())
            [hint] = await page.wait(HintMessage)
            assert hint.is_plain
            for played in (2, 4):
                await page.move()
                await page.wait(PlayedMessage, played)

    monkeypatch.setattr(Readiness, "compile", compile_for_ever)
    in_room(tmp_path, work, has_own_processes=True)
    assert list(cache.glob("*")) == []  # not by this process, and not by a worker


def test_the_compiled_engine_takes_over(tmp_path: Path, cache: Path) -> None:
    async def work(room: Room) -> list[float]:
        page = await room.begin_and_sit("breakthrough", "human", "level:4")
        await page.move()
        await page.wait(PlayedMessage, 2)
        session = page.session
        assert session is not None
        await page.wait_until(lambda status: status.compiling is not None)
        parts = []
        while page.status.compiling is not None:
            parts.append(page.status.compiling)
            await page.wait_for_news()
        before = set(cache.glob("*.kernel"))
        assert before != set()
        await page.say(AskHint())
        [hint] = await page.wait(HintMessage)
        assert not hint.is_plain
        await page.move()
        await page.wait(PlayedMessage, 4)
        assert set(cache.glob("*.kernel")) == before  # all that it needs was compiled before
        return parts

    parts = in_room(tmp_path, work, has_own_processes=True)
    assert len(set(parts)) > 10
    assert list(cache.glob("*.count")) != []
