"""Exercises about Monte Carlo tree search are solved in a browser."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect

from plyground.study.tree.uct.backup_exercises import make_backup_exercise
from plyground.study.tree.uct.selection_exercises import make_selection_exercise

from .test_tree import LONG

Judge = Callable[[Page], list[str]]
SCREENS = [(360, 740), (1280, 720), (1920, 1080)]


def test_bounds_are_found_and_the_selected_child_is_marked(page: Page, axe: Judge) -> None:
    page.goto("/exercise?seed=3&kind=selection&number=3")
    exercise = make_selection_exercise(3, 3)
    check, result = page.get_by_role("button", name="Check my answers"), page.locator("#result")
    check.click(timeout=LONG)
    expect(result).to_have_text("Nothing to check yet: fill in a bound or mark a child.")
    expect(page.locator(".sheet-value")).to_have_count(len(exercise.asked))
    expect(page.get_by_role("radio")).to_have_count(len(exercise.asked))
    page.get_by_label("Bound of b a, MAX").fill("x")
    check.click()
    expect(result).to_have_text("1 answer is not a number.")
    for node in exercise.asked:
        kind = "" if exercise.tree.is_leaf(node) else f", {exercise.tree.role(node)}"
        page.get_by_label(f"Bound of {exercise.tree.name(node)}{kind}", exact=True).fill(
            exercise.answer(node).replace(".", ",")
        )
    check.click()
    expect(result).to_have_text("Every bound is right. Now mark the child that UCT selects.")
    page.get_by_label("b b is the selected child").check()
    check.click()
    expect(page.locator(".verdict.is-wrong")).to_contain_text("b has 0.97, c has 1.39.")
    page.get_by_label("b c is the selected child").check()
    page.keyboard.press("Enter")
    expect(result).to_have_text("Solved: every bound is right, and this is the child that UCT selects.")
    assert axe(page) == []


def test_a_result_is_backed_up(page: Page, axe: Judge) -> None:
    page.goto("/exercise?seed=3&kind=backup&number=1")
    exercise = make_backup_exercise(3, 1)
    check, result = page.get_by_role("button", name="Check my answers"), page.locator("#result")
    first = page.get_by_label("Sum and visits of a, MIN")
    first.fill("3", timeout=LONG)
    check.click()
    expect(page.locator(".verdict")).to_contain_text("“3” is not a sum and visits, such as −1/3.")
    first.fill("−3 / 6")
    check.click()
    expect(page.locator(".verdict")).to_contain_text("Nothing changes here: it is not on the way")
    expect(result).to_have_text("1 answer is not right yet, 3 boxes are open.")
    expect(page.locator("#exercise-tree input:not(.sheet-value)")).to_have_count(0)  # nothing is marked
    for node in exercise.asked:
        kind = "" if exercise.tree.is_leaf(node) else f", {exercise.tree.role(node)}"
        page.get_by_label(f"Sum and visits of {exercise.tree.name(node)}{kind}", exact=True).fill(
            exercise.answer(node)
        )
    page.keyboard.press("Enter")
    expect(result).to_have_text("Solved: the result is backed up rightly.")
    assert axe(page) == []


def test_they_fit_on_every_screen(new_context: Callable[..., BrowserContext], axe: Judge) -> None:
    for width, height in SCREENS:
        page = new_context(viewport={"width": width, "height": height}).new_page()
        for kind in ("selection", "backup"):
            page.goto(f"/exercise?seed=3&kind={kind}&number=2")
            expect(page.locator(".sheet-value").first).to_be_visible(timeout=LONG)
            page.wait_for_load_state("networkidle")
            assert axe(page) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            inside = "box => box.scrollWidth <= box.clientWidth"
            assert page.locator(".sheet-node").evaluate_all(f"all => all.every({inside})")
