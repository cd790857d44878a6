"""Contests of a real server: played in the background, stopped, resumed, and never left behind."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from plyground.store import EventKind, EventState, Selection, Store
from plyground.tournament.contest import Contest, Entrant
from plyground.tournament.contest_running import KeptContest
from tests.report.reading import read_html
from tests.ui.web.library.made_up import made_up_game
from tests.ui.web.running import Server, running_server

PATIENCE = 120.0
"""Seconds in which anything must happen, on whatever machine."""

SMALL = {"game": "breakthrough", "options": {"size": "4x4"}, "seed": 1, "opening_plies": 2}
QUICK = {**SMALL, "players": ["random", "first", "killer"], "games": 2}
ENDLESS = {**SMALL, "players": ["a=engine:seconds=0.05", "b=engine:seconds=0.05"], "games": 5000}


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which no other tests play contests, of which there may be few at once."""
    with running_server(tmp_path_factory.mktemp("arena")) as running:
        yield running


def until(is_so: Callable[[], Any]) -> Any:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        found = is_so()
        if found:
            return found
        time.sleep(0.1)
    raise AssertionError("it did not happen")


def begin(server: Server, contest: dict[str, Any]) -> str:
    answer = server.post("/api/contests", contest)
    assert answer.status_code == 200, answer.text
    found: str = answer.json()["id"]
    return found


def view(server: Server, contest: str) -> dict[str, Any]:
    found: dict[str, Any] = server.get(f"/api/contests/{contest}").json()
    return found


def finish(server: Server, contest: str) -> dict[str, Any]:
    """Wait until a contest is over, and return how it stands then."""
    found: dict[str, Any] = until(lambda: (now := view(server, contest))["state"] == "over" and now)
    return found


