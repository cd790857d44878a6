"""A store with damaged rows: every list shows the others, and a line about each damaged one."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from plyground.store import EventKind, Store, StoredEvent
from plyground.tournament.contest import Contest, Entrant
from plyground.tournament.contest_running import KeptContest
from plyground.ui.playing.agreement import Agreement
from tests.ui.web.library.made_up import made_up_game, unfinished

from .running import Server, running_server

GAME = "game 2 is damaged: its checksum is wrong"
UNFINISHED = "game 5 is damaged: its checksum is wrong"


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose store has damaged games and contests among sound ones."""
    folder = tmp_path_factory.mktemp("damaged")
    file = folder / "games.db"
    _fill(file)
    with running_server(folder) as running:
        yield running


def _fill(file: Path) -> None:
    contest = Contest("breakthrough", {"size": "4x4"}, (Entrant("a", "random"), Entrant("b", "first")))
    with Store(file) as store:
        for number in range(3):
            store.add_single(made_up_game("ann", "bob", seed=number))
        for name in ("one", "two"):
            agreement = Agreement(("human", "first"))
            store.add_event(StoredEvent(name, EventKind.PLAY, agreement.to_settings()))
            store.add_game(unfinished(made_up_game("human", "first"), 2), name, 0)
        ids = [KeptContest.begin(store, contest, EventKind.MATCH, "a - b").id for _ in range(4)]
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE games SET winner = 1 - winner WHERE id = 2")
        connection.execute("UPDATE games SET moves = 7 WHERE id = 5")
        changes = ("kind = 'picnic'", "state = 'lost'", "settings = '{}', checksum = NULL")
        for change, event in zip(changes, ids, strict=False):
            connection.execute(f"UPDATE events SET {change} WHERE id = ?", [event])  # noqa: S608
        connection.commit()


def test_the_lists_have_what_is_sound_and_a_line_about_the_rest(damaged: Server) -> None:
    games = damaged.get("/api/records", params={"limit": 2}).json()
    assert ([game["id"] for game in games["games"]], games["damaged"]) == ([4], [UNFINISHED])
    games = damaged.get("/api/records", params={"limit": 2, "before": games["next"]}).json()
    assert ([game["id"] for game in games["games"]], games["damaged"]) == ([3], [GAME])
    going_on = damaged.get("/api/play").json()
    assert ([game["id"] for game in going_on["games"]], going_on["damaged"]) == (["one"], [UNFINISHED])
    contests = damaged.get("/api/contests").json()
    assert len(contests["contests"]) == 1
    problems = sorted(line.partition(" is damaged: ")[2] for line in contests["damaged"])
    assert problems == [
        "'lost' is not a valid EventState",
        "KeyError in its settings: 'conditions'",
        "its checksum is wrong",
    ]


@pytest.mark.parametrize(
    "path",
    ["/api/records/2", "/api/records/2/text", "/api/play/two"],
    ids=lambda path: path.rpartition("/")[2],
)
def test_one_damaged_row_is_a_clear_answer(damaged: Server, path: str) -> None:
    answer = damaged.get(path)
    assert 400 <= answer.status_code < 600
    assert "is damaged: its checksum is wrong" in answer.json()["error"]
    assert damaged.get(path.replace("2", "3").replace("two", "one")).status_code == 200


def test_an_export_says_what_it_leaves_out(damaged: Server) -> None:
    text = damaged.get("/api/records/text").text
    assert text.startswith(f"; {UNFINISHED}\n\n; {GAME}\n")
    assert text.count("[Game ") == 3


def test_the_pages_show_the_line(damaged: Server, new_context: Callable[..., BrowserContext]) -> None:
    page = new_context(base_url=damaged.url).new_page()
    page.goto("/library")
    expect(page.locator("#game-list > li.notice")).to_have_text([UNFINISHED, GAME])
    expect(page.locator("#game-list a")).to_have_count(3)
    page.goto("/library?tab=contests")
    expect(page.locator("#contest-list > li.notice")).to_have_count(3)
    page.goto("/")
    expect(page.locator("#unfinished-games > li.notice")).to_have_text([UNFINISHED])
