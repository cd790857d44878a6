"""The first page: choosing a game, and going on with one."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

import plyground as ply
from plyground.core.discovery import is_built_in, known_games
from plyground.ui.web.common.game_views import GameInfo
from tests.ui.web.running import Server, running_server

from .playing import by_mouse, open_game

PLAY = re.compile(r"/play/\w+$")


def choose(page: Page, *names: str) -> None:
    """Choose some of the radio buttons by what they are called."""
    for name in names:
        page.get_by_role("radio", name=re.compile(f"^{re.escape(name)}")).check(force=True)


def begun(page: Page, server: Server) -> dict[str, object]:
    """Start the game, and return what the server knows about it."""
    page.get_by_role("button", name=re.compile("^Start")).click()
    page.wait_for_url(PLAY)
    state: dict[str, object] = server.get("/api" + page.url.removeprefix(server.url)).json()
    return state


def hold_back(page: Page, path: str) -> list[Route]:
    """Let requests wait; return those that do."""
    held: list[Route] = []

    def wait(route: Route) -> None:
        held.append(route)

    page.route(path, wait)
    return held


def test_every_game_has_a_card(page: Page) -> None:
    page.goto("/")
    for rules in filter(is_built_in, known_games().values()):  # other tests may have loaded others
        card = page.get_by_role("radio", name=rules.title)
        expect(card).to_be_attached()
        card.check(force=True)
        expect(page.get_by_role("heading", name=rules.title)).to_be_visible()


def test_a_game_begins_with_what_was_chosen(page: Page, server: Server) -> None:
    page.goto("/")
    choose(page, "Breakthrough", "I reply", "3 min + 2 s")
    page.get_by_label("Rows").select_option("5")
    page.get_by_label("Columns").select_option("4")
    page.get_by_role("slider", name="Opponent").fill("7")
    state = begun(page, server)
    assert state["players"] == ["level:7", "human"]
    assert state["game"]["options"] == {"size": "5x4"}  # type: ignore[index]
    # The opponent may have moved by now, and the clock run for a while.
    assert 150 < state["status"]["clocks"][1] <= 180  # type: ignore[index]


def test_options_come_from_the_game(page: Page, server: Server) -> None:
    page.goto("/")
    choose(page, "Wumpus duel", "Two people", "9 × 9")
    page.get_by_text("More settings").click()
    page.get_by_label("Seed").fill("11")
    page.get_by_label("Quiet").fill("20")
    state = begun(page, server)
    assert state["game"]["options"] == {  # type: ignore[index]
        "size": "9",
        "seed": "11",
        "quiet": "20",
        "repetitions": "3",
    }
    assert state["people"] == [True, True]


def test_two_engines_by_name(page: Page, server: Server) -> None:
    page.goto("/")
    choose(page, "Othello", "Watch")
    names = page.get_by_text("Any player by name")
    for index, name in enumerate(["minimax:depth=2", "random"]):
        names.nth(index).click()
        page.locator(f"#opponent-{index}-name").fill(name)
    assert begun(page, server)["players"] == ["minimax:depth=2", "random"]


def test_a_mistake_is_told_in_place(new_context: Callable[..., BrowserContext]) -> None:
    page = new_context().new_page()
    page.goto("/")
    choose(page, "Othello", "Other")
    page.get_by_label("Seconds for each side").fill("soon")
    with page.expect_response("**/api/play") as answer:
        page.get_by_role("button", name="Start Othello").click()
    assert answer.value.status == 400
    expect(page.locator("#start-problem")).to_have_text(
        "'soon' is no clock; write seconds and increment, such as 60+1"
    )
    page.get_by_label("Seconds for each side").fill("60")
    page.get_by_role("button", name="Start Othello").click()
    page.wait_for_url(PLAY)
    # The browser itself writes down that the server refused something.
    new_context.problems.clear()  # type: ignore[attr-defined]


def test_the_last_choices_are_remembered(page: Page, server: Server) -> None:
    page.goto("/")
    choose(page, "Konane", "I reply")
    page.get_by_role("slider", name="Opponent").fill("2")
    begun(page, server)
    page.goto("/")
    expect(page.get_by_role("radio", name="Konane")).to_be_checked()
    expect(page.get_by_role("radio", name="I reply")).to_be_checked()
    expect(page.get_by_role("slider", name="Opponent")).to_have_value("2")


def test_an_unfinished_game_can_be_gone_on_with(page: Page, server: Server) -> None:
    game_id = server.begin("konane", "human", "human", options={"size": "4x4"}, moves=["a1", "a2"])
    open_game(page, game_id)
    by_mouse(page, random.Random(1))
    expect(page.locator("#moves button.move")).to_have_count(3)
    page.goto("/")
    entry = page.locator(f"a[href='/play/{game_id}']")
    expect(entry).to_contain_text("Black against White")
    expect(entry).to_contain_text("3 moves, your move")
    entry.click()
    expect(page.locator("#moves button.move")).to_have_count(3)


def begun_games(count: int) -> list[dict[str, object]]:
    """Make up games that somebody has begun, of all kinds."""
    starts = [ply.game(name).start() for name in ("konane", "othello", "breakthrough", "duel")]
    return [
        {
            "id": f"{number:08x}",
            "game": msgspec.to_builtins(GameInfo.of(start.game)),
            "players": ["human", "level:3"],
            "names": ["You", "Level 3"],
            "plies": 12,
            "to_move": 0,
            "started": "2026-01-01T00:00:00+00:00",
            "position": start.text,
        }
        for number, start in enumerate(starts * count, start=1)
    ][:count]


OVERLAPS = """() => {
    const sheet = document.querySelector(".sheet").getBoundingClientRect();
    return [...document.querySelectorAll("#unfinished h2, .game-row, .game-row .thumbnail, #all-unfinished")]
        .map((each) => each.getBoundingClientRect())
        .filter(({ left, right, top, bottom }) =>
            left < sheet.right && sheet.left < right && top < sheet.bottom && sheet.top < bottom).length;
}"""


@pytest.mark.parametrize("count", [1, 3, 9])
@pytest.mark.parametrize("size", [(1280, 720), (1366, 768), (1920, 1080), (1000, 700)])
def test_the_form_and_the_games_to_go_on_with_never_cover_each_other(
    new_context: Callable[..., BrowserContext], size: tuple[int, int], count: int
) -> None:
    page = new_context(viewport={"width": size[0], "height": size[1]}).new_page()
    page.route("**/api/play", lambda route: route.fulfill(json={"games": begun_games(count), "damaged": []}))
    page.goto("/")
    expect(page.locator(".game-row")).to_have_count(min(count, 6))
    most = page.evaluate("document.documentElement.scrollHeight - innerHeight")
    for step in range(6):
        page.evaluate("y => scrollTo(0, y)", most * step / 5)
        assert page.evaluate(OVERLAPS) == 0, f"scrolled to {step} fifths"


@pytest.mark.parametrize("size", [(1280, 720), (1366, 768), (1920, 1080)])
def test_start_is_seen_without_scrolling(
    new_context: Callable[..., BrowserContext], size: tuple[int, int]
) -> None:
    page = new_context(viewport={"width": size[0], "height": size[1]}).new_page()
    page.goto("/")
    for title in ("Breakthrough", "Wumpus duel", "Konane", "Othello"):
        choose(page, title, "Watch")  # which asks for the most
        page.evaluate("scrollTo(0, 0)")
        button = page.get_by_role("button", name=f"Start {title}")
        expect(button).to_be_in_viewport(ratio=1)
        box = button.bounding_box()
        assert box is not None
        middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        assert (
            page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('button')?.type", middle)
            == "submit"
        )


def test_games_that_take_long_to_come_do_not_hold_up_the_form(page: Page) -> None:
    held = hold_back(page, "**/api/play")
    page.goto("/")
    expect(page.get_by_role("button", name="Start Breakthrough")).to_be_enabled()
    expect(page.locator("#unfinished-waiting")).to_contain_text("Getting the games ready")
    held.pop().fulfill(json={"games": [], "damaged": []})
    expect(page.locator("#unfinished")).to_be_hidden()


def test_a_game_that_takes_long_to_begin_is_said_to(page: Page) -> None:
    page.goto("/")
    choose(page, "Konane")
    held = hold_back(page, "**/api/play")
    page.get_by_role("button", name="Start Konane").click()
    expect(page.get_by_role("button", name="Getting Konane ready")).to_be_disabled()
    expect(page.locator("#start-waiting")).to_contain_text("a moment")
    held.pop().continue_()
    page.wait_for_url(PLAY)


@pytest.mark.long
def test_the_first_start_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, new_context: Callable[..., BrowserContext]
) -> None:
    """Nothing is compiled yet: games can be chosen all the same, and soon be played."""
    monkeypatch.setenv("PLYGROUND_CACHE_DIR", str(tmp_path / "cache"))
    with running_server(tmp_path) as fresh:
        page = new_context(base_url=fresh.url).new_page()
        page.goto("/")
        expect(page.locator(".game-card")).to_have_count(4)
        page.get_by_role("button", name="Start Breakthrough").click()
        page.wait_for_url(PLAY, timeout=120_000)
        by_mouse(page, random.Random(1))
        expect(page.locator("#moves button.move")).to_have_count(2, timeout=120_000)
        page.close()
