"""One game, and what pages may do in it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from plyground.core.position import game
from plyground.errors import StoreError
from plyground.store import EventState, Selection, Store
from plyground.store.records import GameRecord, Termination, replay
from plyground.ui.web.play.play_messages import (
    AskHint,
    AutoPass,
    GameMessage,
    Go,
    HintMessage,
    Pause,
    PlayedMessage,
    PlayMove,
    Resign,
    SetSpeed,
    ShowThinking,
    Status,
    StatusMessage,
    StopThinking,
    ThoughtMessage,
    Undo,
)
from plyground.ui.web.transport.sockets import Refused

from .seated import SMALL, Page, Room, in_room

ENDLESS = "minimax:depth=40"  # it thinks until it is stopped
LARGE = {"options": {"size": "8"}}


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("side", [0, 1])
def test_whole_games_are_played_and_kept(name: str, side: int, tmp_path: Path) -> None:
    async def work(room: Room) -> tuple[Page, GameRecord]:
        players = ("human", "random") if side == 0 else ("random", "human")
        event = await room.begin(name, *players, seed=3)
        page = await room.sit(event)
        await page.play_to_the_end(lambda status: status.to_move == side)
        return page, room.record(event)

    page, record = in_room(tmp_path, work)
    positions = replay(record)
    first = page.heard[0]
    assert isinstance(first, GameMessage)
    plies = [*first.plies, *(each.ply for each in page.heard if isinstance(each, PlayedMessage))]
    assert [ply.position for ply in plies] == [position.text for position in positions]
    assert [ply.move for ply in plies] == [None, *(move.text for move in record.moves)]
    assert [ply.told.split()[0] for ply in plies[1:]] == [each.to_move for each in positions[:-1]]
    assert page.status.outcome is not None
    assert (page.status.outcome.winner, page.status.outcome.termination) == (record.winner, "normal")
    assert (page.status.moves, page.status.can_undo, page.status.ply) == ([], False, len(record.moves))
    assert {each.seconds is None for each in record.moves} == {False}


def test_what_is_told_is_in_the_store_already(tmp_path: Path) -> None:
    class Sceptic(Page):
        def __init__(self, store: Store) -> None:
            super().__init__()
            self.store = store

        def send(self, message: msgspec.Struct) -> None:
            super().send(message)
            if isinstance(message, PlayedMessage):
                [stored] = self.store.games()
                assert stored.record.moves[-1].text == message.ply.move
                assert len(stored.record.moves) == message.status.ply

    async def work(room: Room) -> Page:
        page = Sceptic(room.store)
        page.session = await room.desk.join(await room.begin("othello", "human", "first"), page)
        await page.play_to_the_end(lambda status: status.to_move == 0)
        return page

    assert in_room(tmp_path, work).status.ply > 4


def test_moves_that_cannot_be_are_refused(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        page = await room.begin_and_sit("breakthrough", "human", ENDLESS, options={"size": "5x4"})
        assert "not legal" in await page.refusal(PlayMove(0, "a4-a2"))
        assert "character" in await page.refusal(PlayMove(0, "castle"))
        assert "has moved on" in await page.refusal(PlayMove(1, "a4-a3"))
        await page.move("a4-a3")
        assert "has moved on" in await page.refusal(PlayMove(0, "b4-b3"))
        assert "not your turn: white" in await page.refusal(PlayMove(1, "a2-a3"))
        await page.say(Resign())
        for order in (PlayMove(1, "a2-a3"), Resign(), AskHint(), Pause()):
            assert await page.refusal(order) == "the game is over"
        assert page.status.ply == 1

    in_room(tmp_path, work)


def test_a_move_and_its_reply_are_taken_back_with_their_time(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        event = await room.begin("breakthrough", "human", "first", options={"size": "6"}, clock="100+5")
        page = await room.sit(event)
        assert "you have no move to take back" in await page.refusal(Undo())
        for plies in (2, 4):
            await page.move()
            await page.wait_until(lambda status, plies=plies: status.ply == plies)  # type: ignore[misc]
        clocks = page.status.clocks
        assert clocks is not None
        assert clocks[0] > 104
        await page.say(Undo())
        last = page.heard[-1]
        assert isinstance(last, GameMessage)
        assert (last.status.ply, len(last.plies), last.status.to_move) == (2, 3, 0)
        assert last.plies[-1].clocks is not None
        assert last.status.clocks == pytest.approx(last.plies[-1].clocks, abs=2)
        assert len(room.record(event).moves) == 2
        await page.say(Undo())
        assert (page.status.ply, page.status.can_undo) == (0, False)
        assert room.record(event).moves == ()
        await page.move()
        await page.wait_until(lambda status: status.ply == 2)

    in_room(tmp_path, work)


TO_A_PASS = ("b1", "d3", "a2")
"""After these moves against `first` on the small board, black can only pass."""


async def play_to_a_pass(page: Page) -> None:
    """Play until the next move of black's can only be a pass."""
    for number, move in enumerate(TO_A_PASS):
        await page.wait_until(lambda status, plies=2 * number: status.ply == plies)  # type: ignore[misc]
        await page.move(move)


