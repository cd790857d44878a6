"""Two people on two devices, and moves that are planned while the other one thinks."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect

from tests.ui.web.running import Server, running_server

from .playing import count_moves, open_game, square

PHONE = {"viewport": {"width": 360, "height": 800}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("public"), "--public") as running:
        yield running


@pytest.fixture
def pair(public: Server, new_context: Callable[..., BrowserContext]) -> tuple[Page, Page]:
    """The owner's page, black, and a phone that followed the link, white; the game has a clock."""
    owner = new_context(base_url=public.url, viewport={"width": 1280, "height": 720}).new_page()
    owner.goto(f"/?token={public.token}")
    wanted = {
        "game": "breakthrough",
        "options": {"size": "5x4"},
        "players": ["human", "human"],
        "clock": "600",
    }
    headers = {"Authorization": f"Bearer {public.token}"}
    open_game(owner, public.post("/api/play", wanted, headers=headers).json()["id"])
    owner.get_by_role("button", name="Invite").click()
    owner.get_by_role("button", name="Make the link").click()
    field = owner.get_by_label("Open this on the other device")
    expect(field).to_have_value(re.compile("seat="))
    link = urlsplit(field.input_value())
    owner.locator("#sharing").get_by_role("button", name="Close").click()
    expect(owner.locator("#far-player")).to_contain_text("away")
    guest = new_context(base_url=public.url, **PHONE).new_page()
    guest.goto(f"{link.path}?{link.query}")
    expect(guest.locator("#board")).to_have_attribute("aria-busy", "false")
    return owner, guest


def move(page: Page, origin: str, target: str) -> None:
    square(page, origin).click()
    square(page, target).click()


def test_each_device_has_one_side(pair: tuple[Page, Page], axe: Callable[[Page], list[str]]) -> None:
    owner, guest = pair
    expect(owner.locator("#far-player")).to_contain_text("connected")
    expect(owner.locator("#turn")).to_have_text("Your move.")
    expect(guest.locator("#turn")).to_have_text("Black to move.")
    expect(guest.get_by_role("navigation", name="Pages")).to_be_hidden()
    assert axe(guest) == []
    move(owner, "b4", "b3")
    expect(guest.locator("#turn")).to_have_text("Your move.")
    square(guest, "a2").tap()
    square(guest, "a3").tap()
    expect(owner.locator("#moves button.move")).to_have_count(2)
    guest.get_by_role("button", name="Undo").tap()
    owner.get_by_role("button", name="Allow undo").click()
    expect(guest.locator("#moves button.move")).to_have_count(1)
    guest.context.close()
    expect(owner.locator("#far-player")).to_contain_text("away")


def test_who_resigns_has_lost_on_both_devices(pair: tuple[Page, Page]) -> None:
    owner, guest = pair
    guest.get_by_role("button", name="Resign").tap()
    guest.locator("#resigning").get_by_role("button", name="Resign").tap()
    expect(guest.locator("#result h2")).to_have_text("You lose")
    expect(owner.locator("#result h2")).to_have_text("You win")


def test_a_planned_move_is_played_as_soon_as_it_is_possible(pair: tuple[Page, Page]) -> None:
    owner, guest = pair
    planned = owner.locator(".mark-planned")
    move(owner, "b4", "b3")
    expect(guest.locator("#turn")).to_have_text("Your move.")
    move(owner, "d4", "d3")
    expect(planned).to_have_count(2)
    owner.keyboard.press("Escape")
    expect(planned).to_have_count(0)
    move(owner, "d4", "d3")
    expect(planned).to_have_count(2)
    square(owner, "d3").click(button="right")
    expect(planned).to_have_count(0)
    # By keys alone: back to d3, down to d4, since black sits near, and up again.
    for key in ("Tab", "Shift+Tab", "ArrowDown", "Enter", "ArrowUp", "Enter"):
        owner.keyboard.press(key)
    expect(square(owner, "d3")).to_have_accessible_name("d3, empty, planned")
    assert count_moves(owner) == 1
    move(guest, "a2", "a3")
    expect(guest.locator("#moves button.move")).to_have_count(3)  # the reply was there at once
    expect(planned).to_have_count(0)


def test_a_planned_move_that_is_not_possible_is_dropped(pair: tuple[Page, Page]) -> None:
    owner, guest = pair
    move(owner, "b4", "b3")
    expect(guest.locator("#turn")).to_have_text("Your move.")
    move(owner, "a4", "c1")
    expect(owner.locator(".mark-planned")).to_have_count(2)
    move(guest, "a2", "a3")
    expect(owner.locator("#turn")).to_have_text("Your move.")
    expect(owner.locator(".mark-planned")).to_have_count(0)
    assert count_moves(owner) == 2
    square(guest, "d2").tap()  # a finger plans too, and takes it back
    square(guest, "d3").tap()
    expect(guest.locator(".mark-planned")).to_have_count(2)
    square(guest, "d2").tap()
    expect(guest.locator(".mark-planned")).to_have_count(0)


def test_without_a_public_server_it_is_said_what_to_do(page: Page, server: Server) -> None:
    open_game(page, server.begin("breakthrough", "human", "human", options={"size": "4"}))
    page.get_by_role("button", name="Invite").click()
    expect(page.locator("#sharing")).to_contain_text("plyground serve --public")
    expect(page.get_by_role("button", name="Make the link")).to_be_hidden()


def test_a_bar_shows_how_much_is_compiled(
    page: Page, server: Server, axe: Callable[[Page], list[str]]
) -> None:
    def hand_on(route: WebSocketRoute) -> None:
        game = route.connect_to_server()

        def tell(message: str | bytes) -> None:
            told = json.loads(message)
            if "status" in told:
                told["status"]["compiling"] = 0.4
            route.send(json.dumps(told))

        game.on_message(tell)

    page.route_web_socket("**/live", hand_on)
    open_game(page, server.begin("breakthrough", "human", "level:1", options={"size": "4"}))
    bar = page.get_by_role("progressbar", name=re.compile("being compiled"))
    expect(bar).to_have_attribute("value", "0.4")
    assert axe(page) == []
