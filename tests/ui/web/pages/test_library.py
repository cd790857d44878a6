"""The library in a browser: found, replayed, imported, and nothing in a record is more than text."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from plyground.store import EventKind, Store, StoredEvent
from plyground.store.records import GameRecord
from plyground.ui.playing.agreement import Agreement
from tests.ui.web.library.made_up import HOSTILE, made_up_game, text_of, unfinished
from tests.ui.web.running import Server

WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}


def keep(server: Server, *records: GameRecord) -> None:
    answer = server.post("/api/records", {"text": text_of(*records)})
    assert answer.json()["new"] == len(records), answer.text


def newest(server: Server, player: str) -> int:
    found: int = server.get("/api/records", params={"player": player}).json()["games"][0]["id"]
    return found


def open_game(page: Page, server: Server, record: GameRecord) -> None:
    keep(server, record)
    page.goto(f"/library?record={newest(server, record.players[0])}")
    expect(page.locator(".record-told")).not_to_be_empty()


def forgive(new_context: Callable[..., BrowserContext], status: str) -> None:
    """Forget that Chromium logged an answer which was meant to be a refusal."""
    problems: list[str] = new_context.problems  # type: ignore[attr-defined]
    problems[:] = [each for each in problems if f"the server responded with a status of {status}" not in each]


def rows(page: Page) -> int:
    return page.locator("#game-list li").count()


def test_a_file_is_imported_and_its_games_are_found(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    file.write_text(text_of(made_up_game("Imre", "Judit", seed=1), made_up_game("Imre", "Sofia", seed=2)))
    page.goto("/library")
    page.locator("#import-file").set_input_files(file)
    expect(page.locator(".toast")).to_contain_text("evening.txt: 2 games imported")
    expect(page.locator("#game-list li").first).to_contain_text("Sofia")
    page.get_by_role("searchbox", name="Player").fill("Judit")
    expect(page.locator("#found")).to_have_text("1 game")
    expect(page.locator("#game-list li")).to_contain_text("Judit")


def test_an_empty_library_has_nothing_to_filter_or_export(page: Page) -> None:
    nothing = {"games": [], "total": 0, "next": None, "damaged": []}
    page.route("**/api/records*", lambda route: route.fulfill(json=nothing))
    page.goto("/library")
    expect(page.locator("#no-games")).to_contain_text("No games yet.")
    expect(page.locator("#filters")).to_be_hidden()
    expect(page.get_by_role("link", name="Export")).to_be_hidden()
    page.goto("/library?player=nobody")
    expect(page.locator("#no-games")).to_contain_text("No game matches these filters.")
    expect(page.locator("#filters")).to_be_visible()


def test_a_file_that_was_there_already_says_so(page: Page, server: Server, tmp_path: Path) -> None:
    record = made_up_game("Twice", "Judit")
    keep(server, record)
    file = tmp_path / "again.txt"
    file.write_text(text_of(record))
    page.goto("/library")
    page.locator("#import-file").set_input_files(file)
    expect(page.locator(".toast")).to_contain_text("again.txt: 1 game, all known already")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (text_of(made_up_game("Bad", "x")).replace("1. ", "1. a1-a4 ").encode(), "line 10, column"),
        (b"\xff\xfe\x00", "this is not a text file"),
        (b"nothing", "a game begins with its name"),
        (b"x" * 2_000_000, "too large"),
    ],
)
def test_a_wrong_file_is_told_and_changes_nothing(
    page: Page, new_context: Callable[..., BrowserContext], tmp_path: Path, content: bytes, told: str
) -> None:
    file = tmp_path / "wrong.txt"
    file.write_bytes(content)
    page.goto("/library?player=Bad")
    page.locator("#import-file").set_input_files(file)
    expect(page.locator(".toast.bad")).to_contain_text(told)
    expect(page.locator("#no-games")).to_be_visible()
    forgive(new_context, "400")


def test_a_file_is_dropped_on_the_page(page: Page) -> None:
    page.goto("/library")
    page.evaluate(
        """(text) => {
            const carried = new DataTransfer();
            carried.items.add(new File([text], "dropped.txt", { type: "text/plain" }));
            for (const name of ["dragover", "drop"]) {
                document.body.dispatchEvent(
                    new DragEvent(name, { dataTransfer: carried, bubbles: true, cancelable: true }));
            }
        }""",
        text_of(made_up_game("Dropped", "Judit")),
    )
    expect(page.locator(".toast")).to_contain_text("dropped.txt: 1 game imported")
    expect(page.locator("#game-list li").first).to_contain_text("Dropped")
    expect(page.locator(".drop-veil")).to_be_hidden()


def test_hostile_names_are_only_text(page: Page, server: Server) -> None:
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: dialogs.append(dialog.message))
    open_game(page, server, made_up_game(HOSTILE, '"><svg onload=alert(3)>', Site=HOSTILE, Note=HOSTILE))
    expect(page.locator("#game-list li").first).to_contain_text(HOSTILE)
    expect(page.locator(".record-players")).to_contain_text(HOSTILE)
    expect(page.locator(".record-side .facts")).to_contain_text(HOSTILE)
    expect(page.locator(".remark-note")).to_have_text(HOSTILE)
    assert page.locator("main img, main script").count() == 0
    assert dialogs == []


def test_filters_are_in_the_address_and_come_back(page: Page, server: Server) -> None:
    keep(
        server, made_up_game("Filtered", "a"), made_up_game("Filtered", "b", game="othello", size="4", seed=2)
    )
    keep(server, unfinished(made_up_game("Filtered", "c", game="konane", size="4x4"), 3))
    page.goto("/library?player=Filtered")
    expect(page.locator("#found")).to_have_text("3 games")
    page.locator("#filter-game").select_option("othello")
    expect(page.locator("#found")).to_have_text("1 game")
    assert re.search(r"\bgame=othello\b", page.url)
    page.reload()
    expect(page.locator("#found")).to_have_text("1 game")
    expect(page.locator("#filter-game")).to_have_value("othello")
    expect(page.get_by_role("searchbox", name="Player")).to_have_value("Filtered")
    page.locator("#filter-game").select_option("")
    page.locator("#filter-result").select_option("unfinished")
    expect(page.locator("#game-list li")).to_have_count(1)
    expect(page.locator("#game-list li")).to_contain_text("Konane 4x4 · unfinished · 3 moves")


def test_a_long_list_is_loaded_in_parts(page: Page, server: Server) -> None:
    keep(server, *(made_up_game("Long", str(number)) for number in range(35)))
    page.goto("/library?player=Long")
    expect(page.locator("#found")).to_have_text("35 games")
    assert rows(page) == 30
    page.get_by_role("button", name="Show more").click()
    expect(page.locator("#game-list li")).to_have_count(35)
    expect(page.get_by_role("button", name="Show more")).to_be_hidden()


def test_a_game_is_replayed_with_the_mouse(page: Page, server: Server) -> None:
    record = made_up_game("Mouse", "Judit", seed=4)
    open_game(page, server, record)
    told = page.locator(".record-told")
    expect(told).to_have_text("Black begins")
    expect(page.get_by_role("button", name="Back", exact=True)).to_be_disabled()
    page.get_by_role("button", name="Forward").click()
    expect(told).to_contain_text(f"Black plays {record.moves[0].text}")
    expect(told).to_contain_text("500 ms · +1.25")
    current = page.locator(".record-moves [aria-current]")
    expect(current).to_have_text(record.moves[0].text)
    page.locator(".record-move").nth(2).click()
    expect(told).to_contain_text(record.moves[2].text)
    page.get_by_role("button", name="Last position").click()
    expect(current).to_have_text(record.moves[-1].text)
    expect(told).to_contain_text(record.reason)
    page.get_by_role("button", name="First position").click()
    expect(current).to_have_count(0)


def test_a_game_is_replayed_with_the_keys(page: Page, server: Server) -> None:
    record = made_up_game("Keys", "Judit", seed=4)
    open_game(page, server, record)
    current = page.locator(".record-moves [aria-current]")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(current).to_have_text(record.moves[1].text)
    page.keyboard.press("ArrowLeft")
    expect(current).to_have_text(record.moves[0].text)
    page.keyboard.press("End")
    expect(current).to_have_text(record.moves[-1].text)
    page.keyboard.press("Home")
    expect(current).to_have_count(0)
    page.get_by_role("searchbox", name="Player").focus()
    page.keyboard.press("ArrowRight")  # belongs to the field
    expect(current).to_have_count(0)


def test_a_game_replays_by_itself(page: Page, server: Server) -> None:
    record = made_up_game("Itself", "Judit", seed=4)
    open_game(page, server, record)
    page.get_by_label("Speed").select_option("Fast")
    page.locator("h1").click()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator(".record-moves [aria-current]")).to_have_text(record.moves[-1].text)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_the_board_shows_the_position_and_can_be_flipped(page: Page, server: Server) -> None:
    record = made_up_game("Flip", "Judit", seed=4)
    open_game(page, server, record)
    page.keyboard.press("ArrowRight")
    target = record.moves[0].text[-2:]
    moved = page.get_by_role("gridcell", name=re.compile(f"^{target}, black pawn.*last move"))
    expect(moved).to_be_visible()
    before = moved.bounding_box()
    page.get_by_role("button", name="Flip the board").click()
    after = moved.bounding_box()
    assert before is not None
    assert after is not None
    assert before["y"] != after["y"]


def test_a_game_leads_to_where_it_goes_on(page: Page, server: Server) -> None:
    record = unfinished(made_up_game("Evening", "human"), 2)
    with Store(server.store) as store:
        settings = Agreement(("random", "human")).to_settings()
        store.add_event(StoredEvent("cafe0123", EventKind.PLAY, settings, label="an evening"))
        store.add_game(record, "cafe0123", 0)
    number = newest(server, "Evening")
    page.goto(f"/library?record={number}")
    expect(page.get_by_role("link", name="Continue playing")).to_have_attribute("href", "/play/cafe0123")
    expect(page.get_by_role("link", name="Analyse").last).to_have_attribute(
        "href", f"/analyse?record={number}"
    )
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as text").click()
    assert download.value.suggested_filename == f"game-{number}.txt"


def test_a_selection_is_exported(page: Page, server: Server) -> None:
    keep(server, made_up_game("Export", "1"), made_up_game("Export", "2"))
    page.goto("/library?player=Export")
    expect(page.locator("#found")).to_have_text("2 games")
    with page.expect_download() as download:
        page.get_by_role("link", name="Export", exact=True).click()
    assert Path(download.value.path()).read_text().count('[Game "breakthrough"]') == 2


def test_going_back_shows_the_game_before(page: Page, server: Server) -> None:
    keep(server, made_up_game("Back", "1"), made_up_game("Back", "2"))
    page.goto("/library?player=Back")
    page.locator("#game-list a").first.click()
    expect(page.locator("#game-list a").first).to_have_attribute("aria-current", "true")
    page.locator("#game-list a").last.click()
    expect(page.locator(".record-players")).to_contain_text("1")
    page.go_back()
    expect(page.locator("#game-list a").first).to_have_attribute("aria-current", "true")


def test_on_a_phone_there_is_the_list_or_the_game(
    new_context: Callable[..., BrowserContext], server: Server
) -> None:
    keep(server, made_up_game("Phone", "Judit"))
    page = new_context(viewport=PHONE, has_touch=True).new_page()
    page.goto("/library?player=Phone")
    expect(page.locator("#game-list li")).to_have_count(1)
    expect(page.locator("#replay")).to_be_hidden()
    page.locator("#game-list a").tap()
    expect(page.locator("#replay")).to_be_visible()
    expect(page.locator("#game-list")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    expect(page.get_by_role("button", name="All games")).to_be_focused()
    page.get_by_role("button", name="All games").tap()
    expect(page.locator("#game-list a")).to_be_focused()
    expect(page.locator("#replay")).to_be_hidden()


def test_the_tabs_work_with_the_keys(page: Page) -> None:
    page.goto("/library")
    page.get_by_role("tab", name="Games").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Contests")).to_be_focused()
    expect(page.get_by_role("heading", name="New contest")).to_be_visible()
    assert page.url.endswith("tab=contests")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#filters")).to_be_visible()


def test_a_game_that_is_not_there_is_told(page: Page, new_context: Callable[..., BrowserContext]) -> None:
    page.goto("/library?record=999999999")
    expect(page.locator(".toast.bad")).to_contain_text("there is no game 999999999")
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    page.reload()
    expect(page.locator(".toast.bad")).to_be_visible()
    expect(page.locator("#filters")).to_be_visible()
    forgive(new_context, "404")


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["desktop", "phone"])
def test_nobody_stumbles(
    new_context: Callable[..., BrowserContext],
    server: Server,
    axe: Callable[[Page], list[str]],
    size: dict[str, int],
) -> None:
    player = f"Axe {size['width']}"
    keep(server, made_up_game(player, "Judit"))
    page = new_context(viewport=size).new_page()
    page.goto(f"/library?record={newest(server, player)}")
    expect(page.locator(".record-told")).not_to_be_empty()
    assert axe(page) == []
    page.goto("/library")
    expect(page.locator("#game-list li").first).to_be_visible()
    assert axe(page) == []
    page.goto("/library?tab=contests")
    page.get_by_role("button", name="+ level:1").click()
    page.get_by_text("More settings").click()
    assert axe(page) == []


def test_the_library_can_be_empty(new_context: Callable[..., BrowserContext], own_server: Server) -> None:
    page = new_context(base_url=own_server.url, viewport=WIDE).new_page()
    page.goto("/library")
    expect(page.locator("#no-games")).to_contain_text("No games yet")
    expect(page.locator("#replay")).to_be_hidden()
    page.get_by_role("tab", name="Contests").click()
    expect(page.locator("#no-contests")).to_be_visible()
