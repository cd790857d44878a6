"""Clocks of people and programs."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from plyground.store.records import Termination
from plyground.ui.web.play.play_messages import PlayedMessage, Status, StatusMessage, StopThinking
from plyground.ui.web.play.timers import Alarm, Pace
from tests.ui.web.asynchronous import run_async

from .seated import Page, Room, in_room

ENDLESS = "minimax:depth=40"
LARGE = {"options": {"size": "8"}}


def test_an_alarm_rings_once_and_not_when_it_is_cancelled() -> None:
    rings: list[str] = []

    async def run() -> None:
        alarm, other = Alarm(), Alarm()
        for each, name in ((alarm, "alarm"), (other, "other")):
            each.ring_after(0.05, lambda name=name: rings.append(name))  # type: ignore[misc]
            each.ring_after(0.05, lambda: rings.append("twice"))
        other.cancel()
        await asyncio.sleep(0.3)

    run_async(run())
    assert rings == ["alarm"]


def test_a_pace_can_be_changed_while_it_is_kept() -> None:
    async def run() -> None:
        pace = Pace()
        await pace.keep()  # nothing was shown yet
        pace.seconds = 1000.0
        pace.note_move()
        keeping = asyncio.create_task(pace.keep())
        await asyncio.sleep(0.05)
        assert not keeping.done()
        pace.seconds = 0.0
        await asyncio.wait_for(keeping, 60)

    run_async(run())


def test_a_flag_falls_by_itself(tmp_path: Path) -> None:
    async def work(room: Room) -> tuple[Status, Termination]:
        event = await room.begin("breakthrough", "human", "first", clock="0.3")
        page = await room.sit(event)
        assert page.status.running == 0
        assert page.status.clocks == pytest.approx((0.3, 0.3), abs=0.2)
        status = await page.wait_until(lambda status: status.outcome is not None)
        return status, room.record(event).termination

    status, termination = in_room(tmp_path, work)
    assert status.outcome is not None
    assert (status.outcome.winner, status.outcome.termination) == (1, "time")
    assert status.outcome.reason == "black ran out of time"
    assert (status.clocks, status.running, termination) == ((0.0, 0.3), None, Termination.TIME)


def test_an_increment_keeps_a_flag_up(tmp_path: Path) -> None:
    async def work(room: Room) -> Page:
        page = await room.begin_and_sit("breakthrough", "human", "human", clock="1+600")
        for _ in range(3):
            await page.move()
        await asyncio.sleep(1.5)  # longer than there was at first
        return page

    page = in_room(tmp_path, work)
    assert page.status.outcome is None
    last = page.heard[-1]
    assert isinstance(last, PlayedMessage)
    assert last.ply.clocks is not None
    assert last.ply.clocks[0] > 1199


def test_no_clock_of_a_person_runs_while_nobody_looks_on(tmp_path: Path) -> None:
    async def work(room: Room) -> tuple[Status, Status]:
        event = await room.begin("breakthrough", "human", "human", clock="2")
        page = await room.sit(event)
        await asyncio.sleep(0.2)
        await room.leave(page)
        await asyncio.sleep(2.5)
        again = await room.sit(event)
        back = again.status
        return back, await again.wait_until(lambda status: status.outcome is not None)

    back, end = in_room(tmp_path, work)
    assert back.outcome is None
    assert back.clocks is not None
    assert 0 < back.clocks[0] <= 1.8
    assert (end.clocks, end.running) == ((0.0, 2.0), None)


def test_the_clock_of_a_program_runs_while_it_thinks(tmp_path: Path) -> None:
    async def work(room: Room) -> tuple[Page, Status]:
        page = await room.begin_and_sit("breakthrough", "human", ENDLESS, clock="600+0", **LARGE)
        await page.move()
        thinking = await page.wait_until(lambda status: status.running == 1)
        await asyncio.sleep(0.2)
        await page.say(StopThinking())
        await page.wait_until(lambda status: status.ply == 2)
        return page, thinking

    page, thinking = in_room(tmp_path, work)
    assert isinstance(page.heard[2], StatusMessage)
    assert thinking.clocks is not None
    assert page.status.clocks is not None
    assert thinking.clocks[1] == pytest.approx(600, abs=0.1)
    assert page.status.clocks[1] < 599.9
    assert page.status.running == 0


def test_programs_think_as_long_as_was_agreed(tmp_path: Path) -> None:
    async def work(room: Room) -> list[float | None]:
        event = await room.begin("breakthrough", ENDLESS, "human", seconds=0.2, **LARGE)
        page = await room.sit(event)
        await page.wait_until(lambda status: status.ply == 1)
        await page.move()
        return [move.seconds for move in room.record(event).moves]

    seconds, _ = in_room(tmp_path, work)
    assert seconds is not None
    assert 0.1 < seconds <= 0.2  # if the machine was slow, that is not charged
