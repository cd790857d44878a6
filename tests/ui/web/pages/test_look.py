"""How the pages look: for every eye, in both themes, on every screen, and lightly."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from plyground.store import EventKind, Store
from plyground.tournament.contest import Contest, Entrant
from plyground.tournament.contest_running import KeptContest, run_contest
from plyground.tournament.game_pools import HerePool
from tests.ui.web.learning.made_up import ended, generation
from tests.ui.web.library.made_up import made_up_game
from tests.ui.web.running import Server

from .playing import open_game, square

Judge = Callable[[Page], list[str]]

DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
HEAVIEST = 100_000

SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
        shifts.push([value, ...sources.map(({ node }) => node?.id || node?.outerHTML?.slice(0, 80))]);
    }
}).observe({ type: "layout-shift", buffered: true });
"""


@pytest.fixture(scope="module")
def paths(server: Server) -> list[str]:
    """The pages to play, with games of all kinds."""
    games = [
        server.begin("breakthrough", "human", "level:1", clock="300"),
        server.begin("othello", "human", "human", options={"size": "6"}, moves=["c2"]),
        server.begin("konane", "human", "human", options={"size": "5x7"}, moves=["a1", "b1"]),
        server.begin("duel", "human", "human"),
        server.begin(
            "othello", "human", "human", options={"size": "4"}, position="bbbw/bbbb/bbbb/bbb1 black"
        ),
    ]
    return ["/", "/about", "/settings", *(f"/play/{game}" for game in games), "/learn/duel", "/learn/konane"]


@pytest.fixture(scope="module")
def other_paths(server: Server) -> list[str]:
    """The other pages, with something to show."""
    entrants = Entrant("a", "random"), Entrant("b", "first")
    contest = Contest("breakthrough", {"size": "4x4"}, entrants, pairs=3)
    with Store(server.store) as store:
        game = store.add_single(made_up_game("x", "y"))
        kept = KeptContest.begin(store, contest, EventKind.MATCH, "a match")
        run_contest(contest, kept, HerePool(), lambda progress: None)
        kept.end()
    run = ended(server.store, [generation(1, wrong_moves=0.3), generation(2, wrong_moves=0.2)])
    library = ["/library", f"/library?record={game}", "/library?tab=contests", f"/contest/{kept.id}"]
    library += ["/library?tab=learned", f"/learned/{run}"]
    library += ["/record", "/openings", "/openings?game=othello&moves=f5,d6"]
    library += [f"/report/record-{game}"]
    return ["/analyse", "/analyse?game=othello", "/tree", "/exercise", "/puzzles?daily", *library]


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_nobody_stumbles(
    new_context: Callable[..., BrowserContext], paths: list[str], axe: Judge, size: dict[str, int]
) -> None:
    page = new_context(viewport=size).new_page()
    for path in paths:
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert axe(page) == [], path


def test_nobody_stumbles_over_what_comes_up(page: Page, server: Server, axe: Judge) -> None:
    open_game(page, server.begin("breakthrough", "human", "human", moves=["a5-a4", "a2-a3"]))
    square(page, "b5").click()
    page.get_by_role("button", name="One move back").click()
    assert axe(page) == []
    page.get_by_role("button", name="Resign").click()
    assert axe(page) == []
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator("#result")).to_be_visible()
    assert axe(page) == []


def test_nothing_sticks_out_of_any_screen(page: Page, paths: list[str]) -> None:
    for path in paths:
        page.goto(path)
        page.wait_for_load_state("networkidle")
        for width, height in [(320, 568), (390, 844), (844, 390), (1440, 900), (3840, 2160)]:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, width)


MISFITS = Path(__file__).with_name("misfits.js").read_text("utf-8")

SCREENS = [
    pytest.param({"viewport": {"width": 360, "height": 740}}, id="small phone"),
    pytest.param({"viewport": {"width": 640, "height": 360}, "device_scale_factor": 2}, id="zoomed to 200 %"),
    pytest.param({"viewport": {"width": 1280, "height": 720}}, id="laptop"),
    pytest.param({"viewport": {"width": 1366, "height": 768}}, id="larger laptop"),
]


@pytest.mark.parametrize("screen", SCREENS)
def test_every_label_is_whole_on_every_screen(
    new_context: Callable[..., BrowserContext],
    paths: list[str],
    other_paths: list[str],
    screen: dict[str, Any],
) -> None:
    page = new_context(**screen).new_page()
    found = []
    for path in (*paths, *other_paths):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        width = page.evaluate("document.documentElement.scrollWidth")
        found += [f"{path}: {problem}" for problem in page.evaluate(MISFITS)]
        if width > screen["viewport"]["width"]:
            found.append(f"{path} is {width} pixels wide")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("width", [900, 1280, 1920])
