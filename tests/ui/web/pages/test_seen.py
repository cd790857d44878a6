"""What the evaluation sees, on the page of analysis: in the list, and drawn on the board."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

import plyground as ply
from plyground.core.position import Position
from plyground.evaluation import Contribution
from plyground.evaluation.learned.evaluation import make_evaluation, model_of
from plyground.evaluation.learned.weights import load_weights
from tests.ui.web.explaining.weights import keep_weights
from tests.ui.web.running import Server, running_server

from .playing import square
from .test_analyse import REFUSED

MISFITS = Path(__file__).with_name("misfits.js").read_text("utf-8")
MOVES = ["b5-b4", "c2-c3"]
PATH = f"/analyse?game=breakthrough&option.size=6x6&moves={','.join(MOVES)}"
PATIENCE = 90_000
"""Milliseconds; something may have to be compiled first."""


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with weights for one board."""
    folder = tmp_path_factory.mktemp("learned")
    keep_weights(folder, "breakthrough", "6x6")
    with running_server(folder) as running:
        yield running


@pytest.fixture
def seeing(new_context: Callable[..., BrowserContext], learned: Server) -> Page:
    """The page of a position that has weights, with the switch on."""
    page = new_context(base_url=learned.url, viewport={"width": 1440, "height": 900}).new_page()
    page.goto(PATH)
    expect(page.locator("#seen")).to_be_hidden()
    switch(page, "Explain").click()
    expect(parts(page)).to_have_count(12)
    return page


def played(count: int = len(MOVES)) -> Position:
    position = ply.game("breakthrough", size="6x6").start()
    for move in MOVES[:count]:
        position = position.play(move)
    return position


def explained(server: Server, position: Position) -> ply.Explanation:
    """Take the same weights apart in this process."""
    game = position.game
    weights = load_weights(server.store.parent / "weights" / "breakthrough-6x6.weights")
    dense = (ply.find_evaluation(game, "piece"),)
    return ply.explain(position, make_evaluation("best", model_of(game, weights.header, dense), weights))


def points(number: float) -> str:
    """Write points as the page does."""
    digits = 0 if abs(number) >= 100 else 1 if abs(number) >= 10 else 2
    text = f"{abs(number):.{digits}f}"
    return "0" if float(text) == 0 else f"{'−' if number < 0 else '+'}{text}"


def row(part: Contribution) -> re.Pattern[str]:
    return re.compile(f"^{re.escape(part.name)}.*{re.escape(points(part.surplus))} points$")


def switch(page: Page, name: str) -> Locator:
    return page.get_by_label(name, exact=True).and_(page.locator("input"))


def parts(page: Page) -> Locator:
    return page.locator("#seen-parts .seen-part")


def outlined(page: Page) -> set[str]:
    """Return the names of the squares with a side that is part of the line around a pattern."""
    return set(
        page.evaluate("""() => {
        const path = document.querySelector(".layer-pattern .pattern");
        const box = path?.getBBox();
        const inside = ({ x, y, width, height }) => box && x >= box.x - 1 && y >= box.y - 1
            && x + width <= box.x + box.width + 1 && y + height <= box.y + box.height + 1;
        const cells = [...document.querySelectorAll(".layer-squares .board-cell")];
        const squares = [...document.querySelectorAll(".board-square")];
        const names = squares.map((each) => each.ariaLabel.split(",")[0]);
        return cells.flatMap((cell, index) => (inside(cell.getBBox()) ? [names[index]] : []));
    }""")
    )


def write_evaluation(page: Page, text: str) -> None:
    page.locator("#evaluate").select_option("an expression …")
    expression = page.get_by_label("Expression of heuristics")
    expression.fill(text)
    expression.press("Enter")


def test_what_counts_most_is_listed_largest_first(seeing: Page, learned: Server) -> None:
    seen = explained(learned, played())
    expect(parts(seeing)).to_have_text([row(each) for each in seen.contributions[:12]])
    told = f"best: {points(seen.score)} points for black, who is to move."
    expect(seeing.locator("#seen-told")).to_have_text(told)
    rest = seen.contributions[12:]
    sums = seeing.locator("#seen-sums")
    expect(sums).to_contain_text(f"{len(rest)} more{points(sum(each.surplus for each in rest))}")
    expect(sums).to_contain_text(f"all patterns on average{points(seen.usual)}")
    seeing.locator("#to-back").click()
    before = explained(learned, played(1))
    expect(seeing.locator("#seen-told")).to_contain_text(f"{points(before.score)} points for white")
    expect(parts(seeing)).to_have_text([row(each) for each in before.contributions[:12]])


