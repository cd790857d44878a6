"""The page of the tree walks through Monte Carlo tree search, in a browser."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from plyground.core.position import game
from plyground.study.tree.uct.uct_tree import grow_uct, told_mean, told_steps

from .test_tree import LONG, REFUSED, node, open_tree, query, shape, told

Judge = Callable[[Page], list[str]]

KONANE = "/tree?game=konane&option.size=4&algorithm=uct&simulations=40"
EXAMPLE = "/tree?algorithm=uct"
SCREENS = [(360, 740), (1280, 720), (1920, 1080)]

STATES = """
async ([given, steps]) => {
    const { Columns } = await import("/static/scripts/tree/columns.js");
    const { UctWalk } = await import("/static/scripts/tree/uct-walk.js");
    const response = await fetch("/api/tree/uct", {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(given) });
    const message = await response.json();
    const tree = new Columns(message);
    const state = (walk) => JSON.stringify([walk.node, walk.line(), walk.told(), walk.progress,
        ...[walk.isMade, walk.visits, walk.sums].map((column) => [...column])]);
    const walked = new UctWalk(tree, message);
    const differing = [];
    for (const share of steps) {
        const step = Math.round(share * walked.length);
        walked.goTo(step);
        const fresh = new UctWalk(tree, message);
        fresh.goTo(step);
        if (walked.step !== step || state(walked) !== state(fresh)) differing.push(step);
    }
    walked.goTo(walked.length);
    const bounds = [...walked.visits.keys()].slice(1).map((each) => walked.bound(each));
    return { differing, visits: [...walked.visits], sums: [...walked.sums], bounds, line: walked.line() };
}
"""


def test_the_four_steps_of_a_simulation(page: Page) -> None:
    open_tree(page, KONANE)
    expected = [each.replace("-", "−") for each in told_steps(grow_uct(game("konane", size="4").start(), 40))]
    expect(page.locator("#step-count")).to_have_text("40 / 40")
    page.get_by_role("button", name="Before the search").click()
    expect(told(page)).to_have_text("Nothing has happened yet. MAX (black) is to move at the root.")
    expect(page.locator(".tree-node")).to_have_count(1)
    page.get_by_role("heading", level=1).click()
    for text in expected[:3]:
        page.keyboard.press("ArrowRight")
        expect(told(page)).to_have_text(text)
    expect(page.locator(".tree-node")).to_have_count(2)
    expect(shape(page, 1)).to_contain_text("no visits yet")
    expect(page.locator("#step-count")).to_have_text("0 / 40")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#step-count")).to_have_text("1 / 40")
    expect(node(page, 1)).to_have_attribute("aria-label", "a1, MIN (white), 1 visit, mean −1.00")
    page.get_by_role("button", name="Next simulation").click()
    expect(told(page)).to_have_text(expected[7])
    page.get_by_role("button", name="Previous simulation").click()
    expect(told(page)).to_have_text(expected[3])
    page.get_by_role("slider").fill("18")  # in the middle of the fifth simulation
    expect(told(page)).to_have_text(expected[17])
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", "simulation 4 of 40")


def test_the_bounds_of_a_node_on_demand(page: Page) -> None:
    open_tree(page, KONANE)
    course = grow_uct(game("konane", size="4").start(), 40).course
    tree, counts = course.tree, course.counts
    terms = page.get_by_role("region", name="Bounds of the moves")
    for each in (0, tree.children[0][1]):
        node(page, each).click()
        chooser = "black" if each == 0 else "white"
        expect(terms).to_contain_text(f"For {chooser}, who chooses here")
        for child in tree.children[each]:
            numbers = [counts.mean_for_chooser(child), counts.trial(child), counts.bound(child)]
            cells = [tree.moves[child], str(counts.visits[child]), *map(told_mean, numbers)]
            row = terms.get_by_role("row").filter(has=page.get_by_role("rowheader", name=tree.moves[child]))
            expect(row).to_have_text("".join(cells).replace("-", "−"))
        expect(terms.locator("tr.is-chosen th")).to_have_text(tree.moves[counts.selected(each)])
    end = next(each for each in range(len(tree)) if tree.is_leaf(each) and tree.plies[each] == 2)
    node(page, end).click()
    expect(terms).to_be_hidden()


def test_alpha_beta_stands_beside_it(page: Page) -> None:
    open_tree(page, KONANE)
    uct = grow_uct(game("konane", size="4").start(), 40)
    line, beside = uct.course.counts.line(), uct.compared
    assert beside is not None
    best = uct.course.tree.moves[line[0]]
    table = page.locator("#comparison")
    expect(table).to_contain_text(f"UCT plays {best}, the most visited move.")
    expect(table).to_contain_text(
        f"Alpha-beta, 3 plies deep by mobility, plays {beside.move}: {beside.nodes} nodes."
    )
    expect(table.locator("tbody tr")).to_have_count(len(beside.scores))
    expect(page.locator(".tree-branch.is-chosen").first).to_be_attached()
    expect(shape(page, line[0])).to_be_in_viewport()
    page.get_by_label("Alpha-beta").check()
    expect(page.locator("#title")).to_contain_text("3 plies deep")
    page.get_by_label("Monte Carlo").check()
    expect(page.locator("#title")).to_have_text("Konane 4x4, 40 simulations of UCT, exploration 1.414")


def test_the_settings_are_in_the_address(page: Page, new_context: Any) -> None:
    open_tree(page, EXAMPLE)
    for label, text in (
        ("Simulations", "30"),
        ("Exploration", "0.5"),
        ("Seed", "7"),
        ("Points MAX wants", "12"),
    ):
        page.get_by_label(label).fill(text)
        page.get_by_label(label).press("Enter")
        expect(page.locator("#tree")).to_have_attribute("aria-busy", "false")
    expect(page.locator("#title")).to_have_text(
        "An abstract tree that MAX wins with at least 12, 30 simulations of UCT, exploration 0.5"
    )
    wanted = {"simulations": ["30"], "exploration": ["0.5"], "seed": ["7"], "goal": ["12"]}
    assert wanted.items() <= query(page).items()
    page.reload()
    expect(page.get_by_label("Exploration")).to_have_value("0.5", timeout=LONG)
    page.get_by_label("Simulations").fill("5000")
    page.get_by_label("Simulations").press("Enter")
    expect(page.locator(".toast")).to_contain_text("5,000 simulations cannot be shown; give 1 to 2,000")
    expect(page.get_by_label("Simulations")).to_have_value("30")
    new_context.problems.remove(REFUSED)


@pytest.mark.parametrize("name", ["konane", "breakthrough", "othello", "duel"])
def test_the_state_at_any_step_is_that_of_a_replay(page: Page, name: str) -> None:
    page.goto("/about")
    rng = random.Random(1)
    sizes = {"konane": "4", "breakthrough": "4x2", "othello": "4", "duel": "3"}
    given = {"line": {"game": name, "options": {"size": sizes[name]}}, "simulations": 80, "seed": 5}
    found = page.evaluate(STATES, [given, [0, 1, *(rng.random() for _ in range(30)), 0.5, 0]])
    assert found["differing"] == []
    counts = grow_uct(game(name, size=sizes[name]).start(), 80, seed=5).course.counts
    assert found["visits"] == counts.visits
    assert found["sums"] == counts.sums
    assert found["line"] == counts.line()
    assert found["bounds"] == pytest.approx([counts.bound(each) for each in range(1, len(counts.visits))])


def test_the_keys_of_a_tree_that_grows(page: Page) -> None:
    open_tree(page, EXAMPLE)
    page.get_by_role("button", name="Before the search").click()
    for _ in range(2):
        page.get_by_role("button", name="Next simulation").click()
    page.locator("#tree").focus()
    page.keyboard.press("Home")
    for move in ("a", "b"):  # the third child of the root is not there yet
        page.keyboard.press("ArrowDown")
        expect(page.locator("#node-heading")).to_have_text(move)
    page.keyboard.press("ArrowDown")
    expect(page.locator("#node-heading")).to_have_text("b")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#node-heading")).to_have_text("a")


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_nobody_stumbles(
    new_context: Callable[..., BrowserContext], axe: Judge, width: int, height: int
) -> None:
    page = new_context(viewport={"width": width, "height": height}).new_page()
    for address in (EXAMPLE, KONANE):
        open_tree(page, address)
        page.wait_for_load_state("networkidle")
        assert axe(page) == [], address
        place = page.locator("#tree").bounding_box()
        for _ in range(9):
            page.get_by_role("button", name="One event back").click()
            assert page.locator("#tree").bounding_box() == place, "nothing moves while one steps"
        assert axe(page) == [], address
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
