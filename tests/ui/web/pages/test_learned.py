"""The learning curve in a browser: listed in the library, drawn, and followed while it grows."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import asdict

from playwright.sync_api import BrowserContext, Page, expect

from plyground.store import Store
from tests.ui.web.learning.made_up import PROGRESS, begun, ended, generation
from tests.ui.web.running import Server

Judge = Callable[[Page], list[str]]
GENERATIONS = [generation(1, wrong_moves=0.4), generation(2, wrong_moves=0.2)]


def test_a_run_is_found_in_the_library_and_shows_its_curves(page: Page, server: Server, axe: Judge) -> None:
    run = ended(server.store, GENERATIONS)
    page.goto("/library")
    page.get_by_role("tab", name="Learned").click()
    expect(page).to_have_url(re.compile(r"/library\?tab=learned$"))
    assert axe(page) == []
    page.locator(f"a[href='/learned/{run}']").click()
    expect(page.locator("#badge")).to_have_text("over")
    expect(page.locator("#title")).to_have_text("Breakthrough 5x4")
    for plot, words in (
        ("#strength", "generation 2 +100"),
        ("#errors", "0.5000 held out, 0.4000 fitted"),
        ("#mistakes", "20.0 % in generation 2"),
    ):
        expect(page.locator(f"{plot} svg")).to_have_attribute("aria-label", re.compile(re.escape(words)))
    expect(page.locator("#generations tbody tr")).to_have_count(2)
    expect(page.locator("#report")).to_have_attribute("href", f"/api/learned/{run}/report")
    assert axe(page) == []


def test_a_run_is_followed_while_it_learns(page: Page, server: Server) -> None:
    with Store(server.store) as store:
        kept = begun(store, [])
        kept.tell_progress(PROGRESS)
        page.goto(f"/learned/{kept.id}")
        expect(page.locator("#badge")).to_have_text("learning")
        expect(page.locator("#doing")).to_have_text(
            "Generation 3 of 4: 1,200 games of self-play, about 2 min left"
        )
        expect(page.locator("#progress")).to_have_js_property("value", 0.25)
        expect(page.locator("#generations")).to_be_hidden()
        kept.add_generation(1, asdict(generation(1, held_out_error=None)))
        expect(page.locator("#generations tbody tr")).to_have_count(1)
        expect(page.locator("#no-mistakes")).to_be_visible()
        kept.stop()
        expect(page.locator("#badge")).to_have_text("stopped")
        expect(page.locator("#elsewhere")).to_contain_text(f"plyground resume {kept.id}")


def test_a_run_that_is_not_there_is_told(new_context: Callable[..., BrowserContext]) -> None:
    page = new_context().new_page()
    page.goto("/learned/deadbeef")
    expect(page.locator("#missing")).to_have_text("There is no event 'deadbeef'")
    new_context.problems.clear()  # type: ignore[attr-defined]  # Chromium logs the 404
