"""Who is who on the pages: the same plain names wherever a game is seen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.ui.web.conftest import taught
from tests.ui.web.running import Server

from .playing import open_game, square

SPECS = re.compile(r"\bhuman\b|level:", re.IGNORECASE)


@pytest.fixture(scope="module")
def resigned(server: Server, browser: Browser) -> str:
    """A game against level 3 that a person has given up after a move."""
    game_id = server.begin("othello", "human", "level:3", options={"size": "4"})
    page = browser.new_page(base_url=server.url, storage_state=taught(server.url))
    open_game(page, game_id)
    square(page, "b1").click()
    expect(page.locator("#moves button.move")).to_have_count(2, timeout=60_000)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator("#result")).to_contain_text("You lose")
    page.close()
    return game_id


def test_a_game_that_was_given_up_says_who_resigned(page: Page, resigned: str) -> None:
    open_game(page, resigned)
    expect(page.locator("#result")).to_have_text(re.compile("You lose.*You resigned."))
    expect(page).to_have_title(re.compile("You lose: you resigned"))
    assert not SPECS.search(page.locator("main").inner_text())


def test_the_library_calls_players_as_the_game_does(page: Page, resigned: str) -> None:
    page.goto("/library")
    entry = page.locator(".game-entry").first
    expect(entry).to_contain_text("You")
    expect(entry).to_contain_text("Level 3")
    entry.click()
    expect(page.locator(".record-players")).to_contain_text("Level 3")
    page.keyboard.press("End")
    expect(page.get_by_text("white won by resignation").first).to_be_visible()
    assert not SPECS.search(page.locator("main").inner_text())


@pytest.mark.parametrize("typed", ["you", "You", "Level 3", "level:3"])
def test_players_are_found_as_they_are_called(page: Page, resigned: str, typed: str) -> None:
    page.goto("/library")
    page.locator("#filter-player").fill(typed)
    expect(page).to_have_url(re.compile("player="))
    expect(page.locator(".game-entry").first).to_contain_text("Level 3")


def test_a_search_without_a_result_says_what_to_do(page: Page) -> None:
    page.goto("/library?player=nobody-at-all")
    expect(page.get_by_text("No game matches these filters. Remove one of them.")).to_be_visible()


def test_the_analysis_calls_players_as_the_game_does(page: Page, resigned: str) -> None:
    page.goto(f"/analyse?play={resigned}")
    expect(page.locator("#players")).to_have_text("You against Level 3")
    page.get_by_role("button", name="Export …").click()
    expect(page.get_by_label("Record of the line")).to_have_value(re.compile('"human"'))