def test_squares_have_the_colours_of_what_they_add(seeing: Page, learned: Server) -> None:
    seen = explained(learned, played())
    game = played().game
    for number, added in enumerate(seen.squares):
        name = re.compile(rf", {re.escape(points(added))} points$")
        expect(square(seeing, game.grid.name(number))).to_have_accessible_name(name)
    classes = seeing.evaluate(
        "[...document.querySelectorAll('.layer-heat rect')].map((each) => each.getAttribute('class'))"
    )
    assert classes[0::2] == ["heat-none"] * 36
    assert classes[1::2] == ["heat-minus" if added < 0 else "heat-plus" for added in seen.squares]
    coloured = seeing.locator(".layer-heat rect:nth-child(even)")
    strengths = coloured.evaluate_all("(all) => all.map((each) => Number(each.getAttribute('opacity')))")
    assert strengths.index(max(strengths)) == max(range(36), key=lambda each: abs(seen.squares[each]))
    signed = [added for added in seen.squares if abs(added) >= 0.15 * max(map(abs, seen.squares))]
    signs = seeing.locator(".heat-sign").get_attribute("d") or ""
    assert signs.count("M") == len(signed)
    assert signs.count("v") == sum(added > 0 for added in signed)
    largest = points(max(map(abs, seen.squares)))
    expect(seeing.locator("#heat-legend")).to_contain_text(largest)
    assert (
        seeing.locator(".value-box, .arrow").count() == 0
    )  # the colours are not hidden by what the search says


def test_the_heat_map_can_be_switched_off_alone_and_both_are_remembered(seeing: Page) -> None:
    switch(seeing, "Heat map on the board").click()
    expect(seeing.locator(".layer-heat rect")).to_have_count(0)
    expect(square(seeing, "a1")).not_to_have_accessible_name(re.compile("points"))
    expect(parts(seeing)).to_have_count(12)
    expect(seeing.locator(".value-box")).not_to_have_count(0, timeout=PATIENCE)
    seeing.reload()
    expect(parts(seeing)).to_have_count(12)
    assert not switch(seeing, "Heat map on the board").is_checked()
    switch(seeing, "Heat map on the board").click()
    expect(seeing.locator(".layer-heat rect")).to_have_count(72)
    seeing.locator("#flip").click()
    expect(seeing.locator(".layer-heat rect")).to_have_count(72)
    switch(seeing, "Explain").click()
    expect(seeing.locator("#seen")).to_be_hidden()
    expect(seeing.locator(".layer-heat rect")).to_have_count(0)
    seeing.reload()
    expect(seeing.locator("#to-back")).to_be_enabled()
    expect(seeing.locator("#seen")).to_be_hidden()


def test_a_pattern_is_outlined_by_pointing_by_keys_and_for_good(seeing: Page, learned: Server) -> None:
    seen = explained(learned, played())
    names = played().game.grid.names
    patterns = [each for each in seen.contributions[:12] if each.squares]
    buttons = seeing.locator("button.seen-part")
    expect(buttons).to_have_count(len(patterns))

    def squares_of(number: int) -> set[str]:
        return {names[each] for each in patterns[number].squares}

    # Lines that come in would move the list away from under the pointer.
    expect(seeing.locator(".best-line")).not_to_have_count(0, timeout=PATIENCE)
    switch(seeing, "Search").click()
    expect(seeing.locator(".search-state .pulse")).to_have_count(0)
    assert outlined(seeing) == set()
    buttons.nth(0).hover()
    assert outlined(seeing) == squares_of(0)
    seeing.locator("h1").hover()
    assert outlined(seeing) == set()
    buttons.nth(1).focus()
    assert outlined(seeing) == squares_of(1)
    seeing.keyboard.press("Enter")
    expect(buttons.nth(1)).to_have_attribute("aria-pressed", "true")
    buttons.nth(2).hover()
    assert outlined(seeing) == squares_of(2)
    seeing.locator("h1").hover()
    assert outlined(seeing) == squares_of(1)
    buttons.nth(1).click()
    expect(buttons.nth(1)).to_have_attribute("aria-pressed", "false")
    seeing.locator("#to-back").click()
    expect(seeing.locator("#seen-told")).to_contain_text("for white")
    assert outlined(seeing) == set()


