"""What happens to a page when the server or the network goes away."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.ui.web.running import Server

from .playing import open_game, square


def test_a_game_goes_on_after_the_server_was_killed(browser: Browser, own_server: Server) -> None:
    game_id = own_server.begin("othello", "human", "human", options={"size": "4"}, clock="300")
    # A browser writes down that connections fail; that is what this is about.
    with browser.new_context(base_url=own_server.url) as context:
        page = context.new_page()
        open_game(page, game_id)
        square(page, "b1").click()
        expect(page.locator("#moves button.move")).to_have_count(1)
        own_server.kill()
        expect(page.get_by_text("Connection lost")).to_be_visible(timeout=20_000)
        page.get_by_role("gridcell", name="can be played").first.click()
        expect(page.get_by_text("no connection to the server")).to_be_visible()
        own_server.start()
        expect(page.get_by_text("Connection lost")).to_be_hidden(timeout=30_000)
        expect(page.locator(".toast")).to_have_count(0)
        expect(square(page, "b1")).to_have_attribute("aria-label", "b1, black disc, last move")
        page.get_by_role("gridcell", name="can be played").first.click()
        expect(page.locator("#moves button.move")).to_have_count(2)


def test_nothing_can_be_played_before_the_server_would_hear_of_it(page: Page, server: Server) -> None:
    game_id = server.begin("othello", "human", "human", options={"size": "4"}, moves=["b1", "a1"])
    page.route_web_socket("**/live", lambda _: None)  # accepted, and never answered
    page.goto(f"/play/{game_id}")
    expect(page.get_by_role("grid")).to_be_visible()
    expect(page.locator("#board")).to_have_attribute("aria-busy", "true")
    expect(page.locator("#told")).to_contain_text("White plays a1")
    assert page.get_by_role("gridcell", name="can be played").count() == 0
    expect(page.get_by_role("button", name="Hint")).to_be_disabled()
