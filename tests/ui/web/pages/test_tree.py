"""The pages of the tree and of exercises, in a browser."""

from __future__ import annotations

import contextlib
import random
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import BrowserContext, Error, Locator, Page, Route, expect

from plyground.core.position import game
from plyground.study.tree.tree_course import told_score
from plyground.study.tree.tree_exercises import Exercise, make_exercise

Judge = Callable[[Page], list[str]]

CLASSIC = "/tree?leaves=((3 12 8) (2 4 6) (14 5 2))"
REAL = "/tree?game=breakthrough&option.size=4x4&depth=3"
EXERCISE = "/exercise?seed=3&kind={kind}&number=1"
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
LONG = 60_000
REFUSED = "Failed to load resource: the server responded with a status of 400 (Bad Request)"

STATES = """
async ([given, steps]) => {
    const { Columns } = await import("/static/scripts/tree/columns.js");
    const { Replay } = await import("/static/scripts/tree/search-replay.js");
    const response = await fetch("/api/tree", {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(given) });
    const message = await response.json();
    const tree = new Columns(message);
    const state = ({ states, cuts, scores, alphas, betas, best, node }) => {
        const columns = [states, cuts, scores, alphas, betas, best];
        return JSON.stringify([node, ...columns.map((column) => [...column].map(String))]);
    };
    const differing = [];
    for (const [name, prunes] of [["minimax", false], ["alphabeta", true]]) {
        const walked = new Replay(tree, message[name].events, prunes);
        for (const share of steps) {
            const step = Math.round(share * walked.length);
            walked.goTo(step);
            const fresh = new Replay(tree, message[name].events, prunes);
            fresh.goTo(step);
            if (walked.step !== step || state(walked) !== state(fresh)) differing.push([name, step]);
        }
        walked.goTo(walked.length);
        const done = walked.states.filter((state) => state === 2).length;
        if (done !== message[name].counts.nodes) differing.push(name);
        if (walked.cuts.filter(Boolean).length !== message[name].counts.cuts) differing.push(name);
    }
    return differing;
}
"""


def open_tree(page: Page, address: str) -> None:
    page.goto(address)
    expect(node(page, 0)).to_be_visible(timeout=LONG)


def node(page: Page, number: int) -> Locator:
    return page.locator(f"#node-{number}")


def shape(page: Page, number: int) -> Locator:
    """Return what is seen of a node."""
    return page.locator(f'.tree-node[data-node="{number}"]')


def told(page: Page) -> Locator:
    return page.locator("#told")


def query(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query)


def test_stepping_forth_and_back(page: Page) -> None:
    open_tree(page, CLASSIC)
    expect(told(page)).to_have_text("The search is over: 3 for MAX.")
    page.get_by_role("button", name="Before the search").click()
    expect(told(page)).to_contain_text("Nothing has happened yet")
    forth = page.get_by_role("button", name="One event forward")
    expected = [
        "The search begins at the root, with α −∞ β ∞.",
        "MAX tries a, with α −∞ β ∞.",
        "MIN tries a, with α −∞ β ∞.",
        "A is a leaf: the evaluation says 3.",
        "A is done: 3.",
        "A is the best so far for MIN at a: 3. Beta is now 3.",
    ]
    for text in expected:
        forth.click()
        expect(told(page)).to_have_text(text)
    for text in expected[-2::-1]:
        page.get_by_role("button", name="One event back").click()
        expect(told(page)).to_have_text(text)


def test_a_cut_is_grey_with_its_reason(page: Page) -> None:
    open_tree(page, CLASSIC)
    page.get_by_role("button", name="Before the search").click()
    page.get_by_role("button", name="Next cut").click()
    expect(told(page)).to_have_text("The rest of b is cut off: 2 ≤ alpha 3: MAX would never allow this.")
    for number in (7, 8):
        expect(shape(page, number)).to_have_class("tree-node is-cut")
    expect(page.locator(".tree-slash")).to_have_count(2)
    expect(page.locator(".tree-reason")).to_have_text(["2 ≤ alpha 3: MAX would never allow this"])
    node(page, 7).click()
    expect(page.locator("#node-facts")).to_contain_text("2 ≤ alpha 3: MAX would never allow this")
    page.get_by_role("button", name="One event back").click()
    expect(page.locator(".tree-node.is-cut")).to_have_count(0)
    expect(page.locator(".tree-reason")).to_have_count(0)
    page.get_by_role("button", name="End of the search").click()
    page.get_by_role("button", name="Previous cut").click()
    expect(told(page)).to_have_text(
        "C had no more moves to cut off: 2 ≤ alpha 3: MAX would never allow this."
    )


