"""The settings: chosen once, followed by every page, and safe for every eye."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from plyground.ui.web.transport.page_files import FOLDER
from tests.ui.web.running import Server

from .playing import open_game, square

THEMES = (FOLDER / "styles" / "themes.css").read_text("utf-8")

# Viénot, Brettel and Mollon (1999): how linear red, green and blue are seen without one kind of cones.
SEEN = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.11238, 0.88762, 0), (0.11238, 0.88762, 0), (0.00401, -0.00401, 1)),
    "deuteranopia": ((0.29275, 0.70725, 0), (0.29275, 0.70725, 0), (-0.02234, 0.02234, 1)),
}


def linear(colour: str) -> tuple[float, ...]:
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def lab(colour: str, eye: str) -> tuple[float, float, float]:
    """Return what an eye sees, in CIELAB, where distances are about what people notice."""
    red, green, blue = (sum(a * b for a, b in zip(row, linear(colour), strict=True)) for row in SEEN[eye])
    xyz = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
    )
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: str, other: str, eye: str) -> float:
    return float(sum((a - b) ** 2 for a, b in zip(lab(one, eye), lab(other, eye), strict=True)) ** 0.5)


def declared(block: str, name: str) -> list[str]:
    """Return the colours, by day and by night, that a block of the style sheet gives to a property."""
    [content] = re.findall(re.escape(block) + r"\s*{(.*?)}", THEMES, re.DOTALL)
    [value] = re.findall(rf"--{name}: ([^;]*);", content)
    return re.findall(r"#[0-9a-f]{6}", value)


@pytest.mark.parametrize("eye", SEEN)
@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
def test_every_eye_tells_apart_what_the_safe_set_shows(eye: str, night: bool) -> None:
    colours = {
        name: declared(':root[data-board="safe"] .board', f"board-{name}")[night]
        for name in ("ground", "shade", "last", "picked")
    }
    for side in (0, 1):
        [colours[f"side {side}"]] = declared(f':root[data-pieces="safe"] .side-{side}', "piece-fill")
    near = {
        (one, other): round(difference(colours[one], colours[other], eye))
        for one, other in combinations(colours, 2)
        if {one, other} != {"ground", "shade"}  # says nothing
    }
    assert {pair: value for pair, value in near.items() if value < 25} == {}


def test_the_usual_red_and_green_would_not_be_safe() -> None:
    """The measure can fail: these two are far apart only for eyes with all cones."""
    assert difference("#c03020", "#5a7a20", "all cones") > 60
    assert difference("#c03020", "#5a7a20", "deuteranopia") < 25


def choose(page: Page, group: str, name: str) -> None:
    """Choose one of the radio buttons of a group."""
    page.get_by_role("group", name=group, exact=True).get_by_role("radio", name=name).check()


def test_what_is_chosen_is_seen_at_once_and_on_every_page(page: Page, server: Server) -> None:
    game = server.begin("breakthrough", "human", "human")
    ground = "getComputedStyle(document.querySelector('.board-cell')).fill"
    piece = "getComputedStyle(document.querySelector('.side-0 .piece-body')).fill"
    open_game(page, game)
    before = page.evaluate(ground), page.evaluate(piece)
    expect(page.locator(".board-coordinates")).to_be_visible()
    page.goto("/settings")
    expect(page.locator("#boards .board")).to_have_count(4)
    choose(page, "Board", "Wood")
    choose(page, "Pieces", "Wine and cream")
    choose(page, "Coordinates beside the board", "Hidden")
    seen = page.evaluate(ground), page.evaluate(piece)
    open_game(page, game)
    assert (page.evaluate(ground), page.evaluate(piece)) == seen
    assert not set(seen) & set(before)
    expect(page.locator(".board-coordinates")).to_be_hidden()
    page.goto("/settings")
    expect(page.get_by_role("radio", name="Wood")).to_be_checked()
    choose(page, "Board", "The game's own")
    assert page.evaluate("localStorage.getItem('board')") is None


def test_settings_by_keyboard_alone(page: Page) -> None:
    page.goto("/settings")
    expect(page.locator("#boards .board")).to_have_count(4)
    page.get_by_role("radio", name="As the system").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    expect(page.locator("html")).to_have_attribute("data-board", "wood")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("html")).not_to_have_attribute("data-board", "wood")


def test_without_animation_a_move_is_there_at_once(page: Page, server: Server) -> None:
    game = server.begin("breakthrough", "human", "human")
    moving = "document.querySelector('.layer-pieces').getAnimations({ subtree: true }).length"
    counted = """() => {
        window.moved = 0;
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (...given) {
            window.moved += 1;
            return animate.apply(this, given);
        };
    }"""
    for choice, is_seen in (("on", True), ("off", False)):
        page.goto("/settings")
        page.evaluate("choice => localStorage.setItem('animation', choice)", choice)
        open_game(page, game)
        page.evaluate(counted)
        mover = "a" if is_seen else "b"
        square(page, f"{mover}5").click()
        square(page, f"{mover}4").click()
        expect(page.locator("#moves button.move")).to_have_count(1 if is_seen else 3)
        assert (page.evaluate("moved") > 0) is is_seen
        assert not (page.evaluate(moving) and not is_seen)
        if is_seen:
            square(page, "a2").click()
            square(page, "a3").click()
            expect(page.locator("#moves button.move")).to_have_count(2)


def test_another_tab_follows(page: Page, context_of: BrowserContext) -> None:
    other = context_of.new_page()
    page.goto("/settings")
    other.goto("/settings")
    expect(page.locator("#boards .board")).to_have_count(4)
    choose(other, "Board", "Slate")
    expect(page.locator("html")).to_have_attribute("data-board", "slate")
    expect(page.get_by_role("radio", name="Slate")).to_be_checked()


@pytest.fixture
def context_of(page: Page) -> BrowserContext:
    return page.context


def test_what_somebody_else_wrote_there_is_ignored(page: Page) -> None:
    page.add_init_script("localStorage.setItem('board', '\"><img>'); localStorage.setItem('theme', 'purple')")
    page.goto("/settings")
    expect(page.get_by_role("radio", name="The game's own")).to_be_checked()
    expect(page.get_by_role("radio", name="As the system")).to_be_checked()