def processes_of(contest: str) -> list[int]:
    """Return the processes that were begun to play a contest, and those which they began."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:  # it has just ended
            continue
        if contest.encode() in words:
            found.append(int(folder.name))
    return found


@pytest.fixture(scope="module")
def contest(arena: Server) -> str:
    """A contest that is over, for all who look at one."""
    begun = begin(arena, QUICK)
    finish(arena, begun)
    return begun


def test_a_contest_is_played_to_its_end_and_everything_told_about_it(arena: Server, contest: str) -> None:
    over = view(arena, contest)
    assert (over["games"], over["total"], over["problem"]) == (6, 6, None)
    assert sum(entry["points"] for entry in over["table"]) == 6
    assert over["game"]["title"] == "Breakthrough"
    games = arena.get("/api/records", params={"event": contest}).json()
    assert games["total"] == 6
    listed = arena.get("/api/contests").json()["contests"]
    [mine] = [each for each in listed if each["id"] == contest]
    assert (mine["state"], mine["games"], mine["players"]) == ("over", 6, QUICK["players"])
    assert (mine["game"], mine["format"]) == ("Breakthrough", "round robin")


def test_the_same_seed_plays_the_same_games(arena: Server) -> None:
    first, second = begin(arena, QUICK), begin(arena, QUICK)
    tables = [finish(arena, contest)["crosstable"] for contest in (first, second)]
    assert tables[0] == tables[1]


def test_who_listens_hears_every_change_until_the_end(arena: Server) -> None:
    contest = begin(arena, QUICK)
    seen: list[dict[str, Any]] = []
    with connect(f"{arena.socket_url}/api/contests/{contest}/live") as live:
        while not seen or seen[-1]["state"] == "running":
            message = json.loads(live.recv(timeout=PATIENCE))
            if message["type"] == "watched":  # a game that took long, on a slow machine
                continue
            assert message["type"] == "contest"
            seen.append(message["contest"])
    assert (seen[-1]["state"], seen[-1]["games"]) == ("over", 6)
    counts = [each["games"] for each in seen]
    assert counts == sorted(counts)


def test_the_games_under_way_are_shown_until_the_contest_stops(arena: Server) -> None:
    contest = begin(arena, ENDLESS)
    seen: list[list[dict[str, Any]]] = []

    def watch(live: ClientConnection) -> list[dict[str, Any]]:
        while True:
            message = json.loads(live.recv(timeout=PATIENCE))
            if message["type"] == "watched":
                games: list[dict[str, Any]] = message["games"]
                return games

    with connect(f"{arena.socket_url}/api/contests/{contest}/live") as live:
        while len({game["position"] for games in seen for game in games}) < 3:
            seen.append(watch(live))
        arena.post(f"/api/contests/{contest}/stop", {})
        while seen[-1]:
            seen.append(watch(live))
    first = seen[0][0]
    assert sorted(first["names"]) == ["a", "b"]
    assert (first["place"], first["clocks"]) == (0, None)
    assert first["number"] >= 1
    assert first["position"].split()[1] in ("black", "white")


def test_who_listens_to_nothing_is_told_so(arena: Server) -> None:
    with connect(f"{arena.socket_url}/api/contests/nothing/live") as live:
        assert json.loads(live.recv(timeout=PATIENCE)) == {
            "type": "refused",
            "reason": "there is no event 'nothing'",
        }
        live.send('{"type": "order"}')
        assert json.loads(live.recv(timeout=PATIENCE))["type"] == "refused"


def test_a_report_is_a_page_that_can_do_nothing(arena: Server, contest: str) -> None:
    answer = arena.get(f"/api/contests/{contest}/report")
    assert answer.headers["content-disposition"] == f'attachment; filename="contest-{contest}.html"'
    assert answer.headers["content-security-policy"].startswith(
        "default-src 'none'; style-src 'unsafe-inline'"
    )
    assert "sandbox" in answer.headers["content-security-policy"]
    assert "Crosstable" in read_html(answer.text).text


def test_a_contest_is_stopped_and_resumed_and_no_game_is_lost(arena: Server) -> None:
    contest = begin(arena, ENDLESS)
    until(lambda: view(arena, contest)["games"] > 2)
    assert view(arena, contest)["seconds_left"] > 0
    assert arena.post(f"/api/contests/{contest}/stop", {}).json() == {"state": "stopped"}
    assert processes_of(contest) == []
    stopped = view(arena, contest)
    assert (stopped["state"], stopped["can_resume"], stopped["seconds_left"]) == ("stopped", True, None)
    assert arena.post(f"/api/contests/{contest}/stop", {}).status_code == 400
    assert arena.post(f"/api/contests/{contest}/resume", {}).json() == {"state": "running"}
    assert arena.post(f"/api/contests/{contest}/resume", {}).status_code == 400
    until(lambda: view(arena, contest)["games"] > stopped["games"])
    arena.post(f"/api/contests/{contest}/stop", {})


def test_only_so_many_are_played_at_once(arena: Server) -> None:
    contests = [begin(arena, ENDLESS) for _ in range(2)]
    refused = arena.post("/api/contests", ENDLESS)
    assert refused.status_code == 429
    assert "stop one first" in refused.json()["error"]
    for contest in contests:
        arena.post(f"/api/contests/{contest}/stop", {})
    finish(arena, begin(arena, QUICK))


def test_a_killed_server_leaves_nothing_behind_and_the_next_one_resumes(own_server: Server) -> None:
    contest = begin(own_server, ENDLESS)
    until(lambda: view(own_server, contest)["games"] > 2)
    own_server.kill()
    until(lambda: processes_of(contest) == [])
    with Store(own_server.store) as store:
        assert store.event(contest).state is EventState.STOPPED
        games = store.count(Selection(event=contest))
    own_server.start()
    assert view(own_server, contest)["state"] == "stopped"
    assert view(own_server, contest)["games"] == games
    own_server.post(f"/api/contests/{contest}/resume", {})
    until(lambda: view(own_server, contest)["games"] > games)


def test_a_server_that_ends_ends_its_contests(own_server: Server) -> None:
    contest = begin(own_server, ENDLESS)
    until(lambda: view(own_server, contest)["games"] > 0)
    own_server.stop()
    assert processes_of(contest) == []
    with Store(own_server.store) as store:
        assert store.event(contest).state is EventState.STOPPED
    own_server.start()


@pytest.fixture
def foreign_contests(arena: Server) -> dict[str, str]:
    """Contests that were begun elsewhere: one with a program, one that was cut off, a game of play."""
    house = (Entrant("random", "random"), Entrant("first", "first"))
    programs = (Entrant("random", "random"), Entrant("other", "program:touch sprung"))
    with Store(arena.store) as store:
        begun = {
            name: KeptContest.begin(store, Contest("breakthrough", {"size": "4x4"}, entrants), kind, name).id
            for name, entrants, kind in (
                ("cut off", house, EventKind.MATCH),
                ("program", programs, EventKind.MATCH),
                ("evening", house, EventKind.PLAY),
            )
        }
        store.add_game(made_up_game("random", "first"), begun["cut off"], 0)
    return begun


def test_what_was_cut_off_can_be_resumed(arena: Server, foreign_contests: dict[str, str]) -> None:
    contest = foreign_contests["cut off"]
    shown = view(arena, contest)
    assert (shown["state"], shown["can_resume"], shown["games"]) == ("interrupted", True, 1)
    arena.post(f"/api/contests/{contest}/resume", {})
    assert finish(arena, contest)["games"] == 2


def test_no_page_starts_a_program(arena: Server, foreign_contests: dict[str, str]) -> None:
    contest = foreign_contests["program"]
    assert not view(arena, contest)["can_resume"]
    refused = arena.post(f"/api/contests/{contest}/resume", {})
    assert refused.status_code == 403
    assert processes_of(contest) == []


def test_a_game_of_an_evening_is_no_contest(arena: Server, foreign_contests: dict[str, str]) -> None:
    contest = foreign_contests["evening"]
    assert contest not in {each["id"] for each in arena.get("/api/contests").json()["contests"]}
    assert arena.get(f"/api/contests/{contest}").status_code == 400
    assert arena.post(f"/api/contests/{contest}/resume", {}).status_code == 400


def test_a_process_that_is_killed_is_told(arena: Server) -> None:
    contest = begin(arena, ENDLESS)
    until(lambda: view(arena, contest)["games"] > 0)
    for process in processes_of(contest):
        os.kill(process, signal.SIGKILL)
    shown = until(lambda: (found := view(arena, contest))["state"] != "running" and found)
    assert shown["state"] == "interrupted"
    assert shown["problem"] == "the process that played it ended with -9"
    assert shown["can_resume"]


@pytest.mark.parametrize("name", ["nothing", "%00", "..", "x" * 300])
def test_there_is_no_such_contest(arena: Server, name: str) -> None:
    assert arena.get(f"/api/contests/{name}").status_code == 404
    assert arena.get(f"/api/contests/{name}/report").status_code == 404
    assert arena.post(f"/api/contests/{name}/resume", {}).status_code == 404
    assert arena.post(f"/api/contests/{name}/stop", {}).status_code in (400, 404)


@pytest.mark.parametrize(
    "change",
    [
        {"players": []},
        {"players": ["random"]},
        {"players": "random"},
        {"players": ["random", "x" * 301]},
        {"players": ["random", "program:touch sprung"]},
        {"format": "duel"},
        {"games": 0},
        {"games": 10**9},
        {"seconds": "long"},
        {"seed": -1},
        {"processes": 0},
        {"rounds": 0},
        {"more": 1},
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(arena: Server, change: dict[str, Any]) -> None:
    answer = arena.post("/api/contests", {**QUICK, **change})
    assert answer.status_code in (400, 403)
    assert "\n" not in answer.json()["error"]


def test_levels_are_called_as_they_are_elsewhere(arena: Server) -> None:
    entrants = (Entrant("level:3", "level:3"), Entrant("strong", "level:4"))
    with Store(arena.store) as store:
        contest = Contest("breakthrough", {"size": "4x4"}, entrants)
        kept = KeptContest.begin(store, contest, EventKind.MATCH, "level:3 - strong")
    assert view(arena, kept.id)["names"] == ["Level 3", "strong"]
    [listed] = [each for each in arena.get("/api/contests").json()["contests"] if each["id"] == kept.id]
    assert listed["players"] == ["Level 3", "strong"]
