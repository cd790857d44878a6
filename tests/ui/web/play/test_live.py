"""Games of a real server, over HTTP and WebSockets."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from websockets.asyncio.client import connect

from plyground.store import Selection, Store
from tests.ui.web.asynchronous import run_async
from tests.ui.web.running import Server

from .talking import PATIENCE, connected

SMALL = {"options": {"size": "4"}}


def talk(work: Callable[[], Awaitable[None]]) -> None:
    async def run() -> None:
        async with asyncio.timeout(PATIENCE):
            await work()

    run_async(run())


def moves_in_store(server: Server, event_id: str) -> list[str]:
    with Store(server.store, read_only=True) as store:
        [stored] = store.games(Selection(event=event_id))
    return [move.text for move in stored.record.moves]


def test_a_game_over_the_wire(server: Server) -> None:
    event = server.begin("othello", "human", "random", seed=2, **SMALL)

    async def work() -> None:
        async with connected(server, event) as line, connected(server, event) as other:
            await line.say("move", at=0, move="d4")
            assert (await line.hear())["type"] == "refused"
            await line.play_to_the_end(0)
            await other.hear_of("played")
            while other.status["outcome"] is None:
                await other.hear()
            assert other.plies == line.plies
            assert line.moves == moves_in_store(server, event)

    talk(work)
    shown = server.get(f"/api/play/{event}").json()
    assert (shown["type"], shown["id"], shown["people"]) == ("game", event, [True, False])
    assert shown["status"]["outcome"]["termination"] == "normal"
    assert [ply["move"] for ply in shown["plies"][1:]] == moves_in_store(server, event)


def test_a_killed_server_has_lost_nothing(own_server: Server) -> None:
    event = own_server.begin("breakthrough", "human", "first", options={"size": "6"})
    plies: list[dict[str, Any]] = []

    async def begin() -> None:
        async with connected(own_server, event) as line:
            for _ in range(2):
                await line.say("move", at=line.status["ply"], move=line.status["moves"][0]["move"])
                await line.hear_of("played")
                await line.hear_of("played")
            plies.extend(line.plies)

    async def go_on() -> None:
        async with connected(own_server, event) as line:
            assert line.plies == plies
            await line.say("undo")
            await line.hear_of("game")
            assert line.plies == plies[:3]
            await line.play_to_the_end(0)

    talk(begin)
    own_server.kill()
    own_server.start()
    [entry] = own_server.get("/api/play").json()["games"]
    assert (entry["id"], entry["plies"], entry["position"]) == (event, 4, plies[-1]["position"])
    talk(go_on)
    assert own_server.get("/api/play").json()["games"] == []


def test_a_game_branches_off(server: Server) -> None:
    event = server.begin("konane", "human", "human", moves=["a1", "b1"], **SMALL)
    answer = server.post(f"/api/play/{event}/fork", {"ply": 1})
    shown = server.get(f"/api/play/{answer.json()['id']}").json()
    assert [ply["move"] for ply in shown["plies"]] == [None, "a1"]
    assert shown["players"] == ["human", "human"]
    for ply in (3, -1, "two"):
        assert server.post(f"/api/play/{event}/fork", {"ply": ply}).status_code == 400


def test_a_rematch_swaps_the_sides(server: Server) -> None:
    event = server.begin("konane", "human", "first", clock="60+1", **SMALL)
    answer = server.post(f"/api/play/{event}/fork", {"ply": 0, "is_swapped": True})
    shown = server.get(f"/api/play/{answer.json()['id']}").json()
    assert shown["players"] == ["first", "human"]
    assert shown["status"]["clocks"] is not None


def test_there_is_no_such_game(server: Server) -> None:
    answer = server.get("/api/play/nothing")
    assert (answer.status_code, answer.json()) == (404, {"error": "there is no event 'nothing'"})
    assert server.post("/api/play/nothing/fork", {"ply": 0}).status_code == 404

    async def work() -> None:
        async with connect(f"{server.socket_url}/api/play/nothing/live") as socket:
            assert '"refused"' in str(await socket.recv())
            await socket.send('{"type":"undo"}')
            assert '"refused"' in str(await socket.recv())

    talk(work)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"game": "othello", "players": ["human", "program:true"]}, 403),
        ({"game": "othello", "players": ["human", "x.py:Player"]}, 403),
        ({"game": "othello", "players": ["human", "nobody"]}, 400),
        ({"game": "chess", "players": ["human", "first"]}, 400),
        ({"game": "othello", "players": ["human"]}, 400),
        ({"game": "othello", "players": ["human", "first"], "seed": -1}, 400),
        ({"game": "othello", "players": ["human", "first"], "wings": 2}, 400),
        ([], 400),
    ],
)
def test_games_that_cannot_be_are_refused(body: object, status: int, server: Server) -> None:
    answer = server.post("/api/play", body)
    assert answer.status_code == status
    assert list(answer.json()) == ["error"]
    assert "\n" not in answer.json()["error"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "move",
        "{}",
        "[]",
        '{"type":"castle"}',
        '{"type":"move"}',
        '{"type":"move","at":"0","move":"b1"}',
        '{"type":"move","at":-1,"move":"b1"}',
        '{"type":"move","at":0,"move":"b1","by":"me"}',
        '{"type":"speed","seconds":-1}',
        '{"type":"speed","seconds":1e9}',
        '{"type":"thinking","is_shown":1}',
    ],
)
def test_what_is_no_message_is_refused_and_nothing_else_happens(text: str, server: Server) -> None:
    event = server.begin("othello", "human", "human", **SMALL)

    async def work() -> None:
        async with connect(f"{server.socket_url}/api/play/{event}/live") as socket:
            for _ in ("game", "seats"):
                await socket.recv()
            await socket.send(text)
            assert '"refused"' in str(await socket.recv())
            await socket.send('{"type":"move","at":0,"move":"b1"}')
            assert '"played"' in str(await socket.recv())

    talk(work)
