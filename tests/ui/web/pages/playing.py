"""Hands for the tests of the board: a mouse, a finger, and a keyboard."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from playwright.sync_api import CDPSession, Locator, Page, expect

Hand = Callable[[Page, random.Random], None]

MY_TURN = ".board-square.is-movable, .board-square.is-live, .board-pass:visible"
OVER = "#result:not([hidden])"
MOST_MOVES = 300


def open_game(page: Page, game_id: str) -> None:
    """Open the page of a game and wait until the board is there, and the server hears of moves on it."""
    page.goto(f"/play/{game_id}")
    expect(page.get_by_role("grid")).to_be_visible()
    expect(page.locator("#board")).to_have_attribute("aria-busy", "false")


def count_moves(page: Page) -> int:
    """Return how many moves the list shows."""
    return page.locator("#moves button.move").count()


def square(page: Page, name: str) -> Locator:
    """Find a square by what a screen reader calls it."""
    return page.get_by_role("gridcell", name=re.compile(rf"^{name}, "))


def overlap(page: Page, one: str, other: str) -> bool:
    """Tell whether two elements lie over each other."""
    first, second = (page.locator(each).bounding_box() for each in (one, other))
    assert first is not None
    assert second is not None
    return (
        first["x"] < second["x"] + second["width"]
        and second["x"] < first["x"] + first["width"]
        and first["y"] < second["y"] + second["height"]
        and second["y"] < first["y"] + first["height"]
    )


def play_to_the_end(page: Page, make_move: Hand, seed: int) -> int:
    """Play by chance until the game is over; return how many moves the person made."""
    chance = random.Random(seed)
    for number in range(MOST_MOVES):
        page.wait_for_selector(f"{MY_TURN}, {OVER}", state="attached")
        if page.locator(OVER).count():
            return number
        before = count_moves(page)
        make_move(page, chance)
        page.wait_for_function(
            "before => document.querySelectorAll('#moves button.move').length > before", arg=before
        )
        page.wait_for_selector(f"{MY_TURN}, {OVER}", state="attached")
    raise AssertionError("the game does not end")


def by_mouse(page: Page, chance: random.Random) -> None:
    """Make a move by clicks, or by dragging where there is something to drag."""
    if _passes(page):
        page.locator(".board-pass").click()
        return
    movable = page.locator(".board-square.is-movable")
    if not movable.count():
        _any(page.locator(".board-square.is-live"), chance).click()
        return
    piece = _any(movable, chance)
    piece.click()
    goal = _any(page.locator(".board-square.is-live"), chance)
    if chance.random() < 0.5:
        goal.click()
    else:
        piece.click()  # lets it go, so that the drag alone makes the move
        drag(page, piece, goal)


def drag(page: Page, piece: Locator, goal: Locator) -> None:
    """Drag with the mouse, as a hand does: in several steps."""
    (left, top), (right, bottom) = _centre(piece), _centre(goal)
    page.mouse.move(left, top)
    page.mouse.down()
    page.mouse.move((left + right) / 2, (top + bottom) / 2, steps=3)
    page.mouse.move(right, bottom, steps=3)
    page.mouse.up()


def by_touch(page: Page, chance: random.Random) -> None:
    """Make a move by taps, or by dragging with a finger."""
    if _passes(page):
        page.locator(".board-pass").tap()
        return
    movable = page.locator(".board-square.is-movable")
    if not movable.count():
        _any(page.locator(".board-square.is-live"), chance).tap()
        return
    piece = _any(movable, chance)
    piece.tap()
    goal = _any(page.locator(".board-square.is-live"), chance)
    if chance.random() < 0.5:
        goal.tap()
    else:
        piece.tap()
        drag_with_finger(page, piece, goal)


def drag_with_finger(page: Page, piece: Locator, goal: Locator) -> None:
    """Drag with a finger; Playwright itself can only tap."""
    fingers = page.context.new_cdp_session(page)
    (left, top), (right, bottom) = _centre(piece), _centre(goal)
    _touch(fingers, "touchStart", left, top)
    for step in range(1, 6):
        _touch(fingers, "touchMove", left + (right - left) * step / 5, top + (bottom - top) * step / 5)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    fingers.detach()


def by_keys(page: Page, chance: random.Random) -> None:
    """Make a move with the keyboard alone, going by what a screen reader says."""
    if _passes(page):
        tab_to(page, ".board-pass")
        page.keyboard.press("Enter")
        return
    tab_to(page, ".board-square")
    at_once = page.get_by_role("gridcell", name="can be played")
    if at_once.count():
        walk_to(page, _any(at_once, chance))
        page.keyboard.press("Enter")
        return
    walk_to(page, _any(page.get_by_role("gridcell", name="can move"), chance))
    page.keyboard.press("Space")
    walk_to(page, _any(page.get_by_role("gridcell", name="can be reached"), chance))
    page.keyboard.press("Enter")


def tab_to(page: Page, selector: str) -> None:
    """Press the Tab key until an element has the focus."""
    for _ in range(60):
        if page.locator(f"{selector}:focus").count():
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key does not lead to {selector}")


def walk_to(page: Page, goal: Locator) -> None:
    """Go to a square with the arrow keys; the focus must follow every step."""
    place = """cell => {
        const row = cell.parentElement;
        return [[...row.parentElement.children].indexOf(row), [...row.children].indexOf(cell)];
    }"""
    row, column = page.locator(".board-square:focus").evaluate(place)
    goal_row, goal_column = goal.evaluate(place)
    for _ in range(abs(goal_row - row)):
        page.keyboard.press("ArrowDown" if goal_row > row else "ArrowUp")
    for _ in range(abs(goal_column - column)):
        page.keyboard.press("ArrowRight" if goal_column > column else "ArrowLeft")
    assert page.locator(".board-square:focus").evaluate(place) == [goal_row, goal_column]


def _passes(page: Page) -> bool:
    return page.locator(".board-pass:visible").count() > 0


def _any(found: Locator, chance: random.Random) -> Locator:
    """Choose one of several squares, by its number so that it is still found when they change."""
    chosen = found.nth(chance.randrange(found.count())).get_attribute("data-square")
    return found.page.locator(f'.board-square[data-square="{chosen}"]')


def _centre(found: Locator) -> tuple[float, float]:
    box = found.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _touch(fingers: CDPSession, kind: str, x: float, y: float) -> None:
    fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
