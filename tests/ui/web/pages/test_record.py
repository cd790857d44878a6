"""The record, the explorer and the links between the pages in a browser: by mouse, by touch, by keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from plyground.store import Store
from tests.ui.web.library.made_up import made_up_game
from tests.ui.web.record.own_games import keep, own_game
from tests.ui.web.running import Server, running_server

from .playing import square

DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of one person, with games of that person and one of a file."""
    with running_server(tmp_path_factory.mktemp("home")) as running:
        with Store(running.store) as store:
            keep(store, *(own_game("level:3", game="othello", seed=seed) for seed in range(5)))
            keep(store, own_game("level:2", 0.0))
            store.add_single(made_up_game("Ann", "Bob", size="6x6", seed=77))
        yield running


@pytest.fixture
def page(new_context: Callable[..., BrowserContext], home: Server) -> Page:
    """A page of a desktop's size, of that server."""
    return new_context(base_url=home.url, viewport=DESKTOP).new_page()


def test_the_record_leads_to_a_stronger_level(page: Page) -> None:
    page.goto("/record")
    section = page.get_by_role("region", name="Othello")
    expect(section.locator(".own-figure-value").first).to_have_text("1698")
    expect(section.get_by_role("img", name="5 won, 0 drawn, 0 lost")).to_have_count(1)
    section.get_by_role("link", name="Try level 4").click()
    page.wait_for_url("**/?game=othello&level=4")
    expect(page.get_by_role("radio", name="Othello")).to_be_checked()
    expect(page.locator("#opponents")).to_contain_text("4")


def test_the_explorer_by_keys_and_mouse(page: Page) -> None:
    page.goto("/openings?game=othello&source=mine")
    expect(page.locator("#counted")).to_have_text("5 games")
    row = page.locator(".explorer-table tbody tr").first
    expect(row).to_contain_text("100 %")
    row.get_by_role("button").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".explorer-step")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".explorer-step")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".explorer-step")).to_have_count(1)
    page.go_back()
    page.get_by_label("Games of").select_option("imports")
    expect(page.locator("#nothing")).to_contain_text("None of these games came here")


def test_an_opening_is_named_on_the_board(page: Page) -> None:
    page.goto("/openings?game=othello")
    for name in ("f5", "d6", "c3", "d3", "c4"):
        square(page, name).click()
    expect(page.locator("#name")).to_have_text("Tiger")
    assert page.url.endswith("moves=f5%2Cd6%2Cc3%2Cd3%2Cc4")


def test_a_game_is_named_marked_and_deleted(page: Page) -> None:
    page.goto("/library?source=mine")
    expect(page.locator("#game-list li")).to_have_count(6)
    page.get_by_role("button", name="Favourite").click()
    expect(page.get_by_role("button", name="Favourite")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Name and note").focus()
    page.keyboard.press("Enter")
    page.keyboard.type("A lesson")
    page.keyboard.press("Tab")
    page.keyboard.type("Never again.")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".game-entry-title")).to_contain_text("A lesson")
    expect(page.locator(".remark-note")).to_have_text("Never again.")
    page.get_by_text("Favourites only").click()
    expect(page.locator("#game-list li")).to_have_count(1)
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.locator("#found")).to_have_text("0 games")
    page.goto("/library?source=mine")
    expect(page.locator("#game-list li")).to_have_count(5)


def test_the_pages_behind_a_button(new_context: Callable[..., BrowserContext], home: Server) -> None:
    page = new_context(base_url=home.url, viewport=PHONE, has_touch=True).new_page()
    page.goto("/about")
    links = page.get_by_role("navigation", name="Pages")
    expect(links).to_be_hidden()
    page.get_by_role("button", name="Pages").tap()
    expect(links).to_be_visible()
    page.keyboard.press("Escape")
    expect(links).to_be_hidden()
    page.get_by_role("button", name="Pages").focus()
    page.keyboard.press("Enter")
    expect(links.get_by_role("link", name="About")).to_have_attribute("aria-current", "page")
    links.get_by_role("link", name="Openings").tap()
    page.wait_for_url("**/openings")


def test_a_name_takes_the_place_of_you(page: Page, home: Server) -> None:
    page.goto("/settings")
    try:
        page.get_by_label("Your name").fill("Ann Lee")
        page.keyboard.press("Enter")
        expect(page.locator(".toast")).to_contain_text("You are called Ann Lee.")
        page.goto("/library?source=mine")
        expect(page.locator("#game-list li").first).to_contain_text("Ann Lee")
        page.goto("/record")
        expect(page.get_by_role("heading", level=1)).to_have_text("Ann Lee")
    finally:
        home.post("/api/profile", {"name": ""})
