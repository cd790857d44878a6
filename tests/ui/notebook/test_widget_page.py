"""The script of the board, in a browser: a small page with the model that notebooks give to widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

import plyground as ply
from plyground.ui.notebook.widget import BoardWidget

Judge = Callable[[Page], list[str]]

HOST = """async ([script, view]) => {
    const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    const { default: widget } = await import(url);
    const heard = [];
    const model = {
        get: () => view,
        send: async (message) => {
            view = await window.say(message);
            heard.forEach((each) => each());
        },
        on: (name, hear) => name === "change:view" && heard.push(hear),
        off: (name, hear) => heard.splice(heard.indexOf(hear), 1),
    };
    window.leave = widget.render({ model, el: document.querySelector("main") });
}"""


@pytest.fixture
def widget() -> BoardWidget:
    return ply.board(ply.game("breakthrough", size=5), limit=ply.Limit(nodes=500))


@pytest.fixture
def page(browser: Browser, widget: BoardWidget) -> Iterator[Page]:
    """A page with the board on it; what it says is heard by the widget in Python."""
    page = browser.new_page(viewport={"width": 700, "height": 700})
    page.set_default_timeout(20_000)
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))

    def say(message: dict[str, object]) -> dict[str, object]:
        widget._hear(widget, message, [])
        return dict(widget.view)

    page.expose_function("say", say)
    page.set_content(f"<html lang=en><title>Board</title><style>{widget._css}</style><main></main></html>")
    page.evaluate(HOST, [widget._esm, dict(widget.view)])
    yield page
    page.close()
    assert problems == []


def square(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=f"{name}, ")


def test_moves_are_made_with_the_mouse(page: Page, widget: BoardWidget, axe: Judge) -> None:
    square(page, "b4").click()
    expect(square(page, "b4")).to_have_attribute("aria-pressed", "true")
    expect(page.locator('[data-mark="outlined"]')).to_have_count(3)
    assert axe(page) == []
    square(page, "b3").click()
    expect(page.locator(".plyground-status")).to_have_text("Black plays b4-b3. White to move.")
    assert widget.moves == ["b4-b3"]
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".plyground-status")).to_have_text("Black to move.")
    expect(page.get_by_role("button", name="Reset")).to_be_disabled()
    expect(page.get_by_role("button", name="Pass")).to_be_hidden()


def test_moves_are_made_with_the_keyboard_alone(page: Page, widget: BoardWidget) -> None:
    page.keyboard.press("Tab")
    for key in ("ArrowRight", "ArrowDown", "Enter"):  # from a5 to b4
        page.keyboard.press(key)
    expect(square(page, "b4")).to_have_attribute("aria-pressed", "true")
    expect(square(page, "b4")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(".plyground-status")).to_contain_text("Black plays b4-b3")
    assert widget.moves == ["b4-b3"]


def test_every_square_lies_on_its_place(page: Page) -> None:
    shape = """each => {
        const { x, y, width } = each.getBoundingClientRect();
        return [x, y, width];
    }"""
    buttons = page.locator(".plyground-square").all()
    drawn = page.locator('[data-layer="squares"] > rect').all()
    assert len(buttons) == len(drawn) == 25
    for button, rectangle in zip(buttons, drawn, strict=True):
        assert button.evaluate(shape) == pytest.approx(rectangle.evaluate(shape), abs=2)
    page.set_viewport_size({"width": 300, "height": 500})
    assert page.evaluate("document.documentElement.scrollWidth") <= 300
    assert buttons[24].evaluate(shape) == pytest.approx(drawn[24].evaluate(shape), abs=2)


def test_the_engine_analyses(page: Page) -> None:
    page.get_by_role("button", name="Analyse").click()
    expect(page.locator(".plyground-analysis")).to_contain_text("for black, depth", timeout=60_000)
    expect(page.locator('[data-mark="outlined"]')).to_have_count(1)


def test_a_board_that_is_taken_away_hears_nothing_more(page: Page) -> None:
    page.evaluate("leave()")
    square(page, "b4").click()
    expect(square(page, "b4")).to_have_attribute("aria-pressed", "false")
