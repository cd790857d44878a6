"""How to play, on the pages: prompts, the panel of the rules, and whole first lessons."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.ui.web.running import Server

from .playing import open_game, square, tab_to, walk_to

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
HEAVIEST = 100_000
MOVABLE = re.compile("is-movable|is-live")
LAST_MOVE = re.compile("last move")

Play = Callable[[Page, dict[str, Any]], None]


def cell(page: Page, number: int) -> Locator:
    return page.locator(f'.board-square[data-square="{number}"]')


def squares_of(move: dict[str, Any]) -> list[int]:
    return [number for number in (move["origin"], move["target"]) if number is not None]


def by_clicks(page: Page, move: dict[str, Any]) -> None:
    for number in squares_of(move):
        cell(page, number).click()


def by_taps(page: Page, move: dict[str, Any]) -> None:
    for number in squares_of(move):
        cell(page, number).tap()


def by_keyboard(page: Page, move: dict[str, Any]) -> None:
    for number in squares_of(move):
        tab_to(page, ".board-square")
        walk_to(page, cell(page, number))
        page.keyboard.press("Enter")


def take_lesson(page: Page, server: Server, game: str, play: Play, follow: Callable[[Locator], None]) -> None:
    """Take a lesson to its end: in every step a wrong move first, if there is one."""
    lesson = server.get(f"/api/teaching/{game}").json()["lesson"]
    assert len(lesson) > 2
    page.goto(f"/learn/{game}")
    steps = page.locator(".lesson-step")
    expect(steps).to_have_count(len(lesson))
    for number, part in enumerate(lesson):
        expect(page.locator("#prompt")).to_have_text(part["prompt"])
        expect(steps.nth(number)).to_have_attribute("aria-current", "step")
        wrong = next((each for each in part["moves"] if not each["is_accepted"]), None)
        right = next(each for each in part["moves"] if each["is_accepted"])
        first = cell(page, squares_of(right["move"])[0])
        expect(first).to_have_class(MOVABLE)
        if wrong is not None:
            play(page, wrong["move"])
            expect(page.locator("#told")).to_have_text(part["correction"])
            expect(page.locator(".is-done")).to_have_count(number)
            expect(first).to_have_class(MOVABLE)  # taken back
        play(page, right["move"])
        expect(page.locator("#told")).to_have_text(part["praise"])
        expect(page.locator(".is-done")).to_have_count(number + 1)
        reply = part["replies"].get(right["move"]["move"])
        if reply is not None:
            expect(cell(page, reply["target"])).to_have_accessible_name(LAST_MOVE)
        if number < len(lesson) - 1:
            follow(page.get_by_role("button", name="Next"))
    expect(page.get_by_role("heading", name="You know the game")).to_be_visible()
    follow(page.get_by_role("button", name="Play a game"))
    page.wait_for_url("**/play/*")
    state = server.get("/api" + page.url.removeprefix(server.url)).json()
    assert (state["game"]["name"], state["players"]) == (game, ["human", "level:1"])


def press_enter(button: Locator) -> None:
    """The focus is there already."""
    expect(button).to_be_focused()
    button.page.keyboard.press("Enter")


@pytest.mark.parametrize("game", ["breakthrough", "othello"])
def test_a_lesson_with_the_mouse(page: Page, server: Server, game: str) -> None:
    take_lesson(page, server, game, by_clicks, lambda button: button.click())


def test_a_lesson_with_a_finger(new_context: Callable[..., BrowserContext], server: Server) -> None:
    page = new_context(**PHONE).new_page()
    take_lesson(page, server, "konane", by_taps, lambda button: button.tap())


def test_a_lesson_with_the_keyboard_alone(page: Page, server: Server) -> None:
    take_lesson(page, server, "duel", by_keyboard, press_enter)


def test_a_lesson_is_resumed_and_shows_a_move(page: Page) -> None:
    page.goto("/learn/konane")
    page.get_by_role("button", name="Show me").click()
    expect(page.locator("#told")).to_have_text("Play a1.")
    square(page, "a1").click()
    expect(page.locator(".is-done")).to_have_count(1)
    page.reload()
    expect(page.get_by_role("button", name="Step 1, completed")).to_be_visible()
    expect(page.locator("[aria-current=step]")).to_have_text("2")
    page.get_by_role("button", name="Step 4").click()
    expect(page.locator("#prompt")).to_contain_text("White threatens to jump too")
    page.get_by_role("button", name="Show me").click()
    square(page, "a5").click()
    square(page, "a3").click()
    expect(page.locator("#finished-told")).to_contain_text("Some of the steps are still open")


def test_the_rules_open_at_the_first_game_of_a_kind_and_only_then(
    new_context: Callable[..., BrowserContext], server: Server
) -> None:
    page = new_context(is_newcomer=True).new_page()
    panel = page.get_by_role("dialog", name="How to play Othello")
    open_game(page, server.begin("othello", "human", "human", clock="300"))
    page.goto(f"/play/{server.begin('othello', 'human', 'human')}")
    expect(panel).to_be_visible()  # not before: nobody reads while a clock runs
    expect(panel.locator(".rule-card")).to_have_count(4)
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    open_game(page, server.begin("othello", "human", "human"))
    expect(page.locator("#board")).to_have_attribute("aria-busy", "false")
    expect(panel).to_have_count(0)
    page.goto(f"/play/{server.begin('konane', 'human', 'human')}")
    expect(page.get_by_role("dialog", name="How to play Konane")).to_be_visible()


def test_the_rules_are_one_key_away_and_give_the_focus_back(page: Page, server: Server) -> None:
    open_game(page, server.begin("duel", "human", "human"))
    typed = page.get_by_label("Type a move")
    typed.press("?")
    expect(typed).to_have_value("?")
    switch = page.get_by_role("button", name="Flip")
    switch.focus()
    page.keyboard.press("?")
    panel = page.get_by_role("dialog", name="How to play Wumpus duel")
    expect(panel.get_by_role("button", name="Close").first).to_be_focused()
    page.keyboard.press("?")  # it is open already
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(switch).to_be_focused()
    page.get_by_role("button", name="How to play").click()
    expect(panel).to_be_visible()
    page.mouse.click(3, 3)
    expect(panel).to_have_count(0)


def test_every_rule_has_its_pictures(page: Page, server: Server, axe: Callable[[Page], list[str]]) -> None:
    page.goto("/")
    for game in ("Breakthrough", "Konane"):
        page.get_by_role("button", name=f"How to play {game}").click()
        panel = page.get_by_role("dialog", name=f"How to play {game}")
        rules = server.get(f"/api/teaching/{game.lower()}").json()["rules"]
        expect(panel.locator(".rule-card")).to_have_count(len(rules))
        pictures = sum(1 if rule["after"] is None else 2 for rule in rules)
        expect(panel.locator(".rule-card svg.board-picture")).to_have_count(pictures)
        expect(panel.locator(".mark-last").first).to_be_attached()
        assert axe(page) == []
        for width, height in [(320, 568), (844, 390), (3840, 2160)]:
            page.set_viewport_size({"width": width, "height": height})
            assert panel.evaluate("panel => panel.scrollWidth <= panel.clientWidth"), width
        panel.get_by_role("button", name="Close").last.click()
    assert page.get_by_role("radio", name="Breakthrough").is_checked()  # reading chooses nothing


def test_the_rules_lead_to_the_lesson(page: Page) -> None:
    page.goto("/")
    expect(page.locator("#new-game")).to_be_visible()
    page.keyboard.press("?")
    page.get_by_role("link", name="Take the first lesson").click()
    page.wait_for_url("**/learn/breakthrough")
    page.evaluate("localStorage.setItem('lesson-breakthrough', 'finished')")
    page.get_by_role("button", name="How to play").click()
    expect(page.get_by_role("link", name="Repeat the first lesson")).to_be_visible()


def test_the_game_says_what_to_do(page: Page, server: Server) -> None:
    open_game(page, server.begin("konane", "human", "human", options={"size": "4x4"}))
    expect(page.locator("#prompt")).to_have_text("Remove one of the outlined stones.")
    page.get_by_role("gridcell", name="can be played").first.click()
    expect(page.locator("#prompt")).to_have_text("Remove one of the outlined stones, next to the hole.")


def test_the_first_game_with_its_rules_is_light(
    new_context: Callable[..., BrowserContext], server: Server
) -> None:
    page = new_context(is_newcomer=True).new_page()
    path = f"/play/{server.begin('othello', 'human', 'human')}"
    page.goto(path)
    expect(page.get_by_role("dialog")).to_be_visible()
    loaded = page.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")
    files = {path, *(address.removeprefix(server.url) for address in loaded if "/api/" not in address)}
    assert "/static/scripts/teaching/rules-panel.js" in files
    assert sum(len(gzip.compress(server.get(file).content)) for file in files) < HEAVIEST


def test_there_is_no_such_lesson(page: Page, new_context: Callable[..., BrowserContext]) -> None:
    page.goto("/learn/<img src=x>")
    expect(page.locator("main")).to_contain_text("There is no game")
    assert page.locator("main img").count() == 0
    problems: list[str] = new_context.problems  # type: ignore[attr-defined]
    problems[:] = [each for each in problems if "status of 400" not in each]