def test_no_button_of_a_game_is_alone_in_its_row(page: Page, server: Server, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 720})
    open_game(page, server.begin("duel", "human", "human"))
    expect(page.locator(".action:visible")).to_have_count(6)
    tops = page.locator(".action:visible").evaluate_all("all => all.map((each) => each.offsetTop)")
    assert min(tops.count(top) for top in tops) > 1
    heading, rules = page.locator("#title").bounding_box(), page.locator("#rules").bounding_box()
    assert heading is not None
    assert rules is not None
    assert rules["y"] < heading["y"] + heading["height"], "beside the heading, and not below it"


@pytest.mark.parametrize("height", [720, 1080])
def test_all_games_are_seen_at_once(page: Page, height: int) -> None:
    page.set_viewport_size({"width": 16 * height // 9, "height": height})
    page.goto("/")
    cards = page.locator(".game-card")
    expect(cards).to_have_count(4)
    for card in cards.all():
        expect(card).to_be_in_viewport(ratio=1)


def test_the_theme_is_chosen_and_kept(page: Page) -> None:
    page.emulate_media(color_scheme="light")
    page.goto("/about")
    switch = page.get_by_role("button", name="Theme")
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    switch.click()  # light
    assert page.evaluate(paper) == light
    switch.click()
    dark = page.evaluate(paper)
    assert dark != light
    page.goto("/")
    assert page.evaluate(paper) == dark
    page.get_by_role("button", name="Theme: dark").click()
    assert page.evaluate(paper) == light
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(paper) == dark


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_nothing_moves_while_a_page_loads(
    new_context: Callable[..., BrowserContext],
    paths: list[str],
    other_paths: list[str],
    size: dict[str, int],
) -> None:
    page = new_context(viewport=size).new_page()
    page.add_init_script(SHIFTS)
    for path in (*paths, *other_paths):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(500)  # what comes over a WebSocket is not waited for above
        assert page.evaluate("shifts") == [], path


def test_nothing_moves_in_an_empty_library(
    new_context: Callable[..., BrowserContext], own_server: Server
) -> None:
    page = new_context(base_url=own_server.url, viewport=DESKTOP).new_page()
    page.add_init_script(SHIFTS)
    page.goto("/library")
    expect(page.locator("#found")).to_have_text("0 games")
    page.wait_for_timeout(500)
    assert page.evaluate("shifts") == []


OTHERS = ("/analyse?game=othello", "/library", "/puzzles", "/record", "/openings")


def test_pages_are_light_and_come_from_here(page: Page, server: Server, paths: list[str]) -> None:
    for path in (*paths[:4], *OTHERS):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        loaded = page.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")
        assert all(address.startswith(server.url) for address in loaded)
        files = {path, *(address.removeprefix(server.url) for address in loaded if "/api/" not in address)}
        assert {"/static/style.css", "/static/scripts/shell.js"} < files
        assert sum(len(gzip.compress(server.get(file).content)) for file in files) < HEAVIEST, path


HOSTILE = "<img src=x onerror=alert(1)>"


def test_hostile_names_are_shown_as_text(page: Page, server: Server) -> None:
    game_id = server.begin("konane", "human", "random", options={"size": "4x4"})
    state = server.get(f"/api/play/{game_id}").json()
    state["players"], state["names"] = [HOSTILE, "human"], [HOSTILE, "You"]
    state["people"] = [False, True]
    state["game"]["title"] = f"Konane {HOSTILE}"
    state["plies"][0]["told"] = HOSTILE
    unfinished = {
        "id": game_id,
        "game": state["game"],
        "players": [HOSTILE, "human"],
        "names": [HOSTILE, "You"],
        "plies": 0,
        "to_move": 0,
        "started": "2026-01-01T00:00:00+00:00",
        "position": state["plies"][0]["position"],
    }
    page.route("**/api/play", lambda route: route.fulfill(json={"games": [unfinished], "damaged": []}))
    page.route(f"**/api/play/{game_id}", lambda route: route.fulfill(json=state))
    page.route_web_socket("**/live", lambda socket: None)
    page.goto("/")
    expect(page.locator(".game-row")).to_contain_text(HOSTILE)
    page.goto(f"/play/{game_id}")
    expect(page.locator("#far-player")).to_contain_text(HOSTILE)
    expect(page.locator("h1")).to_contain_text(HOSTILE)
    assert page.locator("img[src=x]").count() == 0