def test_the_slider_and_the_keys_step(page: Page) -> None:
    open_tree(page, CLASSIC)
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("Home")
    expect(page.locator("#step-count")).to_have_text("0 / 37")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#step-count")).to_have_text("3 / 37")
    slider = page.get_by_role("slider")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#step-count")).to_have_text("4 / 37")
    slider.fill("20")
    expect(page.locator("#step-count")).to_have_text("20 / 37")
    expect(slider).to_have_attribute("aria-valuetext", "event 20 of 37")
    page.keyboard.press("End")
    expect(page.locator("#step-count")).to_have_text("37 / 37")


def test_the_state_at_any_event_is_that_of_a_replay(page: Page) -> None:
    page.goto("/about")
    rng = random.Random(1)
    steps = [0, 1, *(rng.random() for _ in range(60)), 0.5, 0]
    real = {"line": {"game": "breakthrough", "options": {"size": "4x4"}}, "depth": 3}
    for given in ({"leaves": "(((3 1) (5 7) (2)) ((9 8) (1 1 4)) (6 (2 0)))"}, real):
        assert page.evaluate(STATES, [given, steps]) == []


def test_both_algorithms_with_what_was_saved(page: Page) -> None:
    open_tree(page, REAL)
    table = page.get_by_role("table")
    expect(table.get_by_role("row", name="Nodes")).to_have_text("Nodes38318252%")
    expect(page.locator("#step-count")).to_have_text("600 / 600")
    page.get_by_label("Minimax").check()
    expect(page.locator("#step-count")).not_to_have_text("600 / 600")
    assert query(page)["algorithm"] == ["minimax"]
    expect(page.locator(".tree-window")).to_have_count(0)
    page.get_by_label("Alpha-beta").check()
    expect(page.locator("#step-count")).to_have_text("600 / 600")


def test_an_order_moves_the_cuts(page: Page) -> None:
    open_tree(page, "/tree?game=othello&option.size=4&depth=4")
    cell = page.get_by_role("row", name="Nodes").get_by_role("cell")
    before = cell.all_text_contents()
    with page.expect_response("**/api/tree"):
        page.get_by_label("Order of moves").select_option("squares")
    expect(cell.nth(1)).not_to_have_text(before[1])
    assert cell.all_text_contents()[0] == before[0]
    assert query(page)["order"] == ["squares"]


def test_unfolding_boards_and_the_chosen_line(page: Page) -> None:
    open_tree(page, REAL)
    expect(page.locator(".tree-branch.is-chosen")).to_have_count(3)
    page.get_by_role("button", name="Fold all", exact=True).click()
    expect(page.locator(".tree-node")).to_have_count(7)
    shape(page, 1).locator(".tree-fold").click()
    expect(node(page, 2)).to_be_visible()
    expect(node(page, 1)).to_have_attribute("aria-expanded", "true")
    expect(shape(page, 1).locator(".tree-board")).to_have_count(1)
    page.get_by_text("Boards in the tree").click()
    expect(page.locator(".tree-board")).to_have_count(0)
    page.get_by_text("Boards in the tree").click()
    expect(shape(page, 1).locator(".tree-board")).to_have_count(1)
    node(page, 1).click()
    expect(page.locator("#node-heading")).to_have_text("b3xa2")
    expect(page.locator("#node-board .board-picture")).to_be_visible()
    shape(page, 1).locator(".tree-fold").click()
    expect(node(page, 2)).to_have_count(0)


def test_only_what_is_in_sight_is_drawn(page: Page) -> None:
    open_tree(page, REAL)
    page.get_by_role("button", name="Unfold all").click()
    expect(node(page, 3)).to_be_visible()
    assert page.locator(".tree-node").count() < 80  # of 383
    page.locator("#tree").evaluate("(box) => box.scrollTo(0, box.scrollHeight)")
    expect(node(page, 382)).to_be_visible()
    expect(node(page, 0)).to_be_in_viewport()  # a parent stays as long as its children are seen


