"""The algorithms on the page of the analysis: their features, and results in their own terms."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

Judge = Callable[[Page], list[str]]

LONG = 60_000
SMALL = "/analyse?game=breakthrough&option.size=4"
SCREENS = [(360, 740), (1280, 720), (1920, 1080)]


def choose(page: Page, algorithm: str) -> None:
    page.get_by_role("radio", name=algorithm, exact=True).check(force=True)


def test_visits_and_win_rates(page: Page) -> None:
    page.goto(SMALL)
    page.get_by_label("nodes").fill("2000")
    choose(page, "uct")
    expect(page.locator("#search-state")).to_have_text(
        re.compile("Win rates and visits of the moves of black, who is to move"), timeout=LONG
    )
    expect(page.locator("#search-facts")).to_contain_text("sims2.00 k", timeout=LONG)
    expect(page.locator("#search-facts")).not_to_contain_text("nodes")
    first = page.locator(".best-line").first
    expect(first.locator(".line-score")).to_have_text(re.compile(r"^\d+ %$"))
    expect(first.locator(".line-visits")).to_have_text(re.compile(r"^[\d.]+( k)?$"))
    choose(page, "engine")
    expect(page.locator("#search-facts")).to_contain_text("nodes", timeout=LONG)
    expect(page.locator(".line-visits")).to_have_count(0)


def test_each_family_has_its_own_features(page: Page) -> None:
    page.goto(SMALL)
    features = page.get_by_role("switch", name="killers")
    expect(features).to_be_visible(timeout=LONG)
    choose(page, "mcts")
    expect(features).to_be_hidden()
    expect(page.get_by_role("switch", name="puct", exact=True)).to_be_checked()
    expect(page.get_by_role("radio", name="playouts: evaluation")).to_be_checked()
    page.get_by_role("switch", name="puct", exact=True).uncheck()
    expect(page.get_by_role("radio", name="mcts", exact=True)).not_to_be_checked()
    for name in ("quiescence", "implicit_minimax", "solver", "reuse"):
        page.get_by_role("switch", name=name, exact=True).uncheck()
    page.get_by_role("radio", name="playouts: random").check()
    expect(page.get_by_role("radio", name="uct", exact=True)).to_be_checked()
    choose(page, "pns")
    expect(page.locator("#features")).to_be_hidden()
    page.get_by_role("button", name="Reset").click()
    expect(features).to_be_visible()


def test_a_proof_is_marked(page: Page) -> None:
    page.goto("/analyse?game=konane&option.size=3")
    choose(page, "pns")
    score = page.locator(".best-line").first.locator(".line-score.is-proved")
    expect(score).to_have_text(re.compile("loss"), timeout=LONG)


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_nobody_stumbles(
    new_context: Callable[..., BrowserContext], axe: Judge, width: int, height: int
) -> None:
    page = new_context(viewport={"width": width, "height": height}).new_page()
    page.goto(SMALL)
    page.get_by_label("nodes").fill("2000")
    choose(page, "mcts")
    expect(page.locator("#search-facts")).to_contain_text("sims", timeout=LONG)
    page.wait_for_load_state("networkidle")
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