@pytest.mark.parametrize("is_asked_before", [True, False])
def test_a_forced_pass_is_played_at_once_where_a_page_wants_that(
    is_asked_before: bool, tmp_path: Path
) -> None:
    async def work(room: Room) -> GameRecord:
        event = await room.begin("othello", "human", "first", clock="100")
        page = await room.sit(event)
        if is_asked_before:
            await page.say(AutoPass(is_on=True))
        await play_to_a_pass(page)
        if not is_asked_before:
            status = await page.wait_until(lambda status: status.ply == 6)
            assert [each.move for each in status.moves] == ["pass"]
            await page.say(AutoPass(is_on=True))
        status = await page.wait_until(lambda status: status.ply == 8)
        assert status.to_move == 0
        assert [each.move for each in status.moves] != ["pass"]
        return room.record(event)

    record = in_room(tmp_path, work)
    assert (record.moves[6].text, record.moves[6].seconds) == ("pass", 0.0)


def test_a_forced_pass_is_the_persons_own_where_no_page_wants_it_played(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        event = await room.begin("othello", "human", "first")
        page = await room.sit(event)
        await page.say(AutoPass(is_on=True))
        await page.say(AutoPass(is_on=False))
        await play_to_a_pass(page)
        await page.wait_until(lambda status: status.ply == 6)
        await room.leave(page)
        page = await room.sit(event)  # another page, which has not said anything yet
        assert (page.status.ply, page.status.to_move) == (6, 0)
        await page.move("pass")
        await page.wait_until(lambda status: status.ply == 8)

    in_room(tmp_path, work)


def test_what_one_page_wanted_is_forgotten_when_it_goes(tmp_path: Path) -> None:
    async def work(room: Room) -> Status:
        event = await room.begin("othello", "human", "human", moves=["a2", "a3", "c4"])
        first = await room.sit(event)
        await first.say(AutoPass(is_on=True))
        await room.leave(first)
        second = await room.sit(event)
        await second.move("a1")
        return second.status

    status = in_room(tmp_path, work)
    assert [each.move for each in status.moves] == ["pass"]


def test_undo_goes_past_passes_that_were_played_at_once(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        page = await room.begin_and_sit("othello", "human", "first")
        await page.say(AutoPass(is_on=True))
        await play_to_a_pass(page)
        await page.wait_until(lambda status: status.ply == 8)
        await page.say(Undo())
        assert (page.status.ply, page.status.to_move) == (4, 0)
        assert page.status.moves
        await page.move(TO_A_PASS[-1])
        await page.wait_until(lambda status: status.ply == 8)

    in_room(tmp_path, work)


def test_a_move_is_taken_back_while_the_other_side_thinks(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        page = await room.begin_and_sit("breakthrough", "human", ENDLESS, **LARGE)
        await page.move()
        assert (page.status.is_thinking, page.status.ply) == (True, 1)
        await page.say(Undo())
        assert (page.status.is_thinking, page.status.ply) == (False, 0)
        await page.move(page.status.moves[1].move)
        assert (page.status.is_thinking, page.status.ply) == (True, 1)

    in_room(tmp_path, work)


@pytest.mark.parametrize(
    ("players", "moves", "winner"),
    [
        (("human", "first"), 0, 1),
        (("human", ENDLESS), 1, 1),  # while the other side thinks
        (("human", "human"), 0, 1),
        (("human", "human"), 1, 0),
    ],
)
def test_people_may_resign(players: tuple[str, str], moves: int, winner: int, tmp_path: Path) -> None:
    async def work(room: Room) -> tuple[Status, GameRecord, EventState]:
        event = await room.begin("breakthrough", *players, **LARGE)
        page = await room.sit(event)
        for _ in range(moves):
            await page.move()
        await page.say(Resign())
        return page.status, room.record(event), room.store.event(event).state

    status, record, state = in_room(tmp_path, work)
    assert status.outcome is not None
    assert (status.outcome.winner, status.outcome.termination) == (winner, "resignation")
    assert (record.winner, record.termination) == (winner, Termination.RESIGNATION)
    assert (status.is_thinking, state) == (False, EventState.DONE)


def test_two_people_share_a_screen(tmp_path: Path) -> None:
    async def work(room: Room) -> Status:
        page = await room.begin_and_sit("konane", "human", "human")
        await page.move()
        await page.move()
        await page.say(Undo())
        assert (page.status.ply, page.status.to_move) == (1, 1)
        return await page.play_to_the_end()

    assert in_room(tmp_path, work).outcome is not None


async def compiled_hint(page: Page) -> HintMessage:
    """Ask for hints until the engine that finds them is ready."""
    while True:
        count = sum(isinstance(each, HintMessage) for each in page.heard)
        await page.say(AskHint())
        hint = (await page.wait(HintMessage, count + 1))[-1]
        if not hint.is_plain:
            return hint


def test_a_hint_is_that_of_the_terminal(tmp_path: Path) -> None:
    from plyground.engine import Engine
    from plyground.ui.playing.move_text import HINT, told_hint

    async def work(room: Room) -> HintMessage:
        page, other = await room.begin_and_sit("othello", "human", "first"), Page()
        assert page.session is not None
        await page.session.join(other)
        await page.say(AskHint())
        assert "already" in await page.refusal(AskHint())
        [hint] = await page.wait(HintMessage)
        assert await other.wait(HintMessage) == [hint]
        hint = await compiled_hint(page)
        assert await compiled_hint(page) == hint
        return hint

    hint = in_room(tmp_path, work)
    start = game("othello", size=4).start()
    *_, expected = Engine(start.game).search(start, HINT)
    assert hint.told == told_hint(expected)
    assert expected.move is not None
    assert (hint.move, hint.origin, hint.target) == (str(expected.move), None, expected.move.target)


def test_a_hint_that_comes_too_late_is_not_told(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        page = await room.begin_and_sit("breakthrough", "human", "first", **LARGE)
        await page.say(AskHint())
        await page.move()
        await page.wait_until(lambda status: status.ply == 2)
        await page.say(AskHint())
        assert len(await page.wait(HintMessage)) == 1
        await asyncio.sleep(0.5)
        assert len(await page.wait(HintMessage)) == 1

    in_room(tmp_path, work)


def test_hints_are_for_people_to_move(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        page = await room.begin_and_sit("breakthrough", ENDLESS, "human", **LARGE)
        assert "whose turn it is" in await page.refusal(AskHint())

    in_room(tmp_path, work)


def test_a_player_can_be_told_to_stop_thinking(tmp_path: Path) -> None:
    async def work(room: Room) -> Status:
        page = await room.begin_and_sit("breakthrough", ENDLESS, "human", **LARGE)
        assert page.status.is_thinking
        await page.say(StopThinking())
        await page.wait_until(lambda status: status.ply == 1)
        await page.say(StopThinking())  # nobody thinks
        return page.status

    status = in_room(tmp_path, work)
    assert (status.is_thinking, status.to_move, status.outcome) == (False, 1, None)


def test_thoughts_are_told_to_those_who_ask(tmp_path: Path) -> None:
    async def work(room: Room) -> tuple[list[ThoughtMessage], Page]:
        event = await room.begin("breakthrough", "human", "engine:depth=7", **LARGE)
        curious, other = await room.sit(event), await room.sit(event)
        await curious.say(ShowThinking(is_shown=True))
        await curious.move()
        await curious.wait_until(lambda status: status.ply == 2)
        thoughts = await curious.wait(ThoughtMessage)
        await curious.say(ShowThinking(is_shown=False))
        await curious.move()
        await curious.wait_until(lambda status: status.ply == 4)
        assert len(await curious.wait(ThoughtMessage)) == len(thoughts)
        return thoughts, other

    thoughts, other = in_room(tmp_path, work)
    last = thoughts[-1]
    assert (last.side, last.depth, last.score[0] in "+-") == (1, 7, True)
    played = [each.ply.move for each in other.heard if isinstance(each, PlayedMessage)]
    assert last.line[0] == played[1]
    assert not any(isinstance(each, ThoughtMessage) for each in other.heard)


def test_all_pages_are_told_the_same(tmp_path: Path) -> None:
    async def work(room: Room) -> tuple[Page, Page, Page]:
        event = await room.begin("othello", "human", "first")
        first, second = await room.sit(event), await room.sit(event)
        await first.move()
        await second.wait_until(lambda status: status.ply == 2)
        await second.move()
        await first.wait_until(lambda status: status.ply == 4)
        return first, second, await room.sit(event)

    first, second, late = in_room(tmp_path, work)
    assert first.heard[1:] == second.heard[1:]
    [told] = late.heard
    assert isinstance(told, GameMessage)
    assert [ply.move for ply in told.plies[1:]] == [
        each.ply.move for each in first.heard if isinstance(each, PlayedMessage)
    ]


class TestPrograms:
    """Games without people."""

    def test_they_play_while_somebody_looks_on(self, tmp_path: Path) -> None:
        async def work(room: Room) -> Status:
            event = await room.begin("breakthrough", "random", "first", options={"size": "6"})
            page = await room.sit(event)
            await page.say(SetSpeed(0.0))
            await page.wait_until(lambda status: status.ply >= 2)
            await room.leave(page)
            plies = len(room.record(event).moves)
            await asyncio.sleep(0.3)
            assert len(room.record(event).moves) == plies
            again = await room.sit(event)
            return await again.wait_until(lambda status: status.outcome is not None)

        assert in_room(tmp_path, work).ply > 4

    def test_they_can_be_paused_and_taken_back(self, tmp_path: Path) -> None:
        async def work(room: Room) -> None:
            page = await room.begin_and_sit("breakthrough", "random", "first", options={"size": "6"})
            assert page.status.speed > 0
            await page.say(SetSpeed(0.0))
            await page.wait_until(lambda status: status.ply >= 2)
            await page.say(Pause())
            plies = page.status.ply
            assert (page.status.is_paused, page.status.is_thinking) == (True, False)
            await asyncio.sleep(0.3)
            assert page.status.ply == plies
            await page.say(Go())
            await page.wait_until(lambda status: status.ply > plies)
            await page.say(Undo())
            assert page.status.is_paused
            assert "no person" in await page.refusal(Resign())
            await page.say(Go())
            await page.wait_until(lambda status: status.outcome is not None)

        in_room(tmp_path, work)

    def test_their_speed_takes_effect_at_once(self, tmp_path: Path) -> None:
        async def work(room: Room) -> None:
            page = await room.begin_and_sit("breakthrough", "first", "first")
            await page.say(SetSpeed(60.0))
            await page.wait_until(lambda status: status.ply == 1)
            await asyncio.sleep(0.3)
            assert page.status.ply == 1
            await page.say(SetSpeed(0.0))
            await page.wait_until(lambda status: status.outcome is not None)

        in_room(tmp_path, work)

    def test_people_cannot_be_paused(self, tmp_path: Path) -> None:
        async def work(room: Room) -> str:
            return await (await room.begin_and_sit("othello", "human", "first")).refusal(Pause())

        assert "without people" in in_room(tmp_path, work)


def test_a_game_that_cannot_be_kept_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*given: object, **named: object) -> None:
        raise StoreError("the disk is full")

    async def work(room: Room) -> tuple[Page, int]:
        page = await room.begin_and_sit("othello", "human", "first")
        await page.move()
        await page.wait_until(lambda status: status.ply == 2)
        monkeypatch.setattr(Store, "put_game", refuse)
        await page.play_to_the_end(lambda status: status.to_move == 0)
        return page, len([each for each in page.heard if isinstance(each, PlayedMessage)])

    page, played = in_room(tmp_path, work)
    assert page.status.problem == "the game is not kept: the disk is full"
    assert page.status.outcome is not None
    assert page.status.ply == played
    assert not any(isinstance(each, Refused) for each in page.heard)


def parts_told(page: Page) -> list[float]:
    """What a page was told of how much is compiled, each part once."""
    told = [each.status.compiling for each in page.heard if isinstance(each, StatusMessage)]
    return list(dict.fromkeys(part for part in told if part is not None))


def test_it_is_told_that_an_opponent_is_compiled_while_a_person_thinks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(room: Room) -> None:
        page = await room.begin_and_sit("breakthrough", "human", "greedy:3.25*piece - mobility")
        await page.wait_until(lambda status: status.compiling is not None)
        assert (page.status.to_move, page.status.is_thinking) == (0, False)
        await page.wait_until(lambda status: status.compiling is None)
        await page.move()
        await page.wait_until(lambda status: status.ply == 2)
        assert parts_told(page)[0] == 0
        assert parts_told(page) == sorted(parts_told(page))

    game("breakthrough", size=4).start().moves()
    monkeypatch.setenv("PLYGROUND_CACHE_DIR", str(tmp_path / "cache"))
    in_room(tmp_path, work, has_own_processes=True)


def test_compiling_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(room: Room) -> list[float]:
        page = await room.begin_and_sit("breakthrough", "greedy:3.25*piece - mobility", "human")
        await page.wait_until(lambda status: status.ply == 1)
        return parts_told(page)

    game("breakthrough", size=4).start().moves()
    monkeypatch.setenv("PLYGROUND_CACHE_DIR", str(tmp_path / "cache"))
    assert in_room(tmp_path, work, has_own_processes=True)[0] == 0
    with Store(tmp_path / "games.sqlite") as store:
        assert store.count(Selection()) == 1
