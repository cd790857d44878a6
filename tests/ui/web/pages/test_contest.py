"""Contests in a browser: begun in the form, watched live, stopped, resumed, replayed."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from plyground.store import EventKind, Store
from plyground.tournament.contest import Contest, Entrant
from plyground.tournament.contest_running import KeptContest, run_contest
from plyground.tournament.game_pools import HerePool
from tests.ui.web.library.made_up import HOSTILE
from tests.ui.web.running import Server

PATIENCE = 120_000
WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}


def open_form(page: Page) -> None:
    page.goto("/library?tab=contests")
    page.locator("#contest-game").select_option("breakthrough")
    for part in ("Rows", "Columns"):
        page.get_by_label(part).select_option("4")


def add(page: Page, *players: str) -> None:
    for player in players:
        page.get_by_label("Player by name").fill(player)
        page.get_by_label("Player by name").press("Enter")


def begin(page: Page) -> None:
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url(re.compile(r"/contest/[0-9a-f]{8}$"))


def played(server: Server, *players: str, **settings: object) -> str:
    """Put a contest into the store that was played before anybody looked."""
    entrants = tuple(Entrant(f"{name} {number}", name) for number, name in enumerate(players))
    contest = Contest("breakthrough", {"size": "4x4"}, entrants, opening_plies=2, **settings)  # type: ignore[arg-type]
    with Store(server.store) as store:
        kind = EventKind.MATCH if len(players) == 2 else EventKind.TOURNAMENT
        kept = KeptContest.begin(store, contest, kind, "a label")
        run_contest(contest, kept, HerePool(), lambda progress: None)
        kept.end()
        return kept.id


def test_a_round_robin_is_begun_and_watched_to_its_end(page: Page) -> None:
    open_form(page)
    page.get_by_role("button", name="+ random").click()
    add(page, "first", "killer")
    expect(page.locator("#contest-players .chip.is-chosen")).to_have_count(3)
    page.get_by_label("Games of each encounter").fill("4")
    expect(page.locator("#contest-size")).to_have_text("About 12 games.")
    begin(page)
    expect(page.locator("#badge")).to_have_text("over", timeout=PATIENCE)
    expect(page.locator("#left")).to_have_text("12 games")
    rows = page.locator("#standings tbody tr")
    expect(rows).to_have_count(3)
    points = [float(text) for text in rows.locator("strong").all_inner_texts()]
    assert sum(points) == 12
    assert points == sorted(points, reverse=True)
    expect(page.locator("#crosstable .cross")).to_have_count(6)
    expect(page.locator("#ratings svg")).to_have_attribute("aria-label", re.compile("killer"))
    expect(page.locator("#games li")).to_have_count(12)


def test_the_table_fills_while_one_looks_and_the_games_are_linked(page: Page) -> None:
    open_form(page)
    add(page, "a=engine:seconds=0.02", "b=engine:seconds=0.02")
    page.get_by_label("Games of each encounter").fill("1000")
    begin(page)
    expect(page.locator("#badge")).to_have_text("being played")
    expect(page.locator("#games li").nth(1)).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#progress")).not_to_have_attribute("value", "0", timeout=PATIENCE)
    expect(page.locator("#figures")).to_contain_text("Superiority")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#badge")).to_have_text("stopped", timeout=PATIENCE)
    stopped = page.locator("#left").inner_text()
    page.get_by_role("button", name="Resume").click()
    expect(page.locator("#badge")).to_have_text("being played")
    expect(page.locator("#left")).not_to_have_text(stopped, timeout=PATIENCE)
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#badge")).to_have_text("stopped", timeout=PATIENCE)
    played = page.locator("#left").inner_text().split()[0]  # the list moves as long as games come in
    expect(page.locator("#all-games-link")).to_have_text(f"All {played} games", timeout=PATIENCE)
    page.locator("#games a").first.click()
    expect(page.locator(".record-told")).not_to_be_empty()
    expect(page.locator("#of-event")).to_contain_text("Games of contest")
    page.get_by_role("link", name="Its contest").click()
    expect(page.locator("#badge")).to_have_text("stopped")


def test_the_games_that_are_played_are_watched_move_by_move(page: Page) -> None:
    open_form(page)
    for part in ("Rows", "Columns"):
        page.get_by_label(part).select_option("6")
    add(page, "a=engine:seconds=0.4", "b=engine:seconds=0.4")
    begin(page)
    game = page.locator(".watched-game").first
    expect(game).to_be_visible(timeout=PATIENCE)
    expect(game.locator("bdi")).to_have_text([re.compile("^[ab]$")] * 2)
    expect(game.locator(".watched-player.is-to-move")).to_have_count(1)
    expect(game.locator("svg .piece-body").first).to_be_visible()
    about = game.locator(".muted")
    expect(about).to_have_text(re.compile(r"^Game \d+, move \d+$"))
    expect(about).not_to_have_text(about.inner_text(), timeout=PATIENCE)
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#watched")).to_be_hidden(timeout=PATIENCE)


def test_a_second_tab_sees_the_same(page: Page) -> None:
    open_form(page)
    add(page, "random", "first")
    begin(page)
    other = page.context.new_page()
    other.goto(page.url)
    for each in (page, other):
        expect(each.locator("#badge")).to_have_text("over", timeout=PATIENCE)
        expect(each.locator("#title")).to_have_text("random – first")
    assert page.locator("#standings").inner_text() == other.locator("#standings").inner_text()


def test_what_cannot_be_played_is_told_beside_the_button(
    page: Page, new_context: Callable[..., BrowserContext]
) -> None:
    open_form(page)
    add(page, "random", "program:touch sprung")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#contest-problem")).to_contain_text("runs no outside programs")
    page.get_by_role("button", name="Remove program:touch sprung").click()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#contest-problem")).to_contain_text("two players or more")
    problems: list[str] = new_context.problems  # type: ignore[attr-defined]
    problems[:] = [each for each in problems if "status of 40" not in each]


def test_a_contest_of_this_store_is_in_the_list(page: Page, server: Server) -> None:
    contest = played(server, "random", "first", "killer", "naive")
    page.goto("/library?tab=contests")
    entry = page.locator(f"a[href='/contest/{contest}']")
    expect(entry).to_contain_text("random 0, first 1, killer 2, naive 3")
    expect(entry).to_contain_text("over")
    expect(entry).to_contain_text("12 games")
    entry.click()
    expect(page.locator("#title")).to_have_text("4 players")


def test_a_report_is_downloaded(page: Page, server: Server) -> None:
    contest = played(server, "random", "first")
    page.goto(f"/contest/{contest}")
    with page.expect_download() as download:
        page.get_by_role("link", name="Report").click()
    assert download.value.suggested_filename == f"contest-{contest}.html"


def test_rounds_and_a_test_are_shown(page: Page, server: Server) -> None:
    page.goto(f"/contest/{played(server, 'random', 'first', 'killer', 'naive', format='swiss', rounds=2)}")
    expect(page.get_by_role("heading", name="round 2 of 2")).to_be_visible()
    page.goto(f"/contest/{played(server, 'killer', 'first', pairs=4, sprt='0,10')}")
    expect(page.locator("#test")).to_contain_text("not decided yet")
    expect(page.locator("#course svg")).to_be_visible()


def test_hostile_names_are_only_text(page: Page, server: Server) -> None:
    entrants = (Entrant(HOSTILE, "random"), Entrant("x" * 3000, "first"), Entrant("\u202eevil", "killer"))
    contest = Contest("breakthrough", {"size": "4x4"}, entrants, opening_plies=2)
    with Store(server.store) as store:
        kept = KeptContest.begin(store, contest, EventKind.TOURNAMENT, HOSTILE)
        run_contest(contest, kept, HerePool(), lambda progress: None)
    page.goto(f"/contest/{kept.id}")
    expect(page.locator("#standings")).to_contain_text(HOSTILE)
    expect(page.locator("#standings")).to_contain_text(r"\u202eevil")
    expect(page.locator("#badge")).to_have_text("interrupted")
    assert page.locator("main img, main script").count() == 0
    page.goto("/library?tab=contests")
    expect(page.locator(f"a[href='/contest/{kept.id}']")).to_contain_text(HOSTILE)
    assert page.locator("main img, main script").count() == 0


def test_a_contest_that_is_not_there_is_told(page: Page) -> None:
    page.goto("/contest/nothing")
    expect(page.get_by_role("alert")).to_have_text("There is no event 'nothing'")


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["desktop", "phone"])
def test_nobody_stumbles(
    new_context: Callable[..., BrowserContext],
    server: Server,
    axe: Callable[[Page], list[str]],
    size: dict[str, int],
) -> None:
    page = new_context(viewport=size).new_page()
    for contest in (
        played(server, "killer", "first", pairs=3, sprt="0,20"),
        played(server, "random", "first", "killer", "naive", format="swiss", rounds=2),
    ):
        page.goto(f"/contest/{contest}")
        expect(page.locator("#standings tbody tr").first).to_be_visible()
        expect(page.locator("#games li").first).to_be_visible()
        assert axe(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
