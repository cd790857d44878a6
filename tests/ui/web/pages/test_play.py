"""Games on the page, played to their end by every kind of hand, and what goes with them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect

from plyground.store import Store
from tests.ui.web.library.made_up import made_up_game
from tests.ui.web.running import Server

from .playing import (
    Hand,
    by_keys,
    by_mouse,
    by_touch,
    count_moves,
    open_game,
    overlap,
    play_to_the_end,
    square,
)

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

SMALL = [
    pytest.param("breakthrough", "5x4", id="breakthrough"),
    pytest.param("othello", "4", id="othello"),
    pytest.param("konane", "4x4", id="konane"),
    pytest.param("duel", "3", id="duel"),
]


CONTRAST = """selector => {
    const style = getComputedStyle(document.querySelector(selector));
    const light = (colour) => {
        const parts = colour.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255)
            .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] + 0.05;
    };
    const [one, other] = [light(style.color), light(style.backgroundColor)];
    return Math.max(one, other) / Math.min(one, other);
}"""
"""The contrast of an element's text with its own ground, as WCAG measures it."""


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
    expect(page.locator("#moves button.move")).to_have_count(2)


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


def test_arrows_step_through_the_moves_from_anywhere_but_the_board_and_the_fields(
    page: Page, server: Server
) -> None:
    moves = ["a4-a3", "a2-b3", "c4-c3"]
    open_game(page, server.begin("breakthrough", "human", "human", options={"size": "5x4"}, moves=moves))
    current = page.locator("#moves [aria-current]")
    expect(current).to_have_text("c4-c3")
    page.keyboard.press("ArrowLeft")
    expect(current).to_have_text("a2-b3")
    page.keyboard.press("Home")
    expect(current).to_have_count(0)
    page.keyboard.press("End")
    expect(current).to_have_text("c4-c3")
    page.get_by_label("Outline possible moves").uncheck()
    page.keyboard.press("ArrowLeft")
    expect(current).to_have_text("a2-b3")
    square(page, "d1").click()  # a hand at the mouse does not walk over the squares
    page.keyboard.press("ArrowRight")
    expect(current).to_have_text("c4-c3")
    page.get_by_label("Type a move").focus()
    page.keyboard.press("ArrowLeft")
    expect(current).to_have_text("c4-c3")
    page.keyboard.press("Shift+Tab")
    for _ in range(60):
        if page.locator(".board-square:focus").count():
            break
        page.keyboard.press("Shift+Tab")
    here = page.locator(".board-square:focus").get_attribute("data-square")
    page.keyboard.press("ArrowLeft")
    assert page.locator(".board-square:focus").get_attribute("data-square") != here
    expect(current).to_have_text("c4-c3")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", ["play", "analyse", "library"])
def test_the_current_move_is_readable_under_the_mouse(
    page: Page, server: Server, path: str, theme: Literal["light", "dark"]
) -> None:
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    moves = ["a4-a3", "a2-b3"]
    options = {"size": "5x4"}
    if path == "play":
        open_game(page, server.begin("breakthrough", "human", "human", options=options, moves=moves))
    elif path == "analyse":
        page.goto(f"/analyse?game=breakthrough&option.size=5x4&moves={','.join(moves)}")
    else:
        with Store(server.store) as store:
            page.goto(f"/library?record={store.add_single(made_up_game('x', 'y'))}")
        page.get_by_role("button", name="Last position").click()
    page.wait_for_load_state("networkidle")
    current = "[aria-current]:is(.move, .tree-move, .record-move)"
    page.locator(current).hover()
    page.wait_for_selector(f"{current}:hover")
    assert page.evaluate(CONTRAST, f"{current}:hover") > 4.5


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


SMALL_OTHELLO = {"options": {"size": "4"}}
TO_A_PASS = ["b1", "d3", "a2"]
"""After these moves against `first` on the small board, black can only pass."""


def play_to_a_pass(page: Page, server: Server) -> None:
    """Play until black, a person, can only pass."""
    open_game(page, server.begin("othello", "human", "first", **SMALL_OTHELLO))
    for number, name in enumerate(TO_A_PASS):
        expect(page.locator("#moves button.move")).to_have_count(2 * number)
        square(page, name).click()


def test_a_forced_pass_is_played_by_itself_and_told(page: Page, server: Server) -> None:
    play_to_a_pass(page, server)
    expect(page.locator("#moves button.move")).to_have_count(8)
    expect(page.locator("#moves button.move").nth(6)).to_have_text("pass")
    expect(page.locator("#passed")).to_have_text("You had no move and passed.")
    expect(page.locator(".board [aria-live]")).to_contain_text("You had no move and passed. Your move.")
    expect(page.locator("#turn")).to_have_text("Your move.")
    by_mouse(page, random.Random(1))
    expect(page.locator("#passed")).to_be_hidden()


