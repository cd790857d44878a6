"""People do not wait for what engines think about on other pages."""

from __future__ import annotations

from pathlib import Path

from plyground.ui.web.play.play_messages import AskHint, HintMessage, PlayedMessage

from .seated import Page, Room, in_room

LONG = "engine:nodes=1000000000"


async def watched(room: Room, count: int) -> list[Page]:
    """Watch engines that think for long; none of them has moved yet."""
    pages = [
        await room.begin_and_sit("breakthrough", LONG, LONG, options={"size": "8"}) for _ in range(count)
    ]
    for page in pages[:2]:
        await page.wait_until(lambda status: status.is_thinking)
    return pages


def test_a_person_gets_a_reply_while_engines_think(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        engines = await watched(room, 4)
        page = await room.begin_and_sit("breakthrough", "human", "level:1")
        for count in (2, 4):
            await page.move()
            await page.wait(PlayedMessage, count)
        assert not any(isinstance(each, PlayedMessage) for engine in engines for each in engine.heard)

    in_room(tmp_path, work, has_own_processes=True)


def test_a_person_gets_a_hint_while_engines_think(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        engines = await watched(room, 4)
        page = await room.begin_and_sit("breakthrough", "human", "human")
        await page.say(AskHint())
        await page.wait(HintMessage)
        assert not any(isinstance(each, PlayedMessage) for engine in engines for each in engine.heard)

    in_room(tmp_path, work, has_own_processes=True)


def test_a_person_with_a_quick_opponent_does_not_wait_for_those_with_slow_ones(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        page = await room.begin_and_sit("breakthrough", "human", "level:1")
        for count in (2, 4):  # so that the opponent is known as a quick one
            await page.move()
            await page.wait(PlayedMessage, count)
        others = []
        for _ in range(4):
            other = await room.begin_and_sit("breakthrough", "human", LONG, options={"size": "8"})
            await other.move()
            others.append(other)
        await page.move()
        await page.wait(PlayedMessage, 6)
        for other in others:
            assert sum(isinstance(each, PlayedMessage) for each in other.heard) == 1

    in_room(tmp_path, work, has_own_processes=True)
