"""The page of the tree walks through a proof-number search, in a browser."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from plyground.core.position import game
from plyground.study.tree.proof.proof_exercises import make_proof_exercise
from plyground.study.tree.proof.proof_tree import grow_proof
from plyground.study.tree.proof.proof_wording import role, told_events, told_numbers

from .test_tree import CLASSIC, LONG, REAL, REFUSED, node, open_tree, query, shape, told

Judge = Callable[[Page], list[str]]

KONANE = "/tree?game=konane&option.size=3x3&algorithm=pns"
ABSTRACT = f"{CLASSIC}&algorithm=pns&goal=4"
SCREENS = [(360, 740), (1280, 720), (1920, 1080)]

STATES = """
async ([given, steps]) => {
    const { Columns } = await import("/static/scripts/tree/columns.js");
    const { ProofWalk } = await import("/static/scripts/tree/proof-walk.js");
    const response = await fetch("/api/tree/proof", {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(given) });
    const message = await response.json();
    const tree = new Columns(message);
    const state = (walk) => JSON.stringify([walk.node, walk.way, walk.line(), walk.told(),
        ...[walk.isExpanded, walk.proofs, walk.disproofs].map((column) => [...column].map(String))]);
    const walked = new ProofWalk(tree, message);
    const differing = [];
    for (const share of steps) {
        const step = Math.round(share * walked.length);
        walked.goTo(step);
        const fresh = new ProofWalk(tree, message);
        fresh.goTo(step);
        if (walked.step !== step || state(walked) !== state(fresh)) differing.push(step);
    }
    walked.goTo(walked.length);
    const numbers = [...walked.proofs].map((proof, node) => [proof, walked.disproofs[node]].map(String));
    return { differing, numbers, line: walked.line() };
}
"""


def test_stepping_forth_and_back(page: Page) -> None:
    open_tree(page, KONANE)
    expected = list(told_events(grow_proof(game("konane", size="3").start())))
    expect(told(page)).to_have_text(expected[-1])
    page.get_by_role("button", name="Before the search").click()
    expect(told(page)).to_contain_text("The question: does black, who is to move, win?")
    expect(page.locator(".tree-node")).to_have_count(1)
    forth = page.get_by_role("button", name="One event forward")
    for text in expected[:7]:
        forth.click()
        expect(told(page)).to_have_text(text)
    for text in expected[5::-1]:
        page.get_by_role("button", name="One event back").click()
        expect(told(page)).to_have_text(text)


def test_the_tree_grows_with_the_search(page: Page) -> None:
    open_tree(page, KONANE)
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("Home")
    for shown in (1, 1, 6):
        expect(page.locator(".tree-node")).to_have_count(shown)
        page.keyboard.press("ArrowRight")
    expect(node(page, 0)).to_have_attribute("aria-label", "the root, OR, proof number 1, disproof number 5")
    expect(shape(page, 0).locator(".tree-value")).to_have_text("1/5")
    page.keyboard.press("ArrowRight")  # the most-proving node is selected
    expect(page.locator(".tree-branch.is-chosen")).to_have_count(1)
    expect(shape(page, 1)).to_have_class("tree-node is-current is-chosen is-selected")
    expect(node(page, 1)).not_to_have_attribute("aria-expanded", "false")
    page.keyboard.press("ArrowRight")
    expect(node(page, 2)).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".tree-node")).to_have_count(6)


def test_solved_nodes_are_coloured_and_can_be_jumped_to(page: Page) -> None:
    open_tree(page, ABSTRACT)
    expect(page.locator(".tree-node.is-disproved")).to_have_count(7)
    expect(page.locator(".tree-node.is-proved")).to_have_count(6)
    expect(page.locator(".tree-branch.is-chosen")).to_have_count(6)  # the solution
    page.get_by_role("button", name="Before the search").click()
    page.get_by_role("button", name="Next solved").click()
    expect(told(page)).to_have_text(
        "a (AND): pn = ∞ + 0 + 0 = ∞, dn = min(0, ∞, ∞) = 0. Disproved, since one child is."
    )
    expect(page.locator("#node-facts")).to_contain_text("AND: MIN moves")
    node(page, 2).click()
    expect(page.locator("#node-facts")).to_contain_text("Ends3")
    page.get_by_role("button", name="Previous solved").click()
    expect(page.locator("#step-count")).to_have_text("0 / 16")


@pytest.mark.parametrize("name", ["konane", "breakthrough", "othello", "duel"])
def test_the_state_at_any_event_is_that_of_a_replay(page: Page, name: str) -> None:
    page.goto("/about")
    rng = random.Random(1)
    sizes = {"konane": "4", "breakthrough": "4x2", "othello": "4", "duel": "3"}
    given = {"line": {"game": name, "options": {"size": sizes[name]}}, "goal": "draw", "nodes": 250}
    found = page.evaluate(STATES, [given, [0, 1, *(rng.random() for _ in range(30)), 0.5, 0]])
    assert found["differing"] == []
    course = grow_proof(game(name, size=sizes[name]).start(), "draw", 250).course
    written = [[str(each).replace("inf", "Infinity") for each in numbers] for numbers in course.numbers]
    assert found["numbers"] == written
    assert course.result is None or {0, *found["line"]} == course.marked()


def test_from_alpha_beta_to_proof_numbers_and_back(page: Page) -> None:
    open_tree(page, REAL)
    expect(page.locator("#goal")).to_be_hidden()
    page.get_by_label("Proof numbers").check()
    expect(page.locator("#title")).to_have_text("Breakthrough 4x4: does black, who is to move, win?")
    expect(page.get_by_role("table").get_by_role("row", name="Result")).to_have_text("Resultnot proved")
    expect(page.locator("#depth")).to_be_hidden()
    assert query(page)["algorithm"] == ["pns"]
    page.get_by_label("Goal of the side to move").select_option("draw")
    expect(page.locator("#title")).to_contain_text("get at least a draw?")
    page.get_by_label("Nodes at most").fill("50")
    page.get_by_label("Nodes at most").press("Enter")
    expect(told(page)).to_contain_text("Not proved: the root stands at")
    assert query(page)["nodes"] == ["50"]
    assert query(page)["goal"] == ["draw"]
    page.reload()
    expect(page.get_by_label("Goal of the side to move")).to_have_value("draw", timeout=LONG)
    page.get_by_label("Minimax").check()
    expect(page.locator("#title")).to_contain_text("3 plies deep")
    expect(page.get_by_role("button", name="Next cut")).to_be_visible()


def test_points_are_the_goal_in_a_tree_of_ones_own(page: Page, new_context: Any) -> None:
    open_tree(page, ABSTRACT)
    points = page.get_by_label("Points MAX wants")
    expect(points).to_have_value("4")
    points.fill("3")
    points.press("Enter")
    expect(told(page)).to_contain_text("Proved: MAX gets at least 3")
    page.get_by_label("Nodes at most").fill("0")
    page.get_by_label("Nodes at most").press("Enter")
    expect(page.locator(".toast")).to_contain_text("a tree of 0 nodes cannot be grown")
    expect(page.get_by_label("Nodes at most")).to_have_value("1000")
    new_context.problems.remove(REFUSED)


def test_a_large_tree_is_walked_through_folded(page: Page) -> None:
    open_tree(page, "/tree?game=breakthrough&option.size=5x2&algorithm=pns&nodes=20000")
    expect(told(page)).to_contain_text("Disproved: black cannot win (5,672 nodes, 1,852 expansions)")
    page.get_by_role("slider").fill("5000")
    expect(page.locator("#step-count")).to_have_text(re.compile("^5,000 / "))
    expect(page.locator(".tree-node.is-selected")).to_have_count(1)
    assert page.locator(".tree-node").count() < 80
    page.get_by_role("button", name="One event forward").click()
    expect(page.locator(".tree-branch.is-chosen").first).to_be_visible()


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_nobody_stumbles(
    new_context: Callable[..., BrowserContext], axe: Judge, width: int, height: int
) -> None:
    page = new_context(viewport={"width": width, "height": height}).new_page()
    for address in (ABSTRACT, KONANE):
        open_tree(page, address)
        page.wait_for_load_state("networkidle")
        assert axe(page) == [], address
        place = page.locator("#tree").bounding_box()
        for _ in range(4):
            page.get_by_role("button", name="Previous solved").click()
            assert page.locator("#tree").bounding_box() == place, "nothing moves while one steps"
        assert axe(page) == [], address
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_an_exercise_solved_rightly_and_wrongly(page: Page, axe: Judge) -> None:
    page.goto("/exercise?seed=3&kind=proof&number=1")
    exercise = make_proof_exercise(3, 1)
    tree = exercise.course.tree
    check = page.get_by_role("button", name="Check my answers")
    check.click(timeout=LONG)
    expect(page.locator("#result")).to_have_text(
        "Nothing to check yet: fill in a pair of numbers or mark a leaf."
    )
    root = page.get_by_label("Numbers of the root, OR")
    root.fill("three")
    check.click()
    expect(page.locator(".verdict")).to_contain_text("“three” is not a pair of numbers, such as 2/3 or ∞/0.")
    for each in exercise.asked:
        text = told_numbers(exercise.course.numbers[each]).replace("∞", "inf")
        page.get_by_label(f"Numbers of {tree.name(each)}, {role(tree, each)}", exact=True).fill(text)
    check.click()
    expect(page.locator("#result")).to_have_text("Every number is right. Now mark the most-proving node.")
    page.get_by_label("b a is the most-proving node", exact=True).check()
    check.click()
    expect(page.locator(".verdict.is-wrong")).to_contain_text("a has pn 1, less than 2.")
    assert axe(page) == []
    page.get_by_label(f"{tree.name(exercise.most_proving)} is the most-proving node", exact=True).check()
    check.click()
    expect(page.locator("#result")).to_have_text(
        "Solved: every number is right, and this is the most-proving node."
    )
    expect(page.locator(".verdict.is-wrong")).to_have_count(0)