def test_undo_takes_back_the_pass_with_the_move_before_it(page: Page, server: Server) -> None:
    play_to_a_pass(page, server)
    expect(page.locator("#moves button.move")).to_have_count(8)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#moves button.move")).to_have_count(4)
    expect(page.locator("#passed")).to_be_hidden()
    expect(square(page, "a2")).to_have_attribute("aria-label", "a2, empty, can be played")


@pytest.mark.parametrize("size", [(1280, 720), (390, 844), (844, 390), (640, 360)])
def test_who_wants_to_pass_themselves_has_a_button_beside_the_board(
    new_context: Callable[..., BrowserContext], server: Server, size: tuple[int, int]
) -> None:
    page = new_context(viewport={"width": size[0], "height": size[1]}).new_page()
    page.add_init_script("localStorage.setItem('auto-pass', 'off')")
    position = "bbbw/bbbb/bbbb/bbb1 black"
    open_game(page, server.begin("othello", "human", "first", **SMALL_OTHELLO, position=position))
    expect(page.locator("#turn")).to_have_text("You must pass.")
    assert not overlap(page, ".board-pass", ".board")
    box = page.locator(".board-pass").bounding_box()
    assert box is not None
    assert box["height"] < 60
    page.get_by_role("button", name="Pass", exact=True).click()
    expect(page.locator("#moves button.move").first).to_have_text("pass")


def test_passing_by_itself_is_switched_off_and_on_for_good(page: Page, server: Server) -> None:
    play_to_a_pass(page, server)
    expect(page.locator("#moves button.move")).to_have_count(8)
    page.get_by_label("Pass for me when I have no other move").uncheck()
    play_to_a_pass(page, server)
    expect(page.locator("#turn")).to_have_text("You must pass.")
    expect(page.locator("#moves button.move")).to_have_count(6)
    page.get_by_label("Pass for me when I have no other move").check()
    expect(page.locator("#moves button.move")).to_have_count(8)


def test_two_people_are_told_who_must_pass(page: Page, server: Server) -> None:
    page.add_init_script("localStorage.setItem('auto-pass', 'off')")
    moves = ["a2", "a3", "c4", "a1"]
    game_id = server.begin("othello", "human", "human", **SMALL_OTHELLO, moves=moves)
    open_game(page, game_id)
    expect(page.locator("#turn")).to_have_text("Black must pass.")
    page.get_by_label("Pass for me when I have no other move").check()
    expect(page.locator("#passed")).to_have_text("Black had no move and passed.")
    expect(page.locator("#turn")).to_have_text("White to move.")


def test_games_without_passes_do_not_speak_of_them(page: Page, server: Server) -> None:
    open_game(page, server.begin("breakthrough", "human", "human"))
    expect(page.get_by_label("Pass for me")).to_be_hidden()


@pytest.mark.parametrize("seed", [1, 7])
def test_a_game_with_passes_is_played_to_its_end_and_looked_at_again(
    page: Page, server: Server, seed: int
) -> None:
    game_id = server.begin("othello", "human", "random", **SMALL_OTHELLO, seed=seed)
    open_game(page, game_id)
    play_to_the_end(page, by_mouse, seed=seed)
    check_end(page, server, game_id)
    passes = page.locator("#moves button.move").filter(has_text="pass")
    assert passes.count() > 0
    passes.first.click()
    expect(page.locator("#told")).to_contain_text("passes")


WATCH_MOTION = """
window.begun = [];
window.broken = 0;
const plies = () => document.querySelectorAll("#moves button.move").length;
const moving = () => document.querySelector(".layer-pieces").getAnimations({ subtree: true });
const { animate } = Element.prototype;
Element.prototype.animate = function (...given) {
    if (!this.closest(".layer-pieces")) return animate.apply(this, given);
    if (moving().some((each) => each.ply !== plies())) broken += 1;
    begun.push(plies());
    return Object.assign(animate.apply(this, given), { ply: plies() });
};
const { finish } = Animation.prototype;
Animation.prototype.finish = function () {
    broken += 1;
    return finish.apply(this);
};
"""


def test_a_quick_reply_waits_until_my_move_has_been_seen(page: Page, server: Server) -> None:
    def hand_on_both_moves_at_once(socket: WebSocketRoute) -> None:
        game = socket.connect_to_server()
        played: list[str | bytes] = []

        def hand_on(message: str | bytes) -> None:
            if '"type":"played"' not in str(message):
                socket.send(message)
                return
            played.append(message)
            if len(played) == 2:
                for each in played:
                    socket.send(each)

        game.on_message(hand_on)

    page.route_web_socket("**/live", hand_on_both_moves_at_once)
    page.add_init_script(WATCH_MOTION)
    open_game(page, server.begin("othello", "human", "first"))
    page.get_by_role("gridcell", name="can be played").first.click()
    expect(page.locator("#moves button.move")).to_have_count(2)
    assert set(page.evaluate("begun")) == {1, 2}
    assert page.evaluate("broken") == 0


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
