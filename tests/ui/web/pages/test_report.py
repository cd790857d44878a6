"""The report about a game: opened with one click, reviewed by itself, and learned from."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

import plyground as ply
from plyground.match.judging import by_the_rules
from plyground.store import Store
from plyground.store.records import GameRecord
from tests.ui.web.running import Server

from .playing import open_game, square

BLUNDER = ["b3xa2", "c2-b3"]
"""White could have taken on a2, and would have won; now black wins at once."""
REVIEWED = 60_000


@pytest.fixture
def report(page: Page, server: Server) -> Page:
    """The report about a game that white has just lost, opened from its end."""
    game = server.begin("breakthrough", "human", "human", options={"size": "4"}, moves=BLUNDER)
    open_game(page, game)
    square(page, "a2").click()
    square(page, "b1").click()
    page.get_by_role("link", name="Game report").click()
    expect(page.locator(".moment")).to_be_visible(timeout=REVIEWED)
    expect(page.locator("#progress-part")).to_be_hidden(timeout=REVIEWED)
    return page


def test_one_click_leads_to_accuracy_and_mistakes(report: Page) -> None:
    white = report.locator(".report-player").nth(1)
    expect(white.get_by_role("img", name="Accuracy 0.0 percent")).to_be_visible()
    expect(white.locator(".count-blunder")).to_have_text("1")
    moment = report.locator(".moment")
    expect(moment).to_have_count(1)
    expect(moment).to_contain_text("proved")
    moment.click()
    expect(moment).to_have_attribute("aria-current", "true")
    expect(report.locator(".moment-why")).to_have_text(
        "White loses the race: black arrives at once, 1 move earlier than white."
    )
    report.get_by_role("button", name="Show why").click()
    expect(report.locator("#told")).to_contain_text("Why it was a mistake: Black plays a2xb1")


def test_a_better_move_is_found_after_a_wrong_one(report: Page) -> None:
    report.get_by_role("button", name="Learn from white’s mistake").click()
    told = report.locator(".find-told")
    expect(told).to_have_text("White played 1… c2-b3. Find a better move.")
    square(report, "c2").click()
    square(report, "b3").click()
    expect(told).to_have_text(
        "That was played in the game: loses the race: black arrives at once, 1 move earlier than white."
    )
    report.get_by_role("button", name="Try again").click()
    square(report, "d2").click()
    square(report, "c3").click()
    expect(report.locator(".find-card")).to_have_attribute("data-state", "wrong", timeout=REVIEWED)
    report.get_by_role("button", name="Try again").click()
    square(report, "b1").click()
    square(report, "a2").click()
    expect(told).to_have_text("Yes, b1xa2 is the best move.")
    report.get_by_role("button", name="Back to the report").click()
    expect(report.locator("#board")).to_be_visible()


def test_keys_step_through_the_game_and_the_graph_leads_to_a_move(report: Page) -> None:
    report.keyboard.press("Home")
    expect(report.locator("#told")).to_have_text("Black begins.")
    report.keyboard.press("ArrowRight")
    expect(report.locator("#told")).to_contain_text("black plays b3xa2", ignore_case=True)
    report.get_by_role("slider", name="Course of the game").focus()
    report.keyboard.press("End")
    expect(report.locator("#told")).to_contain_text("a2xb1")


@pytest.mark.parametrize("width", [320, 1440])
def test_nobody_stumbles_over_a_report(report: Page, axe: Callable[[Page], list[str]], width: int) -> None:
    report.set_viewport_size({"width": width, "height": 800})
    report.locator(".moment").click()
    assert axe(report) == []
    assert report.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_game_of_the_library_has_a_report(page: Page, server: Server) -> None:
    last = ply.game("breakthrough", size=4).start().play_all([*BLUNDER, "a2xb1"])
    verdict = by_the_rules(last)
    assert verdict is not None
    with Store(server.store) as store:
        number = store.add_single(GameRecord.of(last, ("x", "y"), opening=0, **vars(verdict)))
    page.goto(f"/library?record={number}")
    page.get_by_role("link", name="Report").click()
    expect(page.locator("#result")).to_contain_text("Black won")
    expect(page.locator(".moment")).to_have_count(1, timeout=REVIEWED)


def test_a_game_that_is_not_there_is_said_so(new_context: Callable[..., BrowserContext]) -> None:
    context = new_context()
    new_context.problems.clear()  # type: ignore[attr-defined]
    page = context.new_page()
    page.goto("/report/nothing")
    expect(page.get_by_role("heading", name="No game")).to_be_visible()
    new_context.problems.clear()  # type: ignore[attr-defined]  # the browser logs the answer 404