def test_any_evaluation_of_the_laboratory_is_taken_apart(
    seeing: Page, new_context: Callable[..., BrowserContext]
) -> None:
    write_evaluation(seeing, "2*defensive - 0.5*reckless + piece")
    seen = ply.explain(played(), "2*defensive - 0.5*reckless + piece")
    expect(parts(seeing)).to_have_text([row(each) for each in seen.contributions])
    expect(seeing.locator(".layer-heat rect")).to_have_count(0)
    expect(seeing.locator("#heat-row")).to_be_hidden()
    seeing.locator("#evaluate").select_option("defensive")
    single = ply.explain(played(), "defensive")
    expect(parts(seeing)).to_have_text([row(each) for each in single.contributions])
    for other in single.others:
        expect(seeing.locator("#seen-sums")).to_contain_text(f"{other.name}{points(other.points)}")
    write_evaluation(seeing, "nothing")
    expect(seeing.locator("#seen-told")).to_contain_text("There is no heuristic 'nothing'")
    expect(parts(seeing)).to_have_count(0)
    new_context.problems[:] = [each for each in new_context.problems if each != REFUSED]  # type: ignore[attr-defined]


def test_a_finished_game_and_a_board_that_is_set_up_have_nothing(seeing: Page) -> None:
    seeing.locator("#open-set-up").click()
    expect(seeing.locator("#seen")).to_be_hidden()
    expect(switch(seeing, "Explain")).to_be_disabled()
    expect(seeing.locator(".layer-heat rect")).to_have_count(0)
    seeing.locator("#set-up-cancel").click()
    expect(parts(seeing)).to_have_count(12)
    seeing.goto("/analyse?game=breakthrough&option.size=4x3&position=3/b2/2w/3 black&moves=a3-a2,c2-c3,a2-a1")
    expect(seeing.locator("#seen-told")).to_have_text("The game is over: nothing is evaluated any more.")
    expect(parts(seeing)).to_have_count(0)


def test_a_late_answer_never_replaces_a_newer_one(seeing: Page, learned: Server) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        asked = route.request.post_data_json
        held.append(route) if asked and asked["line"]["moves"] == MOVES[:1] else route.continue_()

    seeing.route("**/api/explain", hold)
    seeing.evaluate("AbortController.prototype.abort = () => {}")  # so that what is late comes at all
    seeing.locator("#to-back").click()
    expect(seeing.locator("#seen-told")).to_have_text("Evaluating …")
    expect(seeing.locator("#seen-parts")).to_have_attribute("aria-busy", "true")
    seeing.locator("#to-back").click()
    first = explained(learned, played(0))
    expect(parts(seeing)).to_have_text([row(each) for each in first.contributions[:12]])
    with seeing.expect_response("**/api/explain"):
        held[0].continue_()
    seeing.wait_for_timeout(300)
    expect(parts(seeing)).to_have_text([row(each) for each in first.contributions[:12]])


OWN_GAME = Path(__file__).parents[3] / "nim.py"


def test_a_game_of_ones_own_is_explained(new_context: Callable[..., BrowserContext], tmp_path: Path) -> None:
    with running_server(tmp_path, "--game", str(OWN_GAME)) as server:
        context = new_context(base_url=server.url)
        page = context.new_page()
        page.goto("/analyse?game=nim")
        switch(page, "Explain").click()
        expect(parts(page)).to_have_text(["neutral0 points"], timeout=PATIENCE)
        context.close()


def test_nobody_stumbles_over_what_the_evaluation_sees(
    seeing: Page, axe: Callable[[Page], list[str]]
) -> None:
    seeing.locator("button.seen-part").first.click()
    for width, height in ((360, 740), (1280, 720), (1920, 1080)):
        seeing.set_viewport_size({"width": width, "height": height})
        assert seeing.evaluate(MISFITS) == []
        assert seeing.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        assert axe(seeing) == []
