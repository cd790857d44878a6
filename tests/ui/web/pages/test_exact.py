"""Exact values on the pages: on the board, over a game, and only where somebody wants them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from plyground.core.position import Position, game
from tests.ui.web.exact.plain import Plain, told
from tests.ui.web.exact.tables import server_with_tables
from tests.ui.web.running import Server

from .playing import open_game, square

MISFITS = Path(__file__).with_name("misfits.js").read_text("utf-8")
SIGNS = ".layer-exact .exact-text"
MOVES = ["b2", "a2", "b4-b2", "a4-a2"]
KONANE = game("konane", size=4)
PATIENCE = 90_000
"""Milliseconds; something may have to be compiled first."""


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with tables of four boards."""
    with server_with_tables(tmp_path_factory.mktemp("solved")) as running:
        yield running


@pytest.fixture
def at_table(new_context: Callable[..., BrowserContext], solved: Server) -> Page:
    """A page of the server with tables."""
    return new_context(base_url=solved.url, viewport={"width": 1440, "height": 900}).new_page()


def signs_by_minimax(position: Position) -> list[str]:
    """Return what the board has to show, in the order of the alphabet."""
    plain = Plain()
    values = [plain.value(position.play(move)) for move in position.moves()]
    return sorted(f"{told(-margin)[0].upper()}{(plies + 2) // 2}" for margin, plies in values)


def played(*moves: str) -> Position:
    position = KONANE.start()
    for move in moves:
        position = position.play(move)
    return position


def begin_konane(server: Server, *players: str, **more: Any) -> str:
    return server.begin("konane", *players, options={"size": "4x4"}, **more)


def switch(page: Page, name: str) -> Locator:
    return page.get_by_label(name, exact=True).and_(page.locator("input"))


def test_whoever_plays_sees_no_values_until_they_want_them(at_table: Page, solved: Server) -> None:
    page = at_table
    open_game(page, begin_konane(solved, "human", "human", moves=MOVES))
    expect(square(page, "d4")).to_have_accessible_name("d4, black stone, can move")
    assert page.locator(SIGNS).count() == 0
    expect(page.locator("#exact")).to_be_hidden()
    switch(page, "Exact values").click()
    position = played(*MOVES)
    expect(page.locator(SIGNS)).to_have_count(len(position.moves()))
    assert sorted(page.locator(SIGNS).all_text_contents()) == signs_by_minimax(position)
    expect(page.locator("#exact-told")).to_have_text("Black wins in 5 moves, proved.")
    expect(page.locator("#exact-legend")).to_contain_text("win in 3 moves")
    expect(square(page, "d4")).to_have_accessible_name("d4, black stone, can move, wins in 5 moves")
    square(page, "d4").click()
    expect(page.locator(SIGNS)).to_have_count(1)
    expect(square(page, "b4")).to_have_accessible_name("b4, empty, can be reached, wins in 5 moves")
    page.reload()  # the browser remembers it
    expect(page.locator(SIGNS)).to_have_count(len(position.moves()))
    switch(page, "Exact values").click()
    expect(page.locator(SIGNS)).to_have_count(0)
    page.reload()
    expect(square(page, "d4")).to_have_accessible_name("d4, black stone, can move")
    assert not switch(page, "Exact values").is_checked()


def test_values_follow_the_game(at_table: Page, solved: Server) -> None:
    page = at_table
    open_game(page, begin_konane(solved, "human", "first"))
    switch(page, "Exact values").click()
    switch(page, "Value history").click()
    expect(square(page, "a1")).to_have_accessible_name(
        re.compile("a1, black stone, can be played, (wins|loses)")
    )
    expect(page.locator("#value-history")).to_be_hidden()  # nothing has happened yet
    square(page, "a1").click()
    expect(page.locator("#moves button.move")).to_have_count(2)
    reply = page.locator("#moves button.move").nth(1).text_content()
    assert reply is not None
    position = played("a1", reply)
    expect(page.locator(SIGNS)).to_have_count(len(position.moves()))
    assert sorted(page.locator(SIGNS).all_text_contents()) == signs_by_minimax(position)
    history = page.get_by_role("slider", name="Value history")
    expect(history).to_have_attribute("aria-valuemax", "2")
    expect(page.locator(".history-first, .history-second")).to_have_count(3)
    page.get_by_role("button", name="Undo").click()
    expect(history).to_be_hidden()


def test_a_pass_has_its_value(at_table: Page, solved: Server) -> None:
    text = "wb2/bbb1/1bww/b2w white"
    position, moves = game("othello", size=4).position(text), list[str]()
    while [str(move) for move in position.moves()] != ["pass"]:
        position = position.play(position.moves()[0])
        moves.append(str(position.last_move))
    begun = {"options": {"size": "4"}, "position": text, "moves": moves}
    at_table.add_init_script("localStorage.setItem('auto-pass', 'off')")
    open_game(at_table, solved.begin("othello", "human", "human", **begun))
    switch(at_table, "Exact values").click()
    expect(at_table.locator(".board-pass")).to_have_text(re.compile(r"^Pass \([+−=]\d*\)$"))