def test_the_tree_by_keyboard_alone(page: Page) -> None:
    open_tree(page, CLASSIC)
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "tree":
            break
    box = page.get_by_role("tree")
    expect(box).to_be_focused()
    keys = ["ArrowDown", "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowDown"]
    for key, chosen in zip(keys, [1, 2, 1, 1, 5], strict=True):
        page.keyboard.press(key)
        expect(box).to_have_attribute("aria-activedescendant", f"node-{chosen}")
    expect(node(page, 2)).to_have_count(0)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(node(page, 2)).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(node(page, 2)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowLeft")
    expect(node(page, 1)).to_have_attribute("aria-label", "a, MIN, value 3")


def test_a_tree_of_ones_own(page: Page, new_context: Any) -> None:
    open_tree(page, REAL)
    page.get_by_text("A tree of your own").click()
    field = page.get_by_label("Leaves, with brackets around nodes")
    field.fill("((1 2) (3")
    page.get_by_role("button", name="Show this tree").click()
    expect(page.locator(".toast")).to_contain_text("a bracket is missing")
    field.fill("((1 2) (3 4))")
    page.get_by_role("button", name="Show this tree").click()
    expect(told(page)).to_have_text("The search is over: 3 for MAX.")
    expect(page.locator("#settings-panel")).to_be_hidden()
    assert query(page)["leaves"] == ["((1 2) (3 4))"]
    new_context.problems.remove(REFUSED)


def test_from_the_analysis_to_the_tree_and_back(page: Page) -> None:
    page.goto("/analyse?game=konane&option.size=4x4&moves=a1,b1")
    link = page.get_by_role("link", name="See the search as a tree")
    expect(link).to_have_attribute("href", re.compile("moves=a1%2Cb1"), timeout=LONG)
    link.click()
    expect(page.locator("#title")).to_contain_text("Konane 4x4, 3 plies deep", timeout=LONG)
    start = game("konane", size="4x4").start().play("a1").play("b1")
    assert page.get_by_role("treeitem").count() > 1
    first = str(start.moves()[0])
    node(page, 1).click()
    expect(page.locator("#node-heading")).to_have_text(first)
    page.get_by_role("link", name="Analyse this position").click()
    expect(page).to_have_url(re.compile("/analyse?.*moves=a1%2Cb1%2C" + first), timeout=LONG)


def test_a_tree_that_is_too_large_is_grown_less_deep(page: Page, new_context: Any) -> None:
    wide = "/".join(["12", "1w1h1m1w1h1m", "12"] * 2 + ["12", "1W1H1M1W1H1M", "12"] * 2)
    page.goto(f"/tree?game=duel&position={wide} adversary")
    expect(page.locator("#title")).to_contain_text("Wumpus duel 12x12, 2 plies deep", timeout=LONG)
    assert query(page)["depth"] == ["2"]
    new_context.problems.remove(REFUSED)


def test_waiting_for_a_tree_and_giving_up(page: Page) -> None:
    open_tree(page, REAL)
    expect(page.get_by_role("button", name="Cancel")).to_be_hidden()
    asked: list[Any] = []
    page.route("**/api/tree", lambda route: asked.append(route.request.url))  # never answered
    page.get_by_label("Depth").fill("4")
    page.get_by_label("Depth").press("Enter")
    page.get_by_label("Order of moves").select_option("reckless")
    expect(told(page)).to_contain_text("The tree is growing")
    place = page.locator("#tree").bounding_box()
    expect(page.get_by_role("button", name="Cancel")).to_be_visible()
    assert page.locator("#tree").bounding_box() == place, "nothing moves when the button comes"
    with page.expect_event("requestfailed"):
        page.get_by_role("button", name="Cancel").click()
    expect(told(page)).to_have_text("The search is over: 1 for MAX.")
    expect(page.get_by_label("Order of moves")).to_have_value("")
    expect(page.get_by_role("button", name="Cancel")).to_be_hidden()
    expect(page.locator(".toast")).to_have_count(0)
    assert len(asked) == 2


def test_another_position(page: Page) -> None:
    open_tree(page, CLASSIC)
    page.get_by_role("button", name="Position …").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Game").select_option("konane")
    dialog.get_by_label("Position, moves").fill("bw2/w1wb/bwbw/wbwb black")
    dialog.get_by_role("button", name="Show").click()
    expect(page.locator("#title")).to_contain_text("Konane 4x4", timeout=LONG)
    assert query(page)["game"] == ["konane"]
    page.reload()
    expect(page.locator("#title")).to_contain_text("Konane 4x4", timeout=LONG)


def open_exercise(page: Page, kind: str) -> Exercise:
    page.goto(EXERCISE.format(kind=kind))
    expect(page.get_by_role("textbox").first).to_be_visible(timeout=LONG)
    return make_exercise(3, kind, 1)


def fill(page: Page, exercise: Exercise) -> None:
    tree, minimax = exercise.tree, exercise.minimax
    for number, leaf in enumerate(tree.leaves):
        if leaf is None:
            name = f"Value of {tree.name(number)}, {tree.role(number)}"
            page.get_by_label(name, exact=True).fill(told_score(minimax.scores[number]))


def mark(page: Page, exercise: Exercise, nodes: list[int]) -> None:
    for number in nodes:
        page.get_by_label(f"{exercise.tree.name(number)} is cut off", exact=True).check()


@pytest.mark.parametrize("kind", ["abstract", "konane"])
def test_an_exercise_solved_rightly(page: Page, kind: str) -> None:
    exercise = open_exercise(page, kind)
    expect(page.locator("#exercise-board")).to_be_visible(visible=kind == "konane")
    fill(page, exercise)
    mark(page, exercise, exercise.marked)
    page.get_by_role("button", name="Check my answers").click()
    expect(page.locator("#result")).to_have_text("Solved: every value and every cut is right.")
    expect(page.locator(".verdict.is-wrong")).to_have_count(0)
    expect(page.locator(".verdict.is-right").first).to_contain_text("MAX moves here and takes the largest of")


def test_an_exercise_solved_wrongly_is_explained(page: Page, axe: Judge) -> None:
    exercise = open_exercise(page, "abstract")
    fill(page, exercise)
    root = page.get_by_label("Value of the root, MAX")
    root.fill("-77")
    page.get_by_role("button", name="Check my answers").click()
    expect(page.locator("#result")).to_contain_text("not right yet")
    expect(root).to_have_attribute("aria-invalid", "true")
    described = root.get_attribute("aria-describedby")
    expect(page.locator(f"#{described}")).to_contain_text("−77 is none of the values below")
    assert axe(page) == []
    root.fill("1")
    expect(page.locator(".verdict")).to_have_count(0)
    expect(page.locator("#result")).to_have_text("")


def test_cuts_that_are_missing_are_explained_to_who_found_the_values(page: Page) -> None:
    exercise = open_exercise(page, "abstract")
    fill(page, exercise)
    page.get_by_role("button", name="Check my answers").click()
    expect(page.locator("#result")).to_have_text(
        "Every value is right. Now strike out the branches that alpha-beta never looks at."
    )
    expect(page.locator(".verdict.is-wrong")).to_have_count(0)
    mark(page, exercise, [1])
    page.get_by_role("button", name="Check my answers").click()
    missing = page.locator(".verdict.is-wrong", has_text="Not marked, but it is never looked at")
    expect(missing).to_have_count(len(exercise.marked))
    expect(missing.first).to_contain_text(re.compile("≤ alpha|≥ beta"))


def test_values_left_open_are_counted(page: Page) -> None:
    exercise = open_exercise(page, "abstract")
    mark(page, exercise, exercise.marked)
    page.get_by_role("button", name="Check my answers").click()
    inner = sum(leaf is None for leaf in exercise.tree.leaves)
    expect(page.locator("#result")).to_have_text(f"{inner} values are open.")
    expect(page.locator(".verdict.is-wrong")).to_have_count(0)


def test_an_empty_sheet_gives_nothing_away(page: Page) -> None:
    open_exercise(page, "abstract")
    page.get_by_role("button", name="Check my answers").click()
    expect(page.locator("#result")).to_have_text(
        "Nothing to check yet: fill in a value or strike out a branch."
    )
    expect(page.locator(".verdict")).to_have_count(0)
    page.get_by_label("Value of a, MIN", exact=True).fill("0")
    page.get_by_role("button", name="Check my answers").click()
    expect(page.locator("#result")).to_contain_text("open")
    expect(page.locator(".verdict", has_text="never searched")).to_have_count(0)


@pytest.mark.parametrize("text", ["abc", "1e3", "Infinity"])
def test_what_is_no_number_is_no_answer(page: Page, text: str) -> None:
    open_exercise(page, "abstract")
    root = page.get_by_label("Value of the root, MAX")
    root.fill(text)
    page.get_by_label("Value of a, MIN", exact=True).fill("-1,5")
    page.get_by_role("button", name="Check my answers").click()
    expect(page.locator("#result")).to_have_text("1 answer is not a number.")
    expect(root).to_have_attribute("aria-invalid", "true")
    expect(root).to_be_focused()
    expect(page.locator(".verdict")).to_have_count(1)
    expect(page.locator(".verdict")).to_contain_text(f"“{text}” is not a number, such as 3 or −1.5.")
    root.fill("−1.5")
    page.get_by_role("button", name="Check my answers").click()
    expect(page.locator("#result")).to_contain_text("open")


def hold(page: Page, address: str) -> list[Route]:
    """Keep the first request for an address waiting."""
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    page.route(address, keep, times=1)
    return held


def test_a_late_exercise_does_not_replace_a_newer_one(page: Page) -> None:
    open_exercise(page, "abstract")
    held = hold(page, "**/api/exercise?*number=2*")
    page.get_by_role("button", name="Next").click()
    page.get_by_label("Number of the sheet").fill("12")
    page.get_by_label("Number of the sheet").press("Enter")
    expect(page).to_have_url(re.compile(r"seed=12&kind=abstract&number=1"))
    with contextlib.suppress(Error):  # the page does not wait for it any more
        held[0].continue_()
    with page.expect_response("**/api/exercise?*number=3*"):
        page.evaluate("fetch('/api/exercise?seed=3&kind=abstract&number=3')")
    expect(page.get_by_role("heading", level=1)).to_have_text("Exercise 1")
    expect(page).to_have_url(re.compile(r"seed=12&kind=abstract&number=1"))


def test_two_clicks_go_two_exercises_further(page: Page) -> None:
    open_exercise(page, "abstract")
    page.locator("#next").dblclick()
    expect(page.get_by_role("heading", level=1)).to_have_text("Exercise 3")


def test_a_late_verdict_is_not_about_newer_answers(page: Page) -> None:
    open_exercise(page, "abstract")
    root = page.get_by_label("Value of the root, MAX")
    held = hold(page, "**/api/exercise/check")
    root.fill("-77")
    page.get_by_role("button", name="Check my answers").click()
    root.fill("-78")
    expect(page.get_by_role("button", name="Check my answers")).to_be_enabled()
    with contextlib.suppress(Error):
        held[0].continue_()
    page.wait_for_load_state("networkidle")
    expect(page.locator(".verdict")).to_have_count(0)
    expect(page.locator("#result")).to_have_text("")
    page.get_by_role("button", name="Check my answers").click()
    expect(page.locator(".verdict.is-wrong").first).to_be_visible()


def test_an_exercise_by_keyboard_alone(page: Page) -> None:
    exercise = open_exercise(page, "abstract")
    page.get_by_label("Value of the root, MAX").focus()
    page.keyboard.type(told_score(exercise.minimax.score))
    page.keyboard.press("Tab")
    page.keyboard.press("Space")  # the branch to the first node
    expect(page.get_by_label("a is cut off", exact=True)).to_be_checked()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Value of a, MIN", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#result")).to_contain_text("values are open")


