"""All games of a server: begun, found again, put away, branched off."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from plyground.core.position import game
from plyground.errors import PlygroundError, UnknownRecordError
from plyground.store import EventKind, EventState, Selection, Store, StoredEvent
from plyground.store.records import Termination
from plyground.ui.playing.agreement import Agreement
from plyground.ui.playing.kept_game import GameKeeper, find_unfinished
from plyground.ui.playing.played_game import PlayedGame
from plyground.ui.web.errors import BusyError, RefusedError
from plyground.ui.web.limits import Limits
from plyground.ui.web.play import play_service
from plyground.ui.web.play.play_messages import Fork, GameMessage, NewGame, Resign, SetSpeed

from .seated import Room, in_room


def test_a_game_survives_the_server(tmp_path: Path) -> None:
    async def first(room: Room) -> tuple[str, list[str]]:
        event = await room.begin("othello", "human", "random", seed=5, clock="100+2")
        page = await room.sit(event)
        await page.move()
        await page.wait_until(lambda status: status.ply == 2)
        return event, [move.text for move in room.record(event).moves]

    async def second(room: Room) -> GameMessage:
        page = await room.sit(event)
        told = page.heard[0]
        assert isinstance(told, GameMessage)
        assert room.store.event(event).state is EventState.RUNNING
        await page.play_to_the_end(lambda status: status.to_move == 0)
        return told

    event, moves = in_room(tmp_path, first, has_own_processes=True)
    with Store(tmp_path / "games.sqlite") as store:
        assert store.event(event).state is EventState.STOPPED
    told = in_room(tmp_path, second, has_own_processes=True)
    assert [ply.move for ply in told.plies[1:]] == moves
    assert (told.id, told.players, told.people) == (event, ("human", "random"), (True, False))
    assert told.plies[-1].clocks is not None
    assert told.plies[-1].clocks[0] < 102 < told.plies[-1].clocks[0] + 60

    async def third(room: Room) -> GameMessage:
        return await (await room.desk.session(event)).shown()

    over = in_room(tmp_path, third, has_own_processes=True)
    assert over.status.outcome is not None
    assert len(over.plies) > len(told.plies)


def test_a_game_without_a_move_survives_the_server_and_is_no_record(tmp_path: Path) -> None:
    async def first(room: Room) -> tuple[str, int, int]:
        event = await room.begin("duel", "human", "first", options={"size": "6", "seed": "9"})
        page = await room.sit(event)
        return event, room.store.count(), len(page.status.moves)

    async def second(room: Room) -> GameMessage:
        page = await room.sit(event)
        told = page.heard[0]
        assert isinstance(told, GameMessage)
        await page.move()
        assert len(room.record(event).moves) == 1
        assert (await room.desk.list_games()).games != []
        return told

    event, records, moves = in_room(tmp_path, first, has_own_processes=True)
    told = in_room(tmp_path, second, has_own_processes=True)
    assert (records, told.plies[0].position) == (0, game("duel", size=6, seed=9).start().text)
    assert len(told.status.moves) == moves


def test_a_game_of_the_terminal_goes_on_in_the_browser_and_back(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    played = PlayedGame(game("breakthrough", size="5x4").start(), Agreement(("human", "first"), seed=2))
    keeper = GameKeeper(path, played.agreement)
    for move in ("b4-b3", "b2-a3"):
        played.take(move, 1.0)
        keeper.keep(played.record())
    keeper.close()

    async def work(room: Room) -> str:
        [entry] = (await room.desk.list_games()).games
        assert (entry.plies, entry.to_move, entry.players) == (2, 0, ("human", "first"))
        assert entry.position == played.position.text
        page = await room.sit(entry.id)
        await page.move("d4-d3")
        await page.wait_until(lambda status: status.ply == 4)
        return entry.id

    event = in_room(tmp_path, work)
    kept = find_unfinished(path, None)
    assert (kept.event, kept.agreement) == (event, played.agreement)
    assert [move.text for move in kept.record.moves[:3]] == ["b4-b3", "b2-a3", "d4-d3"]
    assert len(kept.record.moves) == 4


@pytest.mark.parametrize(
    ("players", "is_over"), [(("human", "program:true"), False), (("human", "mine.py:Player"), True)]
)
def test_foreign_programs_of_the_terminal_are_not_run(
    players: tuple[str, str], is_over: bool, tmp_path: Path
) -> None:
    start = game("breakthrough", size="5x4").start()
    played = PlayedGame(start, Agreement(players))
    played.take("b4-b3", 1.0)
    if is_over:
        played.resign(1)

    async def work(room: Room) -> None:
        GameKeeper(room.store, played.agreement, event="abc").keep(played.record())
        assert (await room.desk.list_games()).games == []
        if is_over:  # it may be looked at, and nothing more
            assert (await (await room.desk.session("abc")).shown()).status.outcome is not None
        else:
            with pytest.raises(RefusedError):
                await room.desk.session("abc")
        with pytest.raises(RefusedError):
            await room.desk.fork_game("abc", Fork(0))

    in_room(tmp_path, work)


def test_what_is_no_game_is_not_found(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        room.store.add_event(StoredEvent("match", EventKind.MATCH))
        for event in ("nothing", "match", "", "a/b", "x" * 1000):
            with pytest.raises(UnknownRecordError) as raised:
                await room.desk.session(event)
            assert "\n" not in str(raised.value)

    in_room(tmp_path, work)


@pytest.mark.parametrize(
    "more",
    [
        {"game": "chess"},
        {"game": "./game.py"},
        {"options": {"size": "5"}},
        {"options": {"wings": "2"}},
        {"players": ("human", "program:true")},
        {"players": ("human", "greedy:a.py:b")},
        {"players": ("human", "engine:seconds=61")},
        {"players": ("Human", "first")},
        {"seconds": 1.0, "clock": "60"},
        {"seconds": -1.0},
        {"seconds": 61.0},
        {"clock": "soon"},
        {"clock": "3601"},
        {"clock": "1+3601"},
        {"position": "bbbb/wwww"},
        {"position": "8/8/8/3wb3/3bw3/8/8/8 black", "options": {"size": "4"}},
        {"moves": ["a1"]},
        {"moves": ["b1", "castle"]},
        {"position": "bbbb/bbbb/bbbb/bbbb black"},
    ],
)
def test_a_game_that_cannot_be_is_not_begun(more: dict[str, Any], tmp_path: Path) -> None:
    new = {"game": "othello", "players": ("human", "first"), "options": {"size": "4"}, **more}

    async def work(room: Room) -> None:
        with pytest.raises(PlygroundError) as raised:
            await room.desk.begin_game(NewGame(**new))
        assert "\n" not in str(raised.value)
        assert room.store.events() == []

    in_room(tmp_path, work)


def test_a_game_begins_where_it_is_told_to(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        page = await room.begin_and_sit("othello", "human", "human", moves=["b1", "a1"])
        told = page.heard[0]
        assert isinstance(told, GameMessage)
        assert ([ply.move for ply in told.plies], told.status.ply) == ([None, "b1", "a1"], 2)
        assert not told.status.can_undo
        await page.move()
        assert (page.status.ply, page.status.can_undo) == (3, True)
        text = "4/1wb1/1bw1/4 white"
        other = await room.begin_and_sit("othello", "human", "human", position=text, options={})
        told = other.heard[0]
        assert isinstance(told, GameMessage)
        assert (told.plies[0].position, told.status.to_move, told.game.rows) == (text, 1, 4)

    in_room(tmp_path, work)


def test_chance_is_another_one_each_time_unless_it_is_agreed(tmp_path: Path) -> None:
    async def work(room: Room) -> list[list[str]]:
        lines = []
        for seed in (7, 7, None, None):
            event = await room.begin("breakthrough", "random", "random", seed=seed, options={"size": "6"})
            page = await room.sit(event)
            await page.say(SetSpeed(0.0))
            await page.wait_until(lambda status: status.ply >= 6)
            lines.append([move.text for move in room.record(event).moves[:6]])
            await room.leave(page)
        return lines

    first, again, third, fourth = in_room(tmp_path, work)
    assert first == again
    assert third != fourth


def test_a_game_branches_off(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        event = await room.begin("breakthrough", "human", "human", moves=["b3xa2"], clock="100+1")
        page = await room.sit(event)
        for _ in range(3):
            await page.move()
        await page.say(Resign())
        told = page.heard[0]
        assert isinstance(told, GameMessage)
        original = await (await room.desk.session(event)).shown()
        for ply in range(5):
            branch = (await room.desk.fork_game(event, Fork(ply))).id
            shown = await (await room.desk.session(branch)).shown()
            assert branch != event
            assert (shown.players, shown.status.outcome) == (original.players, None)
            assert shown.plies[-1].clocks == original.plies[ply].clocks
            assert [each.position for each in shown.plies] == [
                each.position for each in original.plies[: ply + 1]
            ]
            assert shown.status.can_undo == (ply > 1)
        with pytest.raises(PlygroundError, match="has 4 plies"):
            await room.desk.fork_game(event, Fork(5))
        assert room.record(event).termination is Termination.RESIGNATION

    in_room(tmp_path, work)


def test_nothing_branches_off_where_a_game_was_over(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        event = await room.begin("konane", "human", "human")
        status = await (await room.sit(event)).play_to_the_end()
        with pytest.raises(PlygroundError, match="over in this position"):
            await room.desk.fork_game(event, Fork(status.ply))
        await room.desk.fork_game(event, Fork(status.ply - 1))

    in_room(tmp_path, work)


def test_games_that_nobody_looks_on_at_are_put_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_service, "IDLE_WHEN_OVER", 0.2)

    async def work(room: Room) -> None:
        events = [await room.begin("othello", "human", "human") for _ in range(3)]
        watched, left, over = [await room.desk.session(event) for event in events]
        page, other, third = [await room.sit(event) for event in events]
        await other.move()
        await room.leave(other)
        await third.say(Resign())
        await room.leave(third)
        await asyncio.sleep(0.6)
        assert await room.desk.session(events[0]) is watched
        again = await room.desk.session(events[1])
        assert again is not left
        assert (await again.shown()).status.ply == 1
        assert await room.desk.session(events[2]) is not over
        await page.move()
        assert page.status.ply == 1

    in_room(tmp_path, work, replace(Limits(), idle_seconds=0.2))


def test_who_comes_back_in_time_finds_the_same_game(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        event = await room.begin("othello", "human", "human")
        for _ in range(4):
            page = await room.sit(event)
            await asyncio.sleep(0.5)
            await room.leave(page)
        session = page.session
        assert await room.desk.session(event) is session

    in_room(tmp_path, work, replace(Limits(), idle_seconds=1.5))


def test_games_are_bounded(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        events = [await room.begin("othello", "human", "human") for _ in range(3)]
        page = await room.sit(events[0])  # for which one that nobody looks on at is put away
        await room.sit(events[2])
        with pytest.raises(BusyError):
            await room.begin("othello", "human", "human")
        with pytest.raises(BusyError):
            await room.sit(events[1])
        await room.leave(page)
        await room.sit(events[1])

    in_room(tmp_path, work, replace(Limits(), games=2))


def test_pages_that_come_at_once_see_one_game(tmp_path: Path) -> None:
    async def first(room: Room) -> str:
        event = await room.begin("othello", "human", "human")
        await (await room.sit(event)).move()
        return event

    async def second(room: Room) -> None:
        pages = await asyncio.gather(*(room.sit(event) for _ in range(5)))
        assert len({id(page.session) for page in pages}) == 1
        await pages[0].move()
        assert [page.status.ply for page in pages] == [2] * 5

    event = in_room(tmp_path, first)
    in_room(tmp_path, second)


def test_the_newest_games_to_go_on_with_come_first(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        events = []
        for name in ("othello", "konane", "breakthrough", "duel"):
            event = await room.begin(name, "human", "human")
            page = await room.sit(event)
            await page.move()
            if name == "konane":
                await page.say(Resign())
            else:
                events.append(event)
        await room.begin("othello", "human", "human")
        found = (await room.desk.list_games()).games
        assert [entry.id for entry in found] == events[:0:-1]
        assert [entry.game.name for entry in found] == ["duel", "breakthrough"]

    in_room(tmp_path, work, replace(Limits(), listed_games=2))


def test_a_game_that_went_on_elsewhere_is_opened_again_from_the_store(tmp_path: Path) -> None:
    async def work(room: Room) -> tuple[str | None, int, int]:
        page = await room.begin_and_sit("breakthrough", "human", "human")
        await page.move()
        assert page.session is not None
        event = page.session.id
        [stored] = room.store.games(Selection(event=event))
        slower = replace(stored.record, moves=(replace(stored.record.moves[0], seconds=9.0),))
        with Store(room.store.path) as another_program:
            another_program.put_game(stored.id, slower, seen=stored.record)
        await page.move()
        problem = page.status.problem
        again = await room.sit(event)
        assert again.session is not page.session
        assert room.record(event) == slower
        await again.move()
        return problem, again.status.ply, len(room.record(event).moves)

    problem, ply, kept = in_room(tmp_path, work)
    assert problem is not None
    assert "another program has continued game 1" in problem
    assert (ply, kept) == (2, 2)