def test_a_game_with_a_clock_is_played_without(at_table: Page, solved: Server) -> None:
    page = at_table
    open_game(page, begin_konane(solved, "human", "human", clock="300", moves=["a1"]))
    for name in ("Exact values", "Value history"):
        expect(switch(page, name)).to_be_disabled()
    expect(page.locator("#exact-later")).to_contain_text("when it is over")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    switch(page, "Value history").click()
    expect(page.get_by_role("slider", name="Value history")).to_be_visible()


def test_analysis_shows_them_where_there_is_a_table(at_table: Page) -> None:
    page = at_table
    page.goto(f"/analyse?game=konane&option.size=4x4&moves={','.join(MOVES)}")
    position = played(*MOVES)
    expect(page.locator(SIGNS)).to_have_count(len(position.moves()))
    assert sorted(page.locator(SIGNS).all_text_contents()) == signs_by_minimax(position)
    expect(page.locator(".best-line")).not_to_have_count(0, timeout=PATIENCE)
    assert page.locator(".value-box").count() == 0  # nobody needs guesses beside them
    plain = Plain()
    wins = [
        {"win": 0, "loss": 1}[told(plain.value(each)[0])] ^ each.player for each in position.line()
    ]  # the number of the player who wins
    history = page.get_by_role("slider", name="Value history")
    expect(page.locator(".history-first")).to_have_count(wins.count(0))
    expect(page.locator(".history-second")).to_have_count(wins.count(1))
    lost = sum(
        one == each.player != other for each, one, other in zip(position.line(), wins, wins[1:], strict=False)
    )
    expect(page.locator(".history-lost")).to_have_count(lost)
    box = history.bounding_box()
    assert box is not None
    history.click(position={"x": box["width"] * 0.98, "y": box["height"] / 2})
    expect(history).to_have_attribute("aria-valuenow", "4")
    history.press("Home")
    expect(history).to_have_attribute("aria-valuenow", "0")
    expect(page.locator("#told")).to_have_text("black begins")
    expect(page.locator("#exact-told")).to_have_text(re.compile("^White wins in"))
    switch(page, "Exact values").click()
    switch(page, "Value history").click()
    expect(page.locator("#exact")).to_be_hidden()
    page.reload()
    expect(page.locator(".value-box")).not_to_have_count(0, timeout=PATIENCE)  # what the search thinks
    assert page.locator(SIGNS).count() == 0


def test_a_board_that_is_not_solved_says_so(at_table: Page) -> None:
    page = at_table
    page.goto("/analyse?game=breakthrough&option.size=8x8")
    expect(page.locator(".value-box")).not_to_have_count(0, timeout=PATIENCE)
    assert not switch(page, "Exact values").is_checked()
    switch(page, "Exact values").click()
    expect(page.locator("#exact-told")).to_contain_text("Not solved", timeout=PATIENCE)
    assert page.locator(SIGNS).count() == 0
    expect(page.locator(".value-box")).not_to_have_count(0, timeout=PATIENCE)


def test_a_late_answer_never_replaces_a_newer_one(at_table: Page) -> None:
    page = at_table
    held: list[Route] = []

    def hold(route: Route) -> None:
        asked = route.request.post_data_json
        if asked and asked["line"]["moves"] == MOVES:
            held.append(route)
        else:
            route.continue_()

    page.route("**/api/exact", hold)
    # Nothing is aborted here, so that what is late comes at all.
    page.add_init_script("AbortController.prototype.abort = () => {}")
    page.goto(f"/analyse?game=konane&option.size=4x4&moves={','.join(MOVES)}")
    expect(page.locator("#to-back")).to_be_visible()
    page.wait_for_timeout(300)
    page.locator("#to-back").click()
    before = played(*MOVES[:-1])
    expect(page.locator(SIGNS)).to_have_count(len(before.moves()))
    assert held
    with page.expect_response("**/api/exact"):
        held[0].continue_()
    page.wait_for_timeout(300)
    assert sorted(page.locator(SIGNS).all_text_contents()) == signs_by_minimax(before)
    page.locator("#to-forth").click()  # and what came late is known now
    expect(page.locator(SIGNS)).to_have_count(len(played(*MOVES).moves()))


def test_nobody_stumbles_over_exact_values(
    new_context: Callable[..., BrowserContext], solved: Server, axe: Callable[[Page], list[str]]
) -> None:
    duel = {"options": {"size": "3"}, "moves": ["c3-b2", "c1-c2", "b3-c3", "b1-c1"]}
    page = new_context(base_url=solved.url, viewport={"width": 360, "height": 740}).new_page()
    page.add_init_script(
        "for (const name of ['exact-values', 'value-history']) localStorage.setItem(name, 'on')"
    )
    game_id = solved.begin("duel", "human", "human", **duel)
    for path in (f"/play/{game_id}", f"/analyse?play={game_id}"):
        page.goto(path)
        expect(page.locator(SIGNS)).to_have_count(10)
        expect(page.locator(".exact-sign")).to_have_count(3)
        expect(page.get_by_role("slider", name="Value history")).to_be_visible()
        for width, height in ((360, 740), (1280, 720), (1920, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(MISFITS) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, width)
        assert axe(page) == [], path