def test_the_sheet_is_chosen_and_kept_in_the_address(page: Page) -> None:
    open_exercise(page, "abstract")
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Exercise 2")
    assert query(page) == {"seed": ["3"], "kind": ["abstract"], "number": ["2"]}
    with page.expect_popup() as opened:
        page.get_by_role("link", name="With solutions").click()
    expect(opened.value.get_by_role("heading", level=1)).to_have_text("Minimax and alpha-beta, sheet 3")
    expect(opened.value.get_by_text("Never looked at: ").first).to_be_visible()
    assert (
        opened.value.evaluate("getComputedStyle(document.querySelector('.exercise')).breakInside") == "avoid"
    )
    opened.value.close()
    page.get_by_label("Exercises").select_option("breakthrough")
    expect(page.locator("#exercise-told")).to_contain_text("drawn by lot", timeout=LONG)
    expect(page.get_by_role("heading", level=1)).to_have_text("Exercise 1")
    page.get_by_label("Number of the sheet").fill("12")
    page.get_by_label("Number of the sheet").press("Enter")
    expect(page).to_have_url(re.compile(r"seed=12&"))


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_nobody_stumbles(
    new_context: Callable[..., BrowserContext], axe: Judge, size: dict[str, int]
) -> None:
    page = new_context(viewport=size).new_page()
    for address in (CLASSIC, REAL):
        open_tree(page, address)
        page.get_by_role("button", name="Previous cut").click()
        page.wait_for_load_state("networkidle")
        assert axe(page) == [], address
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    open_exercise(page, "duel")
    page.wait_for_load_state("networkidle")
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
