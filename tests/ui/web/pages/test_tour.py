"""The tour of the tree page: on a good example, at the first visit and from a button."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect

from .playing import overlap
from .test_tree import CLASSIC, open_tree, told

STEPS = 7
SIZES = ({"width": 1440, "height": 900}, {"width": 360, "height": 740})


def test_a_first_visit_begins_with_the_tour_on_a_good_example(
    new_context: Callable[..., BrowserContext], axe: Callable[[Page], list[str]]
) -> None:
    page = new_context(is_newcomer=True, viewport=SIZES[0]).new_page()
    card = page.locator(".tour")
    for size in SIZES:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.goto("/about")
        page.evaluate("localStorage.clear()")
        page.goto("/tree")
        for number in range(STEPS):
            expect(card).to_contain_text(f"{number + 1} of {STEPS}")
            expect(page.locator(".tour-target")).to_have_count(1)
            expect(page.locator(".tour-target")).to_be_in_viewport()
            expect(card).to_be_in_viewport(ratio=1)
            if number > 0:  # the first is about the whole tree
                assert not overlap(page, ".tour", ".tour-target"), (size, number)
            if number == 2:
                expect(told(page)).to_have_text(
                    "The rest of b is cut off: 14 ≥ beta 11: MIN would never allow this."
                )
                assert axe(page) == []
            if number == 5:
                expect(page.get_by_role("radio", name="Monte Carlo")).to_be_checked()
                expect(told(page)).to_contain_text("which has 100 visits now")
            page.keyboard.press("Enter")  # the button has the focus
        expect(card).to_have_count(0)
        expect(page.locator(".tour-target")).to_have_count(0)
        expect(page.get_by_role("button", name="Tour")).to_be_focused()
        cut = page.locator("#comparison tr", has_text="Leaves")
        expect(cut).to_have_text("Leaves12742%")  # the example has cuts worth seeing
    page.goto("/tree")
    expect(told(page)).to_contain_text("The search is over")
    expect(card).to_have_count(0)


def test_the_tour_is_skipped_and_taken_again(page: Page) -> None:
    open_tree(page, CLASSIC)
    card = page.get_by_role("dialog", name="A tree of moves")
    expect(card).to_have_count(0)
    page.get_by_role("button", name="Tour").click()
    expect(card).to_be_visible()
    expect(page.locator("#step-count")).to_have_text("48 / 48")  # the example, not the tree that was there
    page.get_by_role("button", name="Next", exact=True).click()
    page.get_by_role("button", name="Back", exact=True).click()
    expect(card).to_contain_text("1 of 7")
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    page.get_by_role("button", name="Tour").click()
    page.get_by_role("button", name="Skip the tour").click()
    expect(card).to_have_count(0)


def test_a_link_to_a_tree_shows_that_tree_without_a_tour(new_context: Callable[..., BrowserContext]) -> None:
    page = new_context(is_newcomer=True).new_page()
    open_tree(page, CLASSIC)
    expect(told(page)).to_have_text("The search is over: 3 for MAX.")
    expect(page.locator(".tour")).to_have_count(0)
