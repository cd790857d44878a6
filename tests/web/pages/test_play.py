"""Games on the page, played to their end by every kind of hand, and what goes with them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.web.running import Server

from .playing import Hand, by_keys, by_mouse, by_touch, count_moves, open_game, play_to_the_end, square

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

SMALL = [
    pytest.param("breakthrough", "5x4", id="breakthrough"),
    pytest.param("othello", "4", id="othello"),
    pytest.param("konane", "4x4", id="konane"),
    pytest.param("duel", "3", id="duel"),
]


def check_end(page: Page, server: Server, game_id: str) -> None:
    """Make sure that the page tells the end that the server knows."""
    state = server.get(f"/api/play/{game_id}").json()
    outcome = state["status"]["outcome"]
    told = {None: "A draw", 0: "You win", 1: "You lose"}[outcome["winner"]]
    expect(page.locator("#result h2")).to_have_text(told)
    expect(page.locator("#result p")).to_contain_text(outcome["reason"][1:])
    assert count_moves(page) == len(state["plies"]) - 1
    assert page.locator(".board-square.is-live, .board-square.is-movable").count() == 0


def play_with(page: Page, server: Server, hand: Hand, game: str, size: str) -> None:
    game_id = server.begin(game, "human", "random", options={"size": size}, seed=5)
    open_game(page, game_id)
    assert play_to_the_end(page, hand, seed=3) > 1
    check_end(page, server, game_id)


@pytest.mark.parametrize(("game", "size"), SMALL)
def test_a_whole_game_with_the_mouse(page: Page, server: Server, game: str, size: str) -> None:
    play_with(page, server, by_mouse, game, size)


@pytest.mark.parametrize(("game", "size"), SMALL)
def test_a_whole_game_with_a_finger(
    new_context: Callable[..., BrowserContext], server: Server, game: str, size: str
) -> None:
    play_with(new_context(**PHONE).new_page(), server, by_touch, game, size)


@pytest.mark.parametrize(("game", "size"), SMALL)
def test_a_whole_game_with_the_keyboard_alone(page: Page, server: Server, game: str, size: str) -> None:
    play_with(page, server, by_keys, game, size)


def test_a_finger_on_the_board_scrolls_the_page_unless_it_lifts_a_piece(
    new_context: Callable[..., BrowserContext], server: Server
) -> None:
    page = new_context(**PHONE).new_page()
    open_game(page, server.begin("breakthrough", "human", "human"))
    allowed = "cell => getComputedStyle(cell).touchAction"
    assert square(page, "a5").evaluate(allowed) == "none"
    assert square(page, "a3").evaluate(allowed) == "manipulation"


def test_moves_can_be_typed(page: Page, server: Server) -> None:
    open_game(page, server.begin("breakthrough", "human", "human", options={"size": "5x4"}))
    field = page.get_by_label("Type a move")
    field.fill("A4-A3")
    field.press("Enter")
    expect(page.locator("#told")).to_have_text("Black plays a4-a3.")
    expect(field).to_have_value("")
    field.fill("a2-a3")
    field.press("Enter")
    expect(page.locator("#typed-problem")).to_have_text("a2-a3 is not legal: from a2 there is a2-b3")
    expect(field).to_have_value("a2-a3")
    field.fill("a2b3")
    page.get_by_role("button", name="Play it").click()
    expect(page.locator("#typed-problem")).to_be_hidden()
    assert count_moves(page) == 2


def test_undo_takes_back_my_move_and_the_reply(page: Page, server: Server) -> None:
    open_game(page, server.begin("breakthrough", "human", "random"))
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    by_mouse(page, random.Random(1))
    expect(page.locator("#moves button.move")).to_have_count(2)
    undo.click()
    expect(page.locator("#moves button.move")).to_have_count(0)
    expect(page.locator("#told")).to_have_text("Black begins.")
    expect(page.get_by_role("gridcell", name="black pawn")).to_have_count(12)


def test_two_tabs_show_the_same_game(page: Page, server: Server) -> None:
    game_id = server.begin("othello", "human", "human", options={"size": "4"})
    other = page.context.new_page()
    open_game(page, game_id)
    open_game(other, game_id)
    square(page, "b1").click()
    expect(square(other, "b1")).to_have_attribute("aria-label", "b1, black disc, last move")
    other.get_by_role("gridcell", name="can be played").first.click()
    expect(page.locator("#moves button.move")).to_have_count(2)


def test_the_board_is_seen_from_the_own_side_and_can_be_turned(page: Page, server: Server) -> None:
    open_game(page, server.begin("breakthrough", "human", "random"))
    first = page.get_by_role("gridcell").first
    expect(first).to_have_attribute("aria-label", "f1, white pawn")
    expect(page.locator("#near-player")).to_contain_text("You")
    page.get_by_role("button", name="Flip").click()
    expect(first).to_have_attribute("aria-label", "a6, black pawn")
    expect(page.locator("#far-player")).to_contain_text("You")


def test_earlier_positions_can_be_looked_at_and_played_differently(page: Page, server: Server) -> None:
    game_id = server.begin("othello", "human", "human", options={"size": "4"}, moves=["b1", "a1", "a2"])
    open_game(page, game_id)
    page.get_by_role("button", name="a1", exact=True).click()
    expect(page.locator("#told")).to_contain_text("White plays a1")
    expect(page.get_by_role("gridcell", name="can be played")).to_have_count(0)
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(lambda url: game_id not in url)
    expect(page.locator("#moves button.move")).to_have_count(2)
    page.get_by_role("gridcell", name="can be played").last.click()
    expect(page.locator("#moves button.move")).to_have_count(3)
    assert len(server.get(f"/api/play/{game_id}").json()["plies"]) == 4


def test_the_list_of_moves_is_walked_with_keys(page: Page, server: Server) -> None:
    game_id = server.begin("othello", "human", "human", options={"size": "4"}, moves=["b1", "a1", "a2"])
    open_game(page, game_id)
    page.locator("#moves").focus()
    current = page.locator("#moves [aria-current]")
    for key, move in [("ArrowLeft", "a1"), ("ArrowLeft", "b1"), ("End", "a2")]:
        page.keyboard.press(key)
        expect(current).to_have_text(move)
    page.keyboard.press("Home")
    expect(current).to_have_count(0)
    expect(page.locator("#told")).to_have_text("Black begins.")


def test_a_hint_is_shown_on_the_board_and_in_words(page: Page, server: Server) -> None:
    open_game(page, server.begin("breakthrough", "human", "random", options={"size": "5x4"}))
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#told")).to_contain_text("Hint: ", timeout=60_000)
    expect(page.locator(".mark-hint")).to_have_count(2)
    by_mouse(page, random.Random(2))
    expect(page.locator(".mark-hint")).to_have_count(0)


def test_resigning_asks_first(page: Page, server: Server) -> None:
    open_game(page, server.begin("konane", "human", "random", options={"size": "4x4"}))
    page.get_by_role("button", name="Resign").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Play on").click()
    expect(page.locator("#result")).to_be_hidden()
    page.get_by_role("button", name="Resign").click()
    dialog.get_by_role("button", name="Resign").click()
    expect(page.locator("#result h2")).to_have_text("You lose")
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator("#result")).to_be_hidden()
    expect(page.locator("#moves button.move")).to_have_count(1)  # now the other side begins


def test_battles_are_told_in_words_for_eyes_and_ears(page: Page, server: Server) -> None:
    position = "3/1w1/HM1 adversary"
    open_game(page, server.begin("duel", "human", "human", options={"size": "3"}, position=position))
    square(page, "a3").click()
    square(page, "b2").click()
    expect(page.locator("#told")).to_contain_text("hero kills wumpus on b2")
    expect(page.locator(".board [aria-live]")).to_contain_text("hero kills wumpus on b2")
    expect(page.locator("#result h2")).to_have_text("Adversary wins")


def test_a_pass_is_played_with_its_button(page: Page, server: Server) -> None:
    position = "bbbw/bbbb/bbbb/bbb1 black"
    open_game(page, server.begin("othello", "human", "human", options={"size": "4"}, position=position))
    page.get_by_role("button", name="Pass").click()
    expect(page.locator("#told")).to_contain_text("passes")


def test_outlines_are_switched_off_for_good(page: Page, server: Server) -> None:
    game_id = server.begin("othello", "human", "human", options={"size": "4"})
    open_game(page, game_id)
    expect(page.locator(".outline").first).to_be_visible()
    page.get_by_label("Outline possible moves").uncheck()
    expect(page.locator(".outline").first).to_be_hidden()
    open_game(page, game_id)
    expect(page.locator(".outline").first).to_be_hidden()


def test_thinking_is_shown_only_when_it_is_asked_for(page: Page, server: Server) -> None:
    open_game(page, server.begin("breakthrough", "human", "engine:depth=5"))
    expect(page.locator("#thinking")).to_be_hidden()
    page.get_by_label("Show what the engine thinks").check()
    by_mouse(page, random.Random(4))
    expect(page.locator("#thoughts")).to_contain_text("white", timeout=60_000)
    expect(page.locator("#thoughts")).to_contain_text("in ")


def test_a_long_thought_can_be_cut_short(page: Page, server: Server) -> None:
    open_game(page, server.begin("breakthrough", "human", "engine:seconds=50"))
    by_mouse(page, random.Random(4))
    page.get_by_role("button", name="Move now").click(timeout=60_000)
    expect(page.locator("#moves button.move")).to_have_count(2)


def test_engines_are_watched_with_pause_and_pace(page: Page, server: Server) -> None:
    open_game(page, server.begin("othello", "random", "first", options={"size": "4"}))
    page.get_by_role("button", name="Pause").click()
    expect(page.locator("#turn")).to_have_text("Paused.")
    stopped = count_moves(page)
    page.get_by_label("Pace").select_option("0")
    page.get_by_role("button", name="Go on").click()
    page.wait_for_selector("#result:not([hidden])")
    assert count_moves(page) > stopped
    expect(page.locator("#result h2")).to_have_text(re.compile(r"^(Black wins|White wins|A draw)$"))


def test_clocks_run_for_who_is_to_move(page: Page, server: Server) -> None:
    open_game(page, server.begin("breakthrough", "human", "human", clock="300+2"))
    expect(page.locator("#far-player .clock")).to_have_class("clock is-running")
    expect(page.locator("#near-player .clock")).to_have_text("5:00")
    by_mouse(page, random.Random(4))
    expect(page.locator("#near-player .clock")).to_have_class("clock is-running")


def test_an_unknown_game_is_told_in_words(new_context: Callable[..., BrowserContext]) -> None:
    page = new_context().new_page()
    page.goto("/play/nothing")
    expect(page.get_by_role("heading", name="No game")).to_be_visible()
    expect(page.get_by_role("link", name="Start another game")).to_be_visible()
    # The browser itself writes down that there was no such game.
    new_context.problems.clear()  # type: ignore[attr-defined]
