"""What pages say when something goes wrong: once, and no longer than it is so."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.ui.web.running import Server

from .playing import open_game, square

Judge = Callable[[Page], list[str]]

REFUSED = "Failed to load resource: the server responded with a status of 400 (Bad Request)"
MISSING = "Failed to load resource: the server responded with a status of 404 (Not Found)"

TELL = """async ([texts, kind]) => {
    const { tell } = await import("/static/scripts/toast.js");
    for (const text of texts) tell(text, kind);
}"""


def refused(new_context: Callable[..., BrowserContext]) -> None:
    """Forget what browsers write into their log when a server refuses something."""
    problems: list[str] = new_context.problems  # type: ignore[attr-defined]
    problems[:] = [each for each in problems if each not in (REFUSED, MISSING)]


@pytest.mark.parametrize("kind", ["plain", "bad"])
def test_toasts_go_by_themselves(page: Page, kind: str) -> None:
    page.clock.install()
    page.goto("/about")
    page.evaluate(TELL, [["Something happened."], kind])
    toast = page.locator(".toast")
    expect(toast).to_have_count(1)
    toast.hover()
    page.clock.fast_forward(60_000)
    expect(toast).to_have_count(1)  # it is being read
    page.mouse.move(1, 1)
    page.clock.fast_forward(60_000)
    expect(toast).to_have_count(0)


def test_toasts_do_not_pile_up(page: Page) -> None:
    page.goto("/about")
    page.evaluate(TELL, [["The same."] * 5, "bad"])
    expect(page.locator(".toast")).to_have_count(1)
    page.evaluate(TELL, [[f"Another {number}." for number in range(9)], "bad"])
    expect(page.locator(".toast")).to_have_count(3)
    expect(page.locator(".toast").last).to_contain_text("Another 8.")


def test_what_was_said_about_a_lost_connection_goes_with_it(page: Page, server: Server) -> None:
    page.goto("/library")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_load_state("networkidle")
    page.evaluate("""async () => {
        const { ApiError } = await import("/static/scripts/api.js");
        const { tellProblem } = await import("/static/scripts/toast.js");
        tellProblem(new ApiError("the server cannot be reached", 0));
    }""")
    expect(page.locator(".toast")).to_have_count(1)
    page.evaluate("""async () => (await import("/static/scripts/api.js")).ask("/api/catalogue")""")
    expect(page.locator(".toast")).to_have_count(0)


def test_the_error_of_a_form_goes_when_it_is_mended(
    page: Page, new_context: Callable[..., BrowserContext]
) -> None:
    page.goto("/")
    page.get_by_role("radio", name="Other", exact=True).check(force=True)
    page.get_by_label("Seconds for each side").fill("soon")
    page.get_by_role("button", name=re.compile("^Start")).click()
    expect(page.locator("#start-problem")).to_contain_text("is no clock")
    page.get_by_label("Seconds for each side").fill("60")
    expect(page.locator("#start-problem")).to_be_hidden()
    refused(new_context)


def test_the_error_of_a_typed_move_goes_when_it_is_mended(page: Page, server: Server) -> None:
    open_game(page, server.begin("othello", "human", "human", options={"size": "4"}))
    typed = page.get_by_placeholder("Type a move")
    typed.fill("a1")
    typed.press("Enter")
    expect(page.locator("#typed-problem")).to_be_visible()
    typed.fill("b1")
    expect(page.locator("#typed-problem")).to_be_hidden()
    expect(typed).not_to_have_attribute("aria-invalid", "true")


def test_the_error_of_a_pasted_text_goes_when_it_is_mended(
    page: Page, new_context: Callable[..., BrowserContext]
) -> None:
    page.goto("/analyse?game=othello&option.size=4")
    page.get_by_role("button", name="Position …").click()
    text = page.get_by_label("Position, moves or a whole record")
    text.fill("zz")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("a move looks like")
    text.fill("b1")
    expect(page.get_by_role("dialog").get_by_role("alert")).to_have_text("")
    refused(new_context)


def test_the_error_of_a_contest_goes_when_it_is_mended(
    page: Page, new_context: Callable[..., BrowserContext]
) -> None:
    page.goto("/library?tab=contests")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#contest-problem")).to_contain_text("two players or more")
    page.get_by_label("Player by name").fill("random")
    page.get_by_label("Player by name").press("Enter")
    expect(page.locator("#contest-problem")).to_be_hidden()
    refused(new_context)


def test_only_players_are_offered_that_a_page_may_invite(server: Server) -> None:
    answer = server.post("/api/play", {"game": "breakthrough", "players": ["human", "levle:3"]})
    told = answer.json()["error"]
    assert "there is no player 'levle'" in told
    assert "did you mean 'level'?" in told
    assert "program" not in told
    assert ".py" not in told
    offered = re.findall(r"[\w-]+", told.partition("there are: ")[2].partition(";")[0])
    assert "alphabeta" in offered
    assert "killer" in offered
    for name in offered:
        answer = server.post("/api/play", {"game": "breakthrough", "players": ["human", name]})
        assert answer.status_code == 200 or f"player {name} needs" in answer.json()["error"], name


def test_an_unknown_address_has_a_page(
    page: Page, new_context: Callable[..., BrowserContext], axe: Judge
) -> None:
    answer = page.goto("/analyze")
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such page")
    expect(page.get_by_role("navigation")).to_be_visible()
    assert axe(page) == []
    page.get_by_role("main").get_by_role("link", name="Play").click()
    expect(page).to_have_url(re.compile(r"/$"))
    refused(new_context)


@pytest.mark.parametrize("path", ["/api/nothing", "/api/play/unknown-game", "/static/nothing.js"])
def test_programs_are_answered_in_json(server: Server, path: str) -> None:
    answer = server.get(path)
    assert answer.status_code == 404
    assert answer.json()["error"]


def test_a_hint_says_that_it_is_looked_for(page: Page, server: Server) -> None:
    open_game(page, server.begin("othello", "human", "human"))
    # The order is held back in the browser, so that the answer does not come too soon to be seen.
    page.evaluate("""() => {
        const send = WebSocket.prototype.send;
        window.sent = [];
        WebSocket.prototype.send = function (text) {
            window.sent.push(text);
            window.release = () => send.call(this, text);
            if (!text.includes('"hint"')) send.call(this, text);
        };
    }""")
    hint = page.get_by_role("button", name="Hint")
    hint.click()
    busy = page.get_by_role("button", name="Wait …")
    expect(busy).to_have_attribute("aria-busy", "true")
    busy.click()
    assert page.evaluate("sent.filter((text) => text.includes('hint')).length") == 1
    page.evaluate("release()")
    expect(page.locator("#told")).to_contain_text("Hint: ", timeout=60_000)
    expect(hint).to_be_enabled()
    expect(hint).not_to_have_attribute("aria-busy", "true")
    hint.click()
    expect(busy).to_be_visible()
    square(page, "d3").click()  # who moves wants no hint any more
    expect(page.get_by_role("button", name="Hint")).to_be_visible()
