"""Sounds: of what happens, where they are wanted. The waves are counted instead of heard."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.ui.web.running import Server

from .playing import open_game, square

LISTEN = """
window.heard = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...given) {
    heard.push(Math.round(this.frequency.value));
    return start.apply(this, given);
};
"""
MOVE, CAPTURE = [190, 920], [140, 700, 170, 840]
WON, LOW = [523, 659, 784], [880, 880]


@pytest.fixture
def listening(new_context: Callable[..., BrowserContext]) -> Page:
    page = new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.add_init_script(LISTEN)
    return page


def play(page: Page, *squares: str) -> None:
    count = page.locator("#moves button.move").count()
    for name in squares:
        square(page, name).click()
    expect(page.locator("#moves button.move")).to_have_count(count + 1)


def heard(page: Page) -> list[int]:
    found: list[int] = page.evaluate("heard.splice(0)")
    return found


def test_moves_captures_and_the_end_sound_different(listening: Page, server: Server) -> None:
    moves = ["b5-b4", "a2-a3"]
    open_game(listening, server.begin("breakthrough", "human", "human", moves=moves))
    play(listening, "b4", "b3")
    assert heard(listening) == MOVE  # and nothing of what was played before
    play(listening, "a2" if square(listening, "a2").count() == 0 else "c2", "b3")
    assert heard(listening) == CAPTURE
    listening.get_by_role("button", name="One move back").click()
    assert heard(listening) == []
    listening.get_by_role("button", name="Resign").click()
    listening.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(listening.locator("#result")).to_be_visible()
    assert heard(listening) == WON


def test_a_stone_that_is_turned_is_a_capture_and_one_that_is_removed_is_none(
    listening: Page, server: Server
) -> None:
    open_game(listening, server.begin("othello", "human", "human"))
    play(listening, "d3")
    assert heard(listening) == CAPTURE
    open_game(listening, server.begin("konane", "human", "human", options={"size": "4x4"}))
    listening.locator(".board-square.is-live").first.click()
    expect(listening.locator("#moves button.move")).to_have_count(1)
    assert heard(listening) == MOVE


def test_a_clock_that_runs_short_is_heard_once(listening: Page, server: Server) -> None:
    game = server.begin("breakthrough", "human", "human", clock="21")
    open_game(listening, game)
    play(listening, "b5", "b4")
    play(listening, "b2", "b3")
    listening.wait_for_function("() => heard.includes(880)")
    assert heard(listening)[4:] == LOW


def test_sounds_are_a_switch_and_off_where_others_share_the_server(listening: Page, server: Server) -> None:
    game = server.begin("breakthrough", "human", "human")
    listening.goto("/settings")
    expect(listening.locator("#boards .board")).to_have_count(4)
    sounds = listening.get_by_role("group", name="Sounds")
    sounds.get_by_role("radio", name="Off", exact=True).check()
    assert heard(listening) == []
    open_game(listening, game)
    play(listening, "b5", "b4")
    assert heard(listening) == []
    listening.evaluate("localStorage.removeItem('sounds')")
    wants = """async server => {
        const { wantsSounds } = await import("/static/scripts/play/sounds.js");
        return wantsSounds(server);
    }"""
    assert listening.evaluate(wants, "127.0.0.1")
    assert not listening.evaluate(wants, "school.example")
    listening.evaluate("localStorage.setItem('sounds', 'on')")
    assert listening.evaluate(wants, "school.example")
